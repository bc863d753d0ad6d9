import type { ChargeItem, ProjectPreset, Rate, RateCard, ZoneZips } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { CANCELLATION_RULE } from '#domain/shared/policy-texts.ts';

/** The truck moves of a day: two trucks with five each. */
export const MAX_MOVES = 10;

/** Cents that a longer rental adds to the price of a day. */
const RENTALS: Record<string, number> = { '1-day': 0, '7-day': 6_000, '30-day': 19_000 };

type SizePrice = { price: number; deposit: number; includedWeight: number };

const MIXED: Record<string, SizePrice> = {
  '10-yard': { price: 33_900, deposit: 10_000, includedWeight: 2_000 },
  '15-yard': { price: 38_900, deposit: 15_000, includedWeight: 4_000 },
  '20-yard': { price: 44_900, deposit: 15_000, includedWeight: 6_000 },
  '30-yard': { price: 53_900, deposit: 20_000, includedWeight: 8_000 },
};

/** A full load of concrete in a larger dumpster is heavier than a truck may carry. */
const CONCRETE: Record<string, SizePrice> = {
  '10-yard': { price: 42_900, deposit: 15_000, includedWeight: 14_000 },
};

const MATERIALS: RateCard['materials'] = [
  ...FIRST_RATE_CARD.materials.map((material) => ({
    ...material,
    excludes: 'Concrete, brick and dirt, which have their own price',
    // The EPA's average for mixed building debris is 484 pounds.
    densityHigh: 500,
  })),
  {
    id: 'concrete',
    name: 'Concrete, brick and dirt',
    includes: 'Clean concrete, brick, block, asphalt and soil',
    excludes: 'Wood, trash, and steel longer than two feet',
    densityLow: 1800,
    // Wet soil.
    densityHigh: 3000,
    fillLine: 'to 18 inches below the rim',
    sizes: ['10-yard'],
    isActive: true,
  },
];

/** A firm near Albany: prices with tons, two materials, two zones, tax, no work on Sundays. */
export const FIRM_CARD: Omit<RateCard, 'rentalOptions' | 'dumpsterSizes'> = {
  materials: MATERIALS,
  projectPresets: [
    project('garage', 'Garage cleanout', { size: '10-yard', volume: [6, 10], weight: [1000, 2500] }),
    project('kitchen', 'Kitchen remodel', { size: '15-yard', volume: [9, 14], weight: [2500, 5500] }),
    project('roof', 'Roof, 25 squares', { size: '15-yard', volume: [6, 10], weight: [5000, 8000] }),
    project('house', 'Whole house cleanout', { size: '30-yard', volume: [22, 30], weight: [5000, 9500] }),
    project('patio', 'Concrete patio, 200 sq ft', {
      material: 'concrete',
      size: '10-yard',
      volume: [3, 4],
      weight: [8000, 11_000],
    }),
    item('sofa', 'Sofa', { volume: [2, 3], weight: [120, 250] }),
    item('mattress', 'Mattress and box spring', { volume: [1, 2], weight: [100, 180] }),
    item('bag', 'Contractor bag', { volume: [0, 1], weight: [20, 50] }),
  ],
  rates: [...ratesOf('mixed', MIXED, 9_500), ...ratesOf('concrete', CONCRETE, 6_500)],
  chargeItems: [
    charge('mattress', 'Mattress or box spring', ['each', 3_500]),
    charge('tire', 'Tire', ['each', 1_500]),
    charge('appliance', 'Appliance with freon', ['each', 4_500]),
    charge('overfilled', 'Overfilled dumpster', ['flat', 7_500, 'penalty']),
    charge('dry-run', 'Truck could not deliver or pick up', ['flat', 12_500, 'penalty']),
    charge('relocation', 'Moving the dumpster on site', ['flat', 9_500]),
    { ...charge('permit', 'Street permit', ['flat', 6_000]), isTaxable: false },
    charge('fuel', 'Fuel surcharge', ['percent', 25_000, 'mandatory']),
  ],
  area: {
    mode: 'listed',
    zones: [
      {
        id: 'city',
        name: 'Albany and Troy',
        surcharge: 0,
        streetRule: {
          permitBy: 'business',
          leadDays: 3,
          feeItem: 'permit',
          text: 'Please keep two parking spaces free from 7 AM on the delivery day.',
        },
      },
      { id: 'hills', name: 'Hill towns', surcharge: 4_500, streetRule: null },
    ],
  },
  taxRules: [
    {
      id: 'ny',
      name: 'NY sales tax',
      state: 'NY',
      zips: null,
      rateMillionths: 80_000,
      appliesTo: ['rental', 'overage', 'items'],
    },
  ],
  calendar: {
    deliveryWeekdays: [1, 2, 3, 4, 5, 6],
    leadDays: 1,
    sameDayCutoff: '15:00',
    maxTruckMovesPerDay: MAX_MOVES,
    horizonDays: 365,
  },
  policy: {
    cancellation: { freeHours: 48, fee: { type: 'percent', percent: 50 } },
    acceptedWaste: [
      'furniture and household junk',
      'wood, drywall, flooring and siding',
      'roof shingles',
      'yard waste',
    ],
    // Tires and appliances cost extra, so they are not prohibited.
    prohibitedWaste: FIRST_RATE_CARD.policy.prohibitedWaste.filter((text) => !text.startsWith('tires')),
  },
};

