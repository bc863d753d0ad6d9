import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCatalog, arbitraryQuoteInput } from '#domain/test/arbitrary-card.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { makeRate } from '#domain/test/rate-cards.ts';
import { billWith, highestBill } from './bill.ts';
import { checkCard } from './check-card.ts';
import { differences } from './differences.ts';
import { offeredCard, offeredRates } from './entries.ts';
import { helpMeChoose } from './help-me-choose.ts';
import { overage } from './overage.ts';
import { type Quote, type QuoteInput, quote } from './quote.ts';
import {
  type CancellationPolicy,
  OVERAGE_UNITS,
  type OverageUnit,
  type RateCard,
  type TaxCategory,
} from './rate-card.ts';
import { findZone } from './zones.ts';

/**
 * Ids, and whether a rate is offered: that of a retired size makes no difference. The type of a fee changes with its
 * amount (otherFee).
 */
const UNCOMPARED = /\.(id|rentalOption|dumpsterSize|isOffered)$|^rates\.\d+\.material$|\.fee\.type$/;

const RUNS = { sample: 200, long: 20_000 };

const catalogAndInput = () =>
  arbitraryCatalog().chain((catalog) => fc.tuple(fc.constant(catalog), arbitraryQuoteInput(catalog)));

describe('every quote of a random catalog', () => {
  it('has no negative amount; the lines add up to the total, which is the deposit and the rest', () => {
    void fc.assert(
      fc.property(catalogAndInput(), ([{ card }, input]) => {
        const { lines, total, dueNow, dueLater } = quote(card, input);
        expect(lines.every(({ amount }) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true);
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
        expect(dueNow + dueLater).toBe(total);
        expect(dueNow).toBeGreaterThanOrEqual(50);
        expect(dueLater).toBeGreaterThanOrEqual(0);
      }),
      randomRuns(RUNS),
    );
  });

  it('has each charge of every bill exactly once, also with other items', () => {
    void fc.assert(
      fc.property(catalogAndInput(), ([{ card }, input]) => {
        const { lines } = quote(card, input);
        const rental = lines.find(({ type }) => type === 'rental')?.amount ?? 0;
        for (const { id, name, unit, unitPrice, applies, isActive } of card.chargeItems) {
          if (applies !== 'mandatory' || !isActive) continue;
          const amount =
            unit === 'percent' ? halfUp(BigInt(rental) * BigInt(unitPrice), 1_000_000n) : unitPrice;
          const own = lines.filter(({ type, label }) => type === 'item' && label === name);
          expect(
            own.map((line) => line.amount),
            id,
          ).toEqual(amount > 0 ? [amount] : []);
        }
      }),
      randomRuns(RUNS),
    );
  });

  it('is at most the highest bill for every load that fits', () => {
    const loads = catalogAndInput().chain((pair) =>
      fc.tuple(fc.constant(pair), fc.double({ min: 0, max: 1, noNaN: true })),
    );
    void fc.assert(
      fc.property(loads, ([[{ card }, input], part]) => {
        const most = highestBill(card, input);
        if (most.bill.type !== 'price') return;
        const weight = Math.floor(most.weight * part);
        const bill = billWith(card, input, { weight, extraDays: 0, items: [] });
        const total = bill.type === 'price' ? bill.quote.total : Number.POSITIVE_INFINITY;
        expect(total).toBeLessThanOrEqual(most.bill.quote.total);
      }),
      randomRuns(RUNS),
    );
  });

  it('is the same from the offered entries alone, which is what the public page has', () => {
    void fc.assert(
      fc.property(catalogAndInput(), ([{ card }, input]) => {
        const offered = offeredCard(card);
        const items = input.items.filter(({ id }) => offered.chargeItems.some((item) => item.id === id));
        expect(quote(offered, { ...input, items })).toEqual(quote(card, { ...input, items }));
      }),
      randomRuns(RUNS),
    );
  });

  it('has the tax of exact fractions', () => {
    void fc.assert(
      fc.property(catalogAndInput(), ([{ card }, input]) => {
        const price = quote(card, input);
        const taxes = price.lines.filter(({ type }) => type === 'tax');
        expect(taxes.map(({ label, amount }) => [label, amount])).toEqual(exactTaxes(card, input, price));
      }),
      randomRuns(RUNS),
    );
  });
});

it('overage is the exact price of the started units above the allowance', () => {
  void fc.assert(
    fc.property(
      fc.nat(200_000),
      fc.record({
        includedWeight: fc.nat(200_000),
        overagePerTon: fc.nat(99_999_999),
        overageUnit: fc.constantFrom(...(Object.keys(OVERAGE_UNITS) as OverageUnit[])),
      }),
      (weight, rate) => {
        const { includedWeight, overagePerTon } = rate;
        const result = overage(weight, makeRate(rate));
        const unit = OVERAGE_UNITS[rate.overageUnit];
        let billedWeight = 0;
        while (includedWeight + billedWeight < weight) billedWeight += unit;
        expect(result).toMatchObject({ over: Math.max(weight - includedWeight, 0), billedWeight });
        expect(result.amount).toBe(halfUp(BigInt(billedWeight) * BigInt(overagePerTon), 2000n));
      },
    ),
    randomRuns({ sample: 100, long: 5_000 }),
  );
});

it('a ZIP code is in the zone whose codes and ranges contain it', () => {
  const zipAndCatalog = arbitraryCatalog().chain(({ zoneZips }) => {
    const ends = Object.values(zoneZips).flatMap((zips) =>
      zips.flatMap((text) => text.split('-').map(Number)),
    );
    const near = ends.flatMap((zip) => [zip, zip + 1]).filter((zip) => zip <= 99_999);
    return fc.tuple(fc.constant(zoneZips), fc.oneof(fc.nat(99_999), ...near.map((zip) => fc.constant(zip))));
  });
  void fc.assert(
    fc.property(zipAndCatalog, ([zoneZips, zip]) => {
      const zones = Object.entries(zoneZips).filter(([, zips]) =>
        zips.some((text) => {
          const [from = 0, to = from] = text.split('-').map(Number);
          return from <= zip && zip <= to;
        }),
      );
      expect(findZone(zoneZips, String(zip).padStart(5, '0'))).toBe(zones[0]?.[0] ?? null);
    }),
    randomRuns(RUNS),
  );
});

describe('every random catalog', () => {
  it('can be published, and each rate that it offers has a price', () => {
    void fc.assert(
      fc.property(arbitraryCatalog(), ({ card, zoneZips }) => {
        expect(checkCard(card, zoneZips)).toEqual([]);
        for (const rate of offeredRates(card)) {
          const { rentalOption, dumpsterSize, material, deposit } = rate;
          const input = { rentalOption, dumpsterSize, material, zone: null, zip: '12207', state: 'NY' };
          const price = quote(card, { ...input, placementType: 'private', extraDays: 0, items: [] });
          expect(price.dueNow).toBe(deposit);
        }
      }),
      randomRuns(RUNS),
    );
  });

  it('differs from a copy with any other value, and not from itself', () => {
    void fc.assert(
      fc.property(arbitraryCatalog(), fc.nat(), (catalog, index) => {
        expect(differences(catalog, structuredClone(catalog))).toEqual([]);
        const copy = structuredClone(catalog);
        const values = [
          ...valuesOf(copy.card).filter(({ path }) => !UNCOMPARED.test(path)),
          ...otherFee(copy.card.policy.cancellation),
        ];
        const value = values[index % values.length];
        value?.change();
        expect(differences(catalog, copy), value?.path).not.toEqual([]);
      }),
      randomRuns(RUNS),
    );
  });
});

const CATEGORIES: Record<string, TaxCategory> = {
  rental: 'rental',
  zone: 'rental',
  extra_days: 'rental',
  street: 'items',
  item: 'items',
  overage: 'overage',
};

/** The tax by ranking every rule for each category, without the code under test. */
function exactTaxes(card: RateCard, input: QuoteInput, { lines }: Quote): [string, number][] {
  const bases = new Map<string, bigint>();
  for (const { type, amount, isTaxable } of lines) {
    const category = CATEGORIES[type];
    if (!category || !isTaxable) continue;
    const zip = Number(input.zip);
    const ranked = card.taxRules
      .filter(({ appliesTo }) => appliesTo.includes(category))
      .flatMap(({ id, state, zips }) => {
        if (zips === null) return state === input.state ? [{ id, rank: 100_000 }] : [];
        const [from, to = from] = zips.split('-').map(Number);
        const width = Number(to) - Number(from);
        return Number(from) <= zip && zip <= Number(to) ? [{ id, rank: width }] : [];
      })
      .sort((a, b) => a.rank - b.rank);
    const [best] = ranked;
    if (best) bases.set(best.id, (bases.get(best.id) ?? 0n) + BigInt(amount));
  }
  return card.taxRules.flatMap(({ id, name, rateMillionths }): [string, number][] => {
    const base = bases.get(id) ?? 0n;
    return base === 0n ? [] : [[name, halfUp(base * BigInt(rateMillionths), 1_000_000n)]];
  });
}

/** Rounds a fraction by its remainder. */
function halfUp(numerator: bigint, denominator: bigint): number {
  const whole = numerator / denominator;
  const rest = numerator - whole * denominator;
  return Number(rest + rest >= denominator ? whole + 1n : whole);
}

type Value = { path: string; change: () => void };

/** A cancellation fee of the other type, with the same number where it can be a percentage. */
function otherFee(cancellation: CancellationPolicy | null): Value[] {
  if (!cancellation) return [];
  const { fee } = cancellation;
  const other: CancellationPolicy['fee'] =
    fee.type === 'cents'
      ? { type: 'percent', percent: Math.min(fee.amount, 100) }
      : { type: 'cents', amount: fee.percent };
  return [
    { path: 'policy.cancellation.fee', change: () => void Object.assign(cancellation, { fee: other }) },
  ];
}

/** Every text, number and truth value of a structure, by its path. */
function valuesOf(container: object, prefix = ''): Value[] {
  return Object.entries(container).flatMap(([key, value]) => {
    const path = `${prefix}${key}`;
    const set = (other: unknown) => ({ path, change: () => void Object.assign(container, { [key]: other }) });
    if (typeof value === 'string') return [set(`${value}x`)];
    if (typeof value === 'number') return [set(value + 1)];
    if (typeof value === 'boolean') return [set(!value)];
    return value === null ? [] : valuesOf(value, `${path}.`);
  });
}

it('no project that is recommended for a dumpster costs more than the highest bill', () => {
  void fc.assert(
    fc.property(catalogAndInput(), ([{ card }, input]) => {
      for (const { id, kind } of card.projectPresets) {
        if (kind === 'item') continue;
        const found = helpMeChoose(card, { type: 'project', preset: id }, input);
        if (found.type !== 'size' || found.loads > 1) continue;
        const key = { ...input, dumpsterSize: found.size.id, material: found.material.id };
        expect(highestBill(card, key).weight).toBeGreaterThanOrEqual(found.weight.high);
      }
    }),
    randomRuns(RUNS),
  );
});
