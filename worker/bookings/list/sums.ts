import { expectedTotalOf } from '#domain/catalog/quote.ts';
import { dueLaterAmount } from '#domain/money/balance.ts';
import { hasAmount, type WorkWithAmount } from '#domain/rental/work-lists.ts';
import type { Context } from '#worker/base/context.ts';
import { MAX_COUNTED, type Total } from '#worker/base/lists/list-repo.ts';
import { loadCurrentQuotes } from '#worker/rental/current-quote.ts';
import { MONEY_FIELDS, type MoneyRecord } from '#worker/rental/repo.ts';
import { type BookingFilter, fieldsOfMatches } from './repo.ts';

/**
 * The sum of the amounts of a work list, in cents, for the matches of the whole filter; null for a list without an
 * amount, and above MAX_COUNTED matches. `total`: as counted for the list or its figure.
 */
export async function sumOfWork(ctx: Context, filter: BookingFilter, total: Total): Promise<number | null> {
  if (!hasAmount(filter.work) || total === '1000+') return null;
  if (total === 0) return 0;
  return sumOf(await AMOUNTS[filter.work](ctx, requestOf(ctx, filter)));
}

/**
 * The same for all bookings without a price, which are counted at the same time. The statement counts them, too, so that
 * it reads nothing of a list above MAX_COUNTED; the sum is then 0.
 */
export async function sumUnpriced(ctx: Context): Promise<number | null> {
  return sumOf(
    await AMOUNTS.unpriced(ctx, { ...requestOf(ctx, { work: 'unpriced' }), isOnlyIfCounted: true }),
  );
}

/** The number of bookings with a balance due, at most MAX_COUNTED + 1, and the sum of their balances. */
export async function sumBalanceDue(ctx: Context): Promise<{ count: number; sum: number | null }> {
  const amounts = await AMOUNTS.balance_due(ctx, requestOf(ctx, { work: 'balance_due' }));
  return { count: amounts.length, sum: sumOf(amounts) };
}

/** Null for more than were counted: a booking came after the count. */
function sumOf(amounts: readonly number[]): number | null {
  return amounts.length > MAX_COUNTED ? null : amounts.reduce((sum, amount) => sum + amount, 0);
}

type AmountsRequest = Parameters<typeof fieldsOfMatches>[2];
const AMOUNTS: Readonly<
  Record<WorkWithAmount, (ctx: Context, request: AmountsRequest) => Promise<number[]>>
> = {
  balance_due: async (ctx, request) => {
    const { balanceDue } = MONEY_FIELDS;
    const matches = await fieldsOfMatches(ctx.db, { balanceDue }, request);
    return matches.map((match) => match.balanceDue);
  },
  unpriced: async (ctx, request) => {
    const records: MoneyRecord[] = await fieldsOfMatches(ctx.db, MONEY_FIELDS, request);
    const quoteOf = await loadCurrentQuotes(ctx, records);
    return records.map((record) => dueLaterAmount(record, expectedTotalOf(quoteOf(record))) ?? 0);
  },
};

function requestOf({ settings: { timeZone }, today }: Context, filter: BookingFilter) {
  return { filter, timeZone, today: today(), limit: MAX_COUNTED + 1 };
}
