import { DAY_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { blankPhotos, listKnownKeys, listOldPhotos, removeOldPositions } from './repo.ts';

/** R2 deletes at most 1,000 objects in a call. */
const BATCH = 1000;
/** The next night deletes the rest. */
const BATCHES = 10;

/**
 * Deletes the photos of removed customers, and those that are older than the settings say. First the objects: a row that
 * still has its key is found again. Returns their number.
 */
export async function purgePhotos(ctx: Context): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const old = await listOldPhotos(ctx.db, { nowMs: ctx.now(), limit: BATCH });
    if (old.length > 0) {
      await ctx.photos.delete(old.flatMap(({ key }) => key ?? []));
      await blankPhotos(
        ctx.db,
        old.map(({ id }) => id),
      );
    }
    total += old.length;
    if (old.length < BATCH) break;
  }
  return total;
}

/** An upload that is sent again completes its object (storePhoto). A phone keeps what it could not send. */
const ORPHAN_DAYS = 30;
const PREFIXES = 16;

/**
 * Deletes objects without a row: their uploads were interrupted and never sent again. A night looks at the keys that
 * begin with one hexadecimal digit, so 16 nights look at all. Returns their number.
 */
export async function purgeOrphanedPhotos(ctx: Context): Promise<number> {
  const nowMs = ctx.now();
  const digit = (Math.floor(nowMs / DAY_MS) % PREFIXES).toString(16);
  let total = 0;
  let cursor: string | undefined;
  do {
    const page = await ctx.photos.list({
      prefix: `photos/${digit}`,
      limit: BATCH,
      ...(cursor && { cursor }),
    });
    const old = page.objects.filter(({ uploaded }) => uploaded.getTime() < nowMs - ORPHAN_DAYS * DAY_MS);
    const keys = old.map(({ key }) => key);
    const known = new Set(await listKnownKeys(ctx.db, keys));
    const orphans = keys.filter((key) => !known.has(key));
    if (orphans.length > 0) await ctx.photos.delete(orphans);
    total += orphans.length;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
  return total;
}

/** Removes where drivers were, after the time for which photos are kept. Returns the number of actions. */
export async function purgePositions(ctx: Context): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const count = await removeOldPositions(ctx.db, { nowMs: ctx.now(), limit: BATCH });
    total += count;
    if (count < BATCH) break;
  }
  return total;
}
