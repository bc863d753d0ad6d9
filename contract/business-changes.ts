import * as z from 'zod/mini';
import { ACCENTS, frameOrigin } from '#domain/business.ts';
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
  summary: 'Changes the business profile. Fields that are left out stay. The change takes effect at once.',
  access: 'business:write',
  body: businessChanges,
  reply: businessProfile,
  headers: ['If-Match'],
  errors: ['invalid', 'unauthenticated', 'forbidden', 'stale'],
});

export const listBusinessHistory = endpoint({
  name: 'listBusinessHistory',
  method: 'GET',
  path: '/api/admin/business/history',
  summary: 'Lists the changes of the business profile and of the pause of online booking, newest first.',
  access: 'office:read',
  reply: z.array(historyEntry),
  errors: ['unauthenticated', 'forbidden'],
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
  summary:
    'Pauses online booking, or ends the pause. While it is paused no new hold is made; a customer who is paying can finish.',
  access: 'business:write',
  body: pauseChanges,
  reply: bookingPause,
  headers: ['If-Match'],
  errors: ['invalid', 'unauthenticated', 'forbidden', 'stale'],
});

/** SVG or PNG; the same limit is a constraint of the table. */
export const MAX_LOGO_BYTES = 100 * 1024;

export const setBusinessLogo = endpoint({
  name: 'setBusinessLogo',
  method: 'PUT',
  path: '/api/admin/business/logo',
  summary:
    'Replaces the logo. The body is an SVG (image/svg+xml) or PNG (image/png) file of at most 100 kB. An SVG is stored without scripts, references and other elements that a logo does not need.',
  access: 'business:write',
  reply: businessProfile,
  kind: 'raw',
  bodyLimit: MAX_LOGO_BYTES,
  headers: ['If-Match'],
  errors: ['invalid', 'unauthenticated', 'forbidden', 'stale', 'too_large'],
});

export const removeBusinessLogo = endpoint({
  name: 'removeBusinessLogo',
  method: 'DELETE',
  path: '/api/admin/business/logo',
  summary: 'Removes the logo: the name of the business is shown as text.',
  access: 'business:write',
  reply: businessProfile,
  headers: ['If-Match'],
  errors: ['unauthenticated', 'forbidden', 'stale'],
});

export const getBusinessLogo = endpoint({
  name: 'getBusinessLogo',
  method: 'GET',
  path: '/api/business/logo/:hash',
  summary: 'Returns a logo by the SHA-256 of its content.',
  access: 'public',
  params: z.strictObject({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  reply: z.unknown(),
  kind: 'raw',
  mediaType: 'image/*',
  cache: 'immutable',
  errors: ['not_found'],
});
