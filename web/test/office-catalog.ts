import type { CatalogDraft } from '#contract/catalog-draft.ts';
import { FIRST_RATE_CARD } from '#domain/catalog/seed.ts';

/** The draft of a new system: the first catalog, never edited. */
export const CATALOG_DRAFT = {
  id: null,
  baseId: 1,
  publishedId: 1,
  isSuperseded: false,
  sections: FIRST_RATE_CARD,
  publishedRates: FIRST_RATE_CARD.rates,
  publishedPolicy: FIRST_RATE_CARD.policy,
  etags: Object.fromEntries(Object.keys(FIRST_RATE_CARD).map((section) => [section, '"0"'])),
  zoneZipCounts: {},
  changed: [],
  usage: { rentalOptions: {}, dumpsterSizes: {}, materials: {}, chargeItems: {} },
} as unknown as CatalogDraft;
