import * as fc from 'fast-check';
import {
  type ChargeItem,
  ITEM_APPLICATIONS,
  ITEM_UNITS,
  type Material,
  OVERAGE_UNITS,
  type OverageUnit,
  type ProjectPreset,
  type Rate,
  type RentalPeriod,
  type SizeOption,
} from '#domain/catalog/rate-card.ts';

const MAX_CENTS = 99_999_999;
const MATERIALS = ['mixed', 'concrete', 'dirt', 'yard-waste'];
const ITEMS = ['mattress', 'tire', 'freon', 'overfilled', 'dry-run', 'permit', 'fuel'];
const ZONES = ['north', 'south', 'east', 'west'];

/** The first entry of each list is active, and the first material goes into every size. */
export function arbitraryEntries() {
  return fc
    .record({
      rentalOptions: fc
        .uniqueArray(rentalPeriod(), { selector: ({ id }) => id, minLength: 1, maxLength: 3 })
        .map(firstActive),
      dumpsterSizes: fc
        .uniqueArray(sizeOption(), { selector: ({ id }) => id, minLength: 1, maxLength: 4 })
        .map(firstActive),
      materials: fc
        .uniqueArray(fc.constantFrom(...MATERIALS), { minLength: 1, maxLength: 3 })
        .chain((ids) => fc.tuple(...ids.map(material)).map(firstActive)),
      chargeItems: fc
        .uniqueArray(fc.constantFrom(...ITEMS), { maxLength: 4 })
        .chain((ids) => fc.tuple(...ids.map(chargeItem))),
      zones: fc.uniqueArray(fc.constantFrom(...ZONES), { maxLength: 3 }),
    })
    .chain(({ materials, ...entries }) => {
      const ids = entries.dumpsterSizes.map(({ id }) => id);
      const sizes = fc.option(fc.subarray(ids, { minLength: 1 }));
      return fc
        .tuple(...materials.map((_, index) => (index === 0 ? fc.constant(null) : sizes)))
        .map((lists) => ({
          ...entries,
          materials: materials.map((entry, index) => withSizes(entry, lists[index] ?? null)),
        }));
    });
}

/** A heavy material must list its sizes. */
function withSizes(entry: Material, sizes: string[] | null): Material {
  return {
    ...entry,
    sizes,
    ...(sizes === null && {
      densityHigh: Math.min(entry.densityHigh, 1_999),
      densityLow: Math.min(entry.densityLow, 1_999),
    }),
  };
}

function firstActive<T extends { isActive: boolean }>(entries: T[]): T[] {
  return entries.map((entry, index) => (index === 0 ? { ...entry, isActive: true } : entry));
}

function rentalPeriod(): fc.Arbitrary<RentalPeriod> {
  return fc
    .record({
      days: fc.integer({ min: 1, max: 365 }),
      features: fc.array(words(), { maxLength: 2 }),
      isActive: fc.boolean(),
    })
    .map((fields) => ({
      id: `${fields.days}-day`,
      title: `${fields.days}-Day Rental`,
      label: `${fields.days}-Day`,
      ...fields,
    }));
}

function sizeOption(): fc.Arbitrary<SizeOption> {
  const inches = fc.integer({ min: 1, max: 1200 });
  return fc
    .record({
      yards: fc.integer({ min: 1, max: 100 }),
      lengthIn: inches,
      widthIn: inches,
      heightIn: inches,
      bestFor: words(),
      isActive: fc.boolean(),
    })
    .map((fields) => ({ id: `${fields.yards}-yard`, name: `${fields.yards}-Yard`, ...fields }));
}

function material(id: string): fc.Arbitrary<Material> {
  return fc
    .record({
      densities: ascending(1, 10_000),
      includes: words(),
      excludes: fc.constantFrom('', 'Liquids'),
      fillLine: fc.option(words()),
      isActive: fc.boolean(),
    })
    .map(({ densities: [densityLow, densityHigh], ...fields }) => ({
      id,
      name: titleOf(id),
      sizes: null,
      densityLow,
      densityHigh,
      ...fields,
    }));
}

export function projectPreset(
  materials: Material[],
  sizes: SizeOption[],
): fc.Arbitrary<Omit<ProjectPreset, 'id'>> {
  return fc
    .record({
      kind: fc.constantFrom('project' as const, 'item' as const),
      name: words(),
      material: fc.constantFrom(...materials),
      size: fc.option(fc.constantFrom(...sizes.map(({ id }) => id))),
      volumes: ascending(0, 500),
      weights: ascending(0, 200_000),
    })
    .map(({ material: entry, size, volumes, weights, ...fields }) => ({
      ...fields,
      material: entry.id,
      size: fields.kind === 'project' && size && (entry.sizes?.includes(size) ?? true) ? size : null,
      volumeLow: volumes[0],
      volumeHigh: volumes[1],
      weightLow: weights[0],
      weightHigh: weights[1],
    }));
}

export function rate(
  key: Pick<Rate, 'rentalOption' | 'dumpsterSize' | 'material'>,
  isOffered: boolean,
): fc.Arbitrary<Rate> {
  const money = fc.option(cents());
  return fc
    .record({
      isOffered: isOffered ? fc.constant(true) : fc.boolean(),
      deposit: cents(50),
      rest: fc.option(cents()),
      includedWeight: fc.option(fc.nat(200_000)),
      overagePerTon: money,
      overageUnit: fc.constantFrom(...(Object.keys(OVERAGE_UNITS) as OverageUnit[])),
      extraDay: money,
      exchangePrice: money,
      dumpAndReturnPrice: money,
    })
    .map(({ rest, overagePerTon, ...fields }) => ({
      ...key,
      ...fields,
      price: rest === null ? null : Math.min(fields.deposit + rest, MAX_CENTS),
      overagePerTon: fields.includedWeight === null ? null : overagePerTon,
    }));
}

function chargeItem(id: string): fc.Arbitrary<ChargeItem> {
  return fc
    .record({
      unit: fc.constantFrom(...ITEM_UNITS),
      unitPrice: cents(),
      applies: fc.constantFrom(...ITEM_APPLICATIONS),
      isTaxable: fc.boolean(),
      isActive: fc.boolean(),
    })
    .map((fields) => ({
      id,
      name: titleOf(id),
      ...fields,
      unitPrice: fields.unit === 'percent' ? fields.unitPrice % 1_000_000 : fields.unitPrice,
      // Of a price for each mile or minute no bill knows the quantity, so that it cannot be on every one.
      applies:
        fields.applies === 'mandatory' && (fields.unit === 'mile' || fields.unit === 'minute')
          ? ('optional' as const)
          : fields.applies,
    }));
}

/** Small amounts and the highest one as often as usual ones. */
export function cents(min = 0): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min, max: min + 100 }),
    fc.integer({ min, max: 100_000 }),
    fc.integer({ min, max: MAX_CENTS }),
  );
}

export function ascending(min: number, max: number): fc.Arbitrary<[number, number]> {
  const value = fc.integer({ min, max });
  return fc.tuple(value, value).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]);
}

export function words(): fc.Arbitrary<string> {
  return fc.constantFrom(
    'Furniture',
    'A kitchen, or two',
    "Roofs & 'more' <b>",
    'Zäune und Holz',
    '水',
    '12" below',
  );
}

export function titleOf(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');
}
