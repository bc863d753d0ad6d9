import { beforeEach, describe, expect, it } from 'vitest';
import { makeRate } from '#domain/test/rate-cards.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { bookRental, listJobsOf, listUnitDays, makeChangeCalls } from '#worker/test/changes.ts';
import { ip } from '#worker/test/checkouts.ts';
import { makeCustomer, publishFirm } from '#worker/test/prices.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, makeBookingData, makeTestContext, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let { call, preview, change, refused, codes, texts } = {} as ReturnType<typeof makeChangeCalls>;

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  ({ call, preview, change, refused, codes, texts } = makeChangeCalls(dana));
});

describe('extend and shorten', () => {
  it('after the delivery need the same unit, and another booking can make room', async () => {
    await addUnits(2);
    const [first = 0, second = 0] = await listUnitIds();
    await bookRental(1, -3, { unit: first, isDelivered: true });
    await bookRental(2, 6, { unit: first });
    const input = { type: 'extend', endDate: inDays(8), unitAmount: 1000 };
    const [reason] = await refused(1, input);
    expect(reason).toMatchObject({
      code: 'taken',
      message: expect.stringContaining('reserved for booking #2'),
      offers: [
        {
          offer: 'move',
          bookingId: 2,
          customer: 'Ada Customer2',
          fromNumber: '15-yard-1',
          toNumber: '15-yard-2',
        },
        { offer: 'day', day: inDays(5) },
      ],
    });
    expect(await codes(1, { ...input, moveBookingId: 77 })).toEqual(['taken']);
    const { booking } = await change(1, { ...input, moveBookingId: 2 });
    expect([booking.endDate, booking.pickupDay]).toEqual([inDays(8), inDays(8)]);
    expect(await listUnitDays(1)).toEqual([
      { unit: first, role: 'first', start: inDays(-3), end: inDays(8) },
    ]);
    expect(await listUnitDays(2)).toEqual([
      { unit: second, role: 'first', start: inDays(6), end: inDays(12) },
    ]);
    expect((await listJobsOf(1)).at(-1)).toEqual({ type: 'final_pickup', day: inDays(8), status: 'open' });
  });

  it('cannot take days that a customer holds, and name the last free day', async () => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await bookRental(1, -3, { unit, isDelivered: true });
    const { ctx } = makeTestContext();
    await openCheckout(ctx, { data: makeBookingData({ deliveryDate: inDays(6) }), key: null, ip });
    const [reason] = await refused(1, { type: 'extend', endDate: inDays(8), unitAmount: 1000 });
    expect(reason).toMatchObject({
      message: expect.stringContaining('a customer who is paying now'),
      offers: [{ offer: 'day', day: inDays(5) }],
    });
  });

  it('charge extra days by the own rate card, and give back those that are not used', async () => {
    await addUnits(1);
    await publishFirm({ rates: [makeRate()] });
    const { open, payFor } = makeCustomer();
    const { id } = await payFor(await open());
    const booking = Number(id);
    await publishFirm({ rates: [makeRate({ extraDay: 9_999 })] });
    const extend = { type: 'extend', endDate: inDays(19) };
    expect(await preview(booking, extend)).toMatchObject({
      lines: [
        { type: 'extra_days', label: 'Extra days', quantity: 3, unitAmount: 1500, amount: 4500 },
        { type: 'tax', amount: 360 },
      ],
      difference: 4860,
      rateCard: 'booking',
      refundable: 0,
      before: { total: 51_300 },
      after: { total: 56_160 },
    });
    const { booking: extended } = await change(booking, extend);
    expect(extended).toMatchObject({ expectedTotal: 56_160, quote: { total: 56_160 } });
    expect(extended.quote?.lines.map(({ type }) => type)).toEqual(['rental', 'extra_days', 'tax']);
    expect(await (await dana.send('GET', 'bookings')).json()).toMatchObject([{ expectedTotal: 56_160 }]);
    await dana.send('PATCH', `bookings/${booking}/final-price`, { finalPrice: 56_160 });
    const shorten = { type: 'shorten', endDate: inDays(17) };
    expect(await preview(booking, shorten)).toMatchObject({
      lines: [
        { quantity: 2, unitAmount: -1500, amount: -3000 },
        { type: 'tax', amount: -240 },
      ],
      difference: -3240,
    });
    await change(booking, shorten);
    expect(await preview(booking, { type: 'shorten', endDate: inDays(12) })).toMatchObject({
      difference: -1620,
    });
    expect(await rows('SELECT final_price AS price, payment_status AS status FROM bookings')).toEqual([
      { price: 52_920, status: 'deposit_paid' },
    ]);
    expect(await rows('SELECT quantity FROM price_additions WHERE voided_at IS NULL')).toEqual([
      { quantity: 1 },
    ]);
    expect((await texts(booking))[0]).toContain('Price difference: -$32.40');
  });

  it('a dispatcher cannot remove an amount that was entered by hand', async () => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await bookRental(1, 3, { unit });
    await change(1, { type: 'extend', endDate: inDays(11), unitAmount: 1000 });
    const lee = await signIn('lee', 'dispatcher');
    const shorten = { type: 'shorten', endDate: inDays(10) };
    expect((await lee.send('POST', 'bookings/1/changes', { ...shorten, preview: true })).status).toBe(403);
    expect(await preview(1, shorten)).toMatchObject({ allowed: true, difference: -1000 });
  });

  it('end the payment link whose amount is no longer due', async () => {
    await addUnits(1);
    await publishFirm({ rates: [makeRate()] });
    const { open, payFor } = makeCustomer();
    const booking = Number((await payFor(await open())).id);
    await dana.send('PATCH', `bookings/${booking}/final-price`, { finalPrice: 51_300 });
    expect((await dana.send('POST', `bookings/${booking}/pay-link`)).status).toBe(200);
    const input = { type: 'extend', endDate: inDays(17) };
    expect(await preview(booking, input)).toMatchObject({ endsPayLink: { amount: 41_300 } });
    expect(await change(booking, input)).toMatchObject({
      endedPayLink: { amount: 41_300 },
      booking: { finalPrice: 52_920 },
    });
  });

  it('need an amount where the rate card has none, and refuse one where it has', async () => {
    await addUnits(1);
    await bookRental(1, 10);
    const input = { type: 'extend', endDate: inDays(20) };
    expect(await codes(1, input)).toEqual(['amount_needed']);
    expect(await codes(1, { type: 'extend', endDate: inDays(12) })).toEqual(['wrong_order']);
    expect(await codes(1, { type: 'shorten', endDate: inDays(18) })).toEqual(['wrong_order']);
    expect(await codes(1, { type: 'shorten', endDate: inDays(9) })).toEqual(['wrong_order']);
    expect((await preview(1, { ...input, unitAmount: 2000 })).difference).toBe(8000);
  });
});

