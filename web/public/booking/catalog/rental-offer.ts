import type { PublicCatalog } from '#contract/public-catalog.ts';
import { offeredMaterials, offeredRates } from '#domain/catalog/entries.ts';
import { formatTons } from '#domain/catalog/overage.ts';
import { mandatoryLines } from '#domain/catalog/quote.ts';
import type { Rate, RentalPeriod } from '#domain/catalog/rate-card.ts';
import { formatUsdWhole } from '#domain/shared/money.ts';

/** The lowest amount of several, and whether they differ. */
type FromAmount = { amount: number; isFrom: boolean };

/** What a rental costs before a size and a place are chosen. Cents. */
export type RentalOffer = {
  /** Every size and material has a price; otherwise the page shows deposits only. */
  isPriced: boolean;
  deposit: FromAmount;
  /**
   * The price where there is one, of the material of `line`, else the deposit. With the charges of every bill, without
   * surcharges of an area and tax. */
  headline: FromAmount;
  /** Some part is due later. */
  hasDueLater: boolean;
  /** 'Yard waste · Includes 1 to 3 tons · $95 per extra ton · $15 per extra day'; '' without a price. */
  line: string;
};

/** The offer of a rental, for all sizes or that of `within`; for its material or the first one that is offered. */
export function computeRentalOffer(
  catalog: PublicCatalog,
  { id }: Pick<RentalPeriod, 'id'>,
  within: { dumpsterType?: string; material?: string } = {},
): RentalOffer {
  const materials = offeredMaterials(catalog, { rentalOption: id });
  const material = within.material || materials[0]?.id;
  const all = offeredRates(catalog).filter(
    (rate) =>
      rate.rentalOption === id &&
      (!within.dumpsterType || rate.dumpsterSize === within.dumpsterType) &&
      (!within.material || rate.material === within.material),
  );
  const isPriced = all.every(({ price }) => price !== null);
  // The line names the material of the prices. A deposit stands without it, so that it is the lowest of all.
  const rates = isPriced ? all.filter((rate) => rate.material === material) : all;
  const name = materials.length > 1 ? materials.find((each) => each.id === material)?.name : '';
  /** The price with the charges of every bill. */
  const totalOf = ({ price }: Rate) =>
    mandatoryLines(catalog, { amount: price ?? 0 }).reduce((sum, { amount }) => sum + amount, price ?? 0);
  const deposit = lowest(rates.map((rate) => rate.deposit));
  return {
    isPriced,
    deposit,
    headline: isPriced ? lowest(rates.map(totalOf)) : deposit,
    hasDueLater: rates.some((rate) => rate.price === null || totalOf(rate) !== rate.deposit),
    line: isPriced ? [name, includedLine(rates)].filter(Boolean).join(' · ') : '',
  };
}

function lowest(amounts: readonly number[]): FromAmount {
  const amount = amounts.length > 0 ? Math.min(...amounts) : 0;
  return { amount, isFrom: amounts.some((each) => each !== amount) };
}

/** 'Includes 1 to 3 tons · $95 per extra ton · Ask us about more days'. */
export function includedLine(rates: readonly Rate[]): string {
  const weights = rates.map(({ includedWeight }) => includedWeight);
  const included = rangeText(weights, includedText);
  return [
    included || 'Ask us about the weight',
    extraText(rates, 'overagePerTon', 'ton') || (included && 'Ask us about more weight'),
    extraText(rates, 'extraDay', 'day') || 'Ask us about more days',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** 'from $95 per extra ton'; '' if no rate has an amount. */
function extraText(rates: readonly Rate[], field: 'overagePerTon' | 'extraDay', what: string): string {
  return rangeText(
    rates.map((rate) => rate[field]),
    (from, isFrom) => `${isFrom ? 'from ' : ''}${formatUsdWhole(from)} per extra ${what}`,
  );
}

function includedText(from: number, isRange: boolean, to: number): string {
  if (from !== to) return `Includes ${formatTons(from)} to ${formatTons(to)}`;
  return isRange ? `Includes up to ${formatTons(to)}` : `Includes ${formatTons(to)}`;
}

/** '' if none of the values is stated. One that is not makes it 'from'. */
function rangeText(
  values: readonly (number | null)[],
  textOf: (from: number, isRange: boolean, to: number) => string,
): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return '';
  const [from, to] = [Math.min(...known), Math.max(...known)];
  return textOf(from, from !== to || known.length < values.length, to);
}
