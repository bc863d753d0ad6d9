import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listAttemptedStops } from '#contract/stop-records.ts';
import { can } from '#domain/accounts/access.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { attemptedStopsQuery, driverConflictsQuery, waitingActionsQuery } from '#web/api/from-drivers.ts';
import { useTabSession } from '#web/api/session.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { PhoneLink } from '#web/kit/ui/ContactLinks.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { addressText, customerFullName } from '#web/kit/ui/names.ts';
import { PageHeading } from '#web/kit/ui/page/PageHeading.tsx';
import { bookingPath, PATHS } from '#web/paths.ts';
import { ConflictItem } from './ConflictItem.tsx';
import { RecordSection } from './RecordSection.tsx';
import { WaitingActionItem } from './WaitingActionItem.tsx';

const StopRecordDialog = lazyDialog(
  async () => (await import('#web/office/driver-records/StopRecordDialog.tsx')).StopRecordDialog,
);

/** What drivers sent and the office has to decide. View-only users read it. */
export default function FromDriversPage() {
  const { sessionState } = useTabSession();
  const mayDecide = sessionState.status === 'signedIn' && can(sessionState.role, 'dispatch:write');
  const [stopId, setStopId] = useState<number | null>(null);
  return (
    <div className="space-y-5">
      <div>
        <Link
          to={PATHS.adminDispatch}
          className="-ml-1 inline-flex min-h-9 items-center gap-1 rounded-md pr-2 font-semibold text-brand text-sm hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11"
        >
          <Icon name="left" className="size-4" />
          Back to Dispatch
        </Link>
        <PageHeading title="From Drivers">
          Records of drivers that the office has to check. Every record is kept.
        </PageHeading>
      </div>
      <RecordSection
        title="Not Completed"
        text="The driver was there and could not do the job. Call the customer and plan it again."
        query={useQuery(attemptedStopsQuery)}
        idOf={({ bookingId }) => bookingId}
        empty="Every stop was completed."
      >
        {(attempted) => <AttemptedItem attempted={attempted} onOpen={setStopId} />}
      </RecordSection>
      <RecordSection
        title="To Check"
        text="What was recorded differs from the plan or from an earlier record."
        query={useQuery(driverConflictsQuery)}
        idOf={({ id }) => id}
        empty="Nothing differs from the plan."
      >
        {(conflict) => <ConflictItem conflict={conflict} mayDecide={mayDecide} onOpen={setStopId} />}
      </RecordSection>
      <RecordSection
        title="Waiting for Approval"
        text="Sent by drivers after their account was deactivated, and recorded before. It changes bookings when you approve it."
        query={useQuery(waitingActionsQuery)}
        idOf={({ id }) => id}
        empty="Nothing waits for approval."
      >
        {(action) => <WaitingActionItem action={action} mayDecide={mayDecide} onOpen={setStopId} />}
      </RecordSection>
      {stopId !== null && <StopRecordDialog stopId={stopId} onClose={() => setStopId(null)} />}
    </div>
  );
}

type AttemptedItemProps = {
  attempted: ReplyOf<typeof listAttemptedStops>[number];
  onOpen: (stopId: number) => void;
};

function AttemptedItem({ attempted, onOpen }: AttemptedItemProps) {
  const { bookingId, phoneDisplay, stop } = attempted;
  return (
    <>
      <div>
        <Link to={bookingPath(bookingId)} className="wrap-anywhere font-semibold text-brand underline">
          #{bookingId} <bdi>{customerFullName(attempted)}</bdi>
        </Link>
        {stop && (
          <p className="wrap-anywhere max-w-prose">
            {STOP_LABELS[stop.type]}: <bdi>{stop.reason ?? 'no reason is on record'}</bdi>
          </p>
        )}
        <p className="wrap-anywhere">
          <bdi>{addressText(attempted)}</bdi>
        </p>
        <PhoneLink phone={phoneDisplay} />
        {stop && (
          <p className="wrap-anywhere text-ink-soft">
            <bdi>{stop.driver}</bdi>
            {stop.doneAt && (
              <>
                , <time dateTime={stop.doneAt}>{momentText(stop.doneAt, site.timeZone)}</time>
              </>
            )}
          </p>
        )}
      </div>
      {stop && <RowButton onClick={() => onOpen(stop.id)}>Show record</RowButton>}
    </>
  );
}
