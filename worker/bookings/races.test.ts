import { beforeEach, expect, it } from 'vitest';
import { type BookingChange, bookingChange } from '#contract/booking-changes.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import { AppError } from '#domain/shared/errors.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { getBooking } from '#worker/rental/service.ts';
import { publishCard } from '#worker/test/catalog.ts';
import { bookRental, listUnitDays } from '#worker/test/changes.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { Turns } from '#worker/test/turns.ts';
import {
  addUnits,
  inDays,
  makeBookingData,
  makeTestContext,
  rows,
  startOver,
  testEnv,
} from '#worker/test/world.ts';
import { applyChange, previewChange } from './changes/service.ts';
import { moveBooking, setBookingStatus } from './service.ts';

beforeEach(startOver);

/** Orders in which both read before one of them writes. Either can be first, and one may be a call ahead. */
const ORDERS = [
  [0, 1],
  [1, 0],
  [0, 0, 1],
  [1, 1, 0],
];

type Race = ReturnType<typeof makeRace>;

/** Two concurrent callers. `outcomes` takes the call of `one` and the call of `other`, in this order. */
function makeRace(order: readonly number[]) {
  const turns = new Turns(order);
  const contextOf = (caller: number) => makeTestContext({ database: turns.database(testEnv.DB, caller) }).ctx;
  /** The error code of each call, or 'ok'; an unexpected error is thrown. */
  const outcomes = async (calls: [Promise<unknown>, Promise<unknown>]): Promise<string> => {
    const words = (await turns.settled(calls)).map((call) => {
      if (call.status === 'fulfilled') return 'ok';
      if (call.reason instanceof AppError) return call.reason.code;
      throw call.reason;
    });
    return words.join(' ');
  };
  return { one: contextOf(0), other: contextOf(1), outcomes };
}

/** A customer reads more than staff before the first write. */
const CUSTOMER_AHEAD = [1, 1, 1, 1, 0];

/** A change of a rental reads more than a customer. */
const STAFF_AHEAD = [0, 0, 0, 0, 0, 0, 0, 1];

/** Runs a race in each order. Returns all results. */
async function resultsOf(run: (race: Race) => Promise<string>, orders = ORDERS) {
  const results = new Set<string>();
  for (const order of orders) {
    await startOver();
    results.add(await run(makeRace(order)));
    await expectOneHistory();
  }
  return [...results].sort();
}

/** Each version after the first has exactly one entry. */
async function expectOneHistory() {
  const wrong = await rows(`
    SELECT b.id, b.version, h.versions FROM bookings b LEFT JOIN (
      SELECT subject_id, json_group_array(version) AS versions FROM (
        SELECT subject_id, version FROM history WHERE subject = 'booking' ORDER BY subject_id, version)
      GROUP BY subject_id) h ON h.subject_id = b.id
    WHERE coalesce(h.versions, '[]') <> CASE b.version
      WHEN 1 THEN '[]' WHEN 2 THEN '[2]' WHEN 3 THEN '[2,3]' END`);
  expect(wrong).toEqual([]);
}

const at = (id: number) => ({ id, version: null });

it('of two moves to one unit one succeeds, and the other gets the name of the booking that has it', async () => {
  const seen = await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(3);
    const [first = 0, second = 0, wanted = 0] = await listUnitIds();
    await insertRental(1, { unit: first });
    await insertRental(2, { unit: second });
    const { actor } = await signIn('dana', 'admin');
    return outcomes([
      moveBooking(one, actor, { ...at(1), dumpsterId: wanted }),
      moveBooking(other, actor, { ...at(2), dumpsterId: wanted }),
    ]);
  });
  expect(seen).toEqual(['conflict ok', 'ok conflict']);
});

it('a free unit goes to a moved booking or to a customer, never to both', async () => {
  const seen = await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(1, '20-yard');
    await addUnits(1);
    const [own = 0, wanted = 0] = await listUnitIds();
    await insertRental(1, { unit: own });
    const { actor } = await signIn('dana', 'admin');
    return outcomes([
      moveBooking(one, actor, { ...at(1), dumpsterId: wanted }),
      openCheckout(other, { data: makeBookingData(), key: null, ip: '203.0.113.1' }),
    ]);
  });
  expect(seen).toEqual(['conflict ok', 'ok sold_out']);
});

