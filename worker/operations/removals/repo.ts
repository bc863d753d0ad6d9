import { asc, gt, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { clients } from '#worker/base/db/schema/summaries.ts';
import { removals } from '#worker/base/db/schema/system.ts';
import { type ListedRemoval, type Removal, removalStatements, WORD_ERASURES } from './statements.ts';

/** Removes the data of an address in one transaction; `email` null: of the ids of the removal only. */
export async function removePersonalData(db: Db, removal: ListedRemoval, email: string | null) {
  await commit({ db }, { writes: removalStatements(removal, email).map((text) => db.run(sql.raw(text))) });
}

/** Erases the words of removed rows from the search indexes. One call per index: each takes seconds in a large database. */
export async function eraseRemovedWords(db: Db) {
  for (const statement of WORD_ERASURES) await db.run(sql.raw(statement));
}

/** The removals by the hash of their address; of several, the latest, which covers what the others removed. */
export async function mapRemovals(db: Db): Promise<Map<string, Removal>> {
  const all = await db
    .select({ id: removals.id, emailHash: removals.emailHash, removedAtMs: removals.removedAt })
    .from(removals)
    .orderBy(asc(removals.removedAt));
  return new Map(all.map((removal) => [removal.emailHash, removal]));
}

/** Addresses of customers with bookings, in the order of their ids. */
export async function listClientAddresses(db: Db, { after, limit }: { after: number; limit: number }) {
  return await db
    .select({ id: clients.id, email: clients.email })
    .from(clients)
    .where(gt(clients.id, after))
    .orderBy(asc(clients.id))
    .limit(limit);
}

/** Both addresses of each merge, in the order of the rows. */
export function listMergedAddresses(db: Db, { after, limit }: { after: number; limit: number }) {
  return readRows(
    db,
    { id: sql<number>`id`, email: sql<string>`email` },
    (columns) => sql`SELECT ${columns} FROM (
        SELECT rowid * 2 AS id, alias_key AS email FROM client_aliases
        UNION ALL SELECT rowid * 2 + 1, client_key FROM client_aliases)
      WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
  );
}

/** Addresses of checkouts, paid or not, in the order of their rows. */
export function listCheckoutAddresses(db: Db, { after, limit }: { after: number; limit: number }) {
  return readRows(
    db,
    { id: sql<number>`rowid`, email: sql<string>`email_key` },
    (columns) => sql`SELECT ${columns} FROM checkouts WHERE rowid > ${after} ORDER BY rowid LIMIT ${limit}`,
  );
}
