import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Job } from '#contract/jobs.ts';
import { isRemovableJobType } from '#domain/jobs/added-jobs.ts';
import { isJobBeforeStart, JOB_LABELS } from '#domain/jobs/jobs.ts';
import { windowText } from '#domain/jobs/time-windows.ts';
import { formatDay } from '#domain/shared/days.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { bookingJobsQuery } from '#web/api/jobs.ts';
import { site } from '#web/config.ts';
import { momentText, spanText, todayHere } from '#web/kit/dates/moment.ts';
import { useJobMarks } from '#web/kit/form/use-job-marks.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { lazyDialog } from '#web/kit/ui/dialog/lazy-dialog.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { useMayWrite } from '#web/office/bookings/use-may.ts';

const WindowDialog = lazyDialog(async () => (await import('./WindowDialog.tsx')).WindowDialog);

const RemoveJobDialog = lazyDialog(async () => (await import('./RemoveJobDialog.tsx')).RemoveJobDialog);

const TITLE = 'Delivery and Pickup';

/** The deliveries and pickups of a booking. Users with write access mark them done or undo that, and set their time windows. */
export function JobsCard({ read, action }: { read: VersionedBooking; action?: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery(bookingJobsQuery(read.value.id));
  return (
    <Card title={TITLE} action={action}>
      {data && <JobList read={read} jobs={data.filter(({ status }) => status !== 'cancelled')} />}
      {!data && error && (
        <LoadFailure
          failed="The deliveries and pickups could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div role="status">
          <span className="sr-only">Loading the deliveries and pickups...</span>
          <div aria-hidden="true" className="h-20 animate-pulse rounded-md bg-sunk" />
        </div>
      )}
    </Card>
  );
}

function JobList({ read, jobs }: { read: VersionedBooking; jobs: readonly Job[] }) {
  const mayWrite = useMayWrite();
  const { mark, pendingId } = useJobMarks();
  // The dialogs stay when a colleague removes the job, and say so.
  const [changing, setChanging] = useState<Job | null>(null);
  const [removed, setRemoved] = useState<Job | null>(null);
  const list = useFocusAfterRemoval(jobs);
  if (jobs.length === 0) {
    return <p className="text-ink-soft text-sm">No delivery or pickup is planned.</p>;
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label={TITLE} className="divide-y divide-line">
        {jobs.map((job) => {
          const isDone = job.status === 'done';
          return (
            <li
              key={job.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0"
            >
              <div className="min-w-0">
                <p className="flex items-center gap-1.5 font-semibold">
                  {isDone && <Icon name="check" className="size-4 text-brand" />}
                  {JOB_LABELS[job.type]}
                </p>
                <p className="wrap-anywhere text-ink-soft text-sm">{stateText(job)}</p>
                <ArrivalWindow job={job} />
              </div>
              <div className="flex flex-wrap gap-2">
                {mayWrite && hasWindow(job) && (
                  <RowButton onClick={() => setChanging(job)}>
                    Time window<span className="sr-only">: {JOB_LABELS[job.type]}</span>
                  </RowButton>
                )}
                {mayWrite && hasWindow(job) && isRemovableJobType(job.type) && (
                  <RowButton onClick={() => setRemoved(job)}>
                    Remove<span className="sr-only">: {JOB_LABELS[job.type]}</span>
                  </RowButton>
                )}
                {mayWrite && isMarkable(job, jobs) && (
                  <RowButton aria-disabled={pendingId !== null} onClick={() => mark(job, !isDone)}>
                    {buttonText(isDone, pendingId === job.id)}
                    <span className="sr-only">: {JOB_LABELS[job.type]}</span>
                  </RowButton>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {removed && <RemoveJobDialog read={read} job={removed} onClose={() => setRemoved(null)} />}
      {changing && (
        <WindowDialog
          job={jobs.find(({ id }) => id === changing.id) ?? changing}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}

/** The button of a removed job goes with its row, after the dialog returned the focus to it: the list takes the focus. */
function useFocusAfterRemoval(jobs: readonly Job[]) {
  const list = useRef<HTMLUListElement>(null);
  const known = useRef(jobs.length);
  useEffect(() => {
    const isShorter = jobs.length < known.current;
    known.current = jobs.length;
    if (isShorter && document.activeElement === document.body) list.current?.focus();
  }, [jobs]);
  return list;
}

/** Whether the window can change or the job be removed: not once the driver is on the way. */
const hasWindow = ({ status }: Job) => isJobBeforeStart(status);

/** What the customer was sent. A job that moved behind that day has no window yet. */
function ArrivalWindow({ job: { arrivalWindow: window, dueDay, status } }: { job: Job }) {
  if (!window || window.day < dueDay) return null;
  return (
    <p className="wrap-anywhere text-ink-soft text-sm">
      Customer {status === 'done' ? 'expected' : 'expects'} the driver on {formatDay(window.day)},{' '}
      {spanText(window, site.timeZone)}
      {window.isChanged && ' (changed once)'}
    </p>
  );
}

function buttonText(isDone: boolean, isPending: boolean): string {
  if (isPending) return 'Saving...';
  return isDone ? 'Undo' : 'Mark as done';
}

/** Whether the server accepts the change: no delivery before its day, and nothing after the pickup. */
function isMarkable({ type, status, dueDay }: Job, jobs: readonly Job[]): boolean {
  const isDone = (one: Job['type']) => jobs.some((job) => job.type === one && job.status === 'done');
  if (type === 'final_pickup') return status === 'done' || isDone('delivery');
  if (isDone('final_pickup')) return false;
  return status === 'done' || (dueDay <= todayHere() && (type === 'delivery' || isDone('delivery')));
}

function stateText({ status, dueDay, timeWindow, doneAt, doneBy, isOverdue, type }: Job): string {
  if (status === 'done') {
    if (doneAt === null) return `Done, planned for ${formatDay(dueDay)}`;
    return `Done ${momentText(doneAt, site.timeZone)}${doneBy === null ? '' : ` by ${doneBy}`}`;
  }
  const window = windowText(timeWindow);
  const when = window === null ? '' : `, ${window}`;
  return `Planned for ${formatDay(dueDay)}${when}${isOverdue && type === 'final_pickup' ? ', overdue' : ''}`;
}
