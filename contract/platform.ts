import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/api/health',
  summary:
    "Returns 200 with status 'ok' or, in maintenance, 'maintenance'; 503 with status 'failing' when the database lacks a migration of this version or a part of the system is late. With 'Authorization: Bearer HEALTH_KEY' the reply has the checks.",
  access: 'public',
  worksInMaintenance: true,
  failingStatus: 503,
  headers: ['Authorization'],
  reply: z.object({
    status: z.enum(['ok', 'failing', 'maintenance']),
    checks: z.optional(z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() }))),
  }),
});

export const receiveStripeWebhook = endpoint({
  name: 'receiveStripeWebhook',
  method: 'POST',
  path: '/api/stripe/webhook',
  summary:
    'Receives an event from Stripe. The signature is verified and the event stored; the queue processes it.',
  access: 'signature',
  headers: ['Stripe-Signature'],
  reply: z.object({ received: z.literal(true) }),
  bodyLimit: 512 * 1024,
  kind: 'raw',
  errors: ['invalid', 'too_large'],
});

export const getOpenApi = endpoint({
  name: 'getOpenApi',
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'Returns this API description as OpenAPI 3.1.',
  access: 'public',
  reply: z.looseObject({ openapi: z.string() }),
  cache: 'public-document',
});

export const getDocs = endpoint({
  name: 'getDocs',
  method: 'GET',
  path: '/api/docs',
  summary: 'Returns the API description as a web page.',
  access: 'public',
  reply: z.string(),
  cache: 'public-document',
  kind: 'raw',
  mediaType: 'text/html',
});
