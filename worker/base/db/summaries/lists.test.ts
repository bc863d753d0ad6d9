import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { pageOfIssues } from '#worker/money/reconciliation/repo.ts';
import { insertRow } from '#worker/test/builders.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { REBUILD_STATEMENTS } from './rebuild.ts';

const NUMBERS = [1, 2, 3, 4, 5];

beforeEach(async () => {
  await startOver();
  await insertRow('users', 1);
});

it('the total of differences stays exact through any sequence of changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 8 }), async (batches) => {
      await rows('DELETE FROM reconciliation_issues');
      expect(await kept()).toEqual([]);
      for (const one of batches) await apply(one);
      await expectExactSummaries({ pieces: [], beginnings: [] });
      await expectShown();
    }),
    randomRuns({ sample: 40, long: 2000 }),
  );
});

it('the rebuild restores the total from any value', async () => {
  await insertRow('reconciliation_issues', 1, { booking_id: null });
  const right = await kept();
  expect(right).toEqual([{ name: 'reconciliation_issues', value: 1 }]);
  for (const broken of ['UPDATE totals SET value = value + 3', 'DELETE FROM totals']) {
    await rows(broken);
    expect(await kept()).not.toEqual(right);
    await env.DB.batch(REBUILD_STATEMENTS.map((statement) => plain(statement)));
    expect(await kept()).toEqual(right);
  }
});

const kept = () => rows("SELECT name, value FROM totals WHERE name = 'reconciliation_issues' AND value <> 0");

/** The stored total equals the number of rows in the list. */
async function expectShown() {
  const { db } = makeTestContext().ctx;
  const issues = await pageOfIssues(db, { limit: 200 });
  expect(issues.total).toBe(issues.rows.length);
}

/** Selects several rows, one, or none. */
const some = fc
  .tuple(fc.constantFrom(1, 2, 3), fc.nat(2))
  .map(([of, rest]) => `rowid % ${of} = ${rest % of}`);
const number = fc.constantFrom(...NUMBERS);

const step = fc.oneof(
  {
    weight: 2,
    arbitrary: number.map((n) =>
      insertion('reconciliation_issues', { object_id: `pi_${n}`, difference: 'status', found_at: 1 }),
    ),
  },
  some.map((which) => plain(`UPDATE reconciliation_issues SET settled_at = 2 WHERE ${which}`)),
  some.map((which) => plain(`DELETE FROM reconciliation_issues WHERE ${which}`)),
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
