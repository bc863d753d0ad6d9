import { TERMS_VERSION } from '#contract/checkout.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { FIRST_RATE_CARD, FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import type { SiteConfig } from '#web/config.ts';

/** The catalog of a site that has published none: the first rate card. Every published one replaces it. */
export function builtInCatalog(config: SiteConfig): PublicCatalog {
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
      openingHours: '',
      creditName: config.creditName,
      creditUrl: config.creditUrl,
      accent: 'yellow',
      logoUrl: null,
      frameOrigins: [],
    },
    pause: { isPaused: false, text: '' },
  };
}
