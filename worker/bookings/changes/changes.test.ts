import { beforeEach, describe, expect, it } from 'vitest';
import type { listChangeDays } from '#contract/booking-changes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { bookRental, listJobsOf, listUnitDays, makeChangeCalls } from '#worker/test/changes.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let { call, preview, change, refused, codes, texts } = {} as ReturnType<typeof makeChangeCalls>;

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  ({ call, preview, change, refused, codes, texts } = makeChangeCalls(dana));
});

describe('the preview', () => {
  it('changes nothing, and its token makes the change that it showed', async () => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await bookRental(1, 10, { unit });
    const input = { type: 'reschedule', deliveryDate: inDays(12) };
    const { previewToken } = await preview(1, input);
    expect(await listUnitDays(1)).toMatchObject([{ start: inDays(10) }]);
    for (const token of [undefined, 'x', `1-${'0'.repeat(63)}`]) {
      const reply = await call(1, { ...input, preview: false, ...(token && { previewToken: token }) });
      expect([reply.status, await reply.json()]).toMatchObject([400, { issues: [{ path: 'previewToken' }] }]);
    }
    const other = { ...input, deliveryDate: inDays(13) };
    expect((await call(1, { ...other, preview: false, previewToken })).status).toBe(409);
    expect((await call(1, { ...input, preview: false, previewToken })).status).toBe(200);
  });

  it('older than the booking is stale, and says what changed', async () => {
    await bookRental(1, 10);
    await addUnits(1);
    const input = { type: 'reschedule', deliveryDate: inDays(12) };
    const { previewToken } = await preview(1, input);
    await dana.send('PATCH', 'bookings/1/final-price', { finalPrice: 60_000 });
    const reply = await call(1, { ...input, preview: false, previewToken });
    expect([reply.status, await reply.json()]).toMatchObject([
      409,
      { code: 'stale', changed: ['finalPrice'], changedBy: 'dana' },
    ]);
    expect((await change(1, input)).booking.deliveryDate).toBe(inDays(12));
    // The same call again, for example a double tap.
    expect((await call(1, { ...input, preview: false, previewToken })).status).toBe(409);
  });

  it('is for staff who may change bookings', async () => {
    const lee = await signIn('lee', 'view_only');
    const input = { type: 'reschedule', deliveryDate: inDays(12), preview: true };
    expect((await lee.send('POST', 'bookings/1/changes', input)).status).toBe(403);
    expect((await call(1, input)).status).toBe(404);
  });
});

