import { remainingAmount } from '#domain/money/balance.ts';
import { isRecordedId, paymentDayRefusal, recordedPaymentId } from '#domain/money/recorded.ts';
import { dayAt } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded, type Write } from '#worker/base/db/commit.ts';
import { retryOnVersionConflict, VersionConflict } from '#worker/base/history/version-conflict.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { endOpenLink } from '#worker/money/charges/end-open-link.ts';
import { nextKindOf, updateBookingSums } from '#worker/money/ledger/repo.ts';
import { findLive } from '#worker/money/operations/repo.ts';
import { busyBooking, findPaymentConstraintError } from '#worker/money/operations/start.ts';
import { nextVersion } from '#worker/rental/next-version.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { type BookingVersion, getBookingAt } from '#worker/rental/service.ts';
import {
  findRecordedPayment,
  insertRecordedPayment,
  keepBookingAtLinkEnd,
  type RecordedPayment,
  voidRecordedPayment,
} from './repo.ts';

type RecordInput = BookingVersion & { key: string; payment: RecordedPayment };

/**
 * Records a payment outside Stripe and returns its id. A repeated call with the same Idempotency-Key records nothing.
 * Throws 409 above the remaining amount, while a charge or refund runs, and when an open payment link cannot end.
 */
export function recordPayment(ctx: Context, actor: Actor, input: RecordInput): Promise<string> {
  const { id: bookingId, version, key, payment } = input;
  const id = recordedPaymentId(key);
  return retryOnVersionConflict(ctx, async () => {
    const earlier = await findRecordedPayment(ctx.db, id);
    if (earlier) return assertSamePayment(earlier, input);
    const record = await getBookingAt(ctx, { id: bookingId, version });
    assertDay(ctx, record, payment);
    assertDue(record, payment);
    if (await findLive(ctx.db, bookingId)) throw busyBooking();
    await endOpenLink(ctx, bookingId, { reason: 'payment', endedBy: actor.userId });
    const nowMs = ctx.now();
    const { method, amount, day, reference } = payment;
    return commitPayment(ctx, actor, {
      record,
      id,
      nowMs,
      action: 'payment_recorded',
      details: { amount, method, day, reference },
      writes: [
        insertRecordedPayment(ctx.db, payment, {
          id,
          bookingId,
          userId: actor.userId,
          nowMs,
          kind: nextKindOf(bookingId),
        }),
        keepBookingAtLinkEnd(ctx.db, bookingId),
      ],
    });
  });
}

type VoidInput = BookingVersion & { paymentId: string; reason: string };

/** Voids a payment outside Stripe. Throws 409 for a payment of Stripe, and when it is voided or refunded already. */
export function voidPayment(ctx: Context, actor: Actor, input: VoidInput): Promise<string> {
  const { id: bookingId, version, paymentId: id, reason } = input;
  return retryOnVersionConflict(ctx, async () => {
    const record = await getBookingAt(ctx, { id: bookingId, version });
    const payment = await getVoidable(ctx, { bookingId, id });
    const { amount, method, reference } = payment;
    if (await findLive(ctx.db, bookingId)) throw busyBooking();
    const nowMs = ctx.now();
    return commitPayment(ctx, actor, {
      record,
      id,
      nowMs,
      action: 'payment_voided',
      details: { amount, method, reference, voidReason: reason },
      writes: [voidRecordedPayment(ctx.db, id, { reason, userId: actor.userId, nowMs })],
    });
  });
}

type PaymentChange = {
  record: BookingRecord;
  /** The id of the payment. */
  id: string;
  nowMs: number;
  action: string;
  details: Record<string, unknown>;
  writes: readonly Write[];
};

/** Writes the booking's new version, its history, the ledger and the sums in one transaction. */
async function commitPayment(ctx: Context, actor: Actor, change: PaymentChange) {
  const { record, id, nowMs, action, details, writes } = change;
  const next = nextVersion(
    { ...ctx, now: () => nowMs },
    { actor, record, action, before: null, after: details, transactionId: id },
  );
  try {
    const written = commit(ctx, {
      guards: next.guards,
      writes: { next: next.writes, writes, sums: updateBookingSums(ctx.db, record.id) },
    });
    const isWritten = (await unlessGuarded(['version'], written)) !== null;
    return isWritten ? id : new VersionConflict({ subject: 'booking', subjectId: record.id }, record.version);
  } catch (error) {
    throw findPaymentConstraintError(error) ?? error;
  }
}

function assertDay(ctx: Context, { createdAt }: BookingRecord, { day }: RecordedPayment) {
  const bookedOn = dayAt(createdAt, ctx.settings.timeZone);
  const message = paymentDayRefusal(day, { today: ctx.today(), bookedOn });
  if (message) throw new AppError('invalid', message, { issues: [{ path: 'day', message }] });
}

function assertDue(record: BookingRecord, { amount }: RecordedPayment) {
  const remaining = remainingAmount(record);
  if (remaining === 0) throw new AppError('nothing_due', 'Nothing is due on this booking.');
  if (amount > remaining) {
    throw new AppError('conflict', 'The amount is more than the remaining balance.');
  }
}

type Earlier = NonNullable<Awaited<ReturnType<typeof findRecordedPayment>>>;

function assertSamePayment(earlier: Earlier, { id: bookingId, payment }: RecordInput): string {
  const { method, amount, day, reference } = payment;
  const isSame =
    earlier.bookingId === bookingId &&
    earlier.method === method &&
    earlier.amount === amount &&
    earlier.day === day &&
    earlier.reference === reference;
  if (isSame) return earlier.id;
  throw new AppError('conflict', 'This Idempotency-Key was used for another request.');
}

async function getVoidable(ctx: Context, { bookingId, id }: { bookingId: number; id: string }) {
  const payment = await findRecordedPayment(ctx.db, id);
  if (payment?.bookingId !== bookingId) throw new AppError('not_found', 'There is no such payment.');
  if (!isRecordedId(id)) {
    throw new AppError('conflict', 'A payment by card cannot be voided. Refund it instead.');
  }
  if (payment.status === 'canceled') {
    throw new AppError('conflict', 'This payment is voided already. Reload the booking.');
  }
  return payment;
}
