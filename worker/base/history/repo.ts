import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import type { Write } from '#worker/base/db/commit.ts';
import { history } from '#worker/base/db/schema/history.ts';
import { users } from '#worker/base/db/schema/users.ts';

export type HistoryRow = typeof history.$inferSelect;
export type Subject = { subject: HistoryRow['subject']; subjectId: number };
export type Entry = {
  action: string;
  actor: { userId: number; username: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  transactionId?: string;
  nowMs: number;
};

/** Ends an insert into the history: what the database reports as changed (worker/base/db/written-changes.ts). */
export const REPORTED = sql`RETURNING subject, subject_id, version, actor_id`;

/** For the batch of the change. `version`: the new version. */
export function insertEntry(
  db: Db,
  of: { subject: Subject['subject']; subjectId: SQL | number; version: SQL | number },
  input: Entry,
) {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  return db.run(sql`
    INSERT INTO history (subject, subject_id, version, action, actor_id, actor_name, before, after, transaction_id,
      created_at)
    VALUES (${of.subject}, ${of.subjectId}, ${of.version}, ${input.action}, ${input.actor.userId},
      ${input.actor.username}, ${json(input.before)}, ${json(input.after)}, ${input.transactionId ?? null}, ${input.nowMs})
    ${REPORTED}`);
}

/** As insertEntry, for what changes no field of the subject: its version stays. */
export function insertFactEntry(db: Db, of: Subject, input: Entry) {
  return insertEntry(db, { ...of, version: sql`NULL` }, input);
}

/** The name of a staff member: first and last name, or the username without either. */
export function nameOf(userId: number | SQL): SQL {
  return sql`(SELECT coalesce(${FULL_NAME}, username) FROM users WHERE id = ${userId})`;
}

const FULL_NAME = sql`nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')`;

/**
 * The step of a task that a change does: `isOpen` is a guard of the change, and `close` ends the step in its transaction.
 * So a task that runs twice changes nothing twice.
 */
export type TaskStep = { isOpen: SQL; close: Write };

/** The entries of a subject, newest first. */
export function listHistoryEntries(
  db: Db,
  { subject, subjectId }: Subject,
  limit: number,
): Promise<HistoryRow[]> {
  return db
    .select()
    .from(history)
    .where(and(eq(history.subject, subject), eq(history.subjectId, subjectId)))
    .orderBy(desc(history.createdAt), desc(history.id))
    .limit(limit);
}

/** The entries of all subjects of a kind, newest first. */
export function listHistoryOfKind(db: Db, subject: Subject['subject'], limit: number): Promise<HistoryRow[]> {
  return db
    .select()
    .from(history)
    .where(eq(history.subject, subject))
    .orderBy(desc(history.createdAt), desc(history.id))
    .limit(limit);
}

/** The entry of the change that made a version. */
export async function findEntry(
  db: Db,
  { subject, subjectId, version }: Subject & { version: number },
): Promise<HistoryRow | null> {
  const rows = await db
    .select()
    .from(history)
    .where(and(eq(history.subject, subject), eq(history.subjectId, subjectId), eq(history.version, version)));
  return rows[0] ?? null;
}

/** The entries of the changes after a version, newest first. */
export function listSince(db: Db, { subject, subjectId }: Subject, version: number): Promise<HistoryRow[]> {
  return db
    .select()
    .from(history)
    .where(and(eq(history.subject, subject), eq(history.subjectId, subjectId), gt(history.version, version)))
    .orderBy(desc(history.id));
}

/** The username and full name of an account; `name` is the username if it has none. */
export async function findNames(db: Db, userId: number): Promise<{ username: string; name: string } | null> {
  const [names] = await db
    .select({ username: users.username, name: sql<string>`coalesce(${FULL_NAME}, username)` })
    .from(users)
    .where(eq(users.id, userId));
  return names ?? null;
}

/** The full names of these accounts. Accounts without a name are missing. */
export async function listFullNames(db: Db, userIds: readonly number[]): Promise<Map<number, string>> {
  const named = await db
    .select({ id: users.id, name: sql<string>`${FULL_NAME}` })
    .from(users)
    .where(sql`id IN (SELECT value FROM json_each(${JSON.stringify(userIds)})) AND ${FULL_NAME} IS NOT NULL`);
  return new Map(named.map(({ id, name }) => [id, name]));
}
