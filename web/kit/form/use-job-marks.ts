import type { Job } from '#contract/jobs.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { UNDO_SECONDS } from '#domain/rental/bookings.ts';
import { useMarkJob } from '#web/api/jobs.ts';
import { customerFullName } from '#web/kit/ui/names.ts';
import { toast } from '#web/kit/ui/toast/toast-store.ts';
import { toastFailure } from './failure.ts';

/** Marks jobs done, with an undo in the toast. `pendingId`: the job that is being saved. */
export function useJobMarks() {
  const { mutate, isPending, variables } = useMarkJob();
  const mark = (job: Job, isDone: boolean) => {
    if (isPending) return;
    const name = JOB_LABELS[job.type];
    mutate(
      { id: job.id, version: job.version, isDone },
      {
        onSuccess: (saved) =>
          toast({
            title: `${name} ${isDone ? 'Done' : 'Not Done'}`,
            text: `Booking #${job.bookingId}, ${customerFullName(job)}.${isDone ? '' : ' It is open again.'}`,
            variant: 'plain',
            ...(isDone && {
              durationMs: UNDO_SECONDS * 1000,
              action: { label: 'Undo', run: () => mark(saved, false) },
            }),
          }),
        onError: (error) =>
          toastFailure(`Failed to mark the ${name.toLowerCase()} as ${isDone ? 'done' : 'not done'}.`, error),
      },
    );
  };
  return { mark, pendingId: isPending ? variables.id : null };
}
