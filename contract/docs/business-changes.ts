import type * as businessChanges from '#contract/business-changes.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const businessChangesDocs: DocsOf<typeof businessChanges> = {
  updateBusiness: {
    summary: 'Changes the business profile. Fields that are left out stay. The change takes effect at once.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'stale'],
    crossings: 3,
  },
  listBusinessHistory: {
    summary: 'Lists the changes of the business profile and of the pause of online booking, newest first.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  setPause: {
    summary:
      'Pauses online booking, or ends the pause. While it is paused no new hold is made; a customer who is paying can finish.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'stale'],
    crossings: 3,
  },
  setBusinessLogo: {
    summary:
      'Replaces the logo. The body is an SVG (image/svg+xml) or PNG (image/png) file of at most 100 kB. An SVG is stored without scripts, references and other elements that a logo does not need.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'stale', 'too_large'],
    crossings: 5,
  },
  removeBusinessLogo: {
    summary: 'Removes the logo: the name of the business is shown as text.',
    headers: ['If-Match'],
    errors: ['unauthenticated', 'forbidden', 'stale'],
    crossings: 3,
  },
  getBusinessLogo: {
    summary: 'Returns a logo by the SHA-256 of its content.',
    errors: ['not_found'],
    crossings: 1,
  },
};
