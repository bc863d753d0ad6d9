import type { PublicCatalog } from '#contract/public-catalog.ts';
import type { Rate } from '#domain/catalog/rate-card.ts';
import { makeTaxRule } from '#domain/test/rate-cards.ts';
import { FIRST_CATALOG } from './samples.ts';

const RENTALS = { '1-day': 0, '7-day': 6_000, '30-day': 19_000 };
/** Cents of a day's rental; pounds that are included. */
const MIXED = {
  '10-yard': { price: 33_900, includedWeight: 2000 },
  '15-yard': { price: 38_900, includedWeight: 4000 },
  '20-yard': { price: 44_900, includedWeight: 6000 },
  '30-yard': { price: 53_900, includedWeight: 8000 },
};

const CONCRETE = { '10-yard': { price: 42_900, includedWeight: 14_000 } };

/** A firm with prices, included tons, two materials, two zones, tax and closed Sundays. */
export const PRICED_CATALOG: PublicCatalog = {
  ...FIRST_CATALOG,
  version: 7,
  materials: [
    ...FIRST_CATALOG.materials,
    {
      id: 'concrete',
      name: 'Concrete, brick and dirt',
      includes: 'Clean concrete, brick, block, asphalt and soil',
      excludes: 'wood, trash, and steel longer than two feet',
      densityLow: 1800,
      densityHigh: 2700,
      fillLine: 'to 18 inches below the rim',
      sizes: ['10-yard'],
      isActive: true,
    },
  ],
  projectPresets: [
    preset({
      kind: 'project',
      id: 'kitchen',
      name: 'Kitchen remodel',
      size: '15-yard',
      volume: [9, 14],
      weight: [2500, 5500],
    }),
    preset({
      kind: 'project',
      id: 'garage',
      name: 'Garage cleanout',
      size: '10-yard',
      volume: [6, 10],
      weight: [1000, 2500],
    }),
    preset({
      kind: 'project',
      id: 'patio',
      name: 'Concrete patio, 200 sq ft',
      material: 'concrete',
      volume: [3, 4],
      weight: [8000, 11_000],
    }),
    preset({ kind: 'item', id: 'sofa', name: 'Sofa', volume: [2, 3], weight: [120, 250] }),
    preset({
      kind: 'item',
      id: 'mattress',
      name: 'Mattress and box spring',
      volume: [1, 2],
      weight: [100, 180],
    }),
    preset({ kind: 'item', id: 'bags', name: 'Contractor bag', volume: [1, 1], weight: [20, 50] }),
  ],
  rates: [...ratesOf('mixed', MIXED, 9_500), ...ratesOf('concrete', CONCRETE, 6_500)],
  chargeItems: [
    item({ id: 'mattress', name: 'Mattress or box spring', unit: 'each', unitPrice: 3_500 }),
    item({ id: 'tire', name: 'Tire', unit: 'each', unitPrice: 1_500 }),
    item({ id: 'appliance', name: 'Appliance with freon', unit: 'each', unitPrice: 4_500 }),
    item({ id: 'overfilled', name: 'Overfilled dumpster', unit: 'flat', unitPrice: 7_500 }),
    item({ id: 'permit', name: 'Street permit', unit: 'flat', unitPrice: 6_000 }),
    item({ id: 'fuel', name: 'Fuel surcharge', unit: 'percent', unitPrice: 25_000 }),
  ],
  area: {
    mode: 'listed',
    zones: [
      { id: 'albany', name: 'Albany and Troy', surcharge: 0, streetRule: null },
      {
        id: 'hills',
        name: 'Hill towns',
        surcharge: 4_500,
        streetRule: {
          permitBy: 'business',
          leadDays: 3,
          feeItem: 'permit',
          text: 'The town sends an inspector. Cones must stand on both sides of the dumpster.',
        },
      },
    ],
  },
  taxRules: [makeTaxRule()],
  calendar: {
    ...FIRST_CATALOG.calendar,
    deliveryWeekdays: [1, 2, 3, 4, 5, 6],
    sameDayCutoff: '14:00',
    leadDays: 1,
  },
  policy: {
    cancellation: { freeHours: 48, fee: { type: 'percent', percent: 50 } },
    acceptedWaste: [
      'Furniture and household junk',
      'Wood, drywall and flooring',
      'Roof shingles',
      'Yard waste',
    ],
    prohibitedWaste: FIRST_CATALOG.policy.prohibitedWaste,
  },
};

function ratesOf(
  material: string,
  sizes: Record<string, { price: number; includedWeight: number }>,
  overagePerTon: number,
): Rate[] {
  return Object.entries(RENTALS).flatMap(([rentalOption, more]) =>
    Object.entries(sizes).map(([dumpsterSize, { price, includedWeight }]) => ({
      rentalOption,
      dumpsterSize,
      material,
      isOffered: true,
      deposit: 15_000,
      price: price + more,
      includedWeight,
      overagePerTon,
      overageUnit: 'tenth',
      extraDay: 1_500,
      exchangePrice: null,
      dumpAndReturnPrice: null,
    })),
  );
}

type ChargeItem = PublicCatalog['chargeItems'][number];

function item(fields: Omit<ChargeItem, 'applies' | 'isTaxable' | 'isActive'>): ChargeItem {
  return { ...fields, applies: 'optional', isTaxable: true, isActive: true };
}

type PresetInput = {
  kind: 'project' | 'item';
  id: string;
  name: string;
  material?: string;
  size?: string;
  volume: [number, number];
  weight: [number, number];
};

function preset({ volume, weight, material = 'mixed', size, ...names }: PresetInput) {
  const [[volumeLow, volumeHigh], [weightLow, weightHigh]] = [volume, weight];
  return { ...names, material, size: size ?? null, volumeLow, volumeHigh, weightLow, weightHigh };
}
