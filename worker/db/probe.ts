import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Throws when the database does not answer. */
export async function probe(db: Db) {
  await db.run(sql`SELECT 1`);
}
