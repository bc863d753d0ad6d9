import { and, asc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { RAISED_BY, RESTORE_MARKER, type RestoreStep } from '#domain/shared/restores.ts';
import type { Db } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { restoreSteps, restores } from '#worker/base/db/schema/restores.ts';
import { users } from '#worker/base/db/schema/users.ts';

export type Restore = typeof restores.$inferSelect;
export type StepState = typeof restoreSteps.$inferSelect;

/** The oldest restore whose steps are not all done; null while a restore from backup loads rows. */
export async function findUnfinishedRestore(db: Db): Promise<Restore | null> {
  const [row] = await db
    .select()
    .from(restores)
    .where(
      and(
        isNull(restores.finishedAtMs),
        sql`NOT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ${RESTORE_MARKER})`,
      ),
    )
    .orderBy(asc(restores.id))
    .limit(1);
  return row ?? null;
}

/** Takes a restore for one run; null while another run has it. The end of the lease identifies the run. */
export async function claimRestore(
  db: Db,
  id: number,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<number | null> {
  const isFree = or(isNull(restores.leaseUntilMs), lte(restores.leaseUntilMs, nowMs));
  return setLease(db, untilMs, and(eq(restores.id, id), isFree));
}

/** Extends a lease and returns its new end; null when another run has the restore, or it is finished. */
export async function extendLease(
  db: Db,
  id: number,
  { leaseUntilMs, untilMs }: { leaseUntilMs: number; untilMs: number },
): Promise<number | null> {
  const isOwn = and(eq(restores.id, id), eq(restores.leaseUntilMs, leaseUntilMs));
  return setLease(db, Math.max(untilMs, leaseUntilMs + 1), isOwn);
}

async function setLease(db: Db, leaseUntilMs: number, condition: SQL | undefined): Promise<number | null> {
  const [leased] = await db
    .update(restores)
    .set({ leaseUntilMs })
    .where(and(isNull(restores.finishedAtMs), condition))
    .returning({ leaseUntilMs: restores.leaseUntilMs });
  return leased?.leaseUntilMs ?? null;
}

/** Ends a lease, unless another run has taken the restore over. */
export async function releaseLease(db: Db, id: number, leaseUntilMs: number) {
  await db
    .update(restores)
    .set({ leaseUntilMs: null })
    .where(and(eq(restores.id, id), eq(restores.leaseUntilMs, leaseUntilMs)));
}

export function listSteps(db: Db, restoreId: number): Promise<StepState[]> {
  return db.select().from(restoreSteps).where(eq(restoreSteps.restoreId, restoreId));
}

/** Stores the progress of a step; `doneAtMs` null: it continues in the next run. A step that is done stays as it is. */
export async function saveStep(db: Db, state: StepState) {
  const { doneAtMs, result } = state;
  await db
    .insert(restoreSteps)
    .values(state)
    .onConflictDoUpdate({
      target: [restoreSteps.restoreId, restoreSteps.step],
      set: { doneAtMs, result },
      setWhere: isNull(restoreSteps.doneAtMs),
    });
}

export async function finishRestore(db: Db, id: number, nowMs: number) {
  await db
    .update(restores)
    .set({ finishedAtMs: nowMs })
    .where(and(eq(restores.id, id), isNull(restores.finishedAtMs)));
}

/** The last id of every table with AUTOINCREMENT; 0 for a table that has no row now, but may have had rows. */
export async function listNumbers(db: Db): Promise<Record<string, number>> {
  const rows = await readRows(
    db,
    { name: sql<string>`tables.name`, seq: sql<number>`coalesce(last.seq, 0)` },
    (
      columns,
    ) => sql`SELECT ${columns} FROM sqlite_master tables LEFT JOIN sqlite_sequence last ON last.name = tables.name
      WHERE tables.type = 'table' AND tables.sql LIKE '%AUTOINCREMENT%' AND tables.name NOT GLOB 'd1_*'`,
  );
  return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
}

/** Continues the ids of each table after the given one, once for each restore: the step is stored with it. */
export async function raiseNumbers(
  db: Db,
  { restoreId, numbers, nowMs }: { restoreId: number; numbers: Record<string, number>; nowMs: number },
) {
  const step: RestoreStep = 'raise-numbers';
  const wanted = sql`json_each(${JSON.stringify(numbers)}) wanted`;
  await commit(
    { db },
    {
      writes: [
        db.insert(restoreSteps).values({ restoreId, step, doneAtMs: nowMs, result: { raisedBy: RAISED_BY } }),
        db.run(sql`
      UPDATE sqlite_sequence SET seq = max(seq, wanted.value) FROM ${wanted} WHERE wanted.key = sqlite_sequence.name`),
        db.run(sql`
      INSERT INTO sqlite_sequence (name, seq)
      SELECT key, value FROM ${wanted} WHERE key NOT IN (SELECT name FROM sqlite_sequence)`),
      ],
    },
  );
}

/** The ids of all accounts, and the last id that was given to one. */
export async function listAccountIds(db: Db): Promise<{ ids: number[]; last: number }> {
  const rows = await db.select({ id: users.id }).from(users);
  const [sequence] = await readRows(
    db,
    { last: sql<number>`seq` },
    (columns) => sql`SELECT ${columns} FROM sqlite_sequence WHERE name = 'users'`,
  );
  return { ids: rows.map(({ id }) => id), last: sequence?.last ?? 0 };
}
