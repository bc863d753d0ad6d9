import { settleMoney } from '#worker/bookings/money-repo.ts';
import type { Context } from '#worker/context.ts';
import {
  endChargeOf,
  findByIntent,
  isChargeLive,
  recordAct,
  recordNoCharge,
} from '#worker/operations/repo.ts';
import { announce } from '#worker/outbox/announce.ts';
import { insertBookingNotice } from '#worker/outbox/repo.ts';
import { endLinkOf } from '#worker/pay-links/repo.ts';
import type { Intent } from '#worker/platform/stripe.ts';
import { ledgerPayment } from './ledger.ts';
import { type LedgerPayment, markCanceled, upsertPayment } from './ledger-repo.ts';

/**
 * News of a remaining balance's intent, which was read again just now: ledger, booking, the operation and the pay
 * link of it, in one transaction. Whoever notices first does it all; whoever comes later changes nothing.
 */
export async function applyBalance(ctx: Context, intent: Intent) {
  const bookingId = bookingOf(intent);
  const nowMs = ctx.now();
  if (intent.status === 'canceled') {
    const operation = await findByIntent(ctx.db, intent.id);
    await ctx.db.batch([
      markCanceled(ctx.db, intent.id, nowMs),
      endLinkOf(ctx.db, intent.id, { state: 'withdrawn', nowMs }),
      ...(operation ? recordNoCharge(ctx.db, operation, { nowMs, condition: isChargeLive(intent.id) }) : []),
      endChargeOf(ctx.db, intent.id, { state: 'canceled', nowMs }),
    ]);
    return;
  }
  const payment = ledgerPayment(intent, 'balance', null);
  if (!payment) return;
  if (payment.status === 'succeeded') await bookPayment(ctx, { payment, bookingId, nowMs });
  else await upsertPayment(ctx.db, payment, { bookingId, nowMs });
}

async function bookPayment(
  ctx: Context,
  { payment, bookingId, nowMs }: { payment: LedgerPayment; bookingId: number; nowMs: number },
) {
  const { db } = ctx;
  const notice = {
    id: ctx.newId(),
    kind: 'balance-charged' as const,
    bookingId,
    about: payment.id,
    createdAt: nowMs,
  };
  const condition = isChargeLive(payment.id);
  const operation = await findByIntent(db, payment.id);
  const after = { charged: payment.amount };
  const [stored] = await db.batch([
    insertBookingNotice(db, notice),
    upsertPayment(db, payment, { bookingId, nowMs }),
    ...settleMoney(db, bookingId),
    ...(operation ? recordAct(db, operation, { action: 'charged', after, nowMs, condition }) : []),
    endLinkOf(db, payment.id, { state: 'paid', nowMs }),
    endChargeOf(db, payment.id, { state: 'succeeded', nowMs }),
  ]);
  if (stored.meta.changes === 0) return;
  ctx.log.info('balance_paid', { bookingId, transactionId: payment.id });
  await announce(ctx, notice.id);
}

function bookingOf(intent: Intent): number {
  const bookingId = Number(intent.metadata.booking_id);
  if (Number.isSafeInteger(bookingId)) return bookingId;
  throw new Error(`Intent ${intent.id} names no booking`);
}
