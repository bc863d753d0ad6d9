import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Booking } from '#contract/staff-bookings.ts';
import { can } from '#domain/accounts/access.ts';
import { attemptedBookingsQuery, driverConflictsQuery, waitingActionsQuery } from '#web/api/from-drivers.ts';
import { useTabSession } from '#web/api/session.ts';
import { bookingPath, PATHS } from '#web/paths.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { Card } from '#web/ui/Card.tsx';
import { PhoneLink } from '#web/ui/ContactLinks.tsx';
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { addressText, customerFullName } from '#web/ui/names.ts';
import { PageHeading } from '#web/ui/page/PageHeading.tsx';
import { ConflictItem } from './ConflictItem.tsx';
import { WaitingActionItem } from './WaitingActionItem.tsx';

const StopRecordDialog = lazyDialog(async () => (await import('./StopRecordDialog.tsx')).StopRecordDialog);

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
      <Section
        title="Not Completed"
        text="The driver was there and could not do the job. Call the customer and plan it again."
        query={useQuery(attemptedBookingsQuery)}
        empty="Every stop was completed."
      >
        {(booking) => <AttemptedItem key={booking.id} booking={booking} />}
      </Section>
      <Section
        title="To Check"
        text="What was recorded differs from the plan or from an earlier record."
        query={useQuery(driverConflictsQuery)}
        empty="Nothing differs from the plan."
      >
        {(conflict) => (
          <ConflictItem key={conflict.id} conflict={conflict} mayDecide={mayDecide} onOpen={setStopId} />
        )}
      </Section>
      <Section
        title="Waiting for Approval"
        text="Sent by drivers after their account was deactivated, and recorded before. It changes bookings when you approve it."
        query={useQuery(waitingActionsQuery)}
        empty="Nothing waits for approval."
      >
        {(action) => (
          <WaitingActionItem key={action.id} action={action} mayDecide={mayDecide} onOpen={setStopId} />
        )}
      </Section>
      {stopId !== null && <StopRecordDialog stopId={stopId} onClose={() => setStopId(null)} />}
    </div>
  );
}

type SectionProps<Row> = {
  title: string;
  text: string;
  query: UseQueryResult<Row[]>;
  empty: string;
  children: (row: Row) => ReactNode;
};

function Section<Row>({ title, text, query, empty, children }: SectionProps<Row>) {
  const { data, error, isFetching, refetch } = query;
  return (
    <Card title={data && data.length > 0 ? `${title} (${data.length})` : title}>
      {!data && error && (
        <LoadFailure
          failed="This list could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div role="status">
          <span className="sr-only">Loading...</span>
          <div aria-hidden="true" className="h-14 animate-pulse rounded-md bg-sunk" />
        </div>
      )}
      {data?.length === 0 && <p className="text-ink-soft text-sm">{empty}</p>}
      {data && data.length > 0 && (
        <>
          <p className="mb-3 max-w-prose text-ink-soft text-sm">{text}</p>
          <ul className="divide-y divide-line *:py-3 *:first:pt-0 *:last:pb-0">{data.map(children)}</ul>
        </>
      )}
    </Card>
  );
}

function AttemptedItem({ booking }: { booking: Booking }) {
  return (
    <li className="text-sm">
      <Link to={bookingPath(booking.id)} className="wrap-anywhere font-semibold text-brand underline">
        #{booking.id} <bdi>{customerFullName(booking)}</bdi>
      </Link>
      <p className="wrap-anywhere">
        <bdi>{addressText(booking)}</bdi>
      </p>
      <PhoneLink phone={booking.phoneDisplay} />
    </li>
  );
}
