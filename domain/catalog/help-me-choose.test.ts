import { expect, it } from 'vitest';
import { makeCard, makeRate } from '#domain/test/rate-cards.ts';
import { materialOf } from './entries.ts';
import { type ChooseInput, helpMeChoose, type ProjectInput } from './help-me-choose.ts';
import type { ProjectPreset, RateCard } from './rate-card.ts';
import { FIRST_RATE_CARD } from './seed.ts';

const INPUT: ChooseInput = {
  rentalOption: '7-day',
  zone: null,
  zip: '12207',
  state: 'NY',
  placementType: 'private',
  extraDays: 0,
  items: [],
};

const preset = (
  id: string,
  volumes: [number, number],
  fields: Partial<ProjectPreset> = {},
): ProjectPreset => ({
  id,
  kind: 'project',
  name: id,
  material: 'mixed',
  size: null,
  volumeLow: volumes[0],
  volumeHigh: volumes[1],
  weightLow: 1_500,
  weightHigh: 4_000,
  ...fields,
});

const mixed = materialOf(FIRST_RATE_CARD, 'mixed');
const concrete = { ...mixed, id: 'concrete', densityLow: 2_000, densityHigh: 4_000, sizes: ['10-yard'] };
const yardWaste = { ...mixed, id: 'yard-waste' };

const card = (sections: Partial<RateCard> = {}) =>
  makeCard({
    materials: [mixed, yardWaste, concrete],
    projectPresets: [
      preset('kitchen', [8, 14]),
      preset('roof', [8, 12], { size: '20-yard' }),
      preset('estate', [40, 65]),
      preset('patio', [3, 6], { material: 'concrete', weightLow: 0, weightHigh: 0 }),
      preset('sofa', [1, 2], { kind: 'item', weightLow: 100, weightHigh: 200 }),
      preset('branches', [1, 1], { kind: 'item', material: 'yard-waste', weightLow: 200, weightHigh: 300 }),
    ],
    rates: [
      makeRate({ dumpsterSize: '20-yard', price: 55_000 }),
      makeRate({ dumpsterSize: '15-yard' }),
      makeRate({ dumpsterSize: '10-yard', price: null }),
      makeRate({
        dumpsterSize: '10-yard',
        material: 'concrete',
        includedWeight: 8_000,
        overageUnit: 'whole',
      }),
    ],
    ...sections,
  });

const choose = (project: ProjectInput, sections: Partial<RateCard> = {}) => {
  const found = helpMeChoose(card(sections), project, INPUT);
  if (found.type !== 'size') return found;
  const total = (bill: 'low' | 'high') => {
    const price = found.bill?.[bill];
    return price?.type === 'price' ? price.quote.total : null;
  };
  const { size, material, loads, volume, weight } = found;
  return { size: size.id, material: material.id, loads, volume, weight, bill: [total('low'), total('high')] };
};

it('a project has the smallest size for its volume, with the bill at both weights', () => {
  expect(choose({ type: 'project', preset: 'kitchen' })).toEqual({
    size: '15-yard',
    material: 'mixed',
    loads: 1,
    volume: { low: 8, high: 14 },
    weight: { low: 1_500, high: 4_000 },
    bill: [47_500, 56_500],
  });
});

it('a project has its recommended size, or one by volume while that is not offered', () => {
  expect(choose({ type: 'project', preset: 'roof' })).toMatchObject({
    size: '20-yard',
    bill: [55_000, 64_000],
  });
  const rates = [makeRate({ dumpsterSize: '20-yard', isOffered: false }), makeRate()];
  expect(choose({ type: 'project', preset: 'roof' }, { rates })).toMatchObject({ size: '15-yard' });
});

it('a larger size is proposed when the same load costs less in it, with what it costs in each', () => {
  const roomy = makeRate({ dumpsterSize: '20-yard', price: 52_000, includedWeight: 6_000 });
  const found = (rates: RateCard['rates']) =>
    helpMeChoose(card({ rates }), { type: 'project', preset: 'kitchen' }, INPUT);
  // 4,000 lb: 47,500 + 1 ton at 9,000 in the 15-Yard, within the allowance of the 20-Yard.
  expect(found([makeRate(), roomy])).toMatchObject({
    size: { id: '20-yard' },
    compared: [
      { size: { id: '20-yard' }, cost: { low: 52_000, high: 52_000 }, includedWeight: 6_000 },
      { size: { id: '15-yard' }, cost: { low: 47_500, high: 56_500 }, includedWeight: 2_000 },
    ],
  });
  expect(found([makeRate(), { ...roomy, price: 56_500 }])).toMatchObject({ size: { id: '15-yard' } });
  // The load has no price in the 15-Yard, which could be the cheapest.
  expect(found([makeRate({ overagePerTon: null }), roomy])).toMatchObject({
    size: { id: '15-yard' },
    compared: [],
  });
  // The project names the 20-Yard, so that the cheaper 15-Yard is too small for it.
  expect(
    helpMeChoose(
      card({ rates: [makeRate({ price: 10_000 }), roomy] }),
      { type: 'project', preset: 'roof' },
      INPUT,
    ),
  ).toMatchObject({ size: { id: '20-yard' }, compared: [{ size: { id: '20-yard' } }] });
});

it('a heavy project has a size of its material, and its weight by density', () => {
  expect(choose({ type: 'project', preset: 'patio' })).toMatchObject({
    size: '10-yard',
    material: 'concrete',
    weight: { low: 6_000, high: 24_000 },
    bill: [47_500, 47_500 + 8 * 9_000],
  });
});

it('counted items add up; materials that may be mixed share a dumpster', () => {
  const items = [
    { preset: 'sofa', count: 3 },
    { preset: 'branches', count: 2 },
    { preset: 'kitchen', count: 0 },
    { preset: 'piano', count: 1 },
  ];
  expect(choose({ type: 'items', items })).toMatchObject({
    size: '10-yard',
    material: 'mixed',
    volume: { low: 5, high: 8 },
    weight: { low: 700, high: 1_200 },
    // The rate is deposit-only.
    bill: [null, null],
  });
});

it('heavy materials need a dumpster of their own', () => {
  const items = [
    { preset: 'sofa', count: 1 },
    { preset: 'patio', count: 1 },
  ];
  expect(choose({ type: 'items', items })).toEqual({ type: 'separate', materials: [mixed, concrete] });
});

it('a volume above the largest size is several loads without a bill', () => {
  expect(choose({ type: 'project', preset: 'estate' })).toMatchObject({
    size: '20-yard',
    loads: 4,
    bill: [null, null],
  });
});

it('nothing is suggested without a choice, or for a material that this rental does not take', () => {
  expect(choose({ type: 'items', items: [] })).toEqual({ type: 'none' });
  expect(choose({ type: 'project', preset: 'patio' }, { rates: [makeRate()] })).toEqual({ type: 'none' });
});
