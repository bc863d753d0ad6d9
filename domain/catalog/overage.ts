import { multiplyCents } from '#domain/shared/money.ts';
import { formatWeight } from './dump-tickets.ts';
import { OVERAGE_UNITS, type OverageUnit, type Rate } from './rate-card.ts';

const POUNDS_PER_TON = 2000;

/** Weights in pounds, the amount in cents. */
export type Overage = {
  over: number;
  billedWeight: number;
  /** Null: the rate states no allowance or no price, and staff enter an amount. */
  amount: number | null;
  /** '1,940 lb over, billed as 1.0 ton'. */
  text: string;
};

/** What a load weighs above the allowance, rounded up to the rate's unit, and its price to the cent. */
export function overage(
  weight: number,
  rate: Pick<Rate, 'includedWeight' | 'overagePerTon' | 'overageUnit'>,
): Overage {
  const { includedWeight, overagePerTon, overageUnit } = rate;
  if (includedWeight === null)
    return { over: 0, billedWeight: 0, amount: null, text: 'No weight is included' };
  const over = Math.max(0, weight - includedWeight);
  if (over === 0) return { over, billedWeight: 0, amount: 0, text: 'Within the included weight' };
  const unit = OVERAGE_UNITS[overageUnit];
  const billedWeight = Math.ceil(over / unit) * unit;
  if (overagePerTon === null) return { over, billedWeight, amount: null, text: `${formatWeight(over)} over` };
  return {
    over,
    billedWeight,
    amount: multiplyCents(billedWeight, overagePerTon, POUNDS_PER_TON),
    text: `${formatWeight(over)} over, ${billedAs(billedWeight, overageUnit)}`,
  };
}

function billedAs(billedWeight: number, unit: OverageUnit): string {
  return unit === 'pound' ? 'billed by the pound' : `billed as ${formatTons(billedWeight)}`;
}

/** '1.0 ton', '1.25 tons' from pounds, to the hundredth. */
export function formatTons(pounds: number): string {
  const tons = (pounds / POUNDS_PER_TON).toFixed(2).replace(/0$/, '');
  return `${tons} ${pounds > POUNDS_PER_TON ? 'tons' : 'ton'}`;
}
