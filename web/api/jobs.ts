import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type Job, listJobs, markJobDone, setJobWindow, undoJob } from '#contract/jobs.ts';
import { getBooking } from '#contract/staff-bookings.ts';
import { getToday } from '#contract/today.ts';
import { keepBooking } from './bookings.ts';
import { call } from './call.ts';
import { todayQuery } from './today.ts';

/** The deliveries, exchanges and pickups of a booking. */
export function bookingJobsQuery(bookingId: number) {
  return queryOptions({
    queryKey: [listJobs.name, { bookingId }],
    queryFn: ({ signal }) => call(listJobs, { query: { bookingId: String(bookingId) }, signal }),
    refetchOnMount: 'always',
  });
}

type MarkInput = Pick<Job, 'id' | 'version'> & { isDone: boolean };

/** Marks a job done or open again, under the version that is on the screen. */
export function useMarkJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version, isDone }: MarkInput) =>
      call(isDone ? markJobDone : undoJob, { params: { id }, ifMatch: `"${version}"` }),
    onSuccess: (saved) => keepJob(client, saved),
    // The job or its booking was changed by someone else.
    onError: () => reloadJobs(client),
  });
}

type WindowInput = Pick<Job, 'id' | 'version'> & { window: string };

/** Sets the time of day of a job, under the version that is on the screen. */
export function useSetJobWindow() {
  const client = useQueryClient();
  return useMutation({
    // The board says that Ctrl+Z does not undo it.
    meta: { boardChange: 'A time window' },
    mutationFn: ({ id, version, window }: WindowInput) =>
      call(setJobWindow, { params: { id }, ifMatch: `"${version}"`, body: { window } }),
    onSuccess: (saved) => keepJob(client, saved),
    onError: () => reloadJobs(client),
  });
}

function keepJob(client: QueryClient, { booking, ...saved }: ReplyOf<typeof markJobDone>): void {
  const replace = (jobs: readonly Job[]) => jobs.map((job) => (job.id === saved.id ? saved : job));
  client.setQueryData(bookingJobsQuery(booking.id).queryKey, (jobs) => jobs && replace(jobs));
  client.setQueryData(
    todayQuery.queryKey,
    (today) =>
      today && {
        ...today,
        deliveries: { ...today.deliveries, jobs: replace(today.deliveries.jobs) },
        exchanges: { ...today.exchanges, jobs: replace(today.exchanges.jobs) },
        pickups: { ...today.pickups, jobs: replace(today.pickups.jobs) },
      },
  );
  keepBooking(client, { value: booking, etag: `"${booking.version}"` });
  reloadJobs(client);
}

/** Reloads what is on the screen and shows jobs. */
export function reloadJobs(client: QueryClient): void {
  void client.invalidateQueries({ predicate: ({ queryKey }) => showsJobs(queryKey) });
}

/** The name of getBoard: its contract would come into every page of the office. */
const BOARD = 'getBoard';
const showsJobs = ([name]: readonly unknown[]) =>
  name === listJobs.name || name === getToday.name || name === getBooking.name || name === BOARD;
