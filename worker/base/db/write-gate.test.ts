import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { STOPPED_WRITES } from '#domain/shared/restores.ts';
import { rows, startOver, testEnv } from '#worker/test/world.ts';
import { makeDb } from './client.ts';
import { commit, GuardFailed } from './commit.ts';
import { cursors } from './schema/system.ts';
import { isWritesStopped, type WriteGate } from './write-gate.ts';

beforeEach(startOver);

const open = (gate: WriteGate = {}) => makeDb(testEnv.DB, 'first-primary', gate);
const row = { name: 'a', reachedAt: 1 };
const stopWrites = () => open().insert(cursors).values({ name: STOPPED_WRITES, reachedAt: 1 });
const names = async () =>
  (await rows<{ name: string }>('SELECT name FROM cursors ORDER BY name')).map(({ name }) => name);

type Write = (db: ReturnType<typeof open>) => Promise<unknown>;
const WRITES: [string, Write][] = [
  ['of one statement', async (db) => db.insert(cursors).values(row)],
  ['that returns rows', async (db) => db.insert(cursors).values(row).returning()],
  ['as SQL', async (db) => db.run("INSERT INTO cursors (name, reached_at) VALUES ('a', 1)")],
  ['of a commit', async (db) => commit({ db }, { writes: [db.insert(cursors).values(row)] })],
];

it.each(WRITES)(
  'a write %s is refused while writes are stopped, and nothing of it is written',
  async (_name, write) => {
    await stopWrites();
    const error = await write(open()).catch((failure: unknown) => failure);
    expect([isWritesStopped(error), error instanceof GuardFailed]).toEqual([true, false]);
    expect(await names()).toEqual([STOPPED_WRITES]);
  },
);

it.each(WRITES)('a write %s of the steps after a restore is made', async (_name, write) => {
  await stopWrites();
  await write(open({ worksInMaintenance: true }));
  expect(await names()).toEqual(['a', STOPPED_WRITES]);
});

it('reads go on while writes are stopped', async () => {
  await stopWrites();
  expect(await open().select().from(cursors)).toMatchObject([{ name: STOPPED_WRITES }]);
});

it('a write alone returns its rows and the number of its changes', async () => {
  const db = open();
  const input = [row, { name: 'b', reachedAt: 2, result: { n: 1 } }];
  expect(await db.insert(cursors).values(input).returning()).toEqual([{ ...row, result: null }, input[1]]);
  expect((await db.run("UPDATE cursors SET reached_at = 3 WHERE name IN ('a', 'b')")).meta.changes).toBe(2);
  const [deleted] = await db
    .delete(cursors)
    .where(eq(cursors.name, 'b'))
    .returning({ at: cursors.reachedAt });
  expect(deleted).toEqual({ at: 3 });
});

it('an error that quotes the guard is not one of it', async () => {
  const error = await open()
    .run("INSERT INTO cursors (name) VALUES ('D1_ERROR: guard:not_restoring: SQLITE_CONSTRAINT')")
    .catch((failure: unknown) => failure);
  expect([error instanceof Error, isWritesStopped(error)]).toEqual([true, false]);
});
