import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { getBooking } from '#worker/rental/service.ts';
import { readError } from '#worker/test/http.ts';
import { insertRental, listChanges, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { setBookingStatus, setFinalPrice } from './service.ts';

beforeEach(startOver);

describe('one booking', () => {
  it('has every field that the contract names, its unit and its last day, and an ETag', async () => {
    await addUnits(1);
    const [unit] = await listUnitIds();
    await insertRental(7, { unit: unit ?? 0, notes: 'Gate code 12', final_price: 60_000 });
    const dana = await signIn('dana', 'view_only');
    const reply = await dana.send('GET', 'bookings/7');
    expect(reply.headers.get('ETag')).toBe('"1"');
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(await reply.json()).toEqual({
      id: 7,
      firstName: 'Ada',
      lastName: 'Customer7',
      email: 'ada7@example.com',
      phone: '5550000007',
      phoneDisplay: '(555) 000-0007',
      isCancelling: false,
      isOnSite: false,
      isOverdue: false,
      isPhoneValid: false,
      address: '12 Quarry Road',
      city: 'Albany',
      state: 'NY',
      zip: '12207',
      rentalType: '7-day',
      dumpsterType: '15-yard',
      deliveryDate: inDays(10),
      endDate: inDays(16),
      pickupDay: inDays(16),
      rentalTitle: '7-Day Rental',
      rentalLabel: '7-Day',
      sizeName: '15-Yard',
      materialName: null,
      notes: 'Gate code 12',
      depositAmount: 32_500,
      quote: null,
      expectedTotal: null,
      isPaidAtBooking: false,
      finalPrice: 60_000,
      status: 'pending',
      paymentStatus: 'deposit_paid',
      additionalPaymentAmount: null,
      additionalPaymentDate: null,
      refundAmount: null,
      refundDate: null,
      refundReason: null,
      stripePaymentIntentId: 'pi_booking7',
      dumpsterId: unit,
      placementType: 'private',
      zone: null,
      permitNumber: null,
      permitExpires: null,
      attention: [],
      needsAttention: null,
      termsVersion: null,
      rateCardId: 1,
      createdAt: '1970-01-01T00:00:00.007Z',
      confirmedEmailAt: null,
      company: null,
      poNumber: null,
      secondPhone: null,
      secondPhoneDisplay: null,
      placement: null,
      internalNotes: null,
      source: 'web',
      createdBy: null,
      cancelledAt: null,
      paidAmount: 32_500,
      dueAgainAmount: 0,
      balanceDue: 27_500,
      dueLater: 0,
      daysDue: 0,
      units: [{ id: unit, number: '15-yard-1', role: 'first', startDate: inDays(10), endDate: inDays(16) }],
      version: 1,
    });
  });

  it.each(['nothing', '0', '1.5', '999', '-1', '1e3'])('is not found under %s', async (id) => {
    const dana = await signIn('dana', 'admin');
    const reply = await dana.send('GET', `bookings/${id}`);
    expect(reply.status).toBe(404);
    expect((await readError(reply)).code).toBe('not_found');
  });
});

describe('a status', () => {
  it('may be any, in any order, and each change is in the history', async () => {
    await insertRental(1);
    const dana = await signIn('dana', 'admin');
    for (const status of ['completed', 'pending', 'in_transit', 'cancelled', 'confirmed']) {
      const reply = await dana.send('PATCH', 'bookings/1/status', { status });
      expect(await reply.json<Booking>()).toMatchObject({ status });
    }
    const history = await listChanges(dana, 1);
    expect(history).toHaveLength(5);
    expect(history[0]).toMatchObject({
      action: 'changed',
      changedBy: 'dana',
      before: { status: 'cancelled' },
      after: { status: 'confirmed' },
    });
  });

  it('that the booking already has changes nothing and makes no history entry', async () => {
    await insertRental(1);
    const dana = await signIn('dana', 'admin');
    const reply = await dana.send('PATCH', 'bookings/1/status', { status: 'pending' });
    expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"1"']);
    expect(await listChanges(dana, 1)).toEqual([]);
  });

  it.each([
    [{ status: 'lost' }, 'status'],
    [{}, 'status'],
    [{ status: 'confirmed', id: 2 }, 'id'],
    [{ status: 'confirmed', finalPrice: 1 }, 'finalPrice'],
  ])('%j is refused with the issue', async (body, path) => {
    await insertRental(1);
    const dana = await signIn('dana', 'admin');
    const reply = await dana.send('PATCH', 'bookings/1/status', body);
    const error = await readError(reply);
    expect([reply.status, error.code]).toEqual([400, 'invalid']);
    expect(error.issues?.map((issue) => issue.path)).toEqual([path]);
  });
});

describe('the final price', () => {
  it('is set in cents, and the payment status follows', async () => {
    await insertRental(1);
    const dana = await signIn('dana', 'admin');
    const paid = await dana.send('PATCH', 'bookings/1/final-price', { finalPrice: 32_500 });
    expect(await paid.json()).toMatchObject({ finalPrice: 32_500, paymentStatus: 'fully_paid' });
    const due = await dana.send('PATCH', 'bookings/1/final-price', { finalPrice: 32_501 });
    expect(await due.json()).toMatchObject({ finalPrice: 32_501, paymentStatus: 'deposit_paid' });
    const [latest] = await (await dana.send('GET', 'bookings/1/history')).json<unknown[]>();
    expect(latest).toMatchObject({ before: { finalPrice: 32_500 }, after: { finalPrice: 32_501 } });
  });

  it.each([-1, 0.5, '60000', null, 100_000_000, Number.MAX_SAFE_INTEGER + 1])(
    'is not %s',
    async (finalPrice) => {
      await insertRental(1);
      const dana = await signIn('dana', 'admin');
      const reply = await dana.send('PATCH', 'bookings/1/final-price', { finalPrice });
      expect(reply.status).toBe(400);
      expect((await readError(reply)).issues?.[0]?.path).toBe('finalPrice');
      expect((await rows('SELECT final_price FROM bookings'))[0]).toEqual({ final_price: null });
    },
  );
});

describe('two staff on one booking', () => {
  it('the second gets a conflict with the changes of the first, and changes nothing', async () => {
    await insertRental(1);
    const dana = await signIn('dana', 'admin');
    const lee = await signIn('lee', 'admin');
    const made = await dana.send('PATCH', 'bookings/1/status', { status: 'confirmed', ifMatch: '"1"' });
    expect([made.status, made.headers.get('ETag')]).toEqual([200, '"2"']);
    const reply = await lee.send('PATCH', 'bookings/1/final-price', { finalPrice: 1, ifMatch: '"1"' });
    expect(reply.status).toBe(409);
    expect(await reply.json()).toMatchObject({ code: 'stale', changedBy: 'dana', changed: ['status'] });
    const again = await lee.send('PATCH', 'bookings/1/final-price', { finalPrice: 1, ifMatch: '"2"' });
    expect([again.status, again.headers.get('ETag')]).toEqual([200, '"3"']);
  });

  it.each([
    ['"2"', 200],
    ['W/"2"', 200],
    ['"1", "2"', 200],
    ['*', 200],
    [' "2" ', 200],
    ['"1"', 409],
    ['"1", W/"1"', 409],
    ['"3"', 409],
    ['""', 409],
    ['2', 409],
    ['"two"', 409],
    ['"99999999999999999999"', 409],
  ])('takes If-Match: %s at version 2 for %i', async (ifMatch, status) => {
    await insertRental(1);
    const dana = await signIn('dana', 'admin');
    await dana.send('PATCH', 'bookings/1/status', { status: 'confirmed' });
    const reply = await dana.send('PATCH', 'bookings/1/status', { status: 'in_transit', ifMatch });
    expect(reply.status).toBe(status);
    expect((await getBooking(makeTestContext().ctx, 1)).status).toBe(
      status === 200 ? 'in_transit' : 'confirmed',
    );
  });

  it('without a version the last write wins, and the history has every write', async () => {
    await insertRental(1);
    const { ctx } = makeTestContext({ pauseMs: 5 });
    const { actor } = await signIn('dana', 'admin');
    const write = { id: 1, version: null };
    await Promise.all([
      setBookingStatus(ctx, actor, { ...write, status: 'confirmed', notifyCustomer: true }),
      setFinalPrice(ctx, actor, { ...write, finalPrice: 50_000, notifyCustomer: false }),
    ]);
    expect(await getBooking(ctx, 1)).toMatchObject({ status: 'confirmed', finalPrice: 50_000, version: 3 });
    expect(await rows('SELECT version FROM history ORDER BY version')).toEqual([
      { version: 2 },
      { version: 3 },
    ]);
  });
});

it('writes nothing at all when the database fails in the middle', async () => {
  await addUnits(1);
  const [unit = 0] = await listUnitIds();
  await insertRental(1, { unit });
  await rows("CREATE TRIGGER fails BEFORE INSERT ON history BEGIN SELECT RAISE(ABORT, 'broken'); END");
  const { ctx } = makeTestContext();
  const { actor } = await signIn('dana', 'admin');
  await expect(
    setBookingStatus(ctx, actor, { id: 1, version: null, status: 'cancelled', notifyCustomer: true }),
  ).rejects.toThrow();
  await rows('DROP TRIGGER fails');
  expect(await getBooking(ctx, 1)).toMatchObject({ status: 'pending', version: 1, dumpsterId: unit });
});
