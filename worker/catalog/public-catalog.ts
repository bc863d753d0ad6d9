import { TERMS_VERSION } from '#contract/checkout.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { offeredCard } from '#domain/catalog/entries.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { getBusinessProfile, publicBusinessOf } from '#worker/base/business/profile.ts';
import { readPause } from '#worker/base/business/repo.ts';
import type { Context } from '#worker/base/context.ts';
import { getPublishedCard } from './rate-cards.ts';
import { findCurrentTerms } from './repo.ts';

/** The reply of GET /api/catalog, which is also what the edge stores. */
export async function readPublicCatalog(ctx: Context): Promise<PublicCatalog> {
  const [{ id, publishedAt, card }, terms, business, { isPaused, text }] = await Promise.all([
    getPublishedCard(ctx),
    findCurrentTerms(ctx.db, ctx.now()),
    getBusinessProfile(ctx),
    readPause(ctx.db),
  ]);
  return {
    version: id,
    publishedAt: isoInstant(publishedAt),
    timeZone: ctx.settings.timeZone,
    ...offeredCard(card),
    termsVersion: terms ?? TERMS_VERSION,
    business: publicBusinessOf(business),
    ...(ctx.texts && { offersTexts: true }),
    pause: { isPaused, text },
  };
}
