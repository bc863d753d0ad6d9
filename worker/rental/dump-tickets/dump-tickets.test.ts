import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { insertRental, listChanges, signIn } from '#worker/test/staff.ts';
import { currentDay, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { addDumpTicket, voidDumpTicket } from './service.ts';

const ticket = (changes = {}) => ({
  weight: 2400,
  dumpLocation: 'County landfill',
  dumpDate: currentDay(),
  feeAmount: 8000,
  ticketNumber: 'T-7',
  notes: 'Two mattresses',
  ...changes,
});

let dana: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  await insertRental(1);
});

const add = (changes = {}, id: number | string = 1) =>
  dana.send('POST', `bookings/${id}/dump-fees`, ticket(changes));
const list = async () => (await dana.send('GET', 'bookings/1/dump-fees')).json<{ id: number }[]>();
const version = async () => (await dana.send('GET', 'bookings/1')).headers.get('ETag');
const history = () => listChanges(dana, 1);

it('a dump ticket is recorded, listed, and shown in the history', async () => {
  const reply = await add();
  const fee = await reply.json<{ id: number; createdAt: string }>();
  expect([reply.status, fee]).toEqual([
    201,
    {
      ...ticket(),
      id: fee.id,
      bookingId: 1,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      createdBy: dana.id,
      voidedAt: null,
      voidedBy: null,
    },
  ]);
  expect(await list()).toEqual([fee]);
  expect(await version()).toBe('"2"');
  const { notes: _, ...expected } = ticket();
  expect(await history()).toMatchObject([
    { action: 'dump_ticket_added', changedBy: 'dana', before: null, after: { dumpTicket: expected } },
  ]);
});

it('a wrong ticket is voided, once, and stays in the list', async () => {
  const fee = await (await add()).json<{ id: number }>();
  const path = `bookings/1/dump-fees/${fee.id}/void`;
  const voided = await dana.send('POST', path);
  expect([voided.status, await voided.json()]).toEqual([
    200,
    { ...fee, voidedAt: expect.stringMatching(/Z$/), voidedBy: dana.id },
  ]);
  const again = await dana.send('POST', path);
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { code: 'conflict', message: 'This dump ticket is voided already.' },
  ]);
  expect(await list()).toMatchObject([{ id: fee.id, voidedBy: dana.id }]);
  expect((await history()).map(({ action }) => action)).toEqual(['dump_ticket_voided', 'dump_ticket_added']);
  expect(await version()).toBe('"3"');
});

it('a price change that is based on the version before a ticket is refused', async () => {
  const seen = await version();
  await add();
  const reply = await dana.send('PATCH', 'bookings/1/final-price', {
    finalPrice: 40_500,
    ifMatch: seen ?? '',
  });
  expect([reply.status, await reply.json()]).toMatchObject([
    409,
    { code: 'stale', changedBy: 'dana', changed: ['dumpTicket'] },
  ]);
});

const WEIGHT = 'Enter whole pounds from 1 to 200,000';
const BAD: [string, object, { path: string; message: string }][] = [
  ['no weight', { weight: undefined }, { path: 'weight', message: WEIGHT }],
  ['a weight of nothing', { weight: 0 }, { path: 'weight', message: WEIGHT }],
  ['half a pound', { weight: 0.5 }, { path: 'weight', message: WEIGHT }],
  ['more than any truck', { weight: 200_001 }, { path: 'weight', message: WEIGHT }],
  ['a weight as text', { weight: '2400' }, { path: 'weight', message: WEIGHT }],
  ['no place', { dumpLocation: ' ' }, { path: 'dumpLocation', message: 'Dump location is required' }],
  [
    'too long a place',
    { dumpLocation: 'x'.repeat(201) },
    { path: 'dumpLocation', message: 'Must be at most 200 characters' },
  ],
  [
    'no day',
    { dumpDate: '2026-02-30' },
    { path: 'dumpDate', message: 'Must be a calendar day (yyyy-mm-dd)' },
  ],
  ['an old day', { dumpDate: '0202-11-20' }, { path: 'dumpDate', message: 'Check the year' }],
  [
    'a day to come',
    { dumpDate: inDays(1) },
    { path: 'dumpDate', message: 'The dump date must not be in the future' },
  ],
  ['a negative fee', { feeAmount: -1 }, { path: 'feeAmount', message: 'Must not be negative' }],
  ['half a cent', { feeAmount: 0.5 }, { path: 'feeAmount', message: 'Must be whole cents' }],
  ['a huge fee', { feeAmount: 100_000_000 }, { path: 'feeAmount', message: 'Must be at most $999,999.99' }],
  [
    'too long notes',
    { notes: 'x'.repeat(2001) },
    { path: 'notes', message: 'Must be at most 2000 characters' },
  ],
];

