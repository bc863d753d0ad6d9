import { BOOKING_STATUS_LABELS } from '#domain/bookings.ts';
import { AppError } from '#domain/errors.ts';
import { type BookingRecord, isBookingAt, updateRecord } from '#worker/booking-records/repo.ts';
import { getBooking, getBookingAt } from '#worker/booking-records/service.ts';
import type { Context } from '#worker/context.ts';
import { commitChange, insertEntry, type TaskStep, whileOpen } from '#worker/history/repo.ts';
import { retryOnVersionConflict, VersionConflict } from '#worker/history/version-conflict.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notifications/outbox/repo.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import { isRemindable, isReminded } from './repo.ts';

/**
 * Queues the reminder that staff send by hand: of a pending booking, once a day. Returns the booking with its new
 * version.
 */
export function sendReminder(
  ctx: Context,
  actor: Actor,
  { id, version, step }: { id: number; version: number | null; step?: TaskStep },
): Promise<BookingRecord> {
  return retryOnVersionConflict(ctx, async () => {
    const record = await getBookingAt(ctx, { id, version });
    await assertRemindable(ctx, record);
    const outboxId = ctx.newId();
    if (!(await commit(ctx, actor, { record, outboxId, step })))
      return new VersionConflict(subjectOf(record.id), record.version);
    await enqueueOutboxRow(ctx, outboxId);
    return getBooking(ctx, id);
  });
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

/** Writes the notification, the booking's new version and its history in one transaction. */
function commit(
  ctx: Context,
  actor: Actor,
  { record, outboxId, step }: { record: BookingRecord; outboxId: string; step: TaskStep | undefined },
): Promise<boolean> {
  const { id } = record;
  const today = ctx.today();
  const nowMs = ctx.now();
  const version = record.version + 1;
  const condition = isBookingAt(id, version);
  const only = whileOpen(step, isRemindable(id, today));
  const after = { reminder: today };
  const entry = { action: 'reminder_sent', actor, before: null, after, nowMs, condition };
  const notification = { id: outboxId, kind: 'booking-reminder' as const, bookingId: id, subject: today };
  return commitChange(ctx.db, [
    updateRecord(ctx.db, record, { changes: {}, only }),
    insertEntry(ctx.db, { ...subjectOf(id), version }, entry),
    insertBookingNotification(ctx.db, { ...notification, createdAt: nowMs }, condition),
    ...(step ? [step.close(condition)] : []),
  ]);
}

const subjectOf = (id: number) => ({ subject: 'booking' as const, subjectId: id });
