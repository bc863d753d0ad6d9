import type { Rate, RateCard } from './rate-card.ts';

/** The id of the first rate card. */
export const FIRST_RATE_CARD_ID = 1;

const RENTAL_OPTIONS = [
  { id: '1-day', title: '1-Day Rental', label: '1-Day', days: 1, deposit: 32_500 },
  { id: '7-day', title: '7-Day Rental', label: '7-Day', days: 7, deposit: 42_500 },
  { id: '30-day', title: '30-Day Rental', label: '30-Day', days: 30, deposit: 52_500 },
];

/** Measures in inches, rails included: typical rectangular roll-off boxes as US haulers publish them. */
const DUMPSTER_SIZES = [
  size(10, [144, 96, 42], 'A garage, an attic or one room'),
  size(15, [192, 90, 54], 'A kitchen or bathroom remodel'),
  size(20, [264, 96, 54], 'A roof, a deck or a large cleanout'),
  size(30, [264, 96, 72], 'A whole house or new construction'),
];

const MATERIAL = 'mixed';

/** The catalog of a new system: the rental periods, deposits and sizes that firms start with, delivery everywhere, no tax. */
export const FIRST_RATE_CARD: RateCard = {
  rentalOptions: RENTAL_OPTIONS.map(({ deposit: _, ...option }) => ({
    ...option,
    features: [],
    isActive: true,
  })),
  dumpsterSizes: DUMPSTER_SIZES,
  materials: [
    {
      id: MATERIAL,
      name: 'Mixed household and construction debris',
      includes:
        'Furniture, wood, drywall, roofing, flooring, yard waste and other household or building waste',
      excludes: '',
      densityLow: 150,
      densityHigh: 400,
      fillLine: null,
      sizes: null,
      isActive: true,
    },
  ],
  projectPresets: [],
  rates: RENTAL_OPTIONS.flatMap(({ id, deposit }) =>
    DUMPSTER_SIZES.map((option) => depositOnly(id, option.id, deposit)),
  ),
  chargeItems: [],
  area: { mode: 'everywhere', zones: [] },
  taxRules: [],
  calendar: {
    deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6],
    leadDays: 0,
    sameDayCutoff: null,
    maxTruckMovesPerDay: null,
    horizonDays: 365,
  },
  policy: {
    cancellation: null,
    acceptedWaste: [],
    prohibitedWaste: [
      'asbestos, medical waste, explosives, ammunition',
      'paint, solvents, oil, fuel, pesticides and other liquids or chemicals',
      'batteries, propane tanks, gas bottles, fluorescent tubes',
      'tires, and refrigerators or air conditioners that still hold refrigerant',
      'televisions and monitors where local rules forbid it',
    ],
  },
};

function size(yards: number, [lengthIn, widthIn, heightIn]: [number, number, number], bestFor: string) {
  return {
    id: `${yards}-yard`,
    name: `${yards}-Yard`,
    yards,
    lengthIn,
    widthIn,
    heightIn,
    bestFor,
    isActive: true,
  };
}

function depositOnly(rentalOption: string, dumpsterSize: string, deposit: number): Rate {
  return {
    rentalOption,
    dumpsterSize,
    material: MATERIAL,
    isOffered: true,
    deposit,
    price: null,
    includedWeight: null,
    overagePerTon: null,
    overageUnit: 'tenth',
    extraDay: null,
    exchangePrice: null,
    dumpAndReturnPrice: null,
  };
}
