import { sql } from 'drizzle-orm';
import type { Db } from '#worker/db/client.ts';

/** What triggers count and sum; what was never there counts nothing. */
export async function readTotals(db: Db): Promise<(name: string) => number> {
  const found = await db.all<{ name: string; value: number }>(sql`SELECT name, value FROM totals`);
  const values = new Map(found.map(({ name, value }) => [name, value]));
  return (name) => values.get(name) ?? 0;
}
