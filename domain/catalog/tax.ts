import { multiplyCents } from '#domain/shared/money.ts';
import type { QuoteLine } from './quote.ts';
import type { TaxCategory, TaxRule } from './rate-card.ts';

/** The place of delivery: a ZIP code (or ZIP+4) and a two-letter state. */
export type TaxPlace = { zip: string; state: string };

const CATEGORIES: Readonly<Record<QuoteLine['type'], TaxCategory | null>> = {
  rental: 'rental',
  zone: 'rental',
  extra_days: 'rental',
  exchange: 'rental',
  dump_and_return: 'rental',
  street: 'items',
  item: 'items',
  overage: 'overage',
  fees: null,
  tax: null,
};

/** The tax on the taxable lines: one line for each rule that applies, rounded half up once, in the order of the rules. */
export function taxLines(
  rules: readonly TaxRule[],
  place: TaxPlace,
  lines: readonly QuoteLine[],
): QuoteLine[] {
  const bases = new Map<TaxRule, number>();
  for (const { type, amount, isTaxable } of lines) {
    const category = CATEGORIES[type];
    const rule = isTaxable && category ? findTaxRule(rules, place, category) : null;
    if (rule) bases.set(rule, (bases.get(rule) ?? 0) + amount);
  }
  return rules.flatMap((rule) => {
    const base = bases.get(rule) ?? 0;
    if (base === 0) return [];
    const amount = multiplyCents(base, rule.rateMillionths, 1_000_000);
    return [{ type: 'tax', label: rule.name, quantity: 1, unitAmount: amount, amount, isTaxable: false }];
  });
}

/**
 * The most specific rule of a category at a place, or null: a ZIP code before a range, a narrow range before a wide one,
 * a ZIP code before a state. Among equals the first; a rate card with equals is refused when it is published.
 */
function findTaxRule(rules: readonly TaxRule[], place: TaxPlace, category: TaxCategory): TaxRule | null {
  let best: TaxRule | null = null;
  for (const rule of rules) {
    if (!rule.appliesTo.includes(category) || !isAt(rule, place)) continue;
    if (!best || countZipCodes(rule) < countZipCodes(best)) best = rule;
  }
  return best;
}

function isAt({ state, zips }: TaxRule, place: TaxPlace): boolean {
  if (zips === null) return state === place.state;
  const zip = place.zip.slice(0, 5);
  return zips.slice(0, 5) <= zip && zip <= zips.slice(-5);
}

/** How many ZIP codes a rule names; a state is wider than any range. */
function countZipCodes({ zips }: TaxRule): number {
  return zips === null ? Number.POSITIVE_INFINITY : Number(zips.slice(-5)) - Number(zips.slice(0, 5)) + 1;
}
