import * as z from 'zod/mini';
import { account, session } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { rowNumber } from './lists.ts';

export const createDriverLink = endpoint({
  name: 'createDriverLink',
  method: 'POST',
  path: '/api/driver/link',
  summary:
    'Creates a link that signs a driver in once, within 10 minutes. The token is in the fragment of the address. Only for active accounts with the role driver. 409 conflict when it cannot be texted.',
  access: 'dispatch:write',
  body: z.strictObject({
    userId: z.int('Choose a driver').check(z.minimum(1, 'Choose a driver')),
    /** Text the link to the phone number of the account, too. */
    sendText: z.optional(z.boolean('Must be true or false')),
  }),
  reply: z.object({
    url: z.string(),
    expiresAt: instant,
    /** Whether `sendText` is possible: texts are set up, and the number of the account is valid. */
    canText: z.boolean(),
  }),
  errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'provider_unavailable'],
});

export const openDriverSession = endpoint({
  name: 'openDriverSession',
  method: 'POST',
  path: '/api/driver/session',
  summary:
    'Signs a driver in with the token of a link, which works once. Returns the account and sets the session cookie.',
  access: 'public',
  body: z.strictObject({
    token: z
      .string('The link is not complete')
      .check(z.minLength(1, 'The link is not complete'), z.maxLength(200, 'The link is not complete')),
  }),
  reply: account,
  errors: ['invalid', 'unauthenticated', 'too_many'],
});

export const reportPhoneLost = endpoint({
  name: 'reportPhoneLost',
  method: 'POST',
  path: '/api/admin/users/:id/phone-lost',
  summary:
    'Ends all sessions and sign-in links of a driver at once, also those that may still send what was recorded before a deactivation.',
  access: 'dispatch:write',
  params: z.strictObject({ id: rowNumber }),
  reply: account,
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

const driverSession = z.omit(session, { isCurrent: true });
export type DriverDevice = z.output<typeof driverSession>;

export const listDriverSessions = endpoint({
  name: 'listDriverSessions',
  method: 'GET',
  path: '/api/admin/users/:id/sessions',
  summary:
    'Lists the live sessions of a driver, last used first. After a deactivation they may still send what was recorded before. 409 conflict for other roles.',
  access: 'dispatch:write',
  params: z.strictObject({ id: rowNumber }),
  reply: z.array(driverSession),
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});

export const endDriverSession = endpoint({
  name: 'endDriverSession',
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions/:uuid',
  summary:
    'Ends one session of a driver. What that phone has not sent stays on it until the driver signs in there again. The history of the account names who ended it.',
  access: 'dispatch:write',
  params: z.strictObject({ id: rowNumber, uuid: z.uuid() }),
  reply: z.undefined(),
  status: 204,
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict'],
});
