import type { Db } from '#worker/db/client.ts';
import { totals } from '#worker/db/schema/summaries.ts';

/** What triggers count and sum; what was never there counts nothing. */
export async function readTotals(db: Db): Promise<(name: string) => number> {
  const found = await db.select().from(totals);
  const values = new Map(found.map(({ name, value }) => [name, value]));
  return (name) => values.get(name) ?? 0;
}
