import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as platform from '#contract/platform.ts';

export const platformDocs: DocsOf<typeof platform> = {
  getHealth: {
    summary:
      "Returns 200 with status 'ok' or, in maintenance, 'maintenance'; 503 with status 'failing' when the database lacks a migration of this version or a part of the system is late. With 'Authorization: Bearer HEALTH_KEY' the reply has the checks.",
    headers: ['Authorization'],
    crossings: 3,
  },
  receiveStripeWebhook: {
    summary:
      'Receives an event from Stripe. The signature is verified and the event stored; the queue processes it.',
    headers: ['Stripe-Signature'],
    errors: ['invalid', 'too_large'],
    crossings: 3,
  },
  getOpenApi: {
    summary: 'Returns this API description as OpenAPI 3.1.',
    crossings: 1,
  },
  getDocs: {
    summary: 'Returns the API description as a web page.',
    crossings: 1,
  },
};
