import * as z from 'zod/mini';
import { PHOTO_TYPES } from '#domain/rental/bookings.ts';
import { freeText, line } from './fields.ts';

const URL_MAX = 2000;

/** The address of a photo: http(s) or relative. Schemes such as javascript: and data: are rejected. */
const photoUrl = line('Photo is required', URL_MAX).check(
  z.refine((text) => /^https?:\/\//i.test(text) || !/^[^/?#]*:/.test(text), 'Must be a web address'),
);

/** A driver's photo of a delivery or a pickup. */
export const deliveryPhoto = z.strictObject({
  bookingId: z.int('Booking ID is required').check(z.minimum(1, 'Booking ID is required')),
  photoType: z.enum(PHOTO_TYPES, 'Please select a valid photo type'),
  photoUrl,
  notes: z._default(freeText, ''),
});
