import { findRate, offeredMaterials, type RateKey } from './entries.ts';
import { findStreetRule } from './permits.ts';
import { expectedTotalOf, isMandatory, type PlacementType, type Quote } from './quote.ts';
import type { ChargeItem, Material, OverageUnit, Policy, Rate, RateCard, StreetRule } from './rate-card.ts';

/** What a customer agreed to: the price as it was shown, and the terms of the booking's own rate card. */
export type Agreement = {
  /** Null without price lines: only the deposit was agreed. */
  quote: Quote | null;
  /** Null when the card does not offer the rental. */
  rate: Rate | null;
  /** Items that can be added to the price. */
  chargeItems: ChargeItem[];
  policy: Policy;
  material: AgreedMaterial;
  /** Null on private property. */
  street: AgreedStreet | null;
};

/** A placement on a street. `permitBy` is null in a zone without a rule. */
type AgreedStreet = { permitBy: StreetRule['permitBy'] | null; text: string };

type AgreedMaterial = Pick<Material, 'name' | 'includes' | 'excludes' | 'fillLine'> & {
  /** False: the card offers this material alone, and customers do not see its name. */
  isChosen: boolean;
  /** A heavy material may go into some sizes only. */
  isHeavy: boolean;
};

type AgreedRental = RateKey & {
  quote: Quote | null;
  placementType?: PlacementType;
  /** The zone of the ZIP code; null: none, or not known yet. */
  zone?: string | null;
};

export function describeAgreement(
  card: RateCard,
  { quote, placementType = 'private', zone = null, ...key }: AgreedRental,
): Agreement {
  return {
    quote,
    rate: findRate(card, key),
    chargeItems: chargeItemsFor(card, placementType),
    policy: card.policy,
    material: materialOf(card, key.material),
    street: placementType === 'street' ? streetOf(card, zone) : null,
  };
}

/** The items that a rental can be charged for: the fee of a street only when the dumpster stands on one. */
export function chargeItemsFor({ chargeItems, area }: RateCard, placementType: PlacementType): ChargeItem[] {
  const streetFees = area.zones.map(({ streetRule }) => streetRule?.feeItem);
  return chargeItems.filter(
    ({ id, isActive }) => isActive && (placementType === 'street' || !streetFees.includes(id)),
  );
}

function materialOf(card: RateCard, id: string): AgreedMaterial {
  const found = card.materials.find((material) => material.id === id);
  const { name = id, includes = '', excludes = '', fillLine = null, sizes = null } = found ?? {};
  const isChosen = offeredMaterials(card).length > 1;
  return { name, includes, excludes, fillLine, isChosen, isHeavy: sizes !== null };
}

function streetOf(card: RateCard, zone: string | null): AgreedStreet {
  const rule = findStreetRule(card, { placementType: 'street', zone });
  return { permitBy: rule?.permitBy ?? null, text: rule?.text ?? '' };
}

/**
 * What the customer pays for the weight: the fees of the dump tickets, the weight above the allowance by the ton, or
 * ('ask') an amount for it that staff enter, as there is an allowance but no price per extra ton. Pounds and cents.
 */
export type WeightTerms =
  | { type: 'dump_fees' }
  | { type: 'per_ton'; includedWeight: number; overagePerTon: number; overageUnit: OverageUnit }
  | { type: 'ask'; includedWeight: number };

/** Unless the customer pays the dump fees, a ticket's fee is a cost of the business. */
export function weightTerms({ quote, rate }: Pick<Agreement, 'quote' | 'rate'>): WeightTerms {
  if (!quote || !rate || rate.includedWeight === null) return { type: 'dump_fees' };
  const { includedWeight, overagePerTon, overageUnit } = rate;
  if (overagePerTon !== null) return { type: 'per_ton', includedWeight, overagePerTon, overageUnit };
  // Of a deposit alone, the rest of the price is the dump fees.
  return expectedTotalOf(quote) === null ? { type: 'dump_fees' } : { type: 'ask', includedWeight };
}

/** Cents. */
export type AgreedSums = {
  /** Null: only the deposit is agreed, and the rest is not known yet. */
  total: number | null;
  paid: number;
  dueLater: number;
  /** The payment at the booking was the whole price, so that it is no deposit. */
  isInFull: boolean;
};

/** What was agreed and what is due later. `paid`: the payment at the booking, which can differ from the price. */
export function agreedSums({ quote }: Pick<Agreement, 'quote'>, paid: number): AgreedSums {
  const total = expectedTotalOf(quote);
  if (total === null) return { total, paid, dueLater: 0, isInFull: false };
  return { total, paid, dueLater: Math.max(0, total - paid), isInFull: paid >= total };
}

/** The items that customers can need: all but the fee of the street and what every bill has, which are in the price. */
export function addableItems(agreement: Pick<Agreement, 'quote' | 'chargeItems'>): ChargeItem[] {
  return itemsNotInPrice(agreement).filter(({ applies }) => applies !== 'penalty');
}

/** What is charged only if something goes wrong. */
export function penaltyItems(agreement: Pick<Agreement, 'quote' | 'chargeItems'>): ChargeItem[] {
  return itemsNotInPrice(agreement).filter(({ applies }) => applies === 'penalty');
}

function itemsNotInPrice({ quote, chargeItems }: Pick<Agreement, 'quote' | 'chargeItems'>): ChargeItem[] {
  const inPrice = quote?.lines.filter(({ type }) => type === 'street').map(({ label }) => label) ?? [];
  return chargeItems.filter((item) => !isMandatory(item) && !inPrice.includes(item.name));
}
