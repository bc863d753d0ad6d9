import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as publicCatalog from '#contract/public-catalog.ts';

export const publicCatalogDocs: DocsOf<typeof publicCatalog> = {
  getCatalog: {
    summary:
      'Returns the published catalog: rental periods, sizes, materials, prices, zones without their ZIP codes, calendar rules and policy, with the name and phone of the business. `version` grows with every publication.',
    crossings: 1,
  },
};