describe('reschedule', () => {
  it('moves days, unit, jobs and the calendar entry of the customer', async () => {
    await addUnits(2);
    const [first = 0, second = 0] = await listUnitIds();
    await bookRental(1, 10, { unit: first });
    await bookRental(2, 20, { unit: first });
    const input = { type: 'reschedule', deliveryDate: inDays(16) };
    expect(await preview(1, input)).toMatchObject({
      allowed: true,
      lines: [],
      difference: 0,
      warnings: [],
      willNotify: true,
      before: { deliveryDate: inDays(10), endDate: inDays(16), unit: { id: first } },
      after: { deliveryDate: inDays(16), endDate: inDays(22), pickupDay: inDays(22), unit: { id: second } },
    });
    const { booking, notified } = await change(1, input);
    expect([booking.deliveryDate, booking.version, notified]).toEqual([inDays(16), 2, true]);
    expect(await listUnitDays(1)).toEqual([
      { unit: second, role: 'first', start: inDays(16), end: inDays(22) },
    ]);
    expect(await listJobsOf(1)).toEqual([
      { type: 'delivery', day: inDays(16), status: 'open' },
      { type: 'final_pickup', day: inDays(22), status: 'open' },
    ]);
    const { ctx, mails } = makeTestContext();
    await processPendingRows(ctx, { includeRecent: true });
    const [mail] = mails;
    expect(mail?.subject).toContain('your booking was changed');
    const start = `DTSTART;VALUE=DATE:${inDays(16).replaceAll('-', '')}`;
    for (const line of ['UID:booking-1@', 'SEQUENCE:2\r\n', start])
      expect(mail?.attachments?.[0]?.text).toContain(line);
  });

  it('keeps the unit where it can, and sends no e-mail if staff say so or there is no address', async () => {
    await addUnits(2);
    const [, second = 0] = await listUnitIds();
    await bookRental(1, 10, { unit: second });
    const input = { type: 'reschedule', deliveryDate: inDays(11) };
    expect((await change(1, { ...input, notifyCustomer: false })).notified).toBe(false);
    expect(await listUnitDays(1)).toMatchObject([{ unit: second, start: inDays(11) }]);
    await rows("UPDATE bookings SET source = 'phone', email = NULL");
    expect((await change(1, { ...input, deliveryDate: inDays(10) })).notified).toBe(false);
    expect(await rows('SELECT id FROM outbox')).toEqual([]);
  });

  it('on a day without a unit offers another size, a later day and the booking that can move', async () => {
    await addUnits(2);
    await addUnits(1, '20-yard');
    const [first = 0, second = 0, bigger = 0] = await listUnitIds();
    await bookRental(1, 30, { unit: first });
    await bookRental(2, 10, { unit: first });
    await bookRental(3, 11, { unit: second });
    const input = { type: 'reschedule', deliveryDate: inDays(5) };
    expect((await refused(1, input))[0]).toMatchObject({
      code: 'no_unit',
      offers: [
        { offer: 'unit', dumpsterId: bigger, sizeName: '20-Yard' },
        { offer: 'day', day: inDays(17) },
      ],
    });
    expect((await change(1, { ...input, dumpsterId: bigger })).booking.dumpsterId).toBe(bigger);
    await rows(
      'UPDATE dumpster_schedule SET start_date = ?, end_date = ? WHERE booking_id = 3',
      inDays(2),
      inDays(9),
    );
    const [reason] = await refused(1, { ...input, deliveryDate: inDays(8), dumpsterId: first });
    expect(reason).toMatchObject({
      code: 'taken',
      offers: [{ offer: 'move', bookingId: 2, toNumber: '15-yard-2' }, { offer: 'unit' }, { offer: 'day' }],
    });
    const moved = await change(1, {
      ...input,
      deliveryDate: inDays(8),
      dumpsterId: first,
      moveBookingId: 2,
    });
    expect(moved.movedBooking).toEqual({ id: 2, fromNumber: '15-yard-1', toNumber: '15-yard-2' });
    expect([await listUnitDays(1), await listUnitDays(2)]).toMatchObject([
      [{ unit: first }],
      [{ unit: second }],
    ]);
    expect((await texts(2))[0]).toContain('Made room for booking: #1');
  });

  it('breaks calendar rules only one by one', async () => {
    await addUnits(3);
    await bookRental(1, 20);
    await bookRental(2, 10);
    await publishCard({
      calendar: {
        deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6],
        leadDays: 0,
        sameDayCutoff: null,
        horizonDays: 365,
        maxTruckMovesPerDay: 1,
      },
    });
    await insertRow('blackout_days', 1, { day: inDays(10), created_by: null });
    const input = { type: 'reschedule', deliveryDate: inDays(10) };
    expect(await codes(1, input)).toEqual(['closed', 'full', 'full']);
    expect(await codes(1, { ...input, override: ['closed'] })).toEqual(['full', 'full']);
    const { warnings, allowed } = await preview(1, { ...input, override: ['closed', 'full'] });
    expect([allowed, warnings.map(({ rule }) => rule)]).toEqual([true, ['closed', 'full', 'full']]);
    await change(1, { ...input, override: ['closed', 'full'] });
    expect((await texts(1))[0]).toContain('Calendar rules overridden: closed, full');
    const reply = await dana.send(
      'GET',
      `bookings/1/change-days?type=reschedule&month=${inDays(10).slice(0, 7)}`,
    );
    const { days } = await reply.json<ReplyOf<typeof listChangeDays>>();
    const reasonsOf = (day: string) => days.find((one) => one.day === day)?.reasons.map(({ code }) => code);
    expect(reasonsOf(inDays(10))).toEqual(['unchanged']);
    expect(
      days.filter(({ day }) => day < inDays(0)).every(({ reasons }) => reasons[0]?.code === 'past_day'),
    ).toBe(true);
  });

  it('is refused after the delivery, into the past and beyond the horizon', async () => {
    await addUnits(1);
    await bookRental(1, -2, { isDelivered: true });
    await bookRental(2, 10);
    expect(await codes(1, { type: 'reschedule', deliveryDate: inDays(3) })).toEqual(['delivered']);
    expect(await codes(2, { type: 'reschedule', deliveryDate: inDays(-1) })).toEqual(['past_day']);
    expect(await codes(2, { type: 'reschedule', deliveryDate: inDays(400) })).toEqual(['beyond_horizon']);
    expect(await codes(2, { type: 'reschedule', deliveryDate: inDays(10) })).toEqual(['unchanged']);
    await rows("UPDATE bookings SET status = 'completed' WHERE id = 2");
    for (const type of ['reschedule', 'extend', 'shorten', 'resize', 'rental']) {
      const input = { deliveryDate: inDays(12) };
      const fields = {
        extend: { endDate: inDays(20) },
        shorten: { endDate: inDays(12) },
        resize: { dumpsterType: '20-yard' },
        rental: { rentalType: '1-day' },
        exchange: { day: inDays(12) },
        reschedule: input,
      };
      expect(await codes(2, { type, ...fields[type as keyof typeof fields] })).toEqual(['over']);
    }
  });
});
