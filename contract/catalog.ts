import * as z from 'zod/mini';
import {
  type CatalogSection,
  ITEM_APPLICATIONS,
  ITEM_UNITS,
  OVERAGE_UNITS,
  type OverageUnit,
  type RateCard,
  TAX_CATEGORIES,
} from '#domain/catalog/rate-card.ts';
import { US_STATE_CODES } from '#domain/shared/us-states.ts';
import { freeText, LIMITS, line } from './fields.ts';

/** domain/catalog/rate-card.ts has the meaning and the unit of each field. Money in cents, weights in pounds. */

const MAX_CENTS = 99_999_999;
const MAX_POUNDS = 200_000;
/** The most entries of a section, retired ones included. */
export const MAX_ENTRIES = 100;

/** A lower-case slug of letters, digits and hyphens: '15-yard'. */
export const slug = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and hyphens'), z.maxLength(60));

const name = line('A name is required', LIMITS.name);
const textLine = line('Remove the empty line', LIMITS.address);
const money = z
  .int('Must be whole cents')
  .check(z.minimum(0), z.maximum(MAX_CENTS, 'Must be at most $999,999.99'));
const pounds = z
  .int('Must be whole pounds')
  .check(z.minimum(0), z.maximum(MAX_POUNDS, 'Must be at most 200,000 lb'));
const inches = z
  .int('Must be whole inches')
  .check(z.minimum(1, 'Must be at least 1 inch'), z.maximum(1200, 'Must be at most 100 ft'));
/** '12207' or '12200-12299'. */
export const zipRange = z.string().check(
  z.regex(/^\d{5}(-\d{5})?$/, 'Must be a ZIP code, or a range such as 12200-12299'),
  z.refine(
    (text) => text.length === 5 || text.slice(0, 5) <= text.slice(6),
    'The range must begin with its lower ZIP code',
  ),
);

const rentalPeriod = z.strictObject({
  id: slug,
  title: name,
  label: name,
  days: z.int().check(z.minimum(1, 'Must be 1 to 365 days'), z.maximum(365, 'Must be 1 to 365 days')),
  features: z.array(textLine).check(z.maxLength(20)),
  isActive: z.boolean(),
});

const sizeOption = z.strictObject({
  id: slug,
  name,
  yards: z
    .int()
    .check(z.minimum(1, 'Must be 1 to 100 cubic yards'), z.maximum(100, 'Must be 1 to 100 cubic yards')),
  lengthIn: inches,
  widthIn: inches,
  heightIn: inches,
  bestFor: line('Say what the size is best for', LIMITS.address),
  isActive: z.boolean(),
});

const density = z
  .int('Must be whole pounds')
  .check(z.minimum(1, 'Must be 1 to 10,000 lb'), z.maximum(10_000, 'Must be 1 to 10,000 lb'));

const material = z
  .strictObject({
    id: slug,
    name,
    includes: freeText,
    excludes: freeText,
    densityLow: density,
    densityHigh: density,
    fillLine: z.nullable(textLine),
    sizes: z.nullable(z.array(slug).check(z.minLength(1, 'Choose at least one size'))),
    isActive: z.boolean(),
  })
  .check(ascending('densityLow', 'densityHigh'));

const volume = z
  .int('Must be whole cubic yards')
  .check(z.minimum(0), z.maximum(500, 'Must be at most 500 cubic yards'));

const projectPreset = z
  .strictObject({
    id: slug,
    kind: z.enum(['project', 'item']),
    name,
    material: slug,
    size: z.nullable(slug),
    volumeLow: volume,
    volumeHigh: volume,
    weightLow: pounds,
    weightHigh: pounds,
  })
  .check(ascending('volumeLow', 'volumeHigh'), ascending('weightLow', 'weightHigh'));

const overageUnits = Object.keys(OVERAGE_UNITS) as [OverageUnit, ...OverageUnit[]];

const rate = z
  .strictObject({
    rentalOption: slug,
    dumpsterSize: slug,
    material: slug,
    isOffered: z.boolean(),
    deposit: z
      .int('Must be whole cents')
      .check(z.minimum(50, 'Must be at least $0.50'), z.maximum(MAX_CENTS)),
    price: z.nullable(money),
    includedWeight: z.nullable(pounds),
    overagePerTon: z.nullable(money),
    overageUnit: z.enum(overageUnits),
    extraDay: z.nullable(money),
    exchangePrice: z.nullable(money),
    dumpAndReturnPrice: z.nullable(money),
  })
  .check(
    z.refine((entry) => entry.price === null || entry.price >= entry.deposit, {
      message: 'The deposit must not be above the price',
      path: ['deposit'],
    }),
  );

