import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as sites from '#contract/sites.ts';

export const sitesDocs: DocsOf<typeof sites> = {
  listSites: {
    summary: 'Lists the yards, then the disposal sites, each by name.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  createSite: {
    summary:
      'Adds a yard or a disposal site. Its name must be unique. Latitude and longitude are given together or not at all; only disposal sites name the waste that they accept.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
    crossings: 2,
  },
  updateSite: {
    summary: 'Changes a site. Fields that are left out stay. Its kind never changes.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 3,
  },
  deleteSite: {
    summary:
      'Removes a site that no unfinished route from today on uses, where no dumpster is, and that is not the only yard. Past stops keep it, and its name can be used again.',
    headers: ['If-Match'],
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 2,
  },
};
