import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BookingChange, bookingChange, type ChangePreview } from '#contract/booking-changes.ts';
import { BOOKING_STATUSES } from '#domain/rental/bookings.ts';
import { AppError } from '#domain/shared/errors.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { extendOverdue } from '#worker/bookings/jobs/overdue.ts';
import { markJob } from '#worker/bookings/jobs/service.ts';
import { moveBooking, setBookingStatus } from '#worker/bookings/service.ts';
import { changeUnit } from '#worker/fleet/units/service.ts';
import { recordPayment, voidPayment } from '#worker/money/recorded/service.ts';
import { refundPayment } from '#worker/money/refunds/service.ts';
import { getBooking } from '#worker/rental/service.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { bookRental } from '#worker/test/changes.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { expectRevenue, TAXED_DEPOSIT } from '#worker/test/revenue.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { placesByJobs } from '#worker/test/unit-places.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';
import { applyChange, previewChange } from './service.ts';

const MAX_MOVES = 3;
const BOOKINGS = [1, 2, 3, 4];

type Step =
  | { do: 'change'; id: number; input: Record<string, unknown> }
  | { do: 'status'; id: number; status: (typeof BOOKING_STATUSES)[number] }
  | { do: 'move'; id: number; unit: number; role: string | undefined }
  | { do: 'done'; id: number; type: string }
  | { do: 'service'; unit: number; isAvailable: boolean }
  | { do: 'money'; id: number; what: 'pay' | 'void' | 'refund' | 'cancel'; amount: number }
  | { do: 'night' }
  | { do: 'wait'; days: number };

const day = fc.integer({ min: -1, max: 16 });
const id = fc.constantFrom(...BOOKINGS);
const moveBookingId = fc.option(id, { nil: undefined });
const change = fc.oneof(
  fc.record({ type: fc.constant('reschedule'), deliveryDate: day.map(inDays), moveBookingId }),
  fc.record({
    type: fc.constant('extend'),
    endDate: day.map(inDays),
    moveBookingId,
    unitAmount: fc.constant(1000),
  }),
  fc.record({ type: fc.constant('shorten'), endDate: day.map(inDays) }),
  fc.record({ type: fc.constant('resize'), dumpsterType: fc.constantFrom('15-yard', '20-yard') }),
  fc.record({ type: fc.constant('rental'), rentalType: fc.constantFrom('1-day', '7-day') }),
  fc.record({ type: fc.constant('exchange'), day: day.map(inDays), unitAmount: fc.constant(1000) }),
  fc.record({
    type: fc.constant('dump_and_return'),
    day: day.map(inDays),
    unitAmount: fc.constantFrom(0, 1000),
  }),
  fc.record({
    type: fc.constant('remove_job'),
    moveBookingId,
    charge: fc.constantFrom('take_off', 'keep'),
  }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('change' as const), id, input: change }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      id,
      status: fc.constantFrom(...BOOKING_STATUSES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      id,
      unit: fc.nat(3),
      role: fc.constantFrom(undefined, 'first', 'exchange 1'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('done' as const),
      id,
      type: fc.constantFrom('delivery', 'delivery', 'exchange', 'final_pickup'),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('money' as const),
      id,
      what: fc.constantFrom('pay', 'pay', 'void', 'refund', 'cancel'),
      amount: fc.constantFrom(0, 5_000, 20_000, 32_500),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('service' as const),
      unit: fc.nat(3),
      isAvailable: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'night' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
  },
);

async function makeWorld() {
  await startOver();
  await addUnits(3);
  await addUnits(1, '20-yard');
  const units = await listUnitIds();
  const [first = 0, second = 0, third = 0] = units;
  const calendar = { deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6], leadDays: 0, sameDayCutoff: null };
  await publishCard({ calendar: { ...calendar, horizonDays: 60, maxTruckMovesPerDay: MAX_MOVES } });
  await bookRental(1, 0, { unit: first });
  await bookRental(2, 8, { unit: first });
  await bookRental(3, 1, { unit: second });
  await bookRental(4, 3, { unit: third });
  await rows("UPDATE bookings SET paid_amount = 0, payment_status = 'unpaid'");
  await rows('UPDATE bookings SET quote = ?', TAXED_DEPOSIT);
  await rows('UPDATE bookings SET final_price = 60000 WHERE id < 4');
  const { actor } = await signIn('dana', 'admin');
  const ctx = makeQuietContext();
  let waited = 0;
  const { now, today } = { now: ctx.now, today: () => inDays(waited) };
  Object.assign(ctx, { now: () => now() + waited * 86_400_000, today });
  const wait = (days: number) => {
    waited += days;
  };
  return { ctx, actor, units, wait };
}

