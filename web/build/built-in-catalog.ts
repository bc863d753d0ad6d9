import { TERMS_VERSION } from '#contract/checkout.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { FIRST_RATE_CARD, FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import type { SiteConfig } from '#web/config.ts';

declare const __BUILT_IN_CATALOG__: PublicCatalog | null;

/** The catalog that was published when the site was deployed; of a site that has published none, the first rate card. */
export function builtInCatalog(config: SiteConfig): PublicCatalog {
  if (typeof __BUILT_IN_CATALOG__ !== 'undefined' && __BUILT_IN_CATALOG__) return __BUILT_IN_CATALOG__;
  return {
    version: FIRST_RATE_CARD_ID,
    publishedAt: '1970-01-01T00:00:00.000Z',
    timeZone: config.timeZone,
    ...FIRST_RATE_CARD,
    termsVersion: TERMS_VERSION,
    business: {
      name: config.businessName,
      phone: config.businessPhone,
      email: config.businessEmail,
      openingHours: config.openingHours,
      creditName: config.creditName,
      creditUrl: config.creditUrl,
      accent: 'yellow',
      logoUrl: config.logoUrl,
      frameOrigins: [],
    },
    pause: { isPaused: false, text: '' },
  };
}
