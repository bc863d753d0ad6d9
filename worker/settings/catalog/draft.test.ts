import { beforeEach, describe, expect, it } from 'vitest';
import { type CatalogDraft, SECTION_PATHS } from '#contract/catalog-draft.ts';
import type { CatalogSection, RateCard } from '#domain/catalog/rate-card.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { insertRow } from '#worker/test/builders.ts';
import { readError } from '#worker/test/http.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { addUnits, rows, startOver } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  await startOver();
  staff = await signIn('dana', 'admin');
  await rows("UPDATE users SET first_name = 'Dana', last_name = 'Cole'");
});

const readDraft = async () => (await staff.send('GET', 'admin/catalog/draft')).json<CatalogDraft>();

/** The calls of signIn().send have objects as bodies; sections are lists, too. */
async function save<S extends CatalogSection>(
  section: S,
  value: RateCard[S],
  { ifMatch = '"0"', by = staff } = {},
) {
  return by.sendBody('PUT', `admin/catalog/draft/${SECTION_PATHS[section]}`, { body: value, ifMatch });
}

const twelveYard = {
  id: '12-yard',
  name: '12-Yard',
  yards: 12,
  lengthIn: 168,
  widthIn: 96,
  heightIn: 42,
  bestFor: 'A bathroom',
  isActive: true,
};
const sizes = FIRST_RATE_CARD.dumpsterSizes;
const rate = FIRST_RATE_CARD.rates[0] as RateCard['rates'][number];
const preset = {
  id: 'kitchen',
  kind: 'project' as const,
  name: 'Kitchen remodel',
  material: 'mixed',
  size: '12-yard',
  volumeLow: 8,
  volumeHigh: 12,
  weightLow: 1000,
  weightHigh: 4000,
};

it('without a draft, shows the published version and what refers to its entries', async () => {
  await addUnits(2);
  await insertRental(1);
  await insertRental(2, { startsIn: -20 });
  await insertRental(3, { status: 'cancelled' });
  const draft = await readDraft();
  expect(draft).toMatchObject({ id: null, baseId: 1, publishedId: 1, isSuperseded: false, changed: [] });
  expect(draft.sections).toEqual(FIRST_RATE_CARD);
  expect(new Set(Object.values(draft.etags))).toEqual(new Set(['"0"']));
  expect(draft.usage.dumpsterSizes['15-yard']).toEqual({ isPublished: true, bookings: 1, units: 2 });
  expect(draft.usage.rentalOptions['7-day']).toEqual({ isPublished: true, bookings: 1, hasFixedDays: true });
  expect(draft.usage.rentalOptions['1-day']).toEqual({ isPublished: true, bookings: 0, hasFixedDays: false });
});

it('the first save creates the draft; a section is stored in its order, with a new ETag', async () => {
  const reply = await save('dumpsterSizes', [twelveYard, ...sizes]);
  expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"1"']);
  expect(await reply.json()).toEqual([twelveYard, ...sizes]);
  const draft = await readDraft();
  expect(draft).toMatchObject({ id: expect.any(Number), baseId: 1, changed: ['dumpsterSizes'] });
  expect(draft.sections.dumpsterSizes).toEqual([twelveYard, ...sizes]);
  expect(draft.etags).toMatchObject({ dumpsterSizes: '"1"', rates: '"0"' });
  expect(draft.usage.dumpsterSizes['12-yard']).toEqual({ isPublished: false, bookings: 0, units: 0 });
  await save('rates', FIRST_RATE_CARD.rates.toReversed());
  expect(await readDraft()).toMatchObject({ id: draft.id, changed: ['dumpsterSizes'] });
});

it('every section is stored and read back as it was sent', async () => {
  const card: RateCard = {
    ...FIRST_RATE_CARD,
    dumpsterSizes: [...sizes, twelveYard],
    rentalOptions: FIRST_RATE_CARD.rentalOptions.map((option) => ({
      ...option,
      features: ['Fast', 'Cheap'],
    })),
    materials: FIRST_RATE_CARD.materials.map((one) => ({
      ...one,
      fillLine: 'to 12 inches below the rim',
      sizes: ['10-yard'],
    })),
    projectPresets: [preset, { ...preset, id: 'sofa', kind: 'item', size: null }],
    rates: FIRST_RATE_CARD.rates.map((one) => ({
      ...one,
      price: 60_000,
      includedWeight: 4000,
      overagePerTon: 9000,
      extraDay: 0,
    })),
    chargeItems: [
      {
        id: 'tire',
        name: 'Tire',
        unit: 'each',
        unitPrice: 1500,
        applies: 'optional',
        isTaxable: true,
        isActive: true,
      },
    ],
    area: {
      mode: 'listed',
      zones: [
        { id: 'north', name: 'North', surcharge: 2500, streetRule: null },
        {
          id: 'city',
          name: 'City',
          surcharge: 0,
          streetRule: { permitBy: 'business', leadDays: 3, feeItem: 'tire', text: 'We apply.' },
        },
      ],
    },
    taxRules: [
      {
        id: 'ny',
        name: 'NY sales tax',
        state: 'NY',
        zips: null,
        rateMillionths: 82_500,
        appliesTo: ['rental', 'overage'],
      },
    ],
    calendar: {
      deliveryWeekdays: [1, 2, 3],
      leadDays: 1,
      sameDayCutoff: '14:00',
      maxTruckMovesPerDay: 12,
      horizonDays: 90,
    },
    policy: {
      cancellation: { freeHours: 24, fee: { type: 'percent', percent: 50 } },
      acceptedWaste: ['Wood'],
      prohibitedWaste: [],
    },
  };
  for (const section of Object.keys(SECTION_PATHS) as CatalogSection[]) {
    const reply = await save(section, card[section]);
    expect([section, reply.status]).toEqual([section, 200]);
    expect(await reply.json()).toEqual(card[section]);
  }
  const draft = await readDraft();
  expect(draft.sections).toEqual({ ...card, rates: expect.arrayContaining(card.rates) });
  expect(new Set(draft.changed)).toEqual(new Set(Object.keys(SECTION_PATHS)));
});

