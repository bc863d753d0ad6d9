import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelJob } from '#contract/cancel-job.ts';
import { type Job, listJobs } from '#contract/jobs.ts';
import { getBooking } from '#contract/staff-bookings.ts';
import { getToday } from '#contract/today.ts';
import { keepBooking } from './bookings.ts';
import { call } from './call.ts';

/** What shows jobs; the board by its name, as in web/api/jobs.ts. */
const SHOWING_JOBS: readonly unknown[] = [listJobs.name, getToday.name, getBooking.name, 'getBoard'];

/** Cancels a job that staff added, under the version that is on the screen. */
export function useCancelJob() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, version }: Pick<Job, 'id' | 'version'>) =>
      call(cancelJob, { params: { id }, ifMatch: `"${version}"`, body: {} }),
    onSuccess: ({ booking }) => keepBooking(client, { value: booking, etag: `"${booking.version}"` }),
    onSettled: () =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => SHOWING_JOBS.includes(queryKey[0]) }),
  });
}
