import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as serviceArea from '#contract/service-area.ts';

export const serviceAreaDocs: DocsOf<typeof serviceArea> = {
  getServiceArea: {
    summary:
      'Says whether a ZIP code is served, and its zone with the surcharge, its city and its state. Of a ZIP code that is not served, the message for the customer; it is counted.',
    errors: ['invalid', 'too_many'],
    crossings: 1,
  },
};
