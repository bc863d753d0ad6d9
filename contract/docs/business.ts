import type * as business from '#contract/business.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const businessDocs: DocsOf<typeof business> = {
  getBusiness: {
    summary: 'Returns the business profile. Its ETag can be sent as If-Match with a change.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  getPause: {
    summary: 'Returns whether online booking is paused. Its ETag can be sent as If-Match with a change.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
};