it('the last unit goes to a reopened booking or to a customer, and a booking without a unit is flagged', async () => {
  const seen = await resultsOf(
    async ({ one, other, outcomes }) => {
      await addUnits(1);
      await insertRental(1, { status: 'cancelled' });
      const { actor } = await signIn('dana', 'admin');
      const outcome = await outcomes([
        setBookingStatus(one, actor, { ...at(1), status: 'pending', notifyCustomer: true }),
        openCheckout(other, { data: makeBookingData(), key: null, ip: '203.0.113.1' }),
      ]);
      const { status, needsAttention, dumpsterId } = await getBooking(one, 1);
      expect([status, dumpsterId === null]).toEqual(['pending', needsAttention === 'no_unit']);
      return `${outcome} ${needsAttention}`;
    },
    [...ORDERS, CUSTOMER_AHEAD],
  );
  expect(seen).toEqual(['ok ok no_unit', 'ok sold_out null']);
});

it('of concurrent changes to cancelled and completed the rental ends completed, and is never cancelled after that', async () => {
  const seen = await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit });
    const { actor } = await signIn('dana', 'admin');
    const set = (ctx: typeof one, status: BookingStatus) =>
      setBookingStatus(ctx, actor, { ...at(1), status, notifyCustomer: true });
    const outcome = await outcomes([set(one, 'cancelled'), set(other, 'completed')]);
    const { status, version, heldUntil } = await getBooking(one, 1);
    const isCancelledFirst = outcome === 'ok ok';
    expect([status, version]).toEqual(['completed', isCancelledFirst ? 3 : 2]);
    // The booking that was cancelled first releases today, and no booking takes that day again.
    expect(heldUntil).toBe(inDays(isCancelledFirst ? -1 : 0));
    return outcome;
  });
  expect(seen).toEqual(['conflict ok', 'ok ok']);
});

it('a concurrent move and cancellation leave no days on a cancelled booking', async () => {
  await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(2);
    const [unit = 0, wanted = 0] = await listUnitIds();
    await insertRental(1, { unit });
    const { actor } = await signIn('dana', 'admin');
    const outcome = await outcomes([
      moveBooking(one, actor, { ...at(1), dumpsterId: wanted }),
      setBookingStatus(other, actor, { ...at(1), status: 'cancelled', notifyCustomer: true }),
    ]);
    expect(['ok ok', 'conflict ok']).toContain(outcome);
    expect(await getBooking(one, 1)).toMatchObject({ status: 'cancelled', dumpsterId: null });
    return outcome;
  });
});

it('a move to a taken unit is a conflict, also when another change comes in between', async () => {
  await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(2);
    const [own = 0, taken = 0] = await listUnitIds();
    await insertRental(1, { unit: own });
    await insertRental(2, { unit: taken });
    const { actor } = await signIn('dana', 'admin');
    const outcome = await outcomes([
      moveBooking(one, actor, { ...at(1), dumpsterId: taken }),
      setBookingStatus(other, actor, { ...at(1), status: 'confirmed', notifyCustomer: true }),
    ]);
    expect(outcome).toBe('conflict ok');
    return outcome;
  });
});

it('of two changes based on one version, one succeeds and the other gets a conflict', async () => {
  const seen = await resultsOf(async ({ one, other, outcomes }) => {
    await insertRental(1);
    const { actor } = await signIn('dana', 'admin');
    const set = (ctx: typeof one, status: BookingStatus) =>
      setBookingStatus(ctx, actor, { id: 1, version: 1, status, notifyCustomer: true });
    return outcomes([set(one, 'confirmed'), set(other, 'cancelled')]);
  });
  expect(seen).toEqual(['ok stale', 'stale ok']);
});

type Actor = Awaited<ReturnType<typeof signIn>>['actor'];

