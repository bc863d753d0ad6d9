import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import type { Job } from '#contract/jobs.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { formatDay } from '#domain/shared/days.ts';
import { bookingQuery } from '#web/api/bookings.ts';
import { businessQuery } from '#web/api/business.ts';
import { isCode } from '#web/api/call.ts';
import { bookingJobsQuery } from '#web/api/jobs.ts';
import { SelectField } from '#web/kit/form/SelectField.tsx';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { LoadingScreen } from '#web/kit/ui/page/LoadingScreen.tsx';
import { bookingPath, PATHS } from '#web/paths.ts';
import { PrintFrame } from './PrintFrame.tsx';
import { WorkOrder } from './WorkOrder.tsx';

/** A booking number that the server accepts. */
const NUMBER = /^[1-9]\d{0,14}$/;

/** The work order of a booking's next job, or of the job that is chosen; the URL has the choice. */
export default function WorkOrderPage() {
  const { id: text = '' } = useParams();
  const id = NUMBER.test(text) ? Number(text) : 0;
  const [params, setParams] = useSearchParams();
  const isAsked = { enabled: id > 0 };
  const booking = useQuery({ ...bookingQuery(id), ...isAsked });
  const jobs = useQuery({ ...bookingJobsQuery(id), ...isAsked });
  const business = useQuery(businessQuery);
  const { data: read } = booking;
  const listed = jobs.data ?? [];
  const chosen = listed.find((job) => String(job.id) === params.get('job')) ?? nextJob(listed);
  const isReady = read !== undefined && jobs.data !== undefined && business.data !== undefined;
  const failed = [booking, jobs, business].find(({ error }) => error !== null);
  const isMissing = id === 0 || isCode(booking.error, 'not_found');
  return (
    <PrintFrame
      title={isMissing ? 'Booking Not Found' : `Work order of booking #${id}`}
      back={
        isMissing
          ? { to: PATHS.adminBookings, text: 'Back to Bookings' }
          : { to: bookingPath(id), text: `Back to booking #${id}` }
      }
      isReady={isReady}
      tools={
        listed.length > 1 && (
          <SelectField
            name="job"
            label="Work order for"
            error={undefined}
            value={String(chosen?.id)}
            onChange={({ target }) => setParams({ job: target.value }, { replace: true })}
            options={listed.map(({ id: jobId, type, dueDay }) => ({
              value: String(jobId),
              label: `${JOB_LABELS[type]}, ${formatDay(dueDay)}`,
            }))}
          />
        )
      }
    >
      {isReady && <WorkOrder booking={read.value} job={chosen ?? null} business={business.data.value} />}
      {!isReady && !isMissing && failed?.error && (
        <LoadFailure
          failed="The work order could not be loaded."
          error={failed.error}
          isFetching={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      )}
      {!isReady && !isMissing && !failed && <LoadingScreen>Loading the work order...</LoadingScreen>}
      {isMissing && <p>There is no booking at this address. Perhaps its number was mistyped.</p>}
    </PrintFrame>
  );
}

/** The first job that is not done, else the last one. */
function nextJob(jobs: readonly Job[]): Job | undefined {
  return jobs.find(({ status }) => status !== 'done') ?? jobs.at(-1);
}
