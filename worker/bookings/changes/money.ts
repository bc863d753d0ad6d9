import type { ChangeReason } from '#domain/rental/changes/change-types.ts';
import type { Context } from '#worker/base/context.ts';
import { findOpenLink } from '#worker/money/charges/repo.ts';
import { findLive } from '#worker/money/operations/repo.ts';
import { busyBooking } from '#worker/money/operations/start.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import type { PriceChange } from './price-change.ts';

/** What a change of the price means for the final price and the payments. Cents. */
export type MoneyPlan = {
  finalPrice: number | null;
  /** The final price, else the expected total; null while only a deposit is agreed. */
  total: number | null;
  /** What was paid beyond the total. */
  refundable: number;
  /** The open payment link, whose amount is no longer due. */
  endsPayLink: { amount: number } | null;
  reasons: ChangeReason[];
};

/** `price`: null if the change has no price. `total`: before the change. */
export async function planMoney(
  ctx: Context,
  record: BookingRecord,
  { price, total }: { price: PriceChange | null; total: number | null },
): Promise<MoneyPlan> {
  const { id, finalPrice, paidAmount, refundAmount } = record;
  if (!price) return { finalPrice, total, refundable: 0, endsPayLink: null, reasons: [] };
  const changed = finalPrice === null ? null : Math.max(0, finalPrice + price.difference);
  const after = changed ?? price.proposal?.total ?? null;
  const refundable = after === null ? 0 : Math.max(0, paidAmount - (refundAmount ?? 0) - after);
  const money = { finalPrice: changed, total: after, refundable };
  if (changed === finalPrice) return { ...money, endsPayLink: null, reasons: [] };
  const [link, live] = await Promise.all([findOpenLink(ctx.db, id), findLive(ctx.db, id)]);
  const busy: ChangeReason = { code: 'busy', message: busyBooking().message, offers: [] };
  return { ...money, endsPayLink: link && { amount: link.amount }, reasons: live ? [busy] : [] };
}
