import { TERMS_VERSION } from '#contract/checkout.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { offeredCard } from '#domain/catalog/entries.ts';
import { isoInstant } from '#domain/days.ts';
import type { Context } from '#worker/context.ts';
import { getPublishedCard } from './rate-cards.ts';
import { findCurrentTerms, readPause } from './repo.ts';

/** The reply of GET /api/catalog, which is also what the edge stores. */
export async function publicCatalogOf(ctx: Context): Promise<PublicCatalog> {
  const { settings } = ctx;
  const [{ id, publishedAt, card }, terms, pause] = await Promise.all([
    getPublishedCard(ctx),
    findCurrentTerms(ctx.db, ctx.now()),
    readPause(ctx.db),
  ]);
  return {
    version: id,
    publishedAt: isoInstant(publishedAt),
    timeZone: settings.timeZone,
    ...offeredCard(card),
    termsVersion: terms ?? TERMS_VERSION,
    business: {
      name: settings.businessName,
      phone: settings.businessPhone,
      email: settings.businessEmail,
      openingHours: '',
      creditName: settings.creditName,
      creditUrl: settings.creditUrl,
      accent: 'yellow',
      logoUrl: null,
    },
    pause,
  };
}
