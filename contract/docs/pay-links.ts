import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as payLinks from '#contract/pay-links.ts';

export const payLinksDocs: DocsOf<typeof payLinks> = {
  readPayLink: {
    summary: 'Returns the amount and rental of a payment link. It changes nothing.',
    errors: ['not_found', 'too_many'],
    crossings: 3,
  },
};
