import type { ReactNode } from 'react';
import type { Delivery } from '#contract/deliveries.ts';
import { isSecurity } from '#domain/deliveries.ts';
import { site } from '#web/config.ts';
import { Fact } from '#web/ui/Card.tsx';
import { momentText } from '#web/ui/dates/moment.ts';
import { Notice } from '#web/ui/Notice.tsx';

/** What a row shows when it is opened. */
export function RowDetails({ delivery }: { delivery: Delivery }) {
  const { id, kind, state, doneAt, diedAt, replayedAt, replayedBy, error } = delivery;
  return (
    <div className="space-y-4">
      {isSecurity(kind) && state === 'dead' && (
        <Notice look="danger" role="note">
          Somebody whose sessions should have ended may still be logged in. Replay this now.
        </Notice>
      )}
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 @4xl:grid-cols-4">
        <Fact name="Sent">{doneAt === null ? 'Not yet' : <Moment at={doneAt} />}</Fact>
        {diedAt !== null && (
          <Fact name="Given up">
            <Moment at={diedAt} />
          </Fact>
        )}
        {replayedAt !== null && (
          <Fact name="Last replayed">
            <Moment at={replayedAt}>
              {' '}
              by <bdi>{replayedBy}</bdi>
            </Moment>
          </Fact>
        )}
        <Fact name="Number">
          <span className="wrap-anywhere text-xs">{id}</span>
        </Fact>
        {error !== null && (
          <div className="col-span-full min-w-0">
            <dt className="text-ink-soft text-xs">Last error</dt>
            <dd className="wrap-anywhere mt-0.5 max-w-prose">{error}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Moment({ at, children }: { at: string; children?: ReactNode }) {
  return (
    <>
      <time dateTime={at}>{momentText(at, site.timeZone)}</time>
      {children}
    </>
  );
}
