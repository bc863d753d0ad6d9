import { beforeEach, expect, it } from 'vitest';
import type { CatalogNames } from '#contract/catalog-names.ts';
import type { Dumpster, SizeAvailability } from '#contract/inventory.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';
import { findBookingByIntent } from '#worker/bookings/repo.ts';
import { readBookingSummary } from '#worker/bookings/service.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { tracingDatabase } from '#worker/test/databases.ts';
import { call, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, makeTestContext, startOver, testEnv } from '#worker/test/world.ts';

const { rentalOptions, dumpsterSizes, materials } = FIRST_RATE_CARD;
const FORTNIGHT = {
  id: '14-day',
  title: '14-Day Rental',
  label: '14-Day',
  days: 14,
  features: [],
  isActive: true,
};
const TWELVE = {
  id: '12-yard',
  name: '12-Yard',
  yards: 12,
  lengthIn: 168,
  widthIn: 90,
  heightIn: 48,
  bestFor: 'A bathroom',
  isActive: true,
};

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
});

const read = async <T>(path: string) => (await dana.send('GET', path)).json<T>();

function publish(changes: Parameters<typeof publishCard>[0] = {}) {
  return publishCard({
    rentalOptions: [...rentalOptions, FORTNIGHT],
    dumpsterSizes: [...dumpsterSizes, TWELVE],
    ...changes,
  });
}

/** Booking n with the new size and rental period. */
function insertBooking(n: number, rate_card_id: number, changes = {}) {
  return insertRow('bookings', n, {
    rental_type: '14-day',
    dumpster_type: '12-yard',
    delivery_date: inDays(1),
    end_date: inDays(14),
    pickup_day: inDays(14),
    rate_card_id,
    material_id: 'mixed',
    ...changes,
  });
}

it('a new size and rental period appear on every screen, in e-mails and in the CSV file', async () => {
  await insertBooking(1, await publish());
  await insertRow('bookings', 2);
  await addUnits(2, '12-yard');

  const names = await read<CatalogNames>('admin/catalog/names');
  expect(names.rentalOptions.map(({ label }) => label)).toEqual(['1-Day', '7-Day', '30-Day', '14-Day']);
  expect(names.dumpsterSizes.at(-1)).toMatchObject({ id: '12-yard', name: '12-Yard', lengthIn: 168 });

  const units = await read<Dumpster[]>('dumpsters?dumpsterType=12-yard&search=12-yard-1');
  expect(units).toMatchObject([{ dumpsterType: '12-Yard', sizeId: '12-yard' }]);
  const added = await dana.send('POST', 'dumpsters', { dumpsterNumber: 'T-1', dumpsterType: '12-Yard' });
  expect([added.status, await added.json()]).toMatchObject([201, { dumpsterType: '12-Yard' }]);
  const sizes = await read<SizeAvailability[]>('dumpster-availability');
  expect(sizes.at(-1)).toMatchObject({ dumpsterType: '12-Yard', total: 3, available: 3 });

  const labels = { rentalTitle: '14-Day Rental', rentalLabel: '14-Day', sizeName: '12-Yard' };
  const days = { endDate: inDays(14), pickupDay: inDays(14) };
  for (const query of ['rentalType=14-day', 'dumpsterType=12-Yard', 'search=12-yard', 'search=14-day']) {
    const found = await read<Booking[]>(`bookings?${query}`);
    expect([query, found.length, found[0]]).toMatchObject([query, 1, { id: 1, ...labels, ...days }]);
  }
  expect(await read<object[]>('clients?search=ada1')).toMatchObject([
    { lastBooking: { rentalLabel: '14-Day' } },
  ]);
  const csv = await (await dana.send('GET', 'bookings.csv?dumpsterType=12-yard')).text();
  expect(csv).toContain(`,14-Day,12-Yard,,${inDays(1)},${inDays(14)},${inDays(14)},`);

  await insertRow('dumpster_schedule', 1, {
    dumpster_id: units[0]?.id ?? 0,
    start_date: inDays(1),
    end_date: inDays(14),
  });
  const { ctx, mails } = makeTestContext();
  await insertRow('outbox', 1, {
    kind: 'deposit-paid',
    booking_id: 1,
    user_id: null,
    dedupe_key: 'deposit-paid:1',
  });
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails[0]?.text).toContain('Dumpster: 12-Yard\nRental: 14-Day Rental\n');
  expect(mails[0]?.attachments?.[0]).toMatchObject({ text: expect.stringContaining('12-Yard dumpster') });

  // The drawings use these measures.
  const booking = await findBookingByIntent(ctx.db, 'pi_booking1');
  const { yards, lengthIn, widthIn, heightIn } = TWELVE;
  expect(booking && (await readBookingSummary(ctx, booking))).toMatchObject({
    ...labels,
    ...days,
    sizeMeasures: { yards, lengthIn, widthIn, heightIn },
  });
});

