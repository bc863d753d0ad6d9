import { storeCatalog } from '#contract/catalog-store.ts';
import type { Context } from '#worker/base/context.ts';
import { readPublicCatalog } from './public-catalog.ts';

/** A task that still finds changes after this many writes leaves them to the tasks of those changes. */
const MAX_WRITES = 5;

/**
 * Stores what customers see now where the edge reads it. Reads again after the write: a task of an earlier
 * change can be slower than that of a later one, and must not leave its older copy. Throws when KV does not answer; the
 * outbox then repeats the task.
 */
export async function storePublicCatalog(ctx: Context): Promise<void> {
  let stored: string | null = null;
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    const catalog = await readPublicCatalog(ctx);
    const text = JSON.stringify(catalog);
    if (text === stored) return;
    await storeCatalog(ctx.edgeCatalog, catalog);
    stored = text;
  }
}