export const FIRM_ZIPS: ZoneZips = {
  city: ['12047', '12054', '12110', '12144', '12180-12183', '12189', '12201-12212', '12302-12309'],
  hills: ['12009', '12023', '12041', '12053', '12059', '12084', '12147', '12186', '12193'],
};

export const FIRM_PROFILE = {
  yardAddress: '220 Green Street, Albany, NY 12202',
  openingHours: 'Monday to Friday 7 AM to 5 PM, Saturday 8 AM to noon',
};

/** Section 2 of the terms, which says by default that only deposits are agreed. */
const PRICE_TERMS = `## 2. Price, deposit and extra weight

The price that you agree to is the one shown before you pay, with its lines: the rental, a surcharge for your area, a street permit where you need one, and tax. You pay a deposit when you book; it counts towards the price.

The price includes the weight that is shown with it. We weigh the load. Weight above the allowance costs the shown price per ton, rounded up to a tenth of a ton. Days after your last day and items on the list of extras cost the amounts shown there.

`;

/** What differs from the terms of a new system. */
const TERMS_CHANGES: readonly [from: string | RegExp, to: string][] = [
  [/## 2\..*?(?=## 3\.)/s, PRICE_TERMS],
  [
    'You obtain the permit where a street or sidewalk needs one.',
    'Where a street needs a permit, we apply for it, and the page shows its fee before you pay.',
  ],
  [
    CANCELLATION_RULE,
    'You can cancel free of charge until 48 hours before the delivery day begins. After that we keep half of the deposit. If we cannot deliver on the day you booked and no other day suits you, we refund all you have paid.',
  ],
];

/** The terms of the firm, from those of a new system. */
export function firmTerms(markdown: string): string {
  return TERMS_CHANGES.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (!changed.includes(to)) throw new Error(`The first terms no longer have: ${from}`);
    return changed;
  }, markdown);
}

function ratesOf(material: string, sizes: Record<string, SizePrice>, overagePerTon: number): Rate[] {
  return Object.entries(RENTALS).flatMap(([rentalOption, more]) =>
    Object.entries(sizes).map(([dumpsterSize, { price, deposit, includedWeight }]) => ({
      rentalOption,
      dumpsterSize,
      material,
      isOffered: true,
      deposit,
      price: price + more,
      includedWeight,
      overagePerTon,
      overageUnit: 'tenth' as const,
      extraDay: 1_500,
      exchangePrice: price,
      // One trip less than an exchange.
      dumpAndReturnPrice: price - 5_000,
    })),
  );
}

type PresetValues = {
  material?: string;
  size?: string;
  volume: [number, number];
  weight: [number, number];
};

function project(id: string, name: string, values: PresetValues): ProjectPreset {
  return preset({ kind: 'project', id, name }, values);
}

function item(id: string, name: string, values: PresetValues): ProjectPreset {
  return preset({ kind: 'item', id, name }, values);
}

function preset(
  names: Pick<ProjectPreset, 'kind' | 'id' | 'name'>,
  { material = 'mixed', size, volume, weight }: PresetValues,
): ProjectPreset {
  const [[volumeLow, volumeHigh], [weightLow, weightHigh]] = [volume, weight];
  return { ...names, material, size: size ?? null, volumeLow, volumeHigh, weightLow, weightHigh };
}

function charge(
  id: string,
  name: string,
  [unit, unitPrice, applies = 'optional']: [ChargeItem['unit'], number, ChargeItem['applies']?],
): ChargeItem {
  return { id, name, unit, unitPrice, applies, isTaxable: true, isActive: true };
}