it('a booking keeps the names of its own rate card, and units have the current ones', async () => {
  await insertBooking(1, await publish());
  await addUnits(1, '12-yard');
  const renamed = { ...TWELVE, name: 'Twelve' };
  await insertBooking(2, await publish({ dumpsterSizes: [...dumpsterSizes, renamed] }));
  const names = (await read<Booking[]>('bookings?sort=id')).map(({ sizeName }) => sizeName);
  expect(names).toEqual(['12-Yard', 'Twelve']);
  for (const search of ['twelve', '12-YARD']) {
    const found = await read<Dumpster[]>(`dumpsters?search=${search}`);
    expect(found).toMatchObject([{ dumpsterType: 'Twelve', sizeId: '12-yard' }]);
  }
});

it('a booking has the name of its material where its rate card offers several', async () => {
  const [mixed] = materials;
  if (!mixed) throw new Error('The first rate card has no material');
  const concrete = { ...mixed, id: 'concrete', name: 'Clean concrete' };
  await insertBooking(1, await publish({ materials: [mixed, concrete] }), { material_id: 'concrete' });
  await insertBooking(2, await publish());
  const found = await read<Booking[]>('bookings?sort=id');
  expect(found.map(({ materialName }) => materialName)).toEqual(['Clean concrete', null]);
  const csv = await (await dana.send('GET', 'bookings.csv')).text();
  expect(csv).toContain(',14-Day,12-Yard,Clean concrete,');
});

it('a retired size is listed while a unit or a booking has it; an unknown one is refused', async () => {
  const retired = { ...TWELVE, isActive: false };
  await publish({ dumpsterSizes: [...dumpsterSizes, retired] });
  const listed = async () => (await read<CatalogNames>('admin/catalog/names')).dumpsterSizes.at(-1);
  expect(await listed()).toMatchObject({ id: '30-yard' });
  await insertRow('bookings', 1, { dumpster_type: '12-yard' });
  expect(await listed()).toMatchObject({ id: '12-yard', isActive: false });
  expect(await read<Booking[]>('bookings?dumpsterType=12-yard')).toHaveLength(1);

  const refused = await dana.send('GET', 'bookings?dumpsterType=40-yard&rentalType=2-day');
  expect([refused.status, (await readError(refused)).issues]).toEqual([
    400,
    [
      { path: 'rentalType', message: 'Rental duration must be 1-day, 7-day, 30-day or 14-day' },
      { path: 'dumpsterType', message: 'Dumpster type must be 10-yard, 15-yard, 20-yard or 30-yard' },
    ],
  ]);
});

it('a page of bookings reads its rate cards in one statement, and none once it knows them', async () => {
  const cards: number[] = [];
  for (let n = 0; n < 5; n += 1) cards.push(await publish());
  for (let n = 1; n <= 20; n += 1) await insertBooking(n, cards[n % cards.length] ?? 1);
  const cardReads = async () => {
    const { database, sent } = tracingDatabase(testEnv.DB);
    const { Cookie } = dana;
    const reply = await call('/api/bookings', { headers: { Cookie } }, { ...testEnv, DB: database });
    const labels = (await reply.json<Booking[]>()).map(({ rentalLabel }) => rentalLabel);
    expect(labels).toEqual(Array.from({ length: 20 }, () => '14-Day'));
    return sent.filter((statement) => statement.includes('rate_cards')).length;
  };
  expect([await cardReads(), await cardReads()]).toEqual([1, 0]);
});
