import * as z from 'zod/mini';
import { ACCENTS, frameOrigin } from '#domain/shared/business.ts';
import { bookingPause, businessProfile } from './business.ts';
import { endpoint } from './endpoint.ts';
import { freeText, LIMITS, line, phoneNumber } from './fields.ts';
import { historyEntry } from './history.ts';

const MAX_FRAME_ORIGINS = 20;
const NO_ORIGIN = 'Must be an https address without a path, such as https://www.haulage.example';

const origin = z.pipe(
  z.string(NO_ORIGIN),
  z.transform((address: string, context) => {
    const found = frameOrigin(address);
    if (found !== null) return found;
    context.issues.push({ code: 'custom', message: NO_ORIGIN, input: address });
    return z.NEVER;
  }),
);

const profileEmail = z
  .string('Please enter a valid email address')
  .check(
    z.trim(),
    z.maxLength(LIMITS.email, 'Please enter a valid email address'),
    z.email('Please enter a valid email address'),
  );

/** Fields that are left out stay. */
export const businessChanges = z.strictObject({
  name: z.optional(line('Enter the name of the business', LIMITS.name)),
  phone: z.optional(phoneNumber('Enter a phone number with at least 10 digits')),
  email: z.optional(profileEmail),
  yardAddress: z.optional(freeText),
  openingHours: z.optional(freeText),
  creditName: z.optional(line('Enter the name of the link', LIMITS.name)),
  creditUrl: z.optional(
    z
      .string('Must be an address that begins with https://')
      .check(
        z.trim(),
        z.maxLength(LIMITS.text),
        z.url({ protocol: /^https$/, error: 'Must be an address that begins with https://' }),
      ),
  ),
  emailNewBookings: z.optional(z.boolean('Must be true or false')),
  accent: z.optional(z.enum(ACCENTS, `Must be one of ${ACCENTS.join(', ')}`)),
  frameOrigins: z.optional(
    z.array(origin).check(z.maxLength(MAX_FRAME_ORIGINS, `At most ${MAX_FRAME_ORIGINS} sites`)),
  ),
});
export type BusinessChanges = z.output<typeof businessChanges>;

export const updateBusiness = endpoint({
  name: 'updateBusiness',
  method: 'PUT',
  path: '/api/admin/business',
  access: 'business:write',
  body: businessChanges,
  reply: businessProfile,
});

export const listBusinessHistory = endpoint({
  name: 'listBusinessHistory',
  method: 'GET',
  path: '/api/admin/business/history',
  access: 'office:read',
  reply: z.array(historyEntry),
});

/** Fields that are left out stay. */
export const pauseChanges = z.strictObject({
  paused: z.optional(z.boolean('Must be true or false')),
  text: z.optional(freeText),
});
export type PauseChanges = z.output<typeof pauseChanges>;

export const setPause = endpoint({
  name: 'setPause',
  method: 'PUT',
  path: '/api/admin/pause',
  access: 'business:write',
  body: pauseChanges,
  reply: bookingPause,
});

/** SVG or PNG; the same limit is a constraint of the table. */
export const MAX_LOGO_BYTES = 100 * 1024;

export const setBusinessLogo = endpoint({
  name: 'setBusinessLogo',
  method: 'PUT',
  path: '/api/admin/business/logo',
  access: 'business:write',
  reply: businessProfile,
  kind: 'raw',
  bodyLimit: MAX_LOGO_BYTES,
});

export const removeBusinessLogo = endpoint({
  name: 'removeBusinessLogo',
  method: 'DELETE',
  path: '/api/admin/business/logo',
  access: 'business:write',
  reply: businessProfile,
});

export const getBusinessLogo = endpoint({
  name: 'getBusinessLogo',
  method: 'GET',
  path: '/api/business/logo/:hash',
  access: 'public',
  params: z.strictObject({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  reply: z.unknown(),
  kind: 'raw',
  mediaType: 'image/*',
  cache: 'immutable',
});
