import type { Board } from '#contract/dispatch.ts';
import type { OutCustomer, OutPreview } from '#contract/dispatch-out.ts';
import { Notice } from '#web/kit/ui/Notice.tsx';
import { clockText } from '#web/kit/ui/route-texts.ts';
import { ProposedRoutes } from './ProposedRoutes.tsx';
import { UnplacedJobs } from './UnplacedJobs.tsx';

type Props = { board: Board; preview: OutPreview; notify: boolean };

/** What an absence means: for customers, for other routes, and for the stops. */
export function OutConsequences({ board, preview, notify }: Props) {
  const { proposal, consequences, customers, released } = preview;
  const others = proposal.routes.slice(1).filter(({ isChanged }) => isChanged);
  const published = others.filter(({ current }) => current?.publishedAt);
  const added = others.filter(({ current }) => current === null);
  return (
    <>
      <p role="status" className="font-semibold">
        {released === 0 ? 'No job is left on this route then.' : summaryText(preview)}
      </p>
      {published.length > 0 && (
        <Notice variant="attention">
          {published.map(({ proposed }) => proposed.driver.name).join(', ')}: already published. The new stops
          reach the driver at once.
        </Notice>
      )}
      {added.length > 0 && (
        <Notice variant="attention">
          {added.map(({ proposed }) => proposed.driver.name).join(', ')}: a new route. Publish it afterwards.
        </Notice>
      )}
      {consequences.length > 0 && (
        <Notice variant="attention">
          <p className="font-semibold">These stops of other routes cannot be made any more:</p>
          <ul className="mt-1 list-disc pl-5 text-sm">
            {consequences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      {proposal.unplaced.length > 0 && <UnplacedJobs unplaced={proposal.unplaced} />}
      <Customers board={board} customers={customers} notify={notify} />
      {proposal.notice && <p className="text-ink-soft text-sm">{proposal.notice}</p>}
      <ProposedRoutes board={board} routes={proposal.routes} />
      {proposal.attribution && <p className="text-ink-soft text-xs">{proposal.attribution}</p>}
    </>
  );
}

function summaryText({ released, proposal }: OutPreview): string {
  const open = proposal.unplaced.length;
  const jobs = released === 1 ? '1 job leaves' : `${released} jobs leave`;
  if (open === 0) return `${jobs} this route, and all of them have a new place.`;
  return `${jobs} this route; ${open === released ? 'all of them stay open' : `${open} of them stay open`}.`;
}

type CustomersProps = { board: Board; customers: readonly OutCustomer[]; notify: boolean };

/** Who is sent what, and whom to call. */
function Customers({ board, customers, notify }: CustomersProps) {
  if (customers.length === 0) return <p>No customer was sent a time that changes.</p>;
  return (
    <section aria-labelledby="out-customers" className="rounded-md border border-line p-3">
      <h3 id="out-customers" className="font-semibold text-base">
        {customers.length === 1 ? '1 customer' : `${customers.length} customers`}
      </h3>
      <ul className="mt-1 space-y-1 text-sm">
        {customers.map((customer) => (
          <li key={customer.jobId}>
            <bdi className="font-semibold">{customer.customer}</bdi>{' '}
            <span className="text-ink-soft">{timesText(customer, board.timeZone)}</span>{' '}
            {messageText(customer, notify)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 'Was sent 8:00 AM to 10:00 AM, now expected 11:30 AM to 1:30 PM.' */
function timesText({ sent, expected }: OutCustomer, timeZone: string): string {
  const text = ({ from, to }: { from: string; to: string }) =>
    `${clockText(from, timeZone)} to ${clockText(to, timeZone)}`;
  if (!sent) return '';
  return expected ? `Was sent ${text(sent)}, now expected ${text(expected)}.` : `Was sent ${text(sent)}.`;
}

function messageText({ message, hasEmail, hasText, phoneDisplay }: OutCustomer, notify: boolean): string {
  const by = [...(hasEmail ? ['e-mail'] : []), ...(hasText ? ['text'] : [])].join(' and ');
  if (message === 'window')
    return `Gets the new time by ${by}, from 8 AM to 8 PM, 10 minutes after the last change.`;
  if (message === 'later') return `Gets the new time by ${by} when the new route is published.`;
  if (message === 'moved' && notify) return `Gets the new day by ${by}.`;
  return `Gets no message. Call ${phoneDisplay}.`;
}
