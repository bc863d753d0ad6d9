import type { Db } from '#worker/base/db/client.ts';
import { totals } from '#worker/base/db/schema/summaries.ts';

/** The counts and sums that triggers keep. A missing one is 0. */
export async function readTotals(db: Db): Promise<(name: string) => number> {
  const found = await db.select().from(totals);
  const values = new Map(found.map(({ name, value }) => [name, value]));
  return (name) => values.get(name) ?? 0;
}
