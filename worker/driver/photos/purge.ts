import type { Context } from '#worker/context.ts';
import { blankPhotos, listOldPhotos } from './repo.ts';

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
