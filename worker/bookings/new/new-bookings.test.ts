import { beforeEach, describe, expect, it } from 'vitest';
import { addDays } from '#domain/shared/days.ts';
import { makeRate, makeTaxRule } from '#domain/test/rate-cards.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { listUnavailable } from '#worker/fleet/availability/service.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { makeHistoryReader } from '#worker/test/history.ts';
import { captureLog, readError } from '#worker/test/http.ts';
import {
  countRows,
  makePhoneDesk,
  type PhoneOrder,
  paidByLink,
  payTokenOf,
  phoneOrder,
  viewPayLink,
} from '#worker/test/phone-orders.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';

const KEY = '7b1c2f6e-1f0e-4a51-9a5c-2f6f7d5f9a11';
let staff: Awaited<ReturnType<typeof signIn>>;
const { story } = makeHistoryReader(() => staff);

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'dispatcher');
});

const { post, make, refuse } = makePhoneDesk(() => staff);
const nothingMade = async () =>
  expect([
    await countRows('bookings'),
    await countRows('dumpster_schedule'),
    await countRows('pay_links'),
  ]).toEqual([0, 0, 0]);

describe('a booking by phone', () => {
  it('reserves a unit and truck moves, is unpaid, and keeps who made it', async () => {
    const booking = await make({ email: '', notes: 'Ring twice', internalNotes: 'Nice', termsRead: true });
    expect(booking).toMatchObject({
      status: 'pending',
      paymentStatus: 'unpaid',
      depositAmount: 42_500,
      finalPrice: null,
      email: null,
      endDate: inDays(16),
      pickupDay: inDays(16),
      notes: 'Ring twice',
      termsVersion: '2026-11',
    });
    const [row] = await rows('SELECT source, created_by, internal_notes, terms_ip FROM bookings');
    expect(row).toEqual({ source: 'phone', created_by: staff.id, internal_notes: 'Nice', terms_ip: null });
    expect(await rows('SELECT start_date, end_date FROM dumpster_schedule')).toEqual([
      { start_date: inDays(10), end_date: inDays(16) },
    ]);
    expect(await rows('SELECT type, due_day, status FROM jobs ORDER BY id')).toEqual([
      { type: 'delivery', due_day: inDays(10), status: 'open' },
      { type: 'final_pickup', due_day: inDays(16), status: 'open' },
    ]);
    expect(await story(booking.id)).toEqual([
      '[dana] Booking made by phone (pays later). Terms read to the customer',
    ]);
    expect(await countRows('outbox')).toBe(0);
  });

  it('gives the delivery its time window, and names it in the history', async () => {
    const refused = await refuse({ deliveryWindow: '10:00-09:00' });
    expect([refused.status, refused.paths]).toEqual([400, ['deliveryWindow']]);
    const booking = await make({ email: '', deliveryWindow: 'morning' });
    expect(await rows('SELECT type, time_window AS window FROM jobs ORDER BY id')).toEqual([
      { type: 'delivery', window: 'morning' },
      { type: 'final_pickup', window: 'any' },
    ]);
    expect(await story(booking.id)).toEqual([
      '[dana] Booking made by phone (pays later). Delivery window: Morning. Terms not read to the customer: No time',
    ]);
  });

  it('has the payment that staff received with the order in the ledger', async () => {
    const payment = { method: 'cash', amount: 42_500, day: inDays(0), reference: null } as const;
    const booking = await make({ payment });
    expect(booking).toMatchObject({ paidAmount: 42_500, balanceDue: 0, paymentStatus: 'deposit_paid' });
    expect(await rows('SELECT kind, payment_method, recorded_by FROM transactions')).toEqual([
      { kind: 'deposit', payment_method: 'cash', recorded_by: staff.id },
    ]);
  });

  it('is refused with a payment of a day before it is made, as one that is recorded later', async () => {
    const payment = { method: 'cash', amount: 42_500, day: inDays(-1), reference: null } as const;
    expect(await refuse({ payment })).toMatchObject({
      status: 400,
      paths: ['payment.day'],
      body: { message: expect.stringContaining('before the booking was made') },
    });
  });

  it('is reserved for customers, too, until no unit is left', async () => {
    const { ctx } = makeTestContext();
    await make();
    await make();
    const { status, code, body } = await refuse();
    expect([status, code, body]).toMatchObject([409, 'sold_out', { reason: 'sold_out' }]);
    const month = inDays(10).slice(0, 7);
    const { reasons } = await listUnavailable(ctx, { rentalType: '7-day', dumpsterType: '15-yard', month });
    expect(reasons[inDays(10)]).toBe('sold_out');
  });

  it('gets the chosen unit, and says which booking has it', async () => {
    const [, second] = await rows<{ id: number }>('SELECT id FROM dumpsters ORDER BY id');
    const booking = await make({ dumpsterId: second?.id });
    expect(booking.dumpsterId).toBe(second?.id);
    const { status, code, body } = await refuse({ dumpsterId: second?.id });
    expect([status, code]).toEqual([409, 'conflict']);
    expect(body.message).toContain(`booking #${booking.id}`);
  });

  it('is made once for an Idempotency-Key, also at the same time; another body is refused', async () => {
    const body = phoneOrder(paidByLink(24));
    const replies = await Promise.all([1, 2, 3].map(() => post(body, KEY)));
    const made = await Promise.all(replies.map((reply) => reply.json<PhoneOrder>()));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect([await countRows('bookings'), await countRows('pay_links')]).toEqual([1, 1]);
    expect(await Promise.all(made.map(async (each) => (await viewPayLink(payTokenOf(each))).state))).toEqual([
      'open',
      'open',
      'open',
    ]);
    const other = await post({ ...body, notes: 'Other' }, KEY);
    expect([other.status, (await readError(other)).code]).toEqual([409, 'conflict']);
  });

  it('is made once when its call is sent twice at once for the last unit', async () => {
    await make();
    const cash = { method: 'cash', amount: 10_000, day: inDays(0), reference: null } as const;
    const replies = await Promise.all([1, 2, 3].map(() => post(phoneOrder({ payment: cash }), KEY)));
    const made = await Promise.all(replies.map((reply) => reply.json<PhoneOrder>()));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(made.map(({ paidAmount }) => paidAmount)).toEqual([10_000, 10_000, 10_000]);
    expect(await story(made[0]?.id ?? 0)).toHaveLength(2);
    const repeated = await post(phoneOrder({ payment: cash }), KEY);
    expect([repeated.status, await countRows('transactions')]).toEqual([201, 1]);
  });

  it('takes the last unit once when two staff book it at once', async () => {
    await make();
    const replies = await Promise.all([post(phoneOrder()), post(phoneOrder())]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await countRows('dumpster_schedule')).toBe(2);
  });
});

