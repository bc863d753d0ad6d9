import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { rows, startOver, testEnv } from '#worker/test/world.ts';
import { makeDb } from './client.ts';
import { commit } from './commit.ts';
import { ReadMemo } from './read-memo.ts';
import { cursors } from './schema/system.ts';

beforeEach(startOver);

/** A call, and how many statements it has read. */
function begin() {
  let count = 0;
  const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => counted(target.bind(...values));
        const value: unknown = Reflect.get(target, name);
        if (name === 'raw') count += 1;
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  const database = {
    withSession: () => ({
      prepare: (text: string) => counted(testEnv.DB.prepare(text)),
      batch: (statements: D1PreparedStatement[]) => testEnv.DB.batch(statements),
    }),
  } as unknown as D1Database;
  const memo = new ReadMemo();
  const db = makeDb(database, 'first-primary', { memo });
  const read = (name: string) => db.select().from(cursors).where(eq(cursors.name, name));
  return { db, memo, read, reads: () => count };
}

const insert = (name: string) => rows('INSERT INTO cursors (name, reached_at) VALUES (?, 1)', name);

it('a statement with the same values is read once, also at the same time', async () => {
  const { read, reads } = begin();
  await insert('a');
  const row = { name: 'a', reachedAt: 1, result: null };
  expect(await Promise.all([read('a'), read('a')])).toEqual([[row], [row]]);
  expect(await read('a')).toEqual([row]);
  expect(reads()).toBe(1);
  expect(await read('b')).toEqual([]);
  expect(reads()).toBe(2);
});

it('rows that a caller changes are not those of the next one', async () => {
  const { read } = begin();
  await insert('a');
  const [first] = await read('a');
  Object.assign(first ?? {}, { name: 'changed' });
  expect(await read('a')).toMatchObject([{ name: 'a' }]);
});

it('after a write of the call, alone or in a commit, it reads again', async () => {
  const { db, read, reads } = begin();
  expect(await read('a')).toEqual([]);
  await db.insert(cursors).values({ name: 'a', reachedAt: 1 });
  expect(await read('a')).toHaveLength(1);
  await commit({ db }, { writes: [db.delete(cursors)] });
  expect(await read('a')).toEqual([]);
  expect(reads()).toBe(3);
});

it('after a write that fails it reads again', async () => {
  const { db, read } = begin();
  expect(await read('a')).toEqual([]);
  await insert('a');
  await expect(db.insert(cursors).values({ name: 'a', reachedAt: 1 })).rejects.toThrow();
  expect(await read('a')).toHaveLength(1);
});

it('what was read before `forget` is read again', async () => {
  const { memo, read } = begin();
  expect(await read('a')).toEqual([]);
  await insert('a');
  expect(await read('a')).toEqual([]);
  memo.forget();
  expect(await read('a')).toHaveLength(1);
});

it('a read that failed is tried again', async () => {
  const memo = new ReadMemo();
  await expect(memo.read('one', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await memo.read('one', async () => [[1]])).toEqual([[1]]);
});
