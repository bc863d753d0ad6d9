import type * as catalogNames from '#contract/catalog-names.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const catalogNamesDocs: DocsOf<typeof catalogNames> = {
  getCatalogNames: {
    summary:
      'Returns the names of rental periods, sizes and materials in order: those of the published catalog, and retired ones that bookings or units still have.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
