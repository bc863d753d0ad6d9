import { beforeEach, expect, it } from 'vitest';
import type { BlackoutDay } from '#contract/blackout-days.ts';
import type { HistoryEntry } from '#contract/history.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call, readError } from '#worker/test/http.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { inDays, rows, startOver } from '#worker/test/world.ts';

const PATH = 'admin/blackout-days';
const DAY = inDays(10);
let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
});
const list = async (query = '') => (await dana.send('GET', `${PATH}${query}`)).json<BlackoutDay[]>();
const unavailable = async () => {
  const query = `rentalType=7-day&dumpsterType=15-yard&month=${DAY.slice(0, 7)}`;
  return (await call(`/api/unavailable-dates?${query}`)).json<{ reasons: Record<string, string> }>();
};

it('a closed day has a reason, counts its bookings, and is refused to customers until it is opened', async () => {
  await insertRow('dumpsters', 1);
  for (const [n, status] of [
    [1, 'open'],
    [2, 'done'],
    [3, 'cancelled'],
  ] as const) {
    await insertRental(n);
    await insertRow('jobs', n, { type: 'delivery', due_day: DAY, status });
  }
  await insertRow('jobs', 1, { type: 'final_pickup', due_day: DAY });
  const closed = await dana.send('POST', PATH, { day: DAY, reason: 'Thanksgiving' });
  expect([closed.status, await closed.json()]).toEqual([
    200,
    { day: DAY, reason: 'Thanksgiving', bookings: 2 },
  ]);
  expect((await unavailable()).reasons[DAY]).toBe('closed');
  expect(await (await dana.send('POST', PATH, { day: DAY, reason: 'Holiday' })).json()).toMatchObject({
    reason: 'Holiday',
  });
  await dana.send('POST', PATH, { day: inDays(20), reason: 'Yard work' });
  expect((await list()).map(({ day, bookings }) => [day, bookings])).toEqual([
    [DAY, 2],
    [inDays(20), 0],
  ]);
  expect(await list(`?from=${inDays(11)}`)).toHaveLength(1);
  expect(await list(`?from=${DAY}&to=${inDays(19)}`)).toHaveLength(1);
  for (let n = 0; n < 2; n += 1) expect((await dana.send('DELETE', PATH, { day: DAY })).status).toBe(204);
  expect((await unavailable()).reasons[DAY]).toBeUndefined();
  const id = Number(DAY.replaceAll('-', ''));
  expect(
    await rows(
      "SELECT action, actor_name AS actor, before, after FROM history WHERE subject = 'blackout_day' AND subject_id = ?",
      id,
    ),
  ).toEqual([
    {
      action: 'closed',
      actor: 'dana',
      before: null,
      after: JSON.stringify({ day: DAY, reason: 'Thanksgiving' }),
    },
    {
      action: 'changed',
      actor: 'dana',
      before: JSON.stringify({ day: DAY, reason: 'Thanksgiving' }),
      after: JSON.stringify({ day: DAY, reason: 'Holiday' }),
    },
    { action: 'opened', actor: 'dana', before: JSON.stringify({ day: DAY, reason: 'Holiday' }), after: null },
  ]);
  const history = await (await dana.send('GET', `${PATH}/history`)).json<HistoryEntry[]>();
  expect(history.map(({ action, changedBy, before, after }) => [action, changedBy, before, after])).toEqual([
    ['opened', 'dana', { day: DAY, reason: 'Holiday' }, null],
    ['closed', 'dana', null, { day: inDays(20), reason: 'Yard work' }],
    ['changed', 'dana', { day: DAY, reason: 'Thanksgiving' }, { day: DAY, reason: 'Holiday' }],
    ['closed', 'dana', null, { day: DAY, reason: 'Thanksgiving' }],
  ]);
});

it('closing a day twice with one reason writes one entry', async () => {
  const close = () => dana.send('POST', PATH, { day: DAY, reason: 'Holiday' });
  expect([(await close()).status, (await close()).status]).toEqual([200, 200]);
  expect(await rows("SELECT id FROM history WHERE subject = 'blackout_day'")).toHaveLength(1);
});

it.each([
  [{ day: inDays(-1), reason: 'Holiday' }, 'day'],
  [{ day: '2026-02-30', reason: 'Holiday' }, 'day'],
  [{ day: DAY, reason: ' ' }, 'reason'],
  [{ day: DAY }, 'reason'],
])('is refused: %j', async (body, path) => {
  const reply = await dana.send('POST', PATH, body);
  expect([reply.status, (await readError(reply)).issues?.map((issue) => issue.path)]).toEqual([400, [path]]);
});

it('needs the right to edit the catalog', async () => {
  const lee = await signIn('lee', 'view_only');
  expect((await lee.send('GET', PATH)).status).toBe(200);
  expect((await lee.send('POST', PATH, { day: DAY, reason: 'Holiday' })).status).toBe(403);
  expect((await lee.send('DELETE', PATH, { day: DAY })).status).toBe(403);
});
