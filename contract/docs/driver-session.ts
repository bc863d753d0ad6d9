import type * as driverSession from '#contract/driver-session.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const driverSessionDocs: DocsOf<typeof driverSession> = {
  createDriverLink: {
    summary:
      'Creates a link that signs a driver in once, within 10 minutes. The token is in the fragment of the address. Only for active accounts with the role driver. 409 conflict when it cannot be texted.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'provider_unavailable'],
    crossings: 3,
  },
  openDriverSession: {
    summary:
      'Signs a driver in with the token of a link, which works once. Returns the account and sets the session cookie.',
    errors: ['invalid', 'unauthenticated', 'too_many'],
    crossings: 5,
  },
  reportPhoneLost: {
    summary:
      'Ends all sessions and sign-in links of a driver at once, also those that may still send what was recorded before a deactivation.',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 4,
  },
  listDriverSessions: {
    summary:
      'Lists the live sessions of a driver, last used first. After a deactivation they may still send what was recorded before. 409 conflict for other roles.',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 2,
  },
  endDriverSession: {
    summary:
      'Ends one session of a driver. What that phone has not sent stays on it until the driver signs in there again. The history of the account names who ended it.',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
    crossings: 4,
  },
};