it.each(BAD)('%s is refused at its field, and nothing is written', async (_what, changes, issue) => {
  const reply = await add(changes);
  expect([reply.status, await reply.json()]).toMatchObject([400, { code: 'invalid', issues: [issue] }]);
  expect([await list(), await version()]).toEqual([[], '"1"']);
});

it('the limits themselves are valid, and an empty note is null', async () => {
  const most = { weight: 200_000, dumpLocation: 'x'.repeat(200), feeAmount: 99_999_999 };
  expect((await add({ ...most, notes: 'x'.repeat(2000) })).status).toBe(201);
  expect((await add({ weight: 1, feeAmount: 0, notes: '' })).status).toBe(201);
  expect(await list()).toMatchObject([{ weight: 200_000 }, { weight: 1, feeAmount: 0, notes: null }]);
});

it('a missing booking or ticket, or a ticket of another booking, is not found', async () => {
  await insertRental(2);
  const { id } = await (await add()).json<{ id: number }>();
  const replies = [
    await add({}, 999),
    await dana.send('GET', 'bookings/999/dump-fees'),
    await dana.send('POST', `bookings/999/dump-fees/${id}/void`),
    await dana.send('POST', `bookings/2/dump-fees/${id}/void`),
    await dana.send('POST', 'bookings/1/dump-fees/999/void'),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await list()).toMatchObject([{ id, voidedAt: null }]);
});

it('a view-only user sees the tickets and cannot change them', async () => {
  const { id } = await (await add()).json<{ id: number }>();
  const lee = await signIn('lee', 'view_only');
  expect((await lee.send('GET', 'bookings/1/dump-fees')).status).toBe(200);
  expect((await lee.send('POST', 'bookings/1/dump-fees', ticket())).status).toBe(403);
  expect((await lee.send('POST', `bookings/1/dump-fees/${id}/void`)).status).toBe(403);
});

it('concurrently recorded tickets all count, each with its own version and entry', async () => {
  const { ctx } = makeTestContext({ pauseMs: 1 });
  const fees = await Promise.all(
    [100, 200, 300].map((feeAmount) =>
      addDumpTicket(ctx, dana.actor, { bookingId: 1, version: null, fee: ticket({ feeAmount }) }),
    ),
  );
  expect(fees.map(({ feeAmount }) => feeAmount)).toEqual([100, 200, 300]);
  expect(new Set(fees.map(({ id }) => id)).size).toBe(3);
  expect(await version()).toBe('"4"');
  expect(await history()).toHaveLength(3);
});

it('of many concurrent calls that void a ticket, one succeeds', async () => {
  await insertRow('dump_fees', 1, { created_by: dana.id });
  const { ctx } = makeTestContext({ pauseMs: 1 });
  const place = { bookingId: 1, feeId: 1, version: null };
  const settled = await Promise.allSettled(
    Array.from({ length: 5 }, () => voidDumpTicket(ctx, dana.actor, place)),
  );
  const lost = settled.filter(({ status }) => status === 'rejected');
  expect(lost).toMatchObject(Array.from({ length: 4 }, () => ({ reason: { code: 'conflict' } })));
  expect(await rows('SELECT version FROM bookings')).toEqual([{ version: 2 }]);
  expect(await history()).toHaveLength(1);
});
