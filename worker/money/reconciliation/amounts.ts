import * as z from 'zod/mini';
import type { Context } from '#worker/base/context.ts';
import { findCursor, saveCursor } from '#worker/base/db/cursors-repo.ts';
import {
  amountObjectId,
  compareAmountsDue,
  listChangedAfter,
  listOpenAmounts,
  upsertAmountIssue,
} from './amounts-repo.ts';
import { markSettled } from './repo.ts';

/** The name of the cursor that stores the last entry of the history whose booking was compared. */
const CURSOR = 'amounts_due';
const PAGE_SIZE = 200;
/** A night compares at most this many pages; the next one goes on from there. */
const MAX_PAGES = 50;
/** Open differences that a night looks at again. */
const MAX_OPEN = 200;

const position = z.object({ historyId: z.number() });

/**
 * Recomputes the amounts due of all bookings that changed since the last comparison from their rows in the ledger.
 * A difference is stored for staff, and settled by the night in which both agree. Returns how many bookings differ.
 */
export async function compareAmounts(ctx: Context): Promise<number> {
  const open = await listOpenAmounts(ctx.db, MAX_OPEN);
  const differing = new Set(await comparePage(ctx, open));
  for (const id of open.filter((one) => !differing.has(one)))
    await markSettled(ctx.db, amountObjectId(id), { by: null, nowMs: ctx.now() });
  const stored = await findCursor(ctx.db, CURSOR);
  let { historyId } = position.safeParse(stored?.result).data ?? { historyId: 0 };
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const changed = await listChangedAfter(ctx.db, { historyId, limit: PAGE_SIZE });
    if (!changed) break;
    for (const id of await comparePage(ctx, changed.bookingIds)) differing.add(id);
    historyId = changed.historyId;
    await saveCursor(ctx.db, { name: CURSOR, reachedAt: ctx.now(), result: { historyId } });
  }
  return differing.size;
}

/** Stores what differs. Returns the bookings that differ. */
async function comparePage(ctx: Context, ids: readonly number[]): Promise<number[]> {
  const compared = await compareAmountsDue(ctx.db, ids);
  const differing = compared.filter(({ stored, recomputed }) => stored !== recomputed);
  for (const one of differing) await upsertAmountIssue(ctx.db, one, ctx.now());
  return differing.map(({ bookingId }) => bookingId);
}
