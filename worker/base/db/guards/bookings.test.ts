import { beforeEach, expect, it } from 'vitest';
import { bookingChange } from '#contract/booking-changes.ts';
import { startBulkAction as startCall } from '#contract/bulk-actions.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import type { Context } from '#worker/base/context.ts';
import { runBulkAction } from '#worker/bookings/bulk/run.ts';
import { startBulkAction } from '#worker/bookings/bulk/service.ts';
import { applyChange, previewChange } from '#worker/bookings/changes/service.ts';
import { extendOverdue } from '#worker/bookings/jobs/overdue.ts';
import { moveBooking, setBookingStatus } from '#worker/bookings/service.ts';
import { assignLostUnits } from '#worker/entry/restores/units.ts';
import { applyRefundsOfPayment } from '#worker/money/refunds/apply-refund.ts';
import { insertRow } from '#worker/test/builders.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { bookRental, listUnitDays } from '#worker/test/changes.ts';
import { violate } from '#worker/test/guarded.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { captureLog } from '#worker/test/http.ts';
import { createPaidBooking, refundInStripe } from '#worker/test/payments.ts';
import { makePhoneDesk, phoneOrder } from '#worker/test/phone-orders.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
const { post } = makePhoneDesk(() => dana);

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'super_admin');
  captureLog();
});

const at = (id: number) => ({ id, version: null });
const refused = (guard: string, outcome = 'conflict') => ({ failed: [guard], outcome, entries: [] });
const skipped = (guard: string) => refused(guard, 'ok');
const setStatus = (ctx: Context, id: number, status: 'pending' | 'confirmed') =>
  setBookingStatus(ctx, dana.actor, { ...at(id), status, notifyCustomer: false });
const onlyOneMove = () => {
  const calendar = { deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6], leadDays: 0, sameDayCutoff: null };
  return publishCard({ calendar: { ...calendar, horizonDays: 365, maxTruckMovesPerDay: 1 } });
};
/** Units of one size. */
async function units(count: number) {
  await addUnits(count);
  const [first = 0, second = 0] = await listUnitIds();
  return { first, second };
}
/** A change that staff have previewed. */
async function previewed(id: number, fields: Record<string, unknown>) {
  const input = bookingChange.parse({ ...fields, preview: true });
  const { previewToken } = await previewChange(makeQuietContext(), dana.actor, { ...at(id), input });
  return (ctx: Context) =>
    applyChange(ctx, dana.actor, { ...at(id), input: { ...input, preview: false, previewToken } });
}

it('a move to a unit that another booking took is refused', async () => {
  const { first, second } = await units(2);
  await insertRental(1, { unit: first });
  const act = (ctx: Context) => moveBooking(ctx, dana.actor, { ...at(1), dumpsterId: second });
  expect(await violate('unit_free', act, () => insertRental(2, { unit: second }))).toEqual(
    refused('unit_free'),
  );
  expect(await listUnitDays(1)).toMatchObject([{ unit: first }]);
});

it('a booking with a refund that was made at Stripe just before is not reopened', async () => {
  await units(3);
  const { id, depositIntent } = await createPaidBooking({ finalPrice: null });
  await rows("UPDATE bookings SET status = 'cancelled' WHERE id = ?", id);
  const other = async () => {
    await refundInStripe(depositIntent, 1_000);
    await applyRefundsOfPayment(makeQuietContext(), depositIntent);
  };
  const seen = await violate('refunds', (ctx) => setStatus(ctx, id, 'confirmed'), other);
  expect(seen).toEqual(refused('refunds'));
  expect(await rows('SELECT status FROM bookings')).toEqual([{ status: 'cancelled' }]);
});

it('a booking whose last truck move was taken is not reopened', async () => {
  const { first } = await units(2);
  await insertRental(1, { status: 'cancelled' });
  await onlyOneMove();
  const act = (ctx: Context) => setStatus(ctx, 1, 'pending');
  expect(await violate('moves_left', act, () => bookRental(2, 10, { unit: first }))).toEqual(
    refused('moves_left'),
  );
  expect(await rows('SELECT status FROM bookings WHERE id = 1')).toEqual([{ status: 'cancelled' }]);
});

it('a reschedule whose unit or truck move was taken is refused', async () => {
  const { first } = await units(1);
  await bookRental(1, 10, { unit: first });
  const act = await previewed(1, { type: 'reschedule', deliveryDate: inDays(30) });
  const other = () => insertRental(2, { startsIn: 33, unit: first });
  expect(await violate('units_free', act, other)).toEqual(refused('units_free'));
  expect(await listUnitDays(1)).toMatchObject([{ start: inDays(10) }]);
});

it('a reschedule to a day whose last truck move was taken is refused', async () => {
  await bookRental(1, 10, { unit: (await units(3)).first });
  await onlyOneMove();
  const act = await previewed(1, { type: 'reschedule', deliveryDate: inDays(30) });
  expect(await violate('moves_left', act, () => bookRental(2, 30))).toEqual(refused('moves_left'));
});

