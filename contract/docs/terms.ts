import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as terms from '#contract/terms.ts';

export const termsDocs: DocsOf<typeof terms> = {
  getLegalText: {
    summary:
      "Returns a version of the terms of service ('terms') or of the privacy policy ('privacy') as HTML, with the name, phone and e-mail of today, and the deposits of a rate card (default: the published one). The version 'current' is the newest.",
    errors: ['invalid', 'not_found'],
    crossings: 3,
  },
  listLegalTexts: {
    summary:
      'Returns the Markdown of the current terms and privacy policy, and the list of all versions, newest first.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 2,
  },
  publishLegalText: {
    summary:
      'Publishes a new version; it is current at once. `replaces` is the version that was edited: another current version is refused as stale.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'stale'],
    crossings: 4,
  },
  previewLegalText: {
    summary:
      'Returns the HTML of a text without storing it. HTML and unsafe links are refused with their line.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 2,
  },
};
