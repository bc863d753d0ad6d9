import { beforeEach, expect, it } from 'vitest';
import type { BookingStatus } from '#domain/bookings.ts';
import { AppError } from '#domain/errors.ts';
import { getBooking } from '#worker/booking-records/service.ts';
import { openCheckout } from '#worker/checkout/open.ts';
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

it('concurrent changes to cancelled and completed both succeed, and the days follow the last one', async () => {
  const seen = await resultsOf(async ({ one, other, outcomes }) => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { startsIn: -2, unit });
    const { actor } = await signIn('dana', 'admin');
    const set = (ctx: typeof one, status: BookingStatus) =>
      setBookingStatus(ctx, actor, { ...at(1), status, notifyCustomer: true });
    expect(await outcomes([set(one, 'cancelled'), set(other, 'completed')])).toBe('ok ok');
    const { status, version, heldUntil } = await getBooking(one, 1);
    expect(version).toBe(3);
    // The booking that was cancelled first releases today, and no booking takes that day again.
    expect(heldUntil).toBe(inDays(-1));
    return status;
  });
  expect(seen).toEqual(['cancelled', 'completed']);
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
