import type { Context } from '#worker/base/context.ts';
import { assignLostUnit } from '#worker/bookings/days.ts';
import { correctJobsAndAttention, correctSchedule, listBookingsWithoutUnit } from './units-repo.ts';

/** Each needs up to three queries, and an invocation has a thousand. */
const PAGE_SIZE = 25;

export type AssignedUnits = { assigned: number; flagged: number; afterBooking: string };

/** One page of bookings that get a unit or the flag. `before`: the result of the page before; null for the first. */
export async function assignLostUnits(ctx: Context, before: AssignedUnits | null) {
  const today = ctx.today();
  if (!before) {
    await correctSchedule(ctx.db, today);
    await correctJobsAndAttention(ctx.db, { today, nowMs: ctx.now() });
  }
  const { assigned, flagged, afterBooking } = before ?? { assigned: 0, flagged: 0, afterBooking: '0' };
  const page = { today, after: Number(afterBooking), limit: PAGE_SIZE };
  const records = await listBookingsWithoutUnit(ctx.db, page);
  const result = { assigned, flagged, afterBooking };
  for (const record of records) {
    const outcome = await assignLostUnit(ctx, record);
    if (outcome) result[outcome] += 1;
    result.afterBooking = String(record.id);
  }
  return { isDone: records.length < PAGE_SIZE, result };
}
