import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/api/health',
  access: 'public',
  worksInMaintenance: true,
  failingStatus: 503,
  reply: z.object({
    status: z.enum(['ok', 'failing', 'maintenance']),
    checks: z.optional(z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() }))),
  }),
});

export const receiveStripeWebhook = endpoint({
  name: 'receiveStripeWebhook',
  method: 'POST',
  path: '/api/stripe/webhook',
  access: 'signature',
  reply: z.object({ received: z.literal(true) }),
  bodyLimit: 512 * 1024,
  kind: 'raw',
});

export const getOpenApi = endpoint({
  name: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  reply: z.looseObject({ openapi: z.string() }),
  cache: 'public-document',
});

export const getDocs = endpoint({
  name: 'getDocs',
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  reply: z.string(),
  cache: 'public-document',
  kind: 'raw',
  mediaType: 'text/html',
});
