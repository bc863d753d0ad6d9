import type { Job } from '#contract/jobs.ts';
import { formatDay } from '#domain/days.ts';
import { JOB_LABELS } from '#domain/jobs.ts';
import { useCancelJob } from '#web/api/cancel-job.ts';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { customerFullName } from '#web/ui/names.ts';
import { toast } from '#web/ui/toast/toast-store.ts';
import { jobFailureText } from './job-failure.ts';

/** Asks before a job that staff added is cancelled: the customer gets an e-mail. */
export function RemoveJobDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const saving = useCancelJob();
  const name = JOB_LABELS[job.type];
  const remove = () =>
    saving.mutate(job, {
      onSuccess: () => {
        const text = `Booking #${job.bookingId}: it is no longer planned for ${formatDay(job.dueDay)}.`;
        toast({ title: `${name} Removed`, text, variant: 'plain' });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={`Remove this ${name.toLowerCase()}?`}
      confirmText="Remove job"
      pendingText="Removing..."
      isPending={saving.isPending}
      error={saving.error && jobFailureText(saving.error, 'The job could not be removed. Try again.')}
      onConfirm={remove}
      onClose={onClose}
    >
      The {name.toLowerCase()} for <bdi>{customerFullName(job)}</bdi> on {formatDay(job.dueDay)} is cancelled
      and leaves its route. A customer with an e-mail address is notified. A charge that was added with it
      stays in the agreed price: leave it out when you set the final price.
    </ConfirmDialog>
  );
}