/** A change that staff have previewed: the function makes it. */
async function previewed(actor: Actor, id: number, fields: Record<string, unknown>) {
  const { ctx } = makeTestContext();
  const input: BookingChange = bookingChange.parse({ ...fields, preview: true });
  const { allowed, previewToken } = await previewChange(ctx, actor, { ...at(id), input });
  expect(allowed).toBe(true);
  return (racing: typeof ctx) =>
    applyChange(racing, actor, { ...at(id), input: { ...input, preview: false, previewToken } });
}

it('the last unit goes to a rescheduled booking or to a customer, never to both', async () => {
  const seen = await resultsOf(
    async ({ one, other, outcomes }) => {
      await addUnits(1);
      const [unit = 0] = await listUnitIds();
      await bookRental(1, 20, { unit });
      const { actor } = await signIn('dana', 'admin');
      const reschedule = await previewed(actor, 1, { type: 'reschedule', deliveryDate: inDays(10) });
      const outcome = await outcomes([
        reschedule(one),
        openCheckout(other, { data: makeBookingData(), key: null, ip: '203.0.113.1' }),
      ]);
      expect(await listUnitDays(1)).toHaveLength(1);
      return outcome;
    },
    [...ORDERS, STAFF_AHEAD],
  );
  expect(seen).toEqual(['conflict ok', 'ok sold_out']);
});

it('of two extensions into the same days of the last unit one succeeds, and the other is a conflict', async () => {
  const seen = await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(3);
    const units = await listUnitIds();
    for (const [index, unit] of units.slice(0, 2).entries()) {
      await bookRental(1 + index, 10, { unit });
      await bookRental(3 + index, 17, { unit });
    }
    const { actor } = await signIn('dana', 'admin');
    const extend = { type: 'extend', endDate: inDays(18), unitAmount: 1000 };
    const first = await previewed(actor, 1, extend);
    const second = await previewed(actor, 2, extend);
    return outcomes([first(one), second(other)]);
  });
  expect(seen).toEqual(['conflict ok', 'ok conflict']);
});

it('of two changes of one booking one succeeds, and the other preview is stale', async () => {
  const seen = await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await bookRental(1, 10, { unit });
    const { actor } = await signIn('dana', 'admin');
    const later = await previewed(actor, 1, { type: 'reschedule', deliveryDate: inDays(12) });
    const longer = await previewed(actor, 1, { type: 'extend', endDate: inDays(18), unitAmount: 1000 });
    const outcome = await outcomes([later(one), longer(other)]);
    expect(await rows('SELECT count(*) AS count FROM price_additions')).toEqual([
      { count: outcome === 'ok stale' ? 0 : 1 },
    ]);
    return outcome;
  });
  expect(seen).toEqual(['ok stale', 'stale ok']);
});

it('the last truck move of a day goes to one of two bookings', async () => {
  const seen = await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(4);
    const calendar = { deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6], leadDays: 0, sameDayCutoff: null };
    await publishCard({ calendar: { ...calendar, horizonDays: 365, maxTruckMovesPerDay: 1 } });
    await bookRental(1, 10);
    await bookRental(2, 11);
    const { actor } = await signIn('dana', 'admin');
    const reschedule = { type: 'reschedule', deliveryDate: inDays(30) };
    const first = await previewed(actor, 1, reschedule);
    const second = await previewed(actor, 2, reschedule);
    return outcomes([first(one), second(other)]);
  });
  expect(seen).toEqual(['conflict ok', 'ok conflict']);
});

it('a booking that makes room and is rescheduled at the same time ends on the other unit', async () => {
  const seen = await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(2);
    const [unit = 0, spare = 0] = await listUnitIds();
    await bookRental(1, -3, { unit, isDelivered: true });
    await bookRental(2, 5, { unit });
    const { actor } = await signIn('dana', 'admin');
    const input = { type: 'extend', endDate: inDays(6), unitAmount: 1000, moveBookingId: 2 };
    const extend = await previewed(actor, 1, input);
    const later = await previewed(actor, 2, {
      type: 'reschedule',
      deliveryDate: inDays(6),
      dumpsterId: unit,
    });
    const outcome = await outcomes([extend(one), later(other)]);
    const [days] = await listUnitDays(2);
    expect(days?.unit).toBe(spare);
    return outcome;
  });
  expect(seen).toEqual(['ok conflict', 'ok ok']);
});
