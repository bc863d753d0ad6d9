import { type Agreement, describeAgreement } from '#domain/catalog/agreement.ts';
import { type QuoteInput, quote } from '#domain/catalog/quote.ts';
import type { ChargeItem, Rate, RateCard, TaxRule, Zone } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';

/** A rate of the 7-day rental of a 15-yard size: $475, $100 of it as deposit, one ton included. */
export function makeRate(fields: Partial<Rate> = {}): Rate {
  return {
    rentalOption: '7-day',
    dumpsterSize: '15-yard',
    material: 'mixed',
    isOffered: true,
    deposit: 10_000,
    price: 47_500,
    includedWeight: 2000,
    overagePerTon: 9_000,
    overageUnit: 'tenth',
    extraDay: 1_500,
    exchangePrice: 40_000,
    dumpAndReturnPrice: 35_000,
    ...fields,
  };
}

/** The first rate card with one rate and the given sections. */
export function makeCard(sections: Partial<RateCard> = {}): RateCard {
  return { ...structuredClone(FIRST_RATE_CARD), rates: [makeRate()], ...sections };
}

export function makeItem(fields: Partial<ChargeItem> = {}): ChargeItem {
  return {
    id: 'mattress',
    name: 'Mattress',
    unit: 'each',
    unitPrice: 3_500,
    applies: 'optional',
    isTaxable: true,
    isActive: true,
    ...fields,
  };
}

export function makeZone(fields: Partial<Zone> = {}): Zone {
  return { id: 'north', name: 'North', surcharge: 5_000, streetRule: null, ...fields };
}

/** 8 % in New York State on everything. */
export function makeTaxRule(fields: Partial<TaxRule> = {}): TaxRule {
  return {
    id: 'ny',
    name: 'NY sales tax',
    state: 'NY',
    zips: null,
    rateMillionths: 80_000,
    appliesTo: ['rental', 'overage', 'items'],
    ...fields,
  };
}

/** What a customer agrees to who books the 7-day rental of a 15-yard size in Albany. */
export function makeAgreement(card: RateCard, fields: Partial<QuoteInput> = {}): Agreement {
  const input: QuoteInput = {
    rentalOption: '7-day',
    dumpsterSize: '15-yard',
    material: 'mixed',
    zone: null,
    zip: '12207',
    state: 'NY',
    placementType: 'private',
    extraDays: 0,
    items: [],
    ...fields,
  };
  return describeAgreement(card, { ...input, quote: quote(card, input) });
}
