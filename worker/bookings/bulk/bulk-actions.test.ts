import { beforeEach, describe, expect, it } from 'vitest';
import { type BulkActionInput, startBulkAction as startCall } from '#contract/bulk-actions.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import type { TaskMessage } from '#worker/base/task-message.ts';
import { setBookingStatus } from '#worker/bookings/service.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog, readError } from '#worker/test/http.ts';
import { insertRental, listChanges, signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { resumeBulkActions, runBulkAction } from './run.ts';
import {
  getBulkAction,
  listBulkActions,
  markBulkActionsSeen,
  retryBulkAction,
  startBulkAction,
} from './service.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let sent: TaskMessage[];

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'dispatcher');
  for (const n of [1, 2, 3]) await insertRental(n);
  sent = [];
});

/** A context whose queue only collects the messages. */
function makeOwnWorld(options: { pauseMs?: number } = {}) {
  const world = makeTestContext(options);
  world.ctx.send = async (message) => void sent.push(message);
  return world;
}

type Body = BodyInput<typeof startCall>;
const inputOf = (body: Body): BulkActionInput => startCall.body.parse(body);
const inTransit = (ids: number[]): Body => ({ type: 'status', ids, input: { status: 'in_transit' } });

async function start(body: Body, key: string | null = null) {
  const { ctx } = makeOwnWorld();
  return (await startBulkAction(ctx, dana.actor, { key, body: inputOf(body) })).id;
}

const resultOf = (id: number) => getBulkAction(makeTestContext().ctx, dana.actor, { id, offset: 0 });
const statuses = async () =>
  (await rows<{ status: string }>('SELECT status FROM bookings ORDER BY id')).map(({ status }) => status);
const versions = async () =>
  (await rows<{ version: number }>('SELECT version FROM bookings ORDER BY id')).map(({ version }) => version);

it('each booking is changed as by its own call, and one that fails does not stop the others', async () => {
  const id = await start(inTransit([1, 3, 99, 1]));
  expect(sent).toEqual([{ type: 'bulk-action', id }]);
  expect(await resultOf(id)).toMatchObject({ finishedAt: null, counts: { total: 3, waiting: 3 } });
  await runBulkAction(makeOwnWorld().ctx, id);
  expect(await statuses()).toEqual(['in_transit', 'pending', 'in_transit']);
  expect(await resultOf(id)).toMatchObject({
    finishedAt: expect.any(String),
    seenAt: null,
    input: { status: 'in_transit', notifyCustomer: false },
    counts: { total: 3, waiting: 0, succeeded: 2, failed: 1 },
    rows: [
      { bookingId: 99, customer: null, state: 'failed', message: 'There is no such booking.' },
      { bookingId: 3, customer: 'Ada Customer3', state: 'succeeded', message: null },
      { bookingId: 1, customer: 'Ada Customer1', state: 'succeeded', message: null },
    ],
  });
  expect(await listChanges(dana, 1)).toMatchObject([
    { changedBy: 'dana', before: { status: 'pending' }, after: { status: 'in_transit' } },
  ]);
  expect(sent).toHaveLength(1);
});

it('customers are e-mailed only if that is asked for', async () => {
  const confirmed = (ids: number[], notifyCustomer?: boolean): Body => ({
    type: 'status',
    ids,
    input: { status: 'confirmed', ...(notifyCustomer !== undefined && { notifyCustomer }) },
  });
  await runBulkAction(makeOwnWorld().ctx, await start(confirmed([1])));
  await runBulkAction(makeOwnWorld().ctx, await start(confirmed([2, 3], true)));
  const mails = await rows(
    "SELECT booking_id FROM outbox WHERE kind = 'booking-confirmed' ORDER BY booking_id",
  );
  expect(mails).toEqual([{ booking_id: 2 }, { booking_id: 3 }]);
});

it('reminders follow the rules of a single one', async () => {
  await rows("UPDATE bookings SET status = 'confirmed' WHERE id = 2");
  await rows('UPDATE bookings SET email = NULL WHERE id = 3');
  const id = await start({ type: 'reminder', ids: [1, 2, 3] });
  await runBulkAction(makeOwnWorld().ctx, id);
  const { rows: results } = await resultOf(id);
  expect(results.map(({ bookingId, message }) => [bookingId, message])).toEqual([
    [3, 'This booking has no e-mail address. Call the customer instead.'],
    [2, 'Only pending bookings are reminded of: this one is Confirmed.'],
    [1, null],
  ]);
  expect(await rows('SELECT booking_id FROM outbox')).toEqual([{ booking_id: 1 }]);
});