describe('calendar rules', () => {
  it('are refused by name until staff override them', async () => {
    await insertRow('blackout_days', 1, { day: inDays(10), created_by: null });
    const refused = await refuse();
    expect(refused).toMatchObject({
      status: 409,
      code: 'conflict',
      body: { warnings: [{ rule: 'closed' }] },
    });
    const booking = await make({ override: ['closed'] });
    expect((await story(booking.id))[0]).toContain('Calendar rules overridden: closed');
  });

  it('a place outside of the service area asks like a day that breaks a rule, and is counted', async () => {
    await publishCard({ area: { mode: 'listed', zones: [] } });
    const { status, body } = await refuse({ override: ['closed'] });
    expect([status, body]).toMatchObject([409, { warnings: [{ rule: 'outside_area' }] }]);
    expect(await countRows('declined_zips')).toBe(1);
    const booking = await make({ override: ['outside_area'] });
    expect((await story(booking.id))[0]).toContain('. Outside of the service area');
  });

  it('a full day is taken with an override only, and the last move once', async () => {
    const rules = {
      deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6],
      leadDays: 0,
      sameDayCutoff: null,
      horizonDays: 365,
    };
    await publishCard({ calendar: { ...rules, maxTruckMovesPerDay: 1 } });
    const replies = await Promise.all([post(phoneOrder()), post(phoneOrder())]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await refuse()).toMatchObject({ body: { warnings: [{ rule: 'full' }, { rule: 'full' }] } });
    await make({ override: ['full'] });
  });
});

