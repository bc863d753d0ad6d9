import { Link } from 'react-router';
import type { Today } from '#contract/today.ts';
import { disputeLabel } from '#domain/money/disputes.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { transactionPath, transactionWorkPath } from '#web/paths.ts';

/** The disputes that Stripe waits for an answer to, the next deadline first. */
export function DisputesToAnswer({ disputes }: { disputes: Today['disputes'] }) {
  return (
    <section
      aria-labelledby="disputes"
      className="overflow-hidden rounded-lg border border-danger-line bg-surface"
    >
      <h3
        id="disputes"
        className="flex min-h-9 items-center border-danger-line border-b bg-danger-soft px-3 font-sans font-semibold text-danger text-sm"
      >
        <Link to={transactionWorkPath('disputes')} className="underline-offset-4 hover:underline">
          Disputes to answer
        </Link>
      </h3>
      <ul className="divide-y divide-line text-sm">
        {disputes.map(({ transactionId, bookingId, amount, status, dueAt }) => (
          <li
            key={transactionId}
            className="flex min-h-11 flex-wrap items-center md:min-h-10 justify-between gap-x-3 px-3 py-1"
          >
            <Link
              to={transactionPath(transactionId)}
              className="inline-flex items-center font-semibold underline-offset-4 hover:underline max-md:min-h-11 pointer-coarse:min-h-11"
            >
              {formatUsd(amount)}
              {bookingId !== null && <>, booking #{bookingId}</>}
            </Link>
            <span className="text-ink-soft text-xs">
              {disputeLabel(status)}
              {dueAt && (
                <>
                  {' '}
                  by <time dateTime={dueAt}>{momentText(dueAt, site.timeZone)}</time>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
