import {
  expectedTotalOf,
  type PlacementType,
  type Quote,
  type QuoteLine,
  streetLines,
  zoneLines,
} from './quote.ts';
import type { RateCard } from './rate-card.ts';
import { type TaxPlace, taxLines } from './tax.ts';

/** What the price of a delivery depends on. `zone`: the zone of the ZIP code on the rate card; null outside of all. */
export type DeliveryPlace = TaxPlace & { zone: string | null; placementType: PlacementType };

/** The lines of a price that follow from the place. */
const PLACE_LINES: readonly QuoteLine['type'][] = ['zone', 'street', 'tax'];

/**
 * An agreed price at another place: the surcharge of the zone, the fee of the street and the tax are those of the rate
 * card, all other lines stay. What was due at the booking stays due then, up to the new total.
 */
export function quoteAt(card: RateCard, agreed: Quote, place: DeliveryPlace): Quote {
  const rental = agreed.lines.find(({ type }) => type === 'rental');
  if (!rental) return agreed;
  const zone = card.area.zones.find(({ id }) => id === place.zone) ?? null;
  const street = place.placementType === 'street' ? streetLines(card, zone, rental) : [];
  const isPriced = expectedTotalOf(agreed) !== null;
  const placed = [...zoneLines(zone), ...street].map((line) =>
    isPriced ? line : { ...line, isTaxable: false },
  );
  const untaxed = agreed.lines.flatMap((line) => {
    if (PLACE_LINES.includes(line.type)) return [];
    return line === rental ? [line, ...placed] : [line];
  });
  const lines = isPriced ? [...untaxed, ...taxLines(card.taxRules, place, untaxed)] : untaxed;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const dueNow = Math.min(agreed.dueNow, total);
  return { lines, total, dueNow, dueLater: total - dueNow };
}