type World = Awaited<ReturnType<typeof makeWorld>>;

async function take(world: World, one: Step): Promise<void> {
  const { ctx, actor, units, wait } = world;
  if (one.do === 'wait') return wait(one.days);
  if (one.do === 'night') return void (await extendOverdue(ctx));
  if (one.do === 'money') return moveMoney(world, one);
  if (one.do === 'service') {
    const { unit, isAvailable } = one;
    return void (await changeUnit(ctx, actor, {
      id: units[unit] ?? 0,
      version: null,
      changes: { isAvailable },
    }));
  }
  const at = { id: one.id, version: null };
  if (one.do === 'move') {
    await moveBooking(ctx, actor, { ...at, dumpsterId: units[one.unit] ?? 0, role: one.role });
  } else if (one.do === 'status') {
    await setBookingStatus(ctx, actor, { ...at, status: one.status, notifyCustomer: false });
  } else if (one.do === 'done') {
    const [job] = await rows<{ id: number }>(
      "SELECT id FROM jobs WHERE booking_id = ? AND type = ? AND status = 'open' ORDER BY due_day",
      one.id,
      one.type,
    );
    if (job) await markJob(ctx, actor, { id: job.id, version: null, isDone: true });
  } else {
    await makeChange(world, one.id, one.input);
  }
}

async function makeChange({ ctx, actor }: World, id: number, fields: Record<string, unknown>) {
  const at = { id, version: null };
  const [job] = await rows<{ jobId: number }>(
    "SELECT id AS jobId FROM jobs WHERE booking_id = ? AND type IN ('exchange', 'dump_and_return') ORDER BY id DESC",
    id,
  );
  const removed = fields.type === 'remove_job' && (job ?? { jobId: 1 });
  const input: BookingChange = bookingChange.parse({ ...fields, ...removed, preview: true });
  const seen = await previewChange(ctx, actor, { ...at, input });
  const made = applyChange(ctx, actor, {
    ...at,
    input: { ...input, preview: false, previewToken: seen.previewToken },
  });
  await expectAsSeen(ctx, id, { seen, made });
}

/** Cash that is received, voided, and paid back alone or with a cancellation. */
async function moveMoney(world: World, { id, what, amount }: Extract<Step, { do: 'money' }>) {
  const { ctx, actor } = world;
  const at = { id, version: null };
  if (what === 'cancel') {
    return makeChange(world, id, { type: 'cancel', refundAmount: amount, reason: 'As agreed' });
  }
  // The contract refuses it.
  if (amount === 0) return;
  if (what === 'pay') {
    const payment = { method: 'cash' as const, amount, day: ctx.today(), reference: null };
    await recordPayment(ctx, actor, { ...at, key: crypto.randomUUID(), payment });
  } else if (what === 'refund') {
    const refund = { bookingId: id, amount, reason: '', notifyCustomer: false };
    await refundPayment(ctx, actor, { ...refund, key: crypto.randomUUID(), version: null });
  } else {
    const [payment] = await rows<{ id: string }>(
      "SELECT id FROM transactions WHERE booking_id = ? AND type = 'payment' ORDER BY amount, place",
      id,
    );
    if (payment) await voidPayment(ctx, actor, { ...at, paymentId: payment.id, reason: 'A mistake' });
  }
}

