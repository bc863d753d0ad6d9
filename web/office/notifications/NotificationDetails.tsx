import type { ReactNode } from 'react';
import type { Notification } from '#contract/notifications.ts';
import { isSecurity } from '#domain/shared/notifications.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { Fact } from '#web/kit/ui/Card.tsx';
import { Notice } from '#web/kit/ui/Notice.tsx';

export function NotificationDetails({ notification }: { notification: Notification }) {
  const { id, kind, state, doneAt, diedAt, replayedAt, replayedBy, error } = notification;
  return (
    <div className="space-y-4">
      {isSecurity(kind) && state === 'dead' && (
        <Notice variant="danger" role="note">
          A user whose sessions should have ended may still be logged in. Retry this now.
        </Notice>
      )}
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 @4xl:grid-cols-4">
        <Fact name={state === 'withheld' ? 'Withheld on staging' : 'Sent'}>
          {doneAt === null ? 'Not yet' : <Moment at={doneAt} />}
        </Fact>
        {diedAt !== null && (
          <Fact name="Failed">
            <Moment at={diedAt} />
          </Fact>
        )}
        {replayedAt !== null && (
          <Fact name="Last retried">
            <Moment at={replayedAt}>
              {' '}
              by <bdi>{replayedBy}</bdi>
            </Moment>
          </Fact>
        )}
        <Fact name="ID">
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
