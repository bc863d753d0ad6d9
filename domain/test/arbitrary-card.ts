import * as fc from 'fast-check';
import type { CardContent } from '#domain/catalog/differences.ts';
import { offeredRates } from '#domain/catalog/entries.ts';
import type { QuoteInput } from '#domain/catalog/quote.ts';
import {
  type CalendarRules,
  type CancellationPolicy,
  type ChargeItem,
  type ProjectPreset,
  type StreetRule,
  TAX_CATEGORIES,
  type TaxRule,
  type Zone,
} from '#domain/catalog/rate-card.ts';
import { US_STATE_CODES } from '#domain/shared/us-states.ts';
import {
  arbitraryEntries,
  ascending,
  cents,
  projectPreset,
  rate,
  titleOf,
  words,
} from './arbitrary-entries.ts';

/**
 * A random catalog that the schema accepts and that can be published: entries refer to each other, at least one rate is
 * offered, each ZIP code is in one zone, and no two tax rules compete. Entries with the same id have the same meaning in
 * every random catalog ('7-day' has 7 days), so that one can be published after another.
 */
export function arbitraryCatalog(): fc.Arbitrary<CardContent> {
  return arbitraryEntries().chain(({ rentalOptions, dumpsterSizes, materials, chargeItems, zones }) => {
    const keys = rentalOptions.flatMap(({ id: rentalOption }) =>
      dumpsterSizes.flatMap(({ id: dumpsterSize }) =>
        materials.map(({ id: material }) => ({ rentalOption, dumpsterSize, material })),
      ),
    );
    return fc.record({
      card: fc.record({
        rentalOptions: fc.constant(rentalOptions),
        dumpsterSizes: fc.constant(dumpsterSizes),
        materials: fc.constant(materials),
        chargeItems: fc.constant(chargeItems),
        projectPresets: fc.array(projectPreset(materials, dumpsterSizes), { maxLength: 3 }).map(withIds),
        // The first key is made of entries that are not retired.
        rates: fc.tuple(...keys.map((key, index) => rate(key, index === 0))),
        area: fc.record({
          mode: fc.constantFrom(
            'everywhere' as const,
            zones.length > 0 ? ('listed' as const) : ('everywhere' as const),
          ),
          zones: fc.tuple(...zones.map((id) => zone(id, chargeItems))),
        }),
        taxRules: taxRules(),
        calendar: calendarRules(),
        policy: fc.record({
          cancellation: fc.option(cancellation()),
          acceptedWaste: fc.uniqueArray(words(), { maxLength: 3 }),
          prohibitedWaste: fc.uniqueArray(words(), { maxLength: 3 }),
        }),
      }),
      zoneZips: zoneZips(zones),
    });
  });
}

/** An input that the catalog has a price for. */
export function arbitraryQuoteInput({ card, zoneZips }: CardContent): fc.Arbitrary<QuoteInput> {
  const listed = Object.values(zoneZips).flat();
  const taxed = card.taxRules.flatMap(({ zips }) => zips ?? []);
  /** The ends of every range: most random ZIP codes are in no zone and have no rule. */
  const known = [...listed, ...taxed].flatMap((text) => [text.slice(0, 5), text.slice(-5)]);
  const taxedStates = card.taxRules.flatMap(({ state }) => state ?? []);
  const items = card.chargeItems.map(({ id }) => fc.record({ id: fc.constant(id), quantity: fc.nat(300) }));
  return fc
    .constantFrom(...offeredRates(card))
    .chain(({ extraDay, overagePerTon, includedWeight, ...rate }) =>
      fc.record({
        rentalOption: fc.constant(rate.rentalOption),
        dumpsterSize: fc.constant(rate.dumpsterSize),
        material: fc.constant(rate.material),
        zone: fc.constantFrom(null, ...card.area.zones.map(({ id }) => id)),
        zip: fc.oneof(zipCode(), ...known.map((zip) => fc.constant(zip))),
        state: fc.oneof(fc.constantFrom(...US_STATE_CODES), fc.constantFrom('NY', ...taxedStates)),
        placementType: fc.constantFrom('private' as const, 'street' as const),
        extraDays: extraDay === null ? fc.constant(0) : fc.nat(400),
        items: items.length > 0 ? fc.array(fc.oneof(...items), { maxLength: 4 }) : fc.constant([]),
        weights:
          overagePerTon === null || includedWeight === null
            ? fc.constant([])
            : fc.array(fc.nat(200_000), { maxLength: 3 }),
      }),
    );
}

