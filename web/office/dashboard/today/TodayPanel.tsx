import { useQuery } from '@tanstack/react-query';
import type { Today } from '#contract/today.ts';
import { todayQuery } from '#web/api/today.ts';
import { weekdayText } from '#web/kit/dates/moment.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { BouncedEmails } from './BouncedEmails.tsx';
import { DisputesToAnswer } from './DisputesToAnswer.tsx';
import { JobSection } from './JobSection.tsx';
import { WorkFigures } from './WorkFigures.tsx';

/** The work of today in the business's time zone: deliveries, exchanges and pickups, and what waits for staff. */
export function TodayPanel() {
  const { data, error, isFetching, refetch } = useQuery(todayQuery);
  return (
    <section aria-labelledby="today" className="space-y-3">
      {/* The line below the heading of the page shows it. */}
      <h2 id="today" className="sr-only">
        Today{data && `, ${weekdayText(data.day)}`}
      </h2>
      {error && (
        <LoadFailure
          failed={`The work of today could not be loaded.${data ? ' Showing earlier data.' : ''}`}
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Work today={data} />}
      {!data && !error && <Skeleton />}
    </section>
  );
}

function Work({ today }: { today: Today }) {
  const { day, bookings, deliveries, exchanges, pickups, disputes } = today;
  return (
    <>
      <WorkFigures today={today} />
      {bookings.bounced_emails !== 0 && <BouncedEmails count={bookings.bounced_emails} />}
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <JobSection title="Deliveries" work="deliveries_today" day={day} section={deliveries} />
        <div className="min-w-0 space-y-3">
          <JobSection title="Pickups" work="pickups_today" day={day} section={pickups} />
          <JobSection title="Exchanges" work="exchanges_today" day={day} section={exchanges} />
          {disputes.length > 0 && <DisputesToAnswer disputes={disputes} />}
        </div>
      </div>
    </>
  );
}

/** Has the height of a day with a few jobs, so that the figures below move little. */
function Skeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading the work of today...</span>
      <div
        aria-hidden="true"
        className="space-y-3 first:*:animate-pulse first:*:rounded-lg first:*:border first:*:border-line first:*:bg-surface"
      >
        <div className="h-19" />
        <div className="grid gap-3 *:animate-pulse *:rounded-lg *:border *:border-line *:bg-surface lg:grid-cols-2">
          <div className="h-96" />
          <div className="h-96" />
        </div>
      </div>
    </div>
  );
}
