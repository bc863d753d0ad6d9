import { ADDED_JOB_FIELDS, type AddedJobType, isAddedJobType } from '#domain/added-jobs.ts';
import { AppError } from '#domain/errors.ts';
import { JOB_LABELS } from '#domain/jobs.ts';
import { changeBooking } from '#worker/bookings/change.ts';
import { insertChangedEmail } from '#worker/bookings/changes/rental-apply.ts';
import type { Context } from '#worker/context.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import { isJobAt, type JobRow, updateJobWithdrawn } from './repo.ts';
import { getJob, staleJob } from './service.ts';

type CancelInput = { id: number; version: number | null; notifyCustomer: boolean };

/**
 * Cancels a job that staff added to a booking; triggers take it off its route. A job that is cancelled gets no change.
 * Throws not_found, 409 stale when the job has another version, and conflict with the reason.
 */
export async function cancelJob(ctx: Context, actor: Actor, { id, version, notifyCustomer }: CancelInput) {
  const first = await getJob(ctx, id);
  const email = { id: null as string | null };
  const { record } = await changeBooking(ctx, actor, {
    id: first.bookingId,
    version: null,
    isDone: async () => (await getJob(ctx, id)).status === 'cancelled',
    plan: async (record) => {
      const job = await getJob(ctx, id);
      if (version !== null && version !== job.version) throw staleJob(job);
      const field = ADDED_JOB_FIELDS[cancellableType(job)];
      const emailId = notifyCustomer && record.email !== null ? ctx.newId() : null;
      email.id = emailId;
      return {
        changes: {},
        before: { [field]: job.dueDay },
        after: { [field]: null },
        only: isJobAt(job),
        alongside: (condition) => [
          updateJobWithdrawn(ctx.db, job, { nowMs: ctx.now(), condition }),
          ...(emailId ? [insertChangedEmail(ctx, record, { emailId, condition })] : []),
        ],
      };
    },
  });
  if (email.id) await enqueueOutboxRow(ctx, email.id);
  return { job: await getJob(ctx, id), record };
}

/** The type of a job that can be cancelled alone. Throws conflict with the reason and what to do instead. */
function cancellableType({ type, status, bookingId }: JobRow): AddedJobType {
  const name = `${JOB_LABELS[type].toLowerCase()} of booking #${bookingId}`;
  if (!isAddedJobType(type))
    throw new AppError(
      'conflict',
      `The ${name} belongs to the rental. Change or cancel the booking instead.`,
    );
  if (status === 'done') throw new AppError('conflict', `The ${name} is done. Undo it before you cancel it.`);
  if (status === 'in_progress')
    throw new AppError('conflict', `The driver is on the way to the ${name}. Call the driver first.`);
  return type;
}
