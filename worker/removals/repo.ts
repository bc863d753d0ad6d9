import { asc, gt, sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';
import { readRows } from '#worker/db/rows.ts';
import { clients } from '#worker/db/schema/summaries.ts';
import { type Removal, removalStatements, WORD_ERASURES } from './statements.ts';

/** Removes the data of an address in one transaction. */
export async function removePersonalData(db: Db, removal: Removal, email: string) {
  const [first, ...others] = removalStatements(removal, email).map((text) => db.run(sql.raw(text)));
  if (first) await db.batch([first, ...others]);
}

/** Erases the words of removed rows from the search indexes. One call per index: each takes seconds in a large database. */
export async function eraseRemovedWords(db: Db) {
  for (const statement of WORD_ERASURES) await db.run(sql.raw(statement));
}

/** Notes removals that the database does not have. */
export async function storeRemovals(db: Db, removals: readonly Removal[]) {
  await db.run(sql`INSERT INTO removals (id, email_hash, removed_at, finished_at)
    SELECT value ->> 'id', value ->> 'emailHash', value ->> 'removedAtMs', value ->> 'removedAtMs'
    FROM json_each(${JSON.stringify(removals)}) WHERE true ON CONFLICT DO NOTHING`);
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

/** Addresses of checkouts, paid or not, in the order of their rows. */
export function listCheckoutAddresses(db: Db, { after, limit }: { after: number; limit: number }) {
  return readRows(
    db,
    { id: sql<number>`rowid`, email: sql<string>`email_key` },
    (columns) => sql`SELECT ${columns} FROM checkouts WHERE rowid > ${after} ORDER BY rowid LIMIT ${limit}`,
  );
}