const ROOM: [string, { other: (second: number) => Promise<unknown>; outcome: string }][] = [
  ['moved_version', { other: () => setStatus(makeQuietContext(), 2, 'confirmed'), outcome: 'ok' }],
  [
    'moved_unit_free',
    { other: (second) => insertRental(3, { startsIn: 5, unit: second }), outcome: 'conflict' },
  ],
];
it.each(ROOM)(
  'an extension that moves another booking is planned again: %s',
  async (guard, { other, outcome }) => {
    const { first, second } = await units(2);
    await bookRental(1, -3, { unit: first, isDelivered: true });
    await bookRental(2, 5, { unit: first });
    const input = { type: 'extend', endDate: inDays(6), unitAmount: 1000, moveBookingId: 2 };
    const seen = await violate(guard, await previewed(1, input), () => other(second));
    expect(seen).toMatchObject({ failed: [guard], outcome });
    expect(seen.entries).toHaveLength(outcome === 'ok' ? 2 : 0);
    expect(await listUnitDays(2)).toMatchObject([{ unit: outcome === 'ok' ? second : first }]);
  },
);

it('a job that was changed is read again, and marked once', async () => {
  await bookRental(1, 0, { unit: (await units(1)).first });
  const [job] = await rows<{ id: number }>("SELECT id FROM jobs WHERE type = 'delivery'");
  const other = () => rows('UPDATE jobs SET version = version + 1 WHERE id = ?', job?.id);
  const seen = await violate('job_version', () => dana.send('POST', `jobs/${job?.id}/done`), other);
  expect(seen).toEqual({ failed: ['job_version'], outcome: 'ok', entries: ['job_done'] });
});

it.each([
  ['request_new', { change: {}, outcome: 'ok' }],
  ['unit_free', { change: {}, outcome: 'sold_out' }],
  ['moves_left', { change: {}, outcome: 'conflict' }],
])('a booking by phone is made once or refused: %s', async (guard, { outcome }) => {
  const { first } = await units(guard === 'unit_free' ? 1 : 3);
  if (guard === 'moves_left') await onlyOneMove();
  const key = crypto.randomUUID();
  const order = () => post(phoneOrder(), key);
  const other = () => (guard === 'request_new' ? order() : bookRental(1, 10, { unit: first }));
  expect(await violate(guard, order, other)).toEqual(refused(guard, outcome));
  expect(await rows('SELECT id FROM bookings')).toHaveLength(1);
});

it('a step of a bulk action that another message did is not done again', async () => {
  await insertRental(1);
  const body: BodyInput<typeof startCall> = { type: 'status', ids: [1], input: { status: 'in_transit' } };
  const input = { key: null, body: startCall.body.parse(body) };
  const { id } = await startBulkAction(makeQuietContext(), dana.actor, input);
  const other = () => rows("UPDATE bulk_action_rows SET state = 'succeeded'");
  const seen = await violate('step_open', (ctx) => runBulkAction(ctx, id), other);
  expect(new Set(seen.failed)).toEqual(new Set(['step_open']));
  expect(seen).toMatchObject({ outcome: 'ok', entries: [] });
  expect(await rows('SELECT status, version FROM bookings')).toEqual([{ status: 'pending', version: 1 }]);
});

it('a dump ticket that was voided is not voided again', async () => {
  await insertRental(1);
  await insertRow('dump_fees', 1, { created_by: dana.id });
  const other = () => rows('UPDATE dump_fees SET voided_at = 1, voided_by = ?', dana.id);
  const seen = await violate('not_voided', () => dana.send('POST', 'bookings/1/dump-fees/1/void'), other);
  expect(seen).toEqual(refused('not_voided'));
});

it.each(['lacks_unit', 'unit_free'])(
  'a lost unit is replaced once, by one that is free: %s',
  async (guard) => {
    const { first } = await units(1);
    await insertRental(1);
    const other = () =>
      guard === 'unit_free'
        ? insertRental(2, { unit: first })
        : moveBooking(makeQuietContext(), dana.actor, { ...at(1), dumpsterId: first });
    expect(await violate(guard, (ctx) => assignLostUnits(ctx, null), other)).toEqual(skipped(guard));
    expect(await rows('SELECT id FROM dumpster_schedule')).toHaveLength(1);
  },
);

/** Booking 1 is overdue on the first unit; booking 2 has it next. */
async function overdue(count: number) {
  const { first, second } = await units(count);
  await bookRental(1, -8, { unit: first, isDelivered: true });
  await bookRental(2, -1, { unit: first });
  const [pickup] = await rows<{ id: number }>(
    "SELECT id FROM jobs WHERE booking_id = 1 AND type = 'final_pickup'",
  );
  return { second, pickUp: () => dana.send('POST', `jobs/${pickup?.id}/done`) };
}

it('a unit that was picked up is not kept by its overdue booking', async () => {
  const { pickUp } = await overdue(2);
  expect(await violate('keeps_unit', extendOverdue, pickUp)).toMatchObject({
    failed: ['keeps_unit'],
    outcome: 'ok',
  });
  expect(await listUnitDays(1)).toMatchObject([{ end: inDays(-2) }]);
});

it('days do not move to a unit that another booking took', async () => {
  const { second } = await overdue(2);
  const seen = await violate('movable', extendOverdue, () => insertRental(3, { startsIn: -1, unit: second }));
  expect(seen).toMatchObject({ outcome: 'ok' });
  expect(seen.failed[0]).toBe('movable');
  expect(await rows('SELECT booking_id AS id, reason FROM attention')).toEqual([
    { id: 2, reason: 'unit_not_back' },
  ]);
});

it('the next booking of a unit that is not back is flagged once', async () => {
  await overdue(1);
  const seen = await violate('not_flagged', extendOverdue, () => extendOverdue(makeQuietContext()));
  expect(seen).toEqual(skipped('not_flagged'));
});
