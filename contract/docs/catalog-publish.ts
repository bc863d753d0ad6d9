import type * as catalogPublish from '#contract/catalog-publish.ts';
import { MAX_LISTED_VERSIONS } from '#contract/catalog-publish.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

const readErrors = ['unauthenticated', 'forbidden'] as const;

const writeErrors = ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'busy'] as const;

export const catalogPublishDocs: DocsOf<typeof catalogPublish> = {
  discardCatalogDraft: {
    summary:
      'Discards the draft: its sections are those of the published version again. With If-Match it is refused if the draft changed since its differences were listed.',
    headers: ['If-Match'],
    errors: [...readErrors, 'busy', 'stale'],
    crossings: 3,
  },
  startCatalogDraft: {
    summary: 'Starts a draft from an earlier version. Conflict while there is a draft.',
    errors: [...writeErrors, 'not_found'],
    crossings: 7,
  },
  rebaseCatalogDraft: {
    summary:
      'Makes the published version the base of the draft. `take` names the sections that are taken from it; the others stay as they are in the draft. With If-Match it is refused if the draft changed since its differences were listed.',
    headers: ['If-Match'],
    errors: [...writeErrors, 'stale'],
    crossings: 6,
  },
  listCatalogDifferences: {
    summary:
      'Lists what publishing the draft changes, what prevents it, the coming bookings that break its calendar rules, and the offered sizes without a unit. Its ETag can be sent as If-Match when the draft is published, rebased or discarded.',
    errors: readErrors,
    crossings: 3,
  },
  publishCatalog: {
    summary:
      'Publishes the draft. With If-Match it is refused if the draft changed since its differences were listed.',
    headers: ['If-Match'],
    errors: [...writeErrors, 'stale'],
    crossings: 3,
  },
  listCatalogVersions: {
    summary: `Lists the published versions of the catalog, latest first; at most ${MAX_LISTED_VERSIONS}.`,
    errors: readErrors,
    crossings: 1,
  },
  getCatalogVersion: {
    summary:
      'Returns a published version of the catalog with all of its sections, and its differences to the version before in words.',
    errors: [...readErrors, 'not_found'],
    crossings: 3,
  },
};