describe('a stale version', () => {
  it('changes nothing, and names who changed the section', async () => {
    const root = await signIn('root', 'super_admin');
    await save('dumpsterSizes', [twelveYard, ...sizes]);
    const reply = await save('dumpsterSizes', sizes.toReversed(), { by: root });
    expect(reply.status).toBe(409);
    expect(await reply.json()).toMatchObject({
      code: 'stale',
      message: expect.stringMatching(/^Sizes changed by Dana Cole at \d+:\d\d [AP]M\. /),
      changedBy: 'dana',
      changedByName: 'Dana Cole',
      changedAt: expect.any(String),
      changed: ['dumpsterSizes'],
    });
    expect((await readDraft()).sections.dumpsterSizes).toEqual([twelveYard, ...sizes]);
  });

  it('leaves one of two saves at the same moment', async () => {
    const replies = await Promise.all([
      save('policy', { ...FIRST_RATE_CARD.policy, acceptedWaste: ['Wood'] }),
      save('policy', { ...FIRST_RATE_CARD.policy, acceptedWaste: ['Metal'] }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('is required', async () => {
    const reply = await save('rates', FIRST_RATE_CARD.rates, { ifMatch: '' });
    expect([reply.status, (await readError(reply)).issues]).toEqual([
      400,
      [{ path: 'If-Match', message: expect.any(String) }],
    ]);
  });
});

describe('entries that are left out', () => {
  it('are retired if a published version has them', async () => {
    const reply = await save('dumpsterSizes', sizes.slice(1));
    expect(await reply.json()).toEqual([...sizes.slice(1), { ...sizes[0], isActive: false }]);
    expect((await readDraft()).sections.rates).toHaveLength(FIRST_RATE_CARD.rates.length);
  });

  it('are removed with their rates if none has them, and the rates then have another version', async () => {
    await save('dumpsterSizes', [...sizes, twelveYard]);
    await save('rates', [...FIRST_RATE_CARD.rates, { ...rate, dumpsterSize: '12-yard' }]);
    expect((await readDraft()).sections.rates).toHaveLength(FIRST_RATE_CARD.rates.length + 1);
    await save('dumpsterSizes', sizes, { ifMatch: '"1"' });
    const { sections, etags, changed } = await readDraft();
    expect(sections).toEqual(FIRST_RATE_CARD);
    expect([etags.rates, changed]).toEqual(['"2"', []]);
  });

  it('stay while a project refers to them', async () => {
    await save('dumpsterSizes', [...sizes, twelveYard]);
    await save('projectPresets', [preset]);
    const reply = await save('dumpsterSizes', sizes, { ifMatch: '"1"' });
    expect([reply.status, (await readError(reply)).issues]).toEqual([
      400,
      [{ path: 'projectPresets.0.size', message: 'Kitchen remodel: no size has the id 12-yard' }],
    ]);
  });
});

it.each([
  ['an unknown size', [{ ...rate, dumpsterSize: '99-yard' }], '0.dumpsterSize'],
  ['an unknown material', [{ ...rate, material: 'gold' }], '0.material'],
  ['an unknown rental period', [{ ...rate, rentalOption: '99-day' }], '0.rentalOption'],
  ['a rate twice', [rate, rate], '1'],
  ['a deposit above the price', [{ ...rate, price: rate.deposit - 1 }], '0.deposit'],
])('refuses rates with %s, and names the cell', async (_what, value, path) => {
  const reply = await save('rates', value);
  expect([reply.status, (await readError(reply)).issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
  expect(await readDraft()).toMatchObject({ id: null, changed: [] });
});

it('refuses to change the days of a booked period at its field, and accepts other changes', async () => {
  await insertRow('bookings', 1, { rental_type: '7-day' });
  const [one, seven, thirty] = FIRST_RATE_CARD.rentalOptions as [
    RateCard['rentalOptions'][0],
    RateCard['rentalOptions'][0],
    RateCard['rentalOptions'][0],
  ];
  const reply = await save('rentalOptions', [one, { ...seven, days: 8 }, thirty]);
  expect([reply.status, (await readError(reply)).issues]).toEqual([
    400,
    [
      {
        path: '1.days',
        message:
          '7-Day Rental is booked with 7 days, so its days cannot change. Add another rental period instead.',
      },
    ],
  ]);
  expect(await readDraft()).toMatchObject({ id: null });
  expect(
    (
      await save('rentalOptions', [
        { ...one, days: 2 },
        { ...seven, title: 'A week' },
      ])
    ).status,
  ).toBe(200);
  expect((await readDraft()).sections.rentalOptions).toEqual([
    { ...one, days: 2 },
    { ...seven, title: 'A week' },
    { ...thirty, isActive: false },
  ]);
});

it('counts retired entries in the most entries of a section', async () => {
  const many = Array.from({ length: 100 }, (_, n) => ({ ...twelveYard, id: `size-${n}` }));
  const reply = await save('dumpsterSizes', many);
  expect([reply.status, (await readError(reply)).message]).toEqual([
    400,
    'At most 100 entries, with the retired ones; this makes 104',
  ]);
});
