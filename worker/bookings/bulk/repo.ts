import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { BulkCounts, BulkRowState } from '#domain/rental/bulk-actions.ts';
import type { Db } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { leftJoined, limitTo, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { bookings } from '#worker/base/db/schema/bookings.ts';
import { bulkActionRows, bulkActions } from '#worker/base/db/schema/staff-work.ts';
import { users } from '#worker/base/db/schema/users.ts';
import type { TaskStep } from '#worker/base/history/repo.ts';

const ACTION = {
  id: sql<number>`a.id`,
  type: sql`a.type`.mapWith(bulkActions.type) as SQL<typeof bulkActions.$inferSelect.type>,
  input: sql<unknown>`a.input`.mapWith(bulkActions.input),
  createdAt: sql<number>`a.created_at`,
  createdBy: sql<number>`a.created_by`,
  finishedAt: sql<number | null>`a.finished_at`,
  seenAt: sql<number | null>`a.seen_at`,
  total: sql<number>`count(r.booking_id)`,
  ...countsByState(),
};
export type BulkActionRecord = SelectedRow<typeof ACTION>;

function countsByState(): Record<BulkRowState, SQL<number>> {
  const count = (state: BulkRowState) => sql<number>`count(CASE WHEN r.state = ${state} THEN 1 END)`;
  return { waiting: count('waiting'), succeeded: count('succeeded'), failed: count('failed') };
}

export const countsOf = ({ total, waiting, succeeded, failed }: BulkActionRecord): BulkCounts => ({
  total,
  waiting,
  succeeded,
  failed,
});

/** The latest actions that match, newest first, with the counts of their rows. */
function listActions(db: Db, where: SQL, limit: number): Promise<BulkActionRecord[]> {
  return readRows(
    db,
    ACTION,
    (columns) => sql`
      SELECT ${columns} FROM (SELECT * FROM bulk_actions WHERE ${where} ORDER BY id DESC ${limitTo(limit)}) a
      LEFT JOIN bulk_action_rows r ON r.action_id = a.id
      GROUP BY a.id ORDER BY a.id DESC`,
  );
}

export function listActionsOf(db: Db, userId: number, limit: number): Promise<BulkActionRecord[]> {
  return listActions(db, sql`created_by = ${userId}`, limit);
}

export async function findAction(db: Db, id: number): Promise<BulkActionRecord | null> {
  return (await listActions(db, sql`id = ${id}`, 1))[0] ?? null;
}

export async function findActionByKey(db: Db, key: string): Promise<BulkActionRecord | null> {
  return (await listActions(db, sql`idempotency_key = ${key}`, 1))[0] ?? null;
}

type NewAction = Pick<typeof bulkActions.$inferInsert, 'type' | 'input' | 'createdAt' | 'createdBy'> & {
  idempotencyKey: string;
};

/** Stores an action with its rows, in one transaction. Does nothing if there is one with the key. */
export async function insertAction(db: Db, action: NewAction, bookingIds: readonly number[]) {
  await commit(
    { db },
    {
      writes: [
        db.insert(bulkActions).values(action).onConflictDoNothing(),
        db.run(sql`
      INSERT INTO bulk_action_rows (action_id, booking_id)
      SELECT a.id, ids.value FROM bulk_actions a JOIN json_each(${JSON.stringify(bookingIds)}) ids
      WHERE a.idempotency_key = ${action.idempotencyKey}
        AND NOT EXISTS (SELECT 1 FROM bulk_action_rows WHERE action_id = a.id)`),
      ],
    },
  );
}

const RESULT = {
  bookingId: bulkActionRows.bookingId,
  state: bulkActionRows.state,
  message: bulkActionRows.message,
  firstName: leftJoined(bookings.firstName),
  lastName: leftJoined(bookings.lastName),
};

/** A page of the rows of an action: those that failed, those that wait, then the others. */
export function listResults(db: Db, actionId: number, { offset, limit }: { offset: number; limit: number }) {
  const rank = sql`CASE ${bulkActionRows.state} WHEN 'failed' THEN 0 WHEN 'waiting' THEN 1 ELSE 2 END`;
  return db
    .select(RESULT)
    .from(bulkActionRows)
    .leftJoin(bookings, eq(bookings.id, bulkActionRows.bookingId))
    .where(eq(bulkActionRows.actionId, actionId))
    .orderBy(rank, desc(bulkActionRows.bookingId))
    .limit(limit)
    .offset(offset);
}

/** The next rows to process, the newest bookings first, as in the list. */
export async function listWaiting(db: Db, actionId: number, limit: number): Promise<number[]> {
  const waiting = await db
    .select({ id: bulkActionRows.bookingId })
    .from(bulkActionRows)
    .where(and(eq(bulkActionRows.actionId, actionId), sql`state = 'waiting'`))
    .orderBy(desc(bulkActionRows.bookingId))
    .limit(limit);
  return waiting.map(({ id }) => id);
}

type RowId = { actionId: number; bookingId: number };
type RowEnd = { state: 'succeeded' | 'failed'; message: string | null };

/** Part of a change of the booking: it is made only while the row waits, and ends it as succeeded. */
export function makeTaskStep(db: Db, { actionId, bookingId }: RowId): TaskStep {
  return {
    isOpen: sql`EXISTS (
      SELECT 1 FROM bulk_action_rows
      WHERE action_id = ${actionId} AND booking_id = ${bookingId} AND state = 'waiting')`,
    close: endStatement(db, { actionId, bookingId }, { state: 'succeeded', message: null }),
  };
}

/** Ends a row that still waits. */
export async function endRow(db: Db, row: RowId, end: RowEnd) {
  await endStatement(db, row, end);
}

function endStatement(db: Db, { actionId, bookingId }: RowId, { state, message }: RowEnd) {
  return db.run(sql`
    UPDATE bulk_action_rows SET state = ${state}, message = ${message}
    WHERE action_id = ${actionId} AND booking_id = ${bookingId} AND state = 'waiting'
    RETURNING action_id AS id`);
}

/** Ends all rows that wait as failed. */
export async function failWaiting(db: Db, actionId: number, message: string) {
  await db.run(sql`
    UPDATE bulk_action_rows SET state = 'failed', message = ${message}
    WHERE action_id = ${actionId} AND state = 'waiting' RETURNING action_id AS id`);
}

/** Marks an action as finished when no row waits. Returns whether it is finished. */
export async function finishAction(db: Db, id: number, nowMs: number): Promise<boolean> {
  await db.run(sql`
    UPDATE bulk_actions SET finished_at = ${nowMs}
    WHERE id = ${id} AND finished_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM bulk_action_rows WHERE action_id = ${id} AND state = 'waiting')
    RETURNING id`);
  const [row] = await db
    .select({ finishedAt: bulkActions.finishedAt })
    .from(bulkActions)
    .where(eq(bulkActions.id, id));
  return row?.finishedAt !== null;
}

/** Makes the failed rows of a finished action wait again, and the action unfinished. Does nothing while it runs. */
export async function reopenFailed(db: Db, id: number, deleteAttempts: ReturnType<Db['run']>) {
  const isFinished = sql`EXISTS (SELECT 1 FROM bulk_actions WHERE id = ${id} AND finished_at IS NOT NULL)`;
  await commit(
    { db },
    {
      writes: [
        deleteAttempts,
        db.run(sql`
      UPDATE bulk_action_rows SET state = 'waiting', message = NULL
      WHERE action_id = ${id} AND state = 'failed' AND ${isFinished} RETURNING action_id AS id`),
        db.run(sql`
      UPDATE bulk_actions SET finished_at = NULL, seen_at = NULL
      WHERE id = ${id} AND EXISTS (SELECT 1 FROM bulk_action_rows WHERE action_id = ${id} AND state = 'waiting')
      RETURNING id`),
      ],
    },
  );
}

export async function markSeen(
  db: Db,
  { userId, ids, nowMs }: { userId: number; ids: readonly number[]; nowMs: number },
): Promise<number> {
  const seen = await db.all(sql`
    UPDATE bulk_actions SET seen_at = ${nowMs}
    WHERE created_by = ${userId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND finished_at IS NOT NULL AND seen_at IS NULL
    RETURNING id`);
  return seen.length;
}

export async function listUnfinished(db: Db, limit: number): Promise<number[]> {
  const open = await db
    .select({ id: bulkActions.id })
    .from(bulkActions)
    .where(sql`finished_at IS NULL`)
    .orderBy(bulkActions.id)
    .limit(limit);
  return open.map(({ id }) => id);
}

/** For a batch: the account as it is now. */
export function selectAccount(db: Db, userId: number) {
  return db
    .select({ username: users.username, role: users.role, isActive: users.isActive })
    .from(users)
    .where(eq(users.id, userId));
}