describe('a message that is delivered twice', () => {
  it('changes each booking once, also if both run at the same time', async () => {
    const id = await start(inTransit([1, 2, 3]));
    const [first, second] = [makeOwnWorld({ pauseMs: 5 }), makeOwnWorld({ pauseMs: 5 })];
    // Its claim has expired for the second.
    second.passMinutes(2);
    await Promise.all([runBulkAction(first.ctx, id), runBulkAction(second.ctx, id)]);
    expect(await versions()).toEqual([2, 2, 2]);
    expect(await resultOf(id)).toMatchObject({ counts: { succeeded: 3, failed: 0, waiting: 0 } });
  });

  it('does not repeat what a colleague has undone', async () => {
    const id = await start(inTransit([1, 2]));
    await runBulkAction(makeOwnWorld().ctx, id);
    const pending = { id: 1, version: null, status: 'pending', notifyCustomer: false } as const;
    await setBookingStatus(makeOwnWorld().ctx, dana.actor, pending);
    await rows('UPDATE bulk_actions SET finished_at = NULL');
    await runBulkAction(makeOwnWorld().ctx, id);
    expect(await statuses()).toEqual(['pending', 'in_transit', 'pending']);
    expect((await resultOf(id)).finishedAt).not.toBe(null);
  });

  it('waits while the first one works', async () => {
    const id = await start(inTransit([1]));
    await rows(
      'INSERT INTO rate_limits (key, window_started_at, count) VALUES (?, ?, 1)',
      `bulk-action:${id}`,
      Date.now(),
    );
    await runBulkAction(makeOwnWorld().ctx, id);
    expect(await versions()).toEqual([1, 1, 1]);
  });
});

it('an error in one booking is logged, and the others are changed', async () => {
  await rows("UPDATE bookings SET cancellation_policy = 'no JSON' WHERE id = 2");
  const log = captureLog();
  const id = await start(inTransit([1, 2, 3]));
  await runBulkAction(makeOwnWorld().ctx, id);
  const { counts, rows: results } = await resultOf(id);
  expect(counts).toEqual({ total: 3, waiting: 0, succeeded: 2, failed: 1 });
  const message = 'An internal error stopped this booking. Try it again.';
  expect(results[0]).toMatchObject({ bookingId: 2, state: 'failed', message });
  expect(log.lines('bulk_row_failed')).toMatchObject([{ actionId: id, bookingId: 2 }]);
  await rows('UPDATE bookings SET cancellation_policy = NULL WHERE id = 2');
  const { ctx } = makeOwnWorld();
  expect(await retryBulkAction(ctx, dana.actor, id)).toMatchObject({
    finishedAt: null,
    counts: { waiting: 1 },
  });
  await runBulkAction(ctx, id);
  expect(await resultOf(id)).toMatchObject({ counts: { succeeded: 3, failed: 0 } });
  expect(await versions()).toEqual([2, 2, 2]);
});

it('a booking that stops the Worker again and again fails at last', async () => {
  const id = await start(inTransit([1, 2]));
  await rows(
    'INSERT INTO rate_limits (key, window_started_at, count) VALUES (?, ?, 3)',
    `bulk-row:${id}:2`,
    Date.now(),
  );
  await runBulkAction(makeOwnWorld().ctx, id);
  expect(await statuses()).toEqual(['in_transit', 'pending', 'pending']);
  await retryBulkAction(makeOwnWorld().ctx, dana.actor, id);
  await runBulkAction(makeOwnWorld().ctx, id);
  expect(await statuses()).toEqual(['in_transit', 'in_transit', 'pending']);
});

it.each([
  ["role = 'view_only'", 'Not done: the role of the account that started this no longer allows it.'],
  ['is_active = 0', 'Not done: the account that started this was deactivated.'],
])('the rights are read again for each booking: %s', async (change, message) => {
  const ids = Array.from({ length: 22 }, (_, index) => index + 1);
  for (const n of ids.slice(3)) await insertRow('bookings', n);
  const id = await start(inTransit(ids));
  await runBulkAction(makeOwnWorld().ctx, id);
  expect(await resultOf(id)).toMatchObject({ finishedAt: null, counts: { succeeded: 20, waiting: 2 } });
  expect(sent).toHaveLength(2);
  await rows(`UPDATE users SET ${change} WHERE id = ?`, dana.id);
  await runBulkAction(makeOwnWorld().ctx, id);
  const { counts, finishedAt, rows: results } = await resultOf(id);
  expect([counts.succeeded, counts.failed, finishedAt]).toEqual([20, 2, expect.any(String)]);
  expect(results.filter(({ state }) => state === 'failed').map((row) => row.message)).toEqual([
    message,
    message,
  ]);
});

