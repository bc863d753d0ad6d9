import * as z from 'zod/mini';
import { NOTIFICATION_KINDS } from '#domain/shared/notifications.ts';
import { REPLY_KEYWORDS, TEXT_CONSENT_SOURCES, TEXT_STATES, TEXT_STATUSES } from '#domain/shared/texts.ts';
import { endpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { rowNumber } from './lists.ts';

export const receiveTextsWebhook = endpoint({
  name: 'receiveTextsWebhook',
  method: 'POST',
  path: '/api/texts/webhook',
  access: 'signature',
  query: z.strictObject({ text: z.optional(z.string().check(z.maxLength(100))) }),
  reply: z.string(),
  kind: 'raw',
  mediaType: 'text/xml',
});

/** What staff see of the texts of a booking. */
export const bookingTexts = z.object({
  /** Whether texts are set up. */
  isOffered: z.boolean(),
  state: z.enum(TEXT_STATES),
  /** The row that decides; null when the customer was not asked for the booking's number. */
  consent: z.nullable(
    z.object({
      isGiven: z.boolean(),
      source: z.enum(TEXT_CONSENT_SOURCES),
      wording: z.nullable(z.string()),
      ip: z.nullable(z.string()),
      createdAt: instant,
      /** Who recorded it; null for the customer. */
      createdBy: z.nullable(z.string()),
    }),
  ),
  /** When the number texted STOP; null if it did not, or texted START afterwards. */
  stoppedAt: z.nullable(instant),
  /** The newest first, at most 20. */
  messages: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(NOTIFICATION_KINDS),
      body: z.string(),
      status: z.enum(TEXT_STATUSES),
      /** Why it was not delivered. */
      reason: z.nullable(z.string()),
      createdAt: instant,
    }),
  ),
  /** Texts from the booking's number, the newest first, at most 10. */
  replies: z.array(
    z.object({ id: z.string(), keyword: z.enum(REPLY_KEYWORDS), body: z.string(), receivedAt: instant }),
  ),
  /** Why e-mails to the customer's address come back; null if they do not. */
  bounce: z.nullable(z.object({ reason: z.string(), bouncedAt: instant })),
});
export type BookingTexts = z.output<typeof bookingTexts>;

export const getBookingTexts = endpoint({
  name: 'getBookingTexts',
  method: 'GET',
  path: '/api/bookings/:id/texts',
  access: 'office:read',
  params: z.strictObject({ id: rowNumber }),
  reply: bookingTexts,
});

export const setTextConsent = endpoint({
  name: 'setTextConsent',
  method: 'PUT',
  path: '/api/bookings/:id/text-consent',
  access: 'bookings:write',
  params: z.strictObject({ id: rowNumber }),
  body: z.strictObject({ isGiven: z.boolean('Must be true or false') }),
  reply: bookingTexts,
});

export const TEXT_ENDPOINTS = { receiveTextsWebhook, getBookingTexts, setTextConsent };
