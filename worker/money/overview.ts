import * as z from 'zod/mini';
import type { BookingPayments } from '#contract/payments.ts';
import { agreedSums } from '#domain/catalog/agreement.ts';
import { remainingAmount } from '#domain/money/balance.ts';
import { isoInstant } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { findUnsavedCard } from '#worker/money/charges/card-repo.ts';
import { findOpenLink, lastSentAt } from '#worker/money/charges/repo.ts';
import { chargeableWithoutPassword } from '#worker/money/charges/service.ts';
import { findCard, findLive, type Operation } from '#worker/money/operations/repo.ts';
import { refundablePayments } from '#worker/money/refunds/service.ts';
import { findDeposit, listBookingTransactions } from '#worker/money/transactions/repo.ts';
import { getBooking } from '#worker/rental/service.ts';

/** The payments of a booking for staff, read only from the database. */
export async function bookingPayments(ctx: Context, id: number): Promise<BookingPayments> {
  const [booking, payments, operation, payLink, card, transactions, limit] = await Promise.all([
    getBooking(ctx, id),
    refundablePayments(ctx, id),
    findLive(ctx.db, id),
    openLink(ctx, id),
    cardOnFile(ctx, id),
    listBookingTransactions(ctx.db, id),
    chargeableWithoutPassword(ctx, id),
  ]);
  return {
    paid: booking.paidAmount,
    remaining: remainingAmount(booking),
    refunded: booking.refundAmount ?? 0,
    refundable: payments.reduce((sum, { refundable }) => sum + refundable, 0),
    ...card,
    chargeableWithoutPassword: limit,
    payments: payments.map(({ createdAt, ...payment }) => ({
      ...payment,
      isWholePrice: payment.kind === 'deposit' && agreedSums(booking, payment.amount).isInFull,
      created: Math.floor(createdAt / 1000),
    })),
    transactions: transactions.map(({ createdAt, brand, last4, voidedAt, ...each }) => ({
      ...each,
      created: Math.floor(createdAt / 1000),
      card: brand && last4 ? { brand, last4 } : null,
      voidedAt: isoInstant(voidedAt),
    })),
    operation: operation && {
      kind: operation.kind,
      amount: operation.amount,
      startedAt: isoInstant(operation.createdAt),
      isStoppable: isStoppable(ctx, operation),
    },
    payLink,
  };
}

/** Longer than the attempts of the request and the first attempts of the queue. */
const STOPPABLE_AFTER_MS = 10 * 60_000;

export function isStoppable(ctx: Context, { createdAt }: Pick<Operation, 'createdAt'>): boolean {
  return ctx.now() - createdAt >= STOPPABLE_AFTER_MS;
}

async function openLink(ctx: Context, bookingId: number): Promise<BookingPayments['payLink']> {
  const [link, sentAt] = await Promise.all([findOpenLink(ctx.db, bookingId), lastSentAt(ctx.db, bookingId)]);
  if (!link) return null;
  return {
    amount: link.amount,
    expiresAt: isoInstant(link.expiresAt),
    sentAt: isoInstant(sentAt),
  };
}

const cardFacts = z.object({
  latest_charge: z.object({
    payment_method_details: z.object({ card: z.object({ brand: z.string(), last4: z.string() }) }),
  }),
});

/** The card that paid the deposit, from the snapshot of that payment. One that is not saved yet is saved when it is charged. */
async function cardOnFile(
  { db }: Context,
  bookingId: number,
): Promise<Pick<BookingPayments, 'card' | 'isCardRefused'>> {
  const [saved, unsaved, deposit] = await Promise.all([
    findCard(db, bookingId),
    findUnsavedCard(db, bookingId),
    findDeposit(db, bookingId),
  ]);
  if (!saved && unsaved?.isRefused !== false) return { card: null, isCardRefused: unsaved !== null };
  const facts = cardFacts.safeParse(deposit?.snapshot).data;
  const card = facts?.latest_charge.payment_method_details.card ?? { brand: 'card', last4: '' };
  return { card, isCardRefused: false };
}
