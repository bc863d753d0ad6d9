import { useState } from 'react';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { CopyByHand } from '#web/office/bookings/CopyByHand.tsx';
import type { BookingPayLink, Money } from '#web/office/bookings/money/money.ts';
import { useMay } from '#web/office/bookings/use-may.ts';
import { useSendPayLink } from './SendPayLink.tsx';

type Props = Money & { onWithdraw: () => void };

/** A payment link that the customer has not paid yet. */
export function OpenPayLink(props: Props) {
  const { payLink } = props.payments;
  const mayLink = useMay('payments:link');
  if (!payLink) return null;
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold text-sm">Waiting for customer</h3>
        {isOver(payLink) && <Badge variant="danger">Expired</Badge>}
      </div>
      <p className="mt-1 font-display font-semibold text-2xl tabular-nums">{formatUsd(payLink.amount)}</p>
      <LinkFacts link={payLink} />
      {mayLink && <LinkActions {...props} />}
    </div>
  );
}

function LinkFacts({ link }: { link: BookingPayLink }) {
  const { sentAt, expiresAt } = link;
  return (
    <dl className="mt-1 space-y-1 text-ink-soft text-sm">
      <div>
        <dt className="inline">{isOver(link) ? 'The payment link ended:' : 'The payment link ends:'}</dt>{' '}
        <dd className="inline">
          <time dateTime={expiresAt}>{momentText(expiresAt, site.timeZone)}</time>
        </dd>
      </div>
      <div>
        <dt className="inline">Last sent:</dt>{' '}
        <dd className="inline">
          {sentAt ? <time dateTime={sentAt}>{momentText(sentAt, site.timeZone)}</time> : 'On its way'}
        </dd>
      </div>
    </dl>
  );
}

function LinkActions({ isOff, offReasonId, onWithdraw, ...money }: Props) {
  const { make, send, isPending } = useSendPayLink(money);
  /** A URL that the browser refused to copy to the clipboard. */
  const [byHand, setByHand] = useState<string | null>(null);
  const isBusy = isOff || isPending;
  const copy = async () => {
    const made = await make();
    if (!made) return;
    try {
      await navigator.clipboard.writeText(made.url);
      toast({ title: 'Copied', text: money.hasEmail ? `${COPIED} ${MAILED}` : COPIED, variant: 'plain' });
    } catch {
      setByHand(made.url);
    }
  };
  const actions = [
    { words: 'Copy link', act: () => void copy() },
    ...(money.hasEmail ? [{ words: 'Resend', act: () => void send() }] : []),
    { words: 'Withdraw', act: onWithdraw },
  ];
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {actions.map(({ words, act }) => (
        <RowButton
          key={words}
          className="aria-disabled:opacity-55"
          aria-disabled={isBusy}
          aria-describedby={offReasonId}
          onClick={() => isBusy || act()}
        >
          {words} {words !== 'Copy link' && <span className="sr-only">the payment link</span>}
        </RowButton>
      ))}
      <p role="status" className="w-full text-ink-soft text-sm empty:hidden">
        {isPending && 'Making a new link...'}
      </p>
      {byHand !== null && <CopyByHand what="link" text={byHand} onClose={() => setByHand(null)} />}
    </div>
  );
}

const COPIED = 'Payment link copied to clipboard.';
const MAILED = 'The customer is mailed one, too.';

function isOver({ expiresAt }: BookingPayLink): boolean {
  return Date.parse(expiresAt) <= Date.now();
}
