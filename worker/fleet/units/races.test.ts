import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#domain/shared/errors.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { insertRow } from '#worker/test/builders.ts';
import { addUser, makeBookingData, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { changeUnit, deleteUnit } from './service.ts';

beforeEach(startOver);

async function actorNamed(username: string): Promise<Actor> {
  const userId = await addUser({ username, password: 'correct horse', role: 'admin' });
  return { userId, sessionId: 'test', username, role: 'admin' };
}

/** The error code of each call, or 'ok'; unexpected errors are thrown. */
async function outcomes(calls: Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => {
    if (one.status === 'fulfilled') return 'ok';
    if (one.reason instanceof AppError) return one.reason.code;
    throw one.reason;
  });
}

const order = (i: number) => ({ data: makeBookingData(), key: null, ip: `203.0.113.${i}` });

it.each(['deleted', 'retyped'])('a unit is %s or held for a customer, never both', async (what) => {
  const dana = await actorNamed('dana');
  const seen = new Set<string>();
  for (let id = 1; id <= 12; id += 1) {
    // The days of earlier customers would count against the limit of unpaid holds.
    await rows('DELETE FROM dumpster_schedule');
    await rows('UPDATE dumpsters SET is_available = 0');
    await insertRow('dumpsters', id);
    // The calls start in alternating order; a customer makes more of them before the hold.
    const staff = makeTestContext({ pauseMs: 1 + (id % 4) * 18 }).ctx;
    const customer = makeTestContext({ pauseMs: 1 + (3 - (id % 4)) * 6 }).ctx;
    const [byStaff, byCustomer] = await outcomes([
      what === 'deleted'
        ? deleteUnit(staff, dana, id)
        : changeUnit(staff, dana, { id, version: null, changes: { dumpsterType: '30-yard' } }),
      openCheckout(customer, order(id)),
    ]);
    expect(['ok sold_out', 'conflict ok']).toContain(`${byStaff} ${byCustomer}`);
    seen.add(`${byStaff} ${byCustomer}`);
    const wrong = await rows(`SELECT d.id FROM dumpsters d JOIN dumpster_schedule s ON s.dumpster_id = d.id
      WHERE d.deleted_at IS NOT NULL OR d.dumpster_type <> '15-yard'`);
    expect(wrong).toEqual([]);
  }
  expect(seen.size, 'both came first at least once').toBe(2);
});

it('two concurrent changes of one unit both succeed, each with one history entry', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const actors = await Promise.all(['dana', 'lee', 'ann'].map(actorNamed));
  await insertRow('dumpsters', 1);
  const change = (actor: Actor) =>
    changeUnit(ctx, actor, { id: 1, version: null, changes: { notes: actor.username } });
  expect(await outcomes(actors.map(change))).toEqual(['ok', 'ok', 'ok']);
  const history = await rows<{ version: number; before: string; after: string }>(
    'SELECT version, before, after FROM history ORDER BY id',
  );
  expect(history.map(({ version }) => version)).toEqual([2, 3, 4]);
  expect(history.map(({ before }) => before)).toEqual([
    '{"notes":null}',
    ...history.slice(0, 2).map(({ after }) => after),
  ]);
  expect(await rows('SELECT version FROM dumpsters')).toEqual([{ version: 4 }]);
});

it('of two changes based on one version, one gets a conflict and writes no history', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const actors = [await actorNamed('dana'), await actorNamed('lee')];
  await insertRow('dumpsters', 1);
  const change = (actor: Actor) =>
    changeUnit(ctx, actor, { id: 1, version: 1, changes: { notes: actor.username } });
  expect((await outcomes(actors.map(change))).sort()).toEqual(['ok', 'stale']);
  expect(await rows('SELECT version FROM history')).toEqual([{ version: 2 }]);
});

it('a unit is deleted once', async () => {
  const { ctx } = makeTestContext({ pauseMs: 5 });
  const dana = await actorNamed('dana');
  await insertRow('dumpsters', 1);
  const answers = await outcomes(Array.from({ length: 5 }, () => deleteUnit(ctx, dana, 1)));
  expect(answers.toSorted()).toEqual(['not_found', 'not_found', 'not_found', 'not_found', 'ok']);
  expect(await rows('SELECT action FROM history')).toEqual([{ action: 'deleted' }]);
});