const chargeItem = z.strictObject({
  id: slug,
  name,
  unit: z.enum(ITEM_UNITS),
  unitPrice: money,
  applies: z.enum(ITEM_APPLICATIONS),
  isTaxable: z.boolean(),
  isActive: z.boolean(),
});

const streetRule = z.strictObject({
  permitBy: z.enum(['customer', 'business']),
  leadDays: z.int().check(z.minimum(0), z.maximum(365)),
  feeItem: z.nullable(slug),
  text: freeText,
});

const zone = z.strictObject({ id: slug, name, surcharge: money, streetRule: z.nullable(streetRule) });

const stateCode: z.ZodMiniType<string> = z.enum(US_STATE_CODES);

const taxRule = z
  .strictObject({
    id: slug,
    name,
    state: z.nullable(stateCode),
    zips: z.nullable(zipRange),
    rateMillionths: z
      .int()
      .check(z.minimum(1, 'Must be above 0 %'), z.maximum(250_000, 'Must be at most 25 %')),
    appliesTo: z.array(z.enum(TAX_CATEGORIES)).check(z.minLength(1, 'Choose what it applies to')),
  })
  .check(
    z.refine((rule) => (rule.state === null) !== (rule.zips === null), {
      message: 'Give a state or ZIP codes, not both',
      path: ['state'],
    }),
  );

const calendar = z
  .strictObject({
    deliveryWeekdays: z
      .array(z.int().check(z.minimum(0), z.maximum(6)))
      .check(z.minLength(1, 'Choose at least one weekday'), z.maxLength(7)),
    leadDays: z.int().check(z.minimum(0), z.maximum(365)),
    sameDayCutoff: z.nullable(
      z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 14:00')),
    ),
    maxTruckMovesPerDay: z.nullable(z.int().check(z.minimum(1), z.maximum(10_000))),
    horizonDays: z.int().check(z.minimum(1), z.maximum(365, 'Must be at most 365 days')),
  })
  .check(ascending('leadDays', 'horizonDays'));

const policy = z.strictObject({
  cancellation: z.nullable(
    z.strictObject({
      freeHours: z.int().check(z.minimum(0), z.maximum(24 * 365)),
      fee: z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('cents'), amount: money }),
        z.strictObject({ type: z.literal('percent'), percent: z.int().check(z.minimum(0), z.maximum(100)) }),
      ]),
    }),
  ),
  acceptedWaste: z.array(textLine).check(z.maxLength(MAX_ENTRIES)),
  prohibitedWaste: z.array(textLine).check(z.maxLength(MAX_ENTRIES)),
});

/** The schema of each section of a rate card. References between sections are checked when a draft is published. */
export const SECTION_SCHEMAS = {
  rentalOptions: entries(rentalPeriod),
  dumpsterSizes: entries(sizeOption),
  materials: entries(material),
  projectPresets: entries(projectPreset),
  rates: z.array(rate).check(z.maxLength(10_000)),
  chargeItems: entries(chargeItem),
  area: z.strictObject({ mode: z.enum(['everywhere', 'listed']), zones: entries(zone) }),
  taxRules: entries(taxRule),
  calendar,
  policy,
} satisfies { [S in CatalogSection]: z.ZodMiniType<RateCard[S]> };

export const rateCard = z.strictObject(SECTION_SCHEMAS);

/** Entries with different ids. */
function entries<T extends z.ZodMiniType<{ id: string }>>(entry: T) {
  return z.array(entry).check(
    z.maxLength(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries`),
    z.superRefine((list, context) => {
      const seen = new Set<string>();
      for (const [index, { id }] of list.entries()) {
        if (seen.has(id))
          context.addIssue({
            code: 'custom',
            message: `Another entry has the id ${id}`,
            path: [index, 'id'],
          });
        seen.add(id);
      }
    }),
  );
}

function ascending<K extends string>(low: K, high: K) {
  return z.refine<Record<K, number>>((value) => value[low] <= value[high], {
    message: 'Must not be above the higher value',
    path: [low],
  });
}
