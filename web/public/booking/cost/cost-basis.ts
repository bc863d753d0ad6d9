import type { PublicCatalog } from '#contract/public-catalog.ts';
import { findRate } from '#domain/catalog/entries.ts';
import { type QuoteInput, quote } from '#domain/catalog/quote.ts';
import { type PlaceEntries, quoteInput } from '#web/public/booking/catalog/pending-booking.ts';
import type { ShownPrice } from '#web/public/rental/PriceSummary.tsx';

/** What other prices of the same rental are computed from. */
export type CostBasis = { card: PublicCatalog; input: QuoteInput };

/** Null when the shown price is not one of this catalog: the server can have sent one of an older version. */
export function findCostBasis(
  catalog: PublicCatalog,
  price: ShownPrice,
  place: PlaceEntries,
): CostBasis | null {
  const { rate } = price;
  const input = quoteInput(catalog, rate, place);
  const listed = findRate(catalog, input);
  const rates = catalog.rates.map((each) => (each === listed ? rate : each));
  const card = { ...catalog, rates };
  const isOfCatalog = listed !== null && quote(card, input).total === price.quote.total;
  return isOfCatalog ? { card, input } : null;
}

/** What the price does not have yet, because the place of delivery is not known: 'tax', 'a surcharge of your area'. */
export function unknownParts(
  { taxRules, area }: PublicCatalog,
  { zip, state }: QuoteInput,
  zoneZip: string,
): string[] {
  const hasSurcharges = area.zones.some(({ surcharge }) => surcharge > 0);
  const needsState = taxRules.some((rule) => rule.state !== null) && state === '';
  return [
    ...(hasSurcharges && (zip === '' || zoneZip !== zip) ? ['a surcharge of your area'] : []),
    ...(taxRules.length > 0 && (zip === '' || needsState) ? ['tax'] : []),
  ];
}