describe('resize and rental', () => {
  it('cost the difference by the own rate card, else by the published one', async () => {
    await addUnits(1);
    await addUnits(1, '20-yard');
    await addUnits(1, '30-yard');
    const own = [
      makeRate(),
      makeRate({ dumpsterSize: '20-yard', price: 60_000 }),
      makeRate({ rentalOption: '1-day', price: 30_000 }),
    ];
    await publishFirm({ rates: own });
    const { open, payFor } = makeCustomer();
    const booking = Number((await payFor(await open())).id);
    await publishFirm({
      rates: [makeRate({ price: 50_000 }), makeRate({ dumpsterSize: '30-yard', price: 90_000 })],
    });
    const resize = { type: 'resize', dumpsterType: '20-yard' };
    expect(await preview(booking, resize)).toMatchObject({
      rateCard: 'booking',
      difference: 13_500,
      after: { sizeName: '20-Yard', total: 64_800, unit: { number: '20-yard-1' } },
    });
    await change(booking, resize);
    const rental = { type: 'rental', rentalType: '1-day' };
    expect(await codes(booking, rental)).toEqual(['not_offered']);
    const bigger = { type: 'resize', dumpsterType: '30-yard' };
    expect(await preview(booking, bigger)).toMatchObject({ rateCard: 'published', after: { total: 97_200 } });
    await change(booking, bigger);
    expect(await texts(booking)).toContainEqual(
      expect.stringContaining('Size changed from 20-Yard to 30-Yard'),
    );
  });

  it('are refused after the delivery', async () => {
    await addUnits(1);
    await bookRental(1, 0, { isDelivered: true });
    await bookRental(2, -1);
    expect(await codes(1, { type: 'resize', dumpsterType: '20-yard' })).toEqual(['delivered']);
    expect(await codes(2, { type: 'rental', rentalType: '1-day' })).toEqual(['delivered']);
    const reply = await call(1, { type: 'resize', dumpsterType: '99-yard', preview: true });
    expect([reply.status, await reply.json()]).toMatchObject([400, { issues: [{ path: 'dumpsterType' }] }]);
  });
});
