import * as z from 'zod/mini';
import { account, session } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { rowNumber } from './lists.ts';

export const createDriverLink = endpoint({
  name: 'createDriverLink',
  method: 'POST',
  path: '/api/driver/link',
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
});

export const openDriverSession = endpoint({
  name: 'openDriverSession',
  method: 'POST',
  path: '/api/driver/session',
  access: 'public',
  body: z.strictObject({
    token: z
      .string('The link is not complete')
      .check(z.minLength(1, 'The link is not complete'), z.maxLength(200, 'The link is not complete')),
  }),
  reply: account,
});

export const reportPhoneLost = endpoint({
  name: 'reportPhoneLost',
  method: 'POST',
  path: '/api/admin/users/:id/phone-lost',
  access: 'dispatch:write',
  params: z.strictObject({ id: rowNumber }),
  reply: account,
});

const driverSession = z.omit(session, { isCurrent: true });
export type DriverDevice = z.output<typeof driverSession>;

export const listDriverSessions = endpoint({
  name: 'listDriverSessions',
  method: 'GET',
  path: '/api/admin/users/:id/sessions',
  access: 'dispatch:write',
  params: z.strictObject({ id: rowNumber }),
  reply: z.array(driverSession),
});

export const endDriverSession = endpoint({
  name: 'endDriverSession',
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions/:uuid',
  access: 'dispatch:write',
  params: z.strictObject({ id: rowNumber, uuid: z.uuid() }),
  reply: z.undefined(),
  status: 204,
});
