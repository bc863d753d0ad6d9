import { formatWeight } from '#domain/dump-fees.ts';
import { formatUsdWhole } from '#domain/money.ts';
import { formatTons } from './overage.ts';
import { type ChargeItem, type ItemUnit, OVERAGE_UNITS, type Rate, type RateCard } from './rate-card.ts';

export type PriceFact = { term: string; value: string };

/** What the rental includes and what more of it costs; customers ask the business about what has no price. */
export function rateFacts(rate: Rate): PriceFact[] {
  const { includedWeight, overagePerTon, extraDay } = rate;
  const facts: PriceFact[] = [];
  if (includedWeight !== null) facts.push({ term: 'Included weight', value: weightText(includedWeight) });
  if (includedWeight === null && overagePerTon === null)
    facts.push({ term: 'Dump fees', value: 'Added at the end of your rental' });
  else facts.push({ term: 'Each extra ton', value: priceOrAsk(overagePerTon, roundingText(rate)) });
  return [...facts, { term: 'Each extra day', value: priceOrAsk(extraDay) }];
}

/** The items that cost extra, with their prices. */
export function itemFacts({ chargeItems }: Pick<RateCard, 'chargeItems'>): PriceFact[] {
  return chargeItems
    .filter(({ isActive }) => isActive)
    .map((item) => ({ term: item.name, value: formatItemPrice(item) }));
}

export type ItemPrice = Pick<ChargeItem, 'unit' | 'unitPrice'>;

/** '$35 each', '2.5% of the rental'. */
export function formatItemPrice({ unit, unitPrice }: ItemPrice): string {
  return unit === 'percent'
    ? `${formatMillionths(unitPrice)} of the rental`
    : `${formatUsdWhole(unitPrice)}${UNIT_SUFFIXES[unit]}`;
}

const UNIT_SUFFIXES: Readonly<Record<Exclude<ItemUnit, 'percent'>, string>> = {
  each: ' each',
  mile: ' a mile',
  minute: ' a minute',
  flat: '',
};

/** '8.25%' from 82500 millionths. */
export function formatMillionths(rate: number): string {
  return `${rate / 10_000}%`;
}

function priceOrAsk(amount: number | null, suffix = ''): string {
  return amount === null ? 'Ask us' : `${formatUsdWhole(amount)}${suffix}`;
}

/** '2,000 lb (1.0 ton)'; tons only where they are exact to the hundredth. */
function weightText(pounds: number): string {
  return pounds > 0 && pounds % 20 === 0
    ? `${formatWeight(pounds)} (${formatTons(pounds)})`
    : formatWeight(pounds);
}

function roundingText({ overageUnit }: Rate): string {
  return overageUnit === 'pound'
    ? ', billed by the pound'
    : `, rounded up to the next ${formatTons(OVERAGE_UNITS[overageUnit])}`;
}
