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
  const amounts = await AMOUNTS[filter.work](ctx, filter);
  // A booking that came after the count.
  if (amounts.length > MAX_COUNTED) return null;
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

const AMOUNTS: Readonly<Record<WorkWithAmount, (ctx: Context, filter: BookingFilter) => Promise<number[]>>> =
  {
    balance_due: async (ctx, filter) => {
      const { balanceDue } = MONEY_FIELDS;
      const matches = await fieldsOfMatches(ctx.db, { balanceDue }, requestOf(ctx, filter));
      return matches.map((match) => match.balanceDue);
    },
    unpriced: async (ctx, filter) => {
      const records: MoneyRecord[] = await fieldsOfMatches(ctx.db, MONEY_FIELDS, requestOf(ctx, filter));
      const quoteOf = await loadCurrentQuotes(ctx, records);
      return records.map((record) => dueLaterAmount(record, expectedTotalOf(quoteOf(record))) ?? 0);
    },
  };

function requestOf({ settings: { timeZone }, today }: Context, filter: BookingFilter) {
  return { filter, timeZone, today: today(), limit: MAX_COUNTED + 1 };
}
