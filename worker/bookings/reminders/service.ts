import { BOOKING_STATUS_LABELS } from '#domain/rental/bookings.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { TaskStep } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { changeBooking } from '#worker/bookings/change.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { isRemindable, isReminded } from './repo.ts';

/**
 * Queues the reminder that staff send by hand: of a pending booking, once a day. Returns the booking with its new
 * version.
 */
export async function sendReminder(
  ctx: Context,
  actor: Actor,
  input: { id: number; version: number | null; step?: TaskStep },
): Promise<BookingRecord> {
  const { id } = input;
  const today = ctx.today();
  const outboxId = ctx.newId();
  const notification = { id: outboxId, kind: 'booking-reminder' as const, bookingId: id, subject: today };
  const { record } = await changeBooking(ctx, actor, {
    ...input,
    isDone: () => false,
    plan: async (read) => {
      await assertRemindable(ctx, read);
      return {
        action: 'reminder_sent',
        changes: {},
        before: null,
        after: { reminder: today },
        guards: { remindable: isRemindable(id, today) },
        writes: [insertBookingNotification(ctx.db, { ...notification, createdAt: ctx.now() })],
      };
    },
  });
  await enqueueOutboxRow(ctx, outboxId);
  return record;
}

async function assertRemindable(ctx: Context, { id, status, email }: BookingRecord) {
  if (email === null) {
    throw new AppError('conflict', 'This booking has no e-mail address. Call the customer instead.');
  }
  if (status !== 'pending') {
    const label = BOOKING_STATUS_LABELS[status];
    throw new AppError('conflict', `Only pending bookings are reminded of: this one is ${label}.`);
  }
  if (await isReminded(ctx.db, id, ctx.today())) {
    throw new AppError(
      'conflict',
      'A reminder has been sent today already. The next one can be sent tomorrow.',
    );
  }
}