/** The change does what its preview showed, or is refused with its reasons. */
async function expectAsSeen(
  ctx: World['ctx'],
  bookingId: number,
  { seen, made }: { seen: ChangePreview; made: Promise<unknown> },
) {
  if (!seen.allowed) {
    await expect(made).rejects.toMatchObject({
      code: 'conflict',
      extras: { body: { reasons: seen.reasons } },
    });
    return;
  }
  await made;
  if (seen.cancellation) {
    expect((await getBooking(ctx, bookingId)).status).toBe('cancelled');
    return;
  }
  const { deliveryDate, endDate, pickupDay, rentalType, dumpsterType } = seen.after;
  const record = await getBooking(ctx, bookingId);
  expect(record).toMatchObject({ deliveryDate, endDate, pickupDay, rentalType, dumpsterType });
  const [last] = await rows(
    'SELECT dumpster_id FROM dumpster_schedule WHERE booking_id = ? ORDER BY start_date DESC, id DESC',
    bookingId,
  );
  expect(last?.dumpster_id ?? null).toBe(seen.after.unit?.id ?? null);
}

/** What was recorded of the units step by step, beside where they are by the jobs of all bookings. */
async function expectPlaces() {
  const found = await rows<{ id: number; units: string; jobs: string }>(`
    SELECT id,
      (SELECT json_group_object(role, dumpster_id) FROM dumpster_schedule WHERE booking_id = b.id) AS units,
      (SELECT json_group_array(json_object('type', type, 'status', status)) FROM jobs WHERE booking_id = b.id) AS jobs
    FROM bookings b`);
  const bookings = found.map(({ id, units, jobs }) => ({
    id,
    units: JSON.parse(units),
    jobs: JSON.parse(jobs),
  }));
  const recorded = await rows<{ unit: number; booking: number }>(`
    SELECT dumpster_id AS unit, booking_id AS booking FROM unit_locations l
    WHERE booking_id IS NOT NULL AND id = (
      SELECT id FROM unit_locations WHERE dumpster_id = l.dumpster_id AND voided_at IS NULL
      ORDER BY since DESC, id DESC LIMIT 1)`);
  expect(new Map(recorded.map(({ unit, booking }) => [unit, booking]))).toEqual(placesByJobs(bookings));
}