describe('all that match', () => {
  const matching = (expectedCount: number): Body => ({
    type: 'status',
    filter: { status: 'pending', search: 'ada' },
    expectedCount,
    input: { status: 'in_transit' },
  });

  it('are the bookings that match when it starts', async () => {
    await rows("UPDATE bookings SET status = 'confirmed' WHERE id = 2");
    await runBulkAction(makeOwnWorld().ctx, await start(matching(2)));
    expect(await statuses()).toEqual(['in_transit', 'confirmed', 'in_transit']);
  });

  it('must be as many as the user saw, at least one, and at most 1,000', async () => {
    const refusalOf = async (body: Body) => {
      const reply = await dana.send('POST', 'bulk-actions', body);
      return [reply.status, (await readError(reply)).message];
    };
    expect(await refusalOf(matching(4))).toEqual([
      409,
      '3 bookings match now, not 4. Look at the list, then try again.',
    ]);
    expect(await refusalOf({ type: 'reminder', filter: { city: 'Nowhere' } })).toEqual([
      409,
      'No booking matches any more.',
    ]);
    await testEnv.DB.prepare(
      `WITH RECURSIVE n (id) AS (SELECT 4 UNION ALL SELECT id + 1 FROM n WHERE id < 1001)
       INSERT INTO bookings SELECT n.id${await otherColumns()} FROM n, bookings b WHERE b.id = 1`,
    ).run();
    expect(await refusalOf({ type: 'reminder', filter: {} })).toEqual([
      409,
      'More than 1,000 bookings match. Narrow the search or the filters: one action changes at most 1,000.',
    ]);
    expect(await refusalOf({ type: 'reminder', ids: Array.from({ length: 1001 }, (_, i) => i + 1) })).toEqual(
      [400, expect.stringContaining('at most 1,000')],
    );
    expect(await rows('SELECT id FROM bulk_actions')).toEqual([]);
  });
});

it('a repeated call starts nothing, and its key is good for one request of one account', async () => {
  const key = '5f0c1d2e-8a3b-4c5d-9e6f-7a8b9c0d1e2f';
  const first = await start(inTransit([1, 2]), key);
  expect(await start(inTransit([1, 2]), key)).toBe(first);
  await expect(start(inTransit([1]), key)).rejects.toThrow('used for another request');
  const [one, two] = await Promise.all(
    [1, 2].map(() =>
      startBulkAction(makeOwnWorld({ pauseMs: 5 }).ctx, dana.actor, {
        key: key.replace('5f', '6f'),
        body: inputOf(inTransit([1, 2])),
      }),
    ),
  );
  expect(one?.id).toBe(two?.id);
  expect(await rows('SELECT count(*) AS n FROM bulk_action_rows')).toEqual([{ n: 4 }]);
});

it('belongs to the account that started it, which sees once that it is finished', async () => {
  const { ctx } = makeOwnWorld();
  const id = await start(inTransit([1]));
  expect(await markBulkActionsSeen(ctx, dana.actor, [id])).toEqual({ seen: 0 });
  await runBulkAction(ctx, id);
  const eve = await signIn('eve', 'super_admin');
  expect((await eve.send('GET', `bulk-actions/${id}`)).status).toBe(404);
  expect((await eve.send('POST', `bulk-actions/${id}/retry`)).status).toBe(404);
  expect(await markBulkActionsSeen(ctx, eve.actor, [id])).toEqual({ seen: 0 });
  expect(await listBulkActions(ctx, eve.actor)).toEqual([]);
  expect(await listBulkActions(ctx, dana.actor)).toMatchObject([{ id, seenAt: null }]);
  expect(await markBulkActionsSeen(ctx, dana.actor, [id])).toEqual({ seen: 1 });
  expect(await listBulkActions(ctx, dana.actor)).toMatchObject([{ id, seenAt: expect.any(String) }]);
});

it('the cron resumes what a lost message left, and the nightly purge deletes old results', async () => {
  const { ctx } = makeOwnWorld();
  const id = await start(inTransit([1]));
  sent = [];
  expect(await resumeBulkActions(ctx)).toEqual({ bulkActions: 1 });
  expect(sent).toEqual([{ type: 'bulk-action', id }]);
  await runBulkAction(ctx, id);
  expect(await runCronTask(testEnv, 'outbox', { isForced: false })).toMatchObject({ bulkActions: 0 });
  await rows('UPDATE bulk_actions SET created_at = ?', Date.now() - 91 * 86_400_000);
  expect(await runCronTask(testEnv, 'purge', { isForced: false })).toMatchObject({
    bulkRows: 1,
    bulkActions: 1,
  });
});

it('the export of a selection has only its bookings', async () => {
  const text = await (await dana.send('GET', 'bookings.csv?ids=3,1')).text();
  expect(
    text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['3', '1']);
  expect((await dana.send('GET', 'bookings.csv?ids=1;2')).status).toBe(400);
});

async function otherColumns(): Promise<string> {
  const columns = await rows<{ name: string; hidden: number }>('PRAGMA table_xinfo(bookings)');
  return columns
    .filter(({ name, hidden }) => name !== 'id' && hidden === 0)
    .map(({ name }) => (name === 'stripe_payment_intent_id' ? ", 'pi_' || n.id" : `, b.${name}`))
    .join('');
}
