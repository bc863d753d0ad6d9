import { beforeEach, expect, it } from 'vitest';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { type Driver, makeRouteDay, sendActions } from '#worker/test/driver-day.ts';
import { rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

const fleetOf = async (driver: Driver, version = '') => {
  const reply = await driver.send('GET', `driver/routes${version && `?fleet=${version}`}`);
  return (await reply.json<ReplyOf<typeof listDriverRoutes>>()).fleet;
};

it('a phone gets the numbers of all units once, and again when one was added', async () => {
  const { ben, units, numbers } = await makeRouteDay();
  const first = await fleetOf(ben);
  const inFleet = await rows<{ number: string }>(
    'SELECT dumpster_number AS number FROM dumpsters WHERE deleted_at IS NULL ORDER BY dumpster_number',
  );
  expect(first.numbers?.split('\n')).toEqual(inFleet.map(({ number }) => number));
  expect(first.numbers).toContain(numbers[units[0] ?? 0]);
  expect(await fleetOf(ben, first.version)).toEqual({ version: first.version, numbers: null });
  await rows("UPDATE dumpsters SET dumpster_number = 'NEW-7' WHERE id = ?", units[5] ?? 0);
  expect((await fleetOf(ben, first.version)).numbers).toContain('NEW-7');
});

it('a number without its dash is the unit that is painted with it, and a repeated call is the same', async () => {
  const { ben, units, numbers } = await makeRouteDay();
  const number = numbers[units[0] ?? 0] ?? '';
  const id = crypto.randomUUID();
  const typed = { id, stopId: 11, type: 'unit', payload: { number: number.replace('-', ' ') } };
  expect((await sendActions(ben, [typed])).map(({ result }) => result)).toEqual(['applied']);
  expect((await sendActions(ben, [typed])).map(({ result }) => result)).toEqual(['already_applied']);
  expect(await rows("SELECT json_extract(payload, '$.number') AS number FROM driver_actions")).toEqual([
    { number },
  ]);
});
