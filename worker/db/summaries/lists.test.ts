import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { pageOfNotifications } from '#worker/notifications/list/list-repo.ts';
import { pageOfIssues } from '#worker/payments/reconciliation/repo.ts';
import { insertRow, type Row } from '#worker/test/builders.ts';
import { expectExact } from '#worker/test/recount.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { REBUILD_STATEMENTS } from './rebuild.ts';

/** Notices are 1 to 5; letters are of some of these, and of other messages. */
const NUMBERS = [1, 2, 3, 4, 5];
const MESSAGES = [
  ...NUMBERS.map((n) => JSON.stringify({ type: 'outbox', id: String(n) })),
  '{"type":"operation","id":2}',
  '{"type":"operation","id":7}',
  '{"type":"stripe-event","eventId":"evt_1"}',
  '{}',
];

beforeEach(async () => {
  await startOver();
  await insertRow('users', 1);
});

it('the totals of deliveries and differences stay exact through any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 8 }), async (batches) => {
      await env.DB.batch(
        ['outbox', 'dead_letters', 'reconciliation_issues'].map((t) => plain(`DELETE FROM ${t}`)),
      );
      expect(await kept()).toEqual([]);
      for (const one of batches) await apply(one);
      await expectExact({ pieces: [], beginnings: [] });
      await expectShown();
    }),
    randomRuns({ sample: 40, long: 2000 }),
  );
});

it('those totals are recomputed by the rebuild, from any state', async () => {
  await insertRow('outbox', 1, { id: '1', user_id: 1 });
  await insertRow('reconciliation_issues', 1, { booking_id: null });
  for (const [i, message] of MESSAGES.entries()) await insertRow('dead_letters', i, { message });
  const right = await kept();
  expect(right).toEqual([
    { name: 'deliveries', value: 9 },
    { name: 'reconciliation_issues', value: 1 },
  ]);
  for (const broken of ['UPDATE totals SET value = value + 3', 'DELETE FROM totals']) {
    await rows(broken);
    expect(await kept()).not.toEqual(right);
    await env.DB.batch(REBUILD_STATEMENTS.map((statement) => plain(statement)));
    expect(await kept()).toEqual(right);
  }
});

const kept = () =>
  rows(
    "SELECT name, value FROM totals WHERE name IN ('deliveries', 'reconciliation_issues') AND value <> 0 ORDER BY name",
  );

/** As many as the lists have. */
async function expectShown() {
  const { db } = makeTestContext().ctx;
  const deliveries = await pageOfNotifications(db, { filter: {}, limit: 200 });
  const issues = await pageOfIssues(db, { limit: 200 });
  for (const { rows: shown, total } of [deliveries, issues]) expect(total).toBe(shown.length);
}

/** Several rows, one, or none. */
const some = fc
  .tuple(fc.constantFrom(1, 2, 3), fc.nat(2))
  .map(([of, rest]) => `rowid % ${of} = ${rest % of}`);
const number = fc.constantFrom(...NUMBERS);
const message = fc.constantFrom(...MESSAGES);

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: number.map((n) =>
      insertion('outbox', { id: String(n), kind: 'end-sessions', user_id: 1, created_at: 1 }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(number, message)
      .map(([n, text]) => insertion('dead_letters', { id: `letter-${n}`, message: text, died_at: 1 })),
  },
  {
    weight: 2,
    arbitrary: number.map((n) =>
      insertion('reconciliation_issues', { object_id: `pi_${n}`, difference: 'status', found_at: 1 }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(message, some)
      .map(([text, which]) => plain(`UPDATE dead_letters SET message = '${text}' WHERE ${which}`)),
  },
  fc
    .tuple(number, some)
    .map(([n, which]) => plain(`UPDATE OR IGNORE outbox SET id = '${n}', attempts = 3 WHERE ${which}`)),
  some.map((which) => plain(`UPDATE outbox SET done_at = 2, dead_at = NULL WHERE ${which}`)),
  number.map((n) => plain(`UPDATE OR IGNORE dead_letters SET id = 'letter-${n}', replayed_at = 2`)),
  some.map((which) => plain(`UPDATE reconciliation_issues SET settled_at = 2 WHERE ${which}`)),
  ...['outbox', 'dead_letters', 'reconciliation_issues'].map((table) =>
    some.map((which) => plain(`DELETE FROM ${table} WHERE ${which}`)),
  ),
);

const batch = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  isRolledBack: fc.nat(5).map((n) => n === 0),
});
type Batch = typeof batch extends fc.Arbitrary<infer B> ? B : never;

async function apply({ steps, isRolledBack }: Batch) {
  if (!isRolledBack) return env.DB.batch(steps);
  const failing = plain("INSERT INTO outbox (id, kind, created_at) VALUES ('none', 'end-sessions', 1)");
  await expect(env.DB.batch([...steps, failing])).rejects.toThrow('CHECK');
}

function insertion(table: string, row: Row): D1PreparedStatement {
  const places = Object.keys(row).map(() => '?');
  return plain(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')}) ON CONFLICT DO NOTHING`,
  ).bind(...Object.values(row));
}

function plain(sql: string): D1PreparedStatement {
  return env.DB.prepare(sql);
}
