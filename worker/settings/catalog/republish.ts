import { findStoredCatalog } from '#contract/catalog-store.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { storePublicCatalog } from '#worker/catalog/edge-copy.ts';
import { getPublishedCard } from '#worker/catalog/rate-cards.ts';
import { isPublished, republishStatements } from './publish-repo.ts';

/**
 * After a restore: writes the restored catalog to the edge. If the edge has a later version, which the restore lost, the
 * restored one is published again under a number above it: a page keeps the highest number that it has seen. Returns the
 * number of the published version. Throws when KV does not answer. Safe to repeat.
 */
export async function republishCatalog(ctx: Context): Promise<number> {
  const [published, atEdge] = await Promise.all([getPublishedCard(ctx), findStoredCatalog(ctx.edgeCatalog)]);
  if (atEdge && atEdge.version > published.id) {
    const again = republishStatements(ctx.db, { publishedId: published.id, nowMs: ctx.now() });
    const guards = { published: isPublished(published.id) };
    await unlessGuarded(['published'], commit(ctx, { guards, writes: again }));
  }
  await storePublicCatalog(ctx);
  return (await getPublishedCard(ctx)).id;
}
