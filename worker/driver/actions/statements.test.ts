import { beforeEach, describe, expect, it } from 'vitest';
import type { ActionReply, DriverAction } from '#contract/driver-actions.ts';
import type { Context } from '#worker/base/context.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import {
  type Driver,
  makeRouteDay,
  minutesAgo,
  type Sent,
  uploadedPhoto,
  wholeDayActions,
} from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { takeOffRows } from '#worker/test/transitions.ts';
import { addUnits, inDays, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { receiveActions } from './service.ts';

beforeEach(startOver);

/** D1 runs so many statements in a request. */
const MAX_STATEMENTS = 1000;
const MOST_ACTIONS = 50;

/** With texts, which add statements to what customers are notified of. */
function countedContext() {
  const { database, statements } = countingDatabase(testEnv.DB);
  const { ctx } = makeTestContext({ database });
  const texts = { send: () => Promise.reject(new Error('No text is sent here')) } as unknown;
  return { ctx: { ...ctx, texts: texts as Context['texts'] }, statements };
}

const send = (ctx: Context, { actor }: Driver, sent: readonly Sent[]) =>
  receiveActions(ctx, actor, { sentAt: new Date().toISOString(), actions: sent as DriverAction[] });

const doneAt = (stopId: number, minutes: number) => ({
  id: crypto.randomUUID(),
  stopId,
  type: 'done',
  deviceTime: minutesAgo(minutes),
});

/** The statements of each action of a call of its own, by type. */
async function statementsByType(driver: Driver, sent: readonly Sent[]) {
  const most: Record<string, number> = {};
  for (const one of sent) {
    const { ctx, statements } = countedContext();
    expect(await send(ctx, driver, [one])).toMatchObject([{ result: 'applied' }]);
    most[one.type] = Math.max(most[one.type] ?? 0, statements());
  }
  return most;
}

/** `count` bookings whose units a driver picks up today. */
async function makePickups(count: number) {
  await addUnits(count);
  const units = await listUnitIds();
  const ben = await signIn('ben', 'driver');
  const stops = [];
  for (let n = 1; n <= count; n += 1) {
    const unit = units[n - 1] ?? 0;
    await insertRental(n, { startsIn: -3, unit, status: 'confirmed' });
    await insertRow('jobs', n, { id: 100 + n, type: 'delivery', due_day: inDays(-3), status: 'done' });
    await insertRow('jobs', n, { id: 200 + n, type: 'final_pickup', due_day: inDays(0) });
    await insertRow('unit_locations', n, {
      dumpster_id: unit,
      place: 'booking',
      booking_id: n,
      job_id: 100 + n,
    });
    stops.push({ id: n, type: 'final_pickup' as const, booking_id: n, job_id: 200 + n });
  }
  await insertRoute(1, { driverId: ben.id, stops });
  return ben;
}

describe('the statements of a call of a phone', () => {
  it('are fewer than 60 for each action, so that one can begin after 900', async () => {
    const { ben, units, numbers } = await makeRouteDay();
    const day = await wholeDayActions(ben, units, numbers);
    const swapped = { ...doneAt(11, 58), type: 'unit', payload: { number: numbers[units[4] ?? 0] } };
    const attempted = { ...doneAt(14, 25), type: 'attempted', payload: { reason: 'blocked' } };
    const most = await statementsByType(ben, [...day.slice(0, 2), swapped, ...day.slice(3, 10), attempted]);
    expect(Object.values(most).every((count) => count < 60)).toBe(true);
  });

  it('are fewer than 60 for each action whose stop was moved or that was refused before', async () => {
    const { ben, units, numbers } = await makeRouteDay();
    const [, , , , , , , , , , refused] = await wholeDayActions(ben, units, numbers);
    await rows('UPDATE delivery_photos SET stop_id = 11 WHERE stop_id = 14');
    const { ctx } = countedContext();
    expect(await send(ctx, ben, [refused as Sent])).toMatchObject([{ result: 'refused' }]);
    for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(14, type, ben);
    await takeOffRows('1');
    const again = await statementsByType(ben, [refused as Sent]);
    expect(again.done).toBeLessThan(60);
  });

  it('stay below the limit with 50 pickups, refused or done, and the rest is stored when they are sent again', async () => {
    const ben = await makePickups(MOST_ACTIONS);
    const sent = Array.from({ length: MOST_ACTIONS }, (_, n) => doneAt(n + 1, 60 - n));
    const sendAll = async () => {
      const { ctx, statements } = countedContext();
      const results = await send(ctx, ben, sent).catch((error: unknown) => error);
      expect(statements()).toBeLessThan(MAX_STATEMENTS);
      return results;
    };
    const refused = Array.from(sent, () => ({ result: 'refused', code: 'missing_items' }));
    expect(await sendAll()).toMatchObject(refused);

    for (const { stopId } of sent)
      for (const type of ['pickup_before', 'pickup_after']) await uploadedPhoto(stopId, type, ben);
    expect(await sendAll()).toMatchObject({ code: 'busy' });
    const results = ((await sendAll()) as ActionReply[]).map(({ result }) => result);
    const stored = results.indexOf('applied');
    // Two calls are enough for a phone that was without coverage all day.
    expect(stored).toBeGreaterThanOrEqual(MOST_ACTIONS / 2);
    expect(results).toEqual(sent.map((_, n) => (n < stored ? 'already_applied' : 'applied')));
    expect(await rows("SELECT count(*) AS count FROM bookings WHERE status = 'completed'")).toEqual([
      { count: MOST_ACTIONS },
    ]);
  });
});
