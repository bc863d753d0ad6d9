import type * as auth from '#contract/auth.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const authDocs: DocsOf<typeof auth> = {
  logout: {
    summary: 'Ends this session.',
    crossings: 3,
  },
  getCurrentUser: {
    summary: 'Returns the account that is signed in.',
    errors: ['unauthenticated'],
    crossings: 1,
  },
  listSessions: {
    summary: 'Lists the live sessions of the account that is signed in, last used first.',
    errors: ['unauthenticated'],
    crossings: 2,
  },
  endSession: {
    summary: 'Ends one session of the account that is signed in.',
    errors: ['unauthenticated', 'not_found'],
    crossings: 3,
  },
  endOtherSessions: {
    summary: 'Ends all other sessions of the account that is signed in.',
    errors: ['unauthenticated'],
    crossings: 3,
  },
};