function zone(id: string, items: ChargeItem[]): fc.Arbitrary<Zone> {
  const fees = items.filter(
    ({ isActive, unit, applies }) =>
      isActive && unit !== 'mile' && unit !== 'minute' && applies !== 'mandatory',
  );
  const streetRule: fc.Arbitrary<StreetRule> = fc.record({
    permitBy: fc.constantFrom('customer' as const, 'business' as const),
    leadDays: fc.nat(30),
    feeItem: fc.constantFrom(null, ...fees.map((item) => item.id)),
    text: words(),
  });
  return fc.record({
    id: fc.constant(id),
    name: fc.constant(titleOf(id)),
    surcharge: cents(),
    streetRule: fc.option(streetRule),
  });
}

/** Codes and ranges of ten, each in one zone. The first zone has at least one. */
function zoneZips(zones: string[]): fc.Arbitrary<Record<string, string[]>> {
  const range = fc.record({ tens: fc.nat(9_999), isRange: fc.boolean() });
  const limits = {
    selector: ({ tens }: { tens: number }) => tens,
    minLength: zones.length > 0 ? 1 : 0,
    maxLength: 12,
  };
  return fc
    .uniqueArray(range, limits)
    .map((ranges) =>
      Object.fromEntries(
        zones.map((id, position) => [
          id,
          ranges
            .filter((_, index) => index % zones.length === position)
            .map(({ tens, isRange }) =>
              isRange ? `${zipText(tens * 10)}-${zipText(tens * 10 + 9)}` : zipText(tens * 10),
            ),
        ]),
      ),
    );
}

/** States, ranges of a thousand or a hundred and single ZIP codes, each once: one is always the most specific. */
function taxRules(): fc.Arbitrary<TaxRule[]> {
  const range = (width: number) =>
    fc.integer({ min: 10_000 / width, max: 13_000 / width }).map((index) => ({
      state: null,
      zips: `${zipText(index * width)}-${zipText(index * width + width - 1)}`,
    }));
  const place = fc.oneof(
    fc.constantFrom(...US_STATE_CODES).map((state) => ({ state, zips: null })),
    range(1_000),
    range(100),
    fc.integer({ min: 10_000, max: 13_000 }).map((zip) => ({ state: null, zips: zipText(zip) })),
  );
  const rule = fc.record({
    place,
    rateMillionths: fc.integer({ min: 1, max: 250_000 }),
    appliesTo: fc.subarray([...TAX_CATEGORIES], { minLength: 1 }),
  });
  return fc
    .uniqueArray(rule, {
      selector: (entry) => entry.place.state ?? entry.place.zips,
      maxLength: 12,
      size: 'max',
    })
    .map((rules) =>
      rules.map((entry) => {
        const id = `tax-${(entry.place.state ?? entry.place.zips).toLowerCase()}`;
        return {
          id,
          name: `${titleOf(id)} sales tax`,
          ...entry.place,
          rateMillionths: entry.rateMillionths,
          appliesTo: entry.appliesTo,
        };
      }),
    );
}

function calendarRules(): fc.Arbitrary<CalendarRules> {
  return fc
    .record({
      deliveryWeekdays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
      days: ascending(1, 365),
      sameDayCutoff: fc.constantFrom(null, '08:00', '14:30'),
      maxTruckMovesPerDay: fc.option(fc.integer({ min: 1, max: 100 })),
    })
    .map(({ days: [leadDays, horizonDays], ...fields }) => ({ ...fields, leadDays, horizonDays }));
}

function cancellation(): fc.Arbitrary<CancellationPolicy> {
  return fc.record({
    freeHours: fc.nat(240),
    fee: fc.oneof(
      fc.record({ type: fc.constant('cents' as const), amount: cents() }),
      fc.record({ type: fc.constant('percent' as const), percent: fc.nat(100) }),
    ),
  });
}

function withIds(presets: Omit<ProjectPreset, 'id'>[]): ProjectPreset[] {
  return presets.map((preset, index) => ({ id: `preset-${index}`, ...preset }));
}

function zipCode(): fc.Arbitrary<string> {
  return fc.nat(99_999).map(zipText);
}

function zipText(zip: number): string {
  return String(zip).padStart(5, '0');
}
