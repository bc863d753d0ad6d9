import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const receiveTextsWebhook = endpoint({
  name: 'receiveTextsWebhook',
  method: 'POST',
  path: '/api/texts/webhook',
  summary:
    'Receives a report about a text message, or a text from a customer, as a form. The signature is verified. STOP ends all texts to a number until it sends START.',
  access: 'signature',
  headers: ['X-Twilio-Signature'],
  query: z.strictObject({ text: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.string(),
  kind: 'raw',
  mediaType: 'text/xml',
  errors: ['invalid', 'not_found', 'too_large'],
});

export const TEXT_ENDPOINTS = [receiveTextsWebhook];
