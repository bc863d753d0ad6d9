import { beforeEach, describe, expect, it } from 'vitest';
import type { listDriverConflicts } from '#contract/driver-conflicts.ts';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { makeRouteDay, minutesAgo, putPhoto, resultsOf } from '#worker/test/driver-day.ts';
import { jpeg } from '#worker/test/images.ts';
import { rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

type Dana = Awaited<ReturnType<typeof makeRouteDay>>['dana'];
const conflictsOf = async (dana: Dana) =>
  (await dana.send('GET', 'dispatch/conflicts')).json<ReplyOf<typeof listDriverConflicts>>();

describe('a driver at a stop that the office had removed', () => {
  it('who could not do the job leaves one card with reason and note, in place of those for the arrival', async () => {
    const { ben, dana } = await makeRouteDay();
    await rows('UPDATE driver_route_stops SET removed_at = 5 WHERE id = 11');
    await resultsOf(ben, [
      { stopId: 11, type: 'on_my_way', deviceTime: minutesAgo(30) },
      { stopId: 11, type: 'arrived', deviceTime: minutesAgo(20) },
    ]);
    expect((await conflictsOf(dana)).map(({ kind }) => kind)).toEqual(['stop_removed', 'stop_removed']);
    const payload = { reason: 'blocked', note: 'A car' };
    await resultsOf(ben, [{ stopId: 11, type: 'attempted', payload, deviceTime: minutesAgo(15) }]);
    expect((await putPhoto(ben, jpeg(), { stopId: 11, type: 'problem' })).status).toBe(200);
    expect(await conflictsOf(dana)).toMatchObject([
      {
        kind: 'dry_run',
        bookingId: 1,
        stopId: 11,
        message:
          "Recorded 'Unable to complete: Access blocked: A car', but the stop had been taken off the route",
      },
    ]);
  });
});

it('a damaged dumpster is proposed out of service', async () => {
  const { ben, dana, units, numbers } = await makeRouteDay();
  const payload = { reason: 'unit_damaged', note: 'A hinge is broken' };
  expect(await resultsOf(ben, [{ stopId: 14, type: 'attempted', payload }])).toEqual(['applied']);
  const number = numbers[units[3] ?? 0];
  expect(await conflictsOf(dana)).toMatchObject([
    {
      kind: 'unit_damaged',
      unit: number,
      message: `Unit ${number} is damaged. Take it out of service if it cannot be used. The driver wrote: A hinge is broken`,
    },
  ]);
});

it('a clock that is put back between two taps gives no arrival before the departure, and is marked', async () => {
  const { ben } = await makeRouteDay();
  await resultsOf(ben, [
    { stopId: 11, type: 'on_my_way', deviceTime: minutesAgo(10) },
    { stopId: 11, type: 'arrived', deviceTime: minutesAgo(190) },
  ]);
  const [stop] = await rows<{ left: number; there: number }>(
    'SELECT departed_at AS left, actual_arrival AS there FROM driver_route_stops WHERE id = 11',
  );
  expect(stop?.there).toBe(stop?.left);
  expect(await rows('SELECT type, is_time_clamped AS clamped FROM driver_actions ORDER BY rowid')).toEqual([
    { type: 'on_my_way', clamped: 0 },
    { type: 'arrived', clamped: 1 },
  ]);
});

it('a phone reads the arrivals that the board shows now, and where a yard without a name is', async () => {
  const { ben, dana } = await makeRouteDay();
  await rows('UPDATE driver_route_stops SET estimated_arrival = 1, site_id = nullif(site_id, 2)');
  await rows("UPDATE sites SET address = '5 Yard Road, Albany' WHERE id = 2");
  const reply = await ben.send('GET', 'driver/routes');
  const { routes, today } = await reply.json<ReplyOf<typeof listDriverRoutes>>();
  const board = await (await dana.send('GET', `dispatch?day=${today}`)).json<{
    routes: { stops: { id: number; arrival: string }[] }[];
  }>();
  const arrivals = new Map(board.routes[0]?.stops.map(({ id, arrival }) => [id, Date.parse(arrival)]));
  const stops = routes[0]?.stops ?? [];
  expect(stops.length).toBe(5);
  for (const { id, plannedArrival } of stops) {
    const differenceMs = Date.parse(plannedArrival ?? '') - (arrivals.get(id) ?? 0);
    expect([id, Math.abs(differenceMs) < 60_000]).toEqual([id, true]);
  }
  expect(stops.at(-1)?.place).toMatchObject({ name: 'Main yard', address: '5 Yard Road, Albany' });
});