describe('what is refused before anything is stored', () => {
  it.each<[string, object, string[]]>([
    ['no phone', { phone: '' }, ['phone']],
    ['an impossible phone', { phone: '5555555555' }, ['phone']],
    ['a past day', { deliveryDate: inDays(-1) }, ['deliveryDate']],
    ['a day beyond the horizon', { deliveryDate: inDays(400) }, ['deliveryDate']],
    ['an unknown rental', { rentalType: '5-day' }, ['rentalType']],
    ['a link without an address', { ...paidByLink(24), email: '' }, ['email']],
    ['a link of an hour', paidByLink(1), ['payment.expiresAt']],
    ['a link of eight days', paidByLink(192), ['payment.expiresAt']],
    ['no payment', { payment: undefined }, ['payment']],
    ['an unknown field', { price: 1 }, ['price']],
  ])('%s', async (_, changes, paths) => {
    expect(await refuse(changes)).toMatchObject({ status: 400, code: 'invalid', paths });
    await nothingMade();
  });

  it('an address that Stripe refuses, and Stripe out of reach', async () => {
    captureLog();
    await control('fail-next', { path: '/v1/payment_intents', status: 500, when: 'before', times: 9 });
    expect(await refuse(paidByLink(24))).toMatchObject({ status: 502, code: 'provider_unavailable' });
    await control('reset');
    await nothingMade();
  });

  it('another price without the right to it', async () => {
    const priceOverride = { amount: 30_000, reason: 'Neighbor' };
    expect(await refuse({ priceOverride })).toMatchObject({ status: 403, code: 'forbidden' });
    await nothingMade();
  });

  it('a price that changed since the screen showed it', async () => {
    const refused = await refuse({ quoteHash: 'old' });
    expect(refused).toMatchObject({ code: 'price_changed', body: { price: { dueNow: 42_500 } } });
    expect(
      (await make({ quoteHash: (refused.body as never as { price: { quoteHash: string } }).price.quoteHash }))
        .id,
    ).toBeGreaterThan(0);
  });
});

it('an agreed price replaces the lines before tax, and the history has its reason', async () => {
  await publishCard({ rates: [makeRate({ price: 50_000, deposit: 20_000 })], taxRules: [makeTaxRule()] });
  staff = await signIn('ann', 'admin');
  const booking = await make({ priceOverride: { amount: 40_000, reason: 'Neighbor' } });
  expect(booking.quote).toMatchObject({ total: 43_200, dueNow: 20_000, dueLater: 23_200 });
  expect(booking).toMatchObject({ depositAmount: 20_000, expectedTotal: 43_200 });
  expect((await story(booking.id))[0]).toBe(
    '[ann] Booking made by phone (pays later). Price $400.00 agreed instead of $500.00: Neighbor. Terms not read to the customer: No time',
  );
});

it('a customer without a link gets the terms with the confirmation', async () => {
  await make({ termsRead: true });
  const { ctx, mails } = makeTestContext();
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails).toMatchObject([{ to: 'ada@example.com', attachments: [{ filename: expect.any(String) }] }]);
  expect(mails[0]?.subject).toContain('your rental is booked');
  expect(mails[0]?.text).toContain('TERMS OF SERVICE');
  expect(mails[0]?.text).toContain('Deposit still to be paid: $425.00');
});

it('staff see what can be booked: prices at the address, free units, broken rules and units', async () => {
  await addUnits(1, '20-yard');
  await make();
  await insertRow('blackout_days', 1, { day: inDays(12), created_by: null });
  const ask = async (query: object) =>
    (
      await staff.send('GET', `booking-options?${new URLSearchParams(query as Record<string, string>)}`)
    ).json<{
      offers: { rentalType: string; dumpsterType: string; free: number; price: { dueNow: number } }[];
      rentals: { id: string; warnings: { rule: string }[] }[];
      units: { dumpsterNumber: string }[];
      deliveryDate: string;
    }>();
  const day = await ask({
    deliveryDate: inDays(12),
    rentalType: '7-day',
    dumpsterType: '15-yard',
    zip: '12207',
  });
  const of = (size: string) =>
    day.offers.find((each) => each.rentalType === '7-day' && each.dumpsterType === size);
  expect([of('15-yard'), of('20-yard')]).toMatchObject([{ free: 1, price: { dueNow: 42_500 } }, { free: 1 }]);
  expect(day.rentals.every(({ warnings }) => warnings.some(({ rule }) => rule === 'closed'))).toBe(true);
  expect(day.units.map(({ dumpsterNumber }) => dumpsterNumber)).toEqual(['15-yard-2', '20-yard-1']);
  expect((await ask({})).deliveryDate).toBe(inDays(0));
  expect(addDays(inDays(0), 1)).toBe(inDays(1));
});
