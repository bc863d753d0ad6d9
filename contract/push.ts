import * as z from 'zod/mini';
import { isPushEndpoint, MAX_PUSH_ENDPOINT } from '#domain/shared/push.ts';
import { endpoint } from './endpoint.ts';

const address = z
  .string('Must be an address')
  .check(z.refine(isPushEndpoint, { error: 'Must be the address of a push service', abort: true }));

export const getPushKey = endpoint({
  name: 'getPushKey',
  method: 'GET',
  path: '/api/push/key',
  access: 'session',
  reply: z.object({ publicKey: z.nullable(z.string()) }),
});

export const subscribePush = endpoint({
  name: 'subscribePush',
  method: 'POST',
  path: '/api/push/subscription',
  access: 'session',
  body: z.strictObject({
    endpoint: address,
    /** The public key of the browser: 65 bytes as base64url. */
    p256dh: z.string('Must be a key').check(z.regex(/^B[\w-]{86}$/, 'Must be a public key of P-256')),
    /** 16 bytes as base64url. */
    auth: z.string('Must be a key').check(z.regex(/^[\w-]{22}$/, 'Must be 16 bytes')),
  }),
  reply: z.undefined(),
  status: 204,
});

export const unsubscribePush = endpoint({
  name: 'unsubscribePush',
  method: 'POST',
  path: '/api/push/unsubscribe',
  access: 'session',
  body: z.strictObject({ endpoint: z.string().check(z.maxLength(MAX_PUSH_ENDPOINT)) }),
  reply: z.undefined(),
  status: 204,
});
