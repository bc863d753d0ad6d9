/**
 * The catalog as one version: money in cents, weights in pounds (1 ton = 2,000 lb), measures in inches, percentages in
 * millionths. Ids are slugs ('7-day', '15-yard') and are never reused. The order of a list is the order on screens.
 */
export type RateCard = {
  rentalOptions: RentalPeriod[];
  dumpsterSizes: SizeOption[];
  materials: Material[];
  projectPresets: ProjectPreset[];
  /** At most one for each rental option, size and material. */
  rates: Rate[];
  chargeItems: ChargeItem[];
  area: ServiceArea;
  taxRules: TaxRule[];
  calendar: CalendarRules;
  policy: Policy;
};

/** The parts of a rate card that staff edit and save one by one. */
export type CatalogSection = keyof RateCard;

/** An entry that is not active is no longer offered; bookings with it keep its name. */
export type RentalPeriod = {
  id: string;
  title: string;
  label: string;
  days: number;
  features: string[];
  isActive: boolean;
};

export type SizeOption = {
  id: string;
  name: string;
  yards: number;
  lengthIn: number;
  widthIn: number;
  heightIn: number;
  bestFor: string;
  isActive: boolean;
};

export type Material = {
  id: string;
  name: string;
  /** What belongs to it ('Concrete, brick and dirt without wood or trash') and what does not; '' when not stated. */
  includes: string;
  excludes: string;
  /** Pounds for each cubic yard, at least and at most. */
  densityLow: number;
  densityHigh: number;
  /** How far a dumpster may be filled ('to 12 inches below the rim'); null: to the rim. */
  fillLine: string | null;
  /** The sizes it may be loaded into; null: every size. */
  sizes: string[] | null;
  isActive: boolean;
};

/** A starting point of 'Help me choose': a whole project, or one item that the customer counts. */
export type ProjectPreset = {
  id: string;
  kind: 'project' | 'item';
  name: string;
  material: string;
  /** The recommended size; null: by volume. Always null for an item. */
  size: string | null;
  /** Cubic yards. */
  volumeLow: number;
  volumeHigh: number;
  /** Pounds. */
  weightLow: number;
  weightHigh: number;
};

/** How overage is rounded up before it is billed; values in pounds. */
export const OVERAGE_UNITS = { pound: 1, tenth: 200, quarter: 500, half: 1000, whole: 2000 } as const;
export type OverageUnit = keyof typeof OVERAGE_UNITS;

export type Rate = {
  rentalOption: string;
  dumpsterSize: string;
  material: string;
  isOffered: boolean;
  deposit: number;
  /** The rental with the deposit in it; null: only the deposit is agreed, and dump fees are added. */
  price: number | null;
  /** The weight that the price includes; null: not stated. */
  includedWeight: number | null;
  /** Null: customers are asked to call, and staff enter an amount. The same for the prices below. */
  overagePerTon: number | null;
  overageUnit: OverageUnit;
  extraDay: number | null;
  exchangePrice: number | null;
  /** The full unit is emptied and brought back. */
  dumpAndReturnPrice: number | null;
};

export const ITEM_UNITS = ['each', 'mile', 'minute', 'flat', 'percent'] as const;
export type ItemUnit = (typeof ITEM_UNITS)[number];

/** The id of the charge item that is proposed when a driver could not complete a stop. */
export const DRY_RUN_ITEM = 'dry-run';

/**
 * How a charge gets into a bill: 'optional' when the customer needs it, 'mandatory' always, 'penalty' only if something
 * goes wrong ('Truck could not deliver').
 */
export const ITEM_APPLICATIONS = ['optional', 'mandatory', 'penalty'] as const;
export type ItemApplication = (typeof ITEM_APPLICATIONS)[number];

export type ChargeItem = {
  id: string;
  name: string;
  unit: ItemUnit;
  /** Cents; for 'percent' millionths of the rental line (2.5 % = 25000). */
  unitPrice: number;
  applies: ItemApplication;
  isTaxable: boolean;
  isActive: boolean;
};

/** Everywhere: zones only set surcharges. Listed: ZIP codes in no zone are declined. */
export type ServiceArea = { mode: 'everywhere' | 'listed'; zones: Zone[] };

export type Zone = { id: string; name: string; surcharge: number; streetRule: StreetRule | null };

/** What a placement on a street needs in this zone. */
export type StreetRule = {
  /** Who applies for the permit. */
  permitBy: 'customer' | 'business';
  /** Working days that the permit takes, added to the lead time. */
  leadDays: number;
  /** The charge item of the fee; null: no fee. */
  feeItem: string | null;
  text: string;
};

/**
 * The ZIP codes of each zone, in order, as codes ('12207') and ranges ('12200-12299'). Stored beside the rate card,
 * because only the server looks ZIP codes up.
 */
export type ZoneZips = Record<string, string[]>;

export const TAX_CATEGORIES = ['rental', 'overage', 'items'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** For each category the most specific rule applies: one with the ZIP code before one with the state. */
export type TaxRule = {
  id: string;
  /** The label of the line: 'NY sales tax'. */
  name: string;
  /** A two-letter state, or a ZIP code ('12207') or range; exactly one of both. */
  state: string | null;
  zips: string | null;
  /** 8.25 % = 82500. */
  rateMillionths: number;
  appliesTo: TaxCategory[];
};

export type CalendarRules = {
  /** 0 is Sunday. Deliveries and pickups take place on these days. */
  deliveryWeekdays: number[];
  /** Days between the order and the first delivery day. */
  leadDays: number;
  /** 'HH:MM' on the business's clock: later orders count as orders of the next day; null: none. */
  sameDayCutoff: string | null;
  /** Deliveries and pickups of one day together; null: no limit. */
  maxTruckMovesPerDay: number | null;
  horizonDays: number;
};

export type Policy = {
  /** Null: not stated in figures; the terms say what applies. */
  cancellation: CancellationPolicy | null;
  acceptedWaste: string[];
  prohibitedWaste: string[];
};

/** Free until `freeHours` before 00:00 of the delivery day, then the fee. */
export type CancellationPolicy = {
  freeHours: number;
  /** Cents, or whole percent of the deposit. */
  fee: { type: 'cents'; amount: number } | { type: 'percent'; percent: number };
};
