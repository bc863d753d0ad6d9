import * as z from 'zod/mini';
import type { LastReconciliation } from '#contract/reconciliation.ts';
import { isoInstant } from '#domain/days.ts';
import type { Context } from '#worker/context.ts';
import { findCursor } from '#worker/db/cursors-repo.ts';

/** The cursor under which the latest comparison and its counts are kept. */
export const LAST_RUN = 'reconciliation';

const counts = z.object({ payments: z.number(), refunds: z.number(), differences: z.number() });

export async function lastRun(ctx: Context): Promise<LastReconciliation> {
  const cursor = await findCursor(ctx.db, LAST_RUN);
  const found = counts.safeParse(cursor?.result).data;
  if (!cursor || !found) return { ranAt: null, payments: 0, refunds: 0, differences: 0 };
  return { ranAt: isoInstant(cursor.reachedAt), ...found };
}
