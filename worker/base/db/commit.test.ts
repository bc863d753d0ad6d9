import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#domain/shared/errors.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { commit, GuardFailed, guardStatement, unlessGuarded } from './commit.ts';

beforeEach(startOver);

const { ctx } = makeTestContext();
const { db } = ctx;
const insert = (name: string) => db.run(sql`INSERT INTO cursors (name, reached_at) VALUES (${name}, 1)`);
const isStored = (name: string) => sql`EXISTS (SELECT 1 FROM cursors WHERE name = ${name})`;
const stored = async () =>
  (await rows<{ name: string }>('SELECT name FROM cursors ORDER BY name')).map(({ name }) => name);
const guardOf = async (write: Promise<unknown>) => {
  const error = await write.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof GuardFailed) return error.guard;
  throw error ?? new Error('It was committed');
};

// The trigger commit_guards_hold.
it('the writes are made when every guard holds, and a guard keeps no row', async () => {
  const guards = { free: sql`NOT ${isStored('a')}`, count: sql`2`, absent: undefined };
  await commit(ctx, { guards, writes: { both: [insert('a'), insert('b')] } });
  expect(await stored()).toEqual(['a', 'b']);
  expect(await rows('SELECT * FROM commit_guards')).toEqual([]);
});

it.each([
  ['false', sql`0`],
  ['null', sql`NULL`],
  ['a row that does not exist', sql`(SELECT 1 WHERE 0)`],
])('nothing is written when a guard is %s', async (_what, holds) => {
  const guards = { first: sql`1`, second: holds };
  expect(await guardOf(commit(ctx, { guards, writes: { added: insert('a') } }))).toBe('second');
  expect(await stored()).toEqual([]);
});

it('of two guards that fail, the first by order is named', async () => {
  const guards = { later: sql`0`, earlier: sql`0` };
  expect(await guardOf(commit(ctx, { guards, writes: { added: insert('a') } }))).toBe('later');
});

it('a guard that fails behind a write of its batch takes the write back', async () => {
  const alone = guardStatement(db, 'alone', sql`NOT ${isStored('a')}`);
  expect(await guardOf(commit(ctx, { writes: { all: [insert('a'), alone, insert('b')] } }))).toBe('alone');
  expect(await stored()).toEqual([]);
});

it('named writes return their results by name, also behind guards', async () => {
  const { added, more, all } = await commit(ctx, {
    guards: { always: sql`1` },
    writes: {
      added: insert('a'),
      more: [insert('b'), insert('c')],
      all: db.all<{ name: string }>(sql`SELECT name FROM cursors WHERE name = 'a'`),
    },
  });
  expect([added, ...more].map(({ meta }) => meta.changes)).toEqual([1, 1, 1]);
  expect(all).toEqual([{ name: 'a' }]);
});

it('another error stays what it is, also with the text of a guard in its values', async () => {
  const typed = 'D1_ERROR: guard:free: SQLITE_CONSTRAINT';
  await insert(typed);
  const write = commit(ctx, { guards: { free: sql`1` }, writes: { again: insert(typed) } });
  const error = await write.catch((thrown: unknown) => thrown);
  expect(error).not.toBeInstanceOf(GuardFailed);
  expect(`${error} ${(error as Error).cause}`).toContain('UNIQUE constraint failed: cursors.name');
});

it('only the guards that a caller names mean that nothing is to be done', async () => {
  const fail = () => commit(ctx, { guards: { step: sql`0` }, writes: { added: insert('a') } });
  expect(await unlessGuarded(['step'], fail())).toBeNull();
  expect(await guardOf(unlessGuarded(['other'], fail()))).toBe('step');
});

/** True, with so many parameters. D1 takes 100 of a statement. */
const withParameters = (count: number) => {
  const numbers = Array.from({ length: count }, (_, index) => sql`${index}`);
  return sql`0 IN (${sql.join(numbers, sql`, `)})`;
};

it('a guard can have 95 parameters', async () => {
  await commit(ctx, { guards: { many: withParameters(95) }, writes: { added: insert('a') } });
  expect(await stored()).toEqual(['a']);
});

it('a guard with more parameters than D1 takes fails with its error, and nothing is written', async () => {
  const write = commit(ctx, { guards: { many: withParameters(101) }, writes: { added: insert('a') } });
  const error = await write.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(AppError);
  expect(error).not.toBeInstanceOf(GuardFailed);
  expect(`${error} ${(error as Error).cause}`).toContain('too many SQL variables');
  expect(await stored()).toEqual([]);
});

it('a guard that fails at the end of 900 statements takes all of them back', async () => {
  const inserts = Array.from({ length: 899 }, (_, index) => insert(`row ${index}`));
  const last = guardStatement(db, 'last', sql`0`);
  expect(await guardOf(commit(ctx, { writes: { all: [...inserts, last] } }))).toBe('last');
  expect(await stored()).toEqual([]);
});
