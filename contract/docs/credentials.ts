import type * as credentials from '#contract/credentials.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const credentialsDocs: DocsOf<typeof credentials> = {
  login: {
    summary: 'Signs in with a password. Returns the account and sets the session cookie.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'too_many'],
    crossings: 6,
  },
  requestSignInLink: {
    summary:
      'E-mails a link with which the calling device can try a password although the account is limited. The reply is the same for every username.',
    errors: ['invalid', 'too_many'],
    crossings: 1,
  },
  openSignInLink: {
    summary:
      'Opens an e-mailed sign-in link, once, on the device that asked for it. Returns how often its password can be tried. It does not sign in.',
    errors: ['invalid', 'too_many'],
    crossings: 2,
  },
  changePassword: {
    summary: 'Changes the password of the account that is signed in and ends its other sessions.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'too_many'],
    crossings: 6,
  },
  changeUsername: {
    summary: 'Changes the username of the account that is signed in and ends all its sessions.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'too_many'],
    crossings: 7,
  },
  changeEmail: {
    summary: 'Changes the e-mail address of the account that is signed in and ends its other sessions.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'too_many'],
    crossings: 7,
  },
  forgotPassword: {
    summary:
      'E-mails a link to reset the password if an account has this address. The reply is the same for every address.',
    errors: ['invalid', 'too_many'],
    crossings: 1,
  },
  resetPassword: {
    summary: 'Sets a new password with the token of an e-mailed link and ends all sessions of the account.',
    errors: ['invalid', 'too_many'],
    crossings: 5,
  },
};
