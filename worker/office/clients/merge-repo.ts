import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { clientAliases } from '#worker/base/db/schema/staff-work.ts';
import { insertEntry, nameOf } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { clientKeyOf, contactKeyOf } from './repo.ts';

/** The keys that are merged into a client, latest first. `mergedAt`: milliseconds. */
export function listMergedKeys(db: Db, clientKey: string) {
  return db
    .select({
      key: clientAliases.aliasKey,
      mergedAt: clientAliases.createdAt,
      mergedBy: sql<
        string | null
      >`CASE WHEN created_by IS NOT NULL THEN ${nameOf(sql`client_aliases.created_by`)} END`,
    })
    .from(clientAliases)
    .where(eq(clientAliases.clientKey, clientKey))
    .orderBy(sql`created_at DESC, alias_key`);
}

/** A client by its key, and the number of a booking that names it in the history. */
type ClientFacts = { key: string; bookingId: number };
type Change = { actor: Actor; nowMs: number };

/** For commit(). Triggers refuse a chain of aliases and move the bookings. */
export function mergeWrites(
  db: Db,
  { kept, merged, actor, nowMs }: Change & { kept: ClientFacts; merged: ClientFacts },
) {
  const alias = { aliasKey: merged.key, clientKey: kept.key, createdAt: nowMs, createdBy: actor.userId };
  return {
    // Keys that were merged into the merged client follow it.
    followers: db
      .update(clientAliases)
      .set({ clientKey: kept.key })
      .where(eq(clientAliases.clientKey, merged.key)),
    alias: db.insert(clientAliases).values(alias),
    entries: insertMergeEntries(db, 'client_merged', {
      ids: [kept.bookingId, merged.bookingId],
      actor,
      nowMs,
    }),
  };
}

type Separation = Change & { key: string; mergedKey: string };

/** Both keys as typed. Returns false when the second is not merged into the client of the first. */
export async function deleteMerge(db: Db, { key, mergedKey, actor, nowMs }: Separation): Promise<boolean> {
  const isMerged = sql`alias_key = ${contactKeyOf(mergedKey)} AND client_key = ${clientKeyOf(key)}`;
  const latestOfEach = {
    kept: latestBooking(sql`contact_key IS NOT alias_key`),
    separated: latestBooking(sql`contact_key = alias_key`),
  };
  const [latest] = await readRows(
    db,
    latestOfEach,
    (columns) => sql`SELECT ${columns} FROM client_aliases WHERE ${isMerged}`,
  );
  const ids = [latest?.kept, latest?.separated].filter((id) => typeof id === 'number');
  const separated = commit(
    { db },
    {
      guards: { merged: sql`EXISTS (SELECT 1 FROM client_aliases WHERE ${isMerged})` },
      writes: {
        entries: insertMergeEntries(db, 'client_separated', { ids, actor, nowMs }),
        alias: db.delete(clientAliases).where(isMerged),
      },
    },
  );
  return (await unlessGuarded(['merged'], separated)) !== null;
}

/** Whether the key is merged into any client. */
export async function isMergedKey(db: Db, typed: string): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM client_aliases WHERE alias_key = ${contactKeyOf(typed)}`);
  return rows.length > 0;
}

const latestBooking = (condition: SQL) => sql<number | null>`(SELECT id FROM bookings b
  WHERE b.client_key = client_aliases.client_key AND ${condition} ORDER BY delivery_date DESC, id DESC LIMIT 1)`;

/** An entry at the latest booking of each of two clients, which names the other one: numbers are no personal data. */
function insertMergeEntries(
  db: Db,
  action: string,
  { ids, actor, nowMs }: Change & { ids: readonly number[] },
) {
  const [first, second] = ids;
  if (first === undefined || second === undefined) return [];
  return [
    [first, second],
    [second, first],
  ].map(([subjectId = 0, bookingId]) =>
    insertEntry(
      db,
      { subject: 'booking', subjectId, version: sql`NULL` },
      { action, actor, before: null, after: { bookingId }, nowMs },
    ),
  );
}
