import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as users from '#contract/users.ts';

const writeErrors = ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'] as const;

export const usersDocs: DocsOf<typeof users> = {
  listUsers: {
    summary: 'Lists the accounts. Search covers username, names, e-mail and role.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  getUser: {
    summary: 'Returns one account. Its ETag can be sent as If-Match with a change.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 1,
  },
  createUser: {
    summary: 'Creates an account.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
    crossings: 3,
  },
  updateUser: {
    summary:
      'Changes an account. A new username, password or role ends its sessions. Users change their own username, e-mail and password with the calls that require the current password.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 3,
  },
  deactivateUser: {
    summary: 'Deactivates an account and ends its sessions.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 5,
  },
  reactivateUser: {
    summary: 'Reactivates an account. It can log in again with its password.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 5,
  },
  upgradeToSuperAdmin: {
    summary: 'Makes an administrator a super administrator.',
    headers: ['If-Match'],
    errors: writeErrors,
    crossings: 5,
  },
  listUserHistory: {
    summary: 'Lists the changes of an account, newest first.',
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
};
