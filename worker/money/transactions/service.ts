import { DEFAULT_LIMIT } from '#contract/lists.ts';
import type { Transaction, TransactionReply } from '#contract/transactions.ts';
import { isRecordedId } from '#domain/money/recorded.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { describeError } from '#worker/base/platform/log.ts';
import { getBooking, toBooking } from '#worker/rental/service.ts';
import { liveAccount, type StripeTransaction, storedAccount } from './account.ts';
import { makeStripeDetails, methodsOf } from './details.ts';
import { findRecordedFacts, findTransaction, type LedgerRow, pageAndSummary, pageForExport } from './repo.ts';

type ListInput = Omit<Parameters<typeof pageAndSummary>[1], 'timeZone' | 'limit'> & {
  limit?: number | undefined;
};

/** One page of the ledger, and the sums of the whole ledger. */
export function listTransactions(
  { db, settings }: Context,
  { limit = DEFAULT_LIMIT, ...request }: ListInput,
) {
  return pageAndSummary(db, { ...request, limit, timeZone: settings.timeZone });
}

/** One page of the ledger with the customers' e-mail addresses, without a total. */
export function exportTransactionsPage(
  { db, settings }: Context,
  { limit = DEFAULT_LIMIT, ...request }: ListInput,
) {
  return pageForExport(db, { ...request, limit, timeZone: settings.timeZone, isCounted: false });
}

/**
 * A payment or refund with Stripe's current data, or with the stored data when Stripe does not answer. One outside Stripe
 * is never asked for.
 */
export async function transactionDetail(ctx: Context, id: string): Promise<TransactionReply> {
  const row = await getTransactionRow(ctx, id);
  const payment = row.paymentId === null ? row : await findTransaction(ctx.db, row.paymentId);
  if (!payment) throw new Error(`The ledger lacks payment ${row.paymentId}`);
  const isRecorded = isRecordedId(row.id);
  const [live, booking, recorded] = await Promise.all([
    isRecordedId(payment.id) ? null : askStripe(ctx, row, payment),
    row.bookingId === null ? null : getBooking(ctx, row.bookingId),
    findRecordedFacts(ctx.db, row.id),
  ]);
  const account = live ?? storedAccount(row, payment);
  return {
    type: row.type,
    details: makeStripeDetails(row, payment, account),
    paymentIntent: { id: payment.id, payment_method_types: methodsOf(payment, account) },
    disputeStatus: payment.disputeStatus,
    booking: booking && (await toBooking(ctx, booking)),
    recorded,
    storedAt: live || isRecorded ? null : isoInstant(row.updatedAt),
  };
}

async function getTransactionRow(ctx: Context, id: string): Promise<LedgerRow> {
  const row = await findTransaction(ctx.db, id);
  if (!row) throw new AppError('not_found', 'There is no such transaction.');
  return row;
}

/** Null when Stripe does not answer, or answers in an unknown format; then the stored data is used. */
async function askStripe(
  ctx: Context,
  row: LedgerRow,
  payment: LedgerRow,
): Promise<StripeTransaction | null> {
  try {
    return await liveAccount(ctx, row, payment);
  } catch (error) {
    ctx.log.warn('transaction_not_read_live', { transactionId: row.id, ...describeError(error) });
    return null;
  }
}

/** A row of the ledger as the API returns it, by its id. `booking`: its booking. */
export async function readTransaction(
  ctx: Context,
  id: string,
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<Transaction> {
  const row = await getTransactionRow(ctx, id);
  return {
    ...row,
    customer: `${firstName} ${lastName}`,
    created: Math.floor(row.createdAt / 1000),
    recorded: await findRecordedFacts(ctx.db, id),
  };
}