/** No row of any of these queries may exist. */
const BROKEN = {
  'a unit twice on a day': `
    SELECT a.id FROM dumpster_schedule a JOIN dumpster_schedule b ON a.dumpster_id = b.dumpster_id AND a.id < b.id
    WHERE a.end_date >= b.start_date AND a.start_date <= b.end_date`,
  'two units of a booking on a day without an exchange': `
    SELECT a.booking_id FROM dumpster_schedule a JOIN dumpster_schedule b ON a.booking_id = b.booking_id AND a.id < b.id
    WHERE a.end_date >= b.start_date AND a.start_date <= b.end_date AND (a.end_date <> b.start_date OR NOT EXISTS (
      SELECT 1 FROM jobs WHERE booking_id = a.booking_id AND type = 'exchange' AND status <> 'cancelled'
        AND due_day = b.start_date))`,
  'an exchange that is planned without its unit': `
    SELECT booking_id FROM jobs WHERE type = 'exchange' AND status NOT IN ('done', 'cancelled') AND NOT EXISTS (
      SELECT 1 FROM dumpster_schedule s WHERE s.booking_id = jobs.booking_id AND s.role <> 'first' AND s.start_date = due_day)`,
  'the charge of a removed job in a price, although it is not kept': `
    SELECT a.id FROM price_additions a JOIN jobs j ON j.id = a.job_id
    WHERE a.voided_at IS NULL AND j.withdrawn_at IS NOT NULL AND j.charge_kept_at IS NULL`,
  'open jobs on other days than the booking': `
    SELECT b.id FROM bookings b JOIN jobs j ON j.booking_id = b.id
    WHERE j.status = 'open' AND b.status NOT IN ('cancelled', 'completed')
      AND (j.type = 'delivery' AND j.due_day <> b.delivery_date OR j.type = 'final_pickup' AND j.due_day <> b.pickup_day)`,
  'an open booking without a unit until its pickup or a flag': `
    SELECT b.id FROM bookings b
    WHERE b.status NOT IN ('cancelled', 'completed') AND b.site_status <> 'picked_up' AND b.pickup_day >= ?1
      AND NOT EXISTS (SELECT 1 FROM dumpster_schedule s WHERE s.booking_id = b.id AND s.end_date = b.pickup_day)
      AND NOT EXISTS (SELECT 1 FROM attention WHERE booking_id = b.id AND reason = 'no_unit')`,
  'a unit out of service that is not at the customer yet and no flag, or a flag without one': `
    SELECT b.id FROM bookings b WHERE EXISTS (SELECT 1 FROM attention WHERE booking_id = b.id AND reason = 'unit_out_of_service')
      <> (b.status NOT IN ('cancelled', 'completed') AND EXISTS (
        SELECT 1 FROM dumpster_schedule s JOIN dumpsters d ON d.id = s.dumpster_id AND NOT d.is_available
        WHERE s.booking_id = b.id AND CASE s.role
          WHEN 'first' THEN b.site_status = 'not_delivered'
          ELSE b.site_status <> 'picked_up' AND (b.site_status = 'not_delivered' OR (
            SELECT count(*) FROM jobs WHERE booking_id = b.id AND type = 'exchange' AND status = 'done')
              < CAST(substr(s.role, 10) AS INTEGER)) END))`,
  'a booking that is over with a unit from tomorrow on': `
    SELECT b.id FROM bookings b JOIN dumpster_schedule s ON s.booking_id = b.id
    WHERE b.site_status <> 'on_site' AND b.status IN ('cancelled', 'completed') AND s.end_date > ?1`,
  'sums that are not those of the ledger': `
    SELECT id FROM bookings b
    WHERE paid_amount <> (SELECT coalesce(sum(amount), 0) FROM transactions
        WHERE booking_id = b.id AND type = 'payment' AND status = 'succeeded')
      OR coalesce(refund_amount, 0) <> (SELECT coalesce(sum(amount), 0) FROM transactions
        WHERE booking_id = b.id AND type = 'refund' AND status = 'succeeded')`,
  'a payment that is voided or refunded twice': `
    SELECT id FROM transactions paid WHERE type = 'payment' AND iif(status = 'succeeded', amount, 0) < (
      SELECT coalesce(sum(amount), 0) FROM transactions WHERE payment_id = paid.id AND status = 'succeeded')`,
  'a payment status that the sums do not give': `
    SELECT id FROM bookings WHERE payment_status <> CASE
      WHEN paid_amount > 0 AND refund_amount = paid_amount THEN 'refunded'
      WHEN paid_amount >= final_price THEN 'fully_paid'
      WHEN paid_amount < deposit_amount THEN 'unpaid' ELSE 'deposit_paid' END`,
  'an operation that did not end': `
    SELECT id FROM payment_operations WHERE state NOT IN ('succeeded', 'failed', 'canceled')`,
  'more open truck moves than trucks': `
    SELECT due_day FROM jobs WHERE status = 'open' AND due_day > ?1 GROUP BY due_day HAVING count(*) > ${MAX_MOVES}`,
};

it('lives of changes, exchanges, cancellations, payments and refunds keep units, days, jobs, trucks and sums in step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, runLength(4, { sample: 12, long: 30 })), async (steps) => {
      const world = await makeWorld();
      for (const one of steps) {
        await take(world, one).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        for (const [what, query] of Object.entries(BROKEN)) {
          const today = world.ctx.today();
          const found = await rows(query, ...(query.includes('?1') ? [today] : []));
          expect({ what, after: JSON.stringify(one), found }).toMatchObject({ found: [] });
        }
        await expectPlaces();
        await expectRevenue(world.ctx);
      }
    }),
    randomRuns({ sample: 4, long: 300 }),
  );
});
