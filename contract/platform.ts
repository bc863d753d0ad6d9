import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/api/health',
  summary: 'Checks that the Worker and its database respond.',
  access: 'public',
  worksInMaintenance: true,
  reply: z.object({ status: z.literal('ok') }),
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
