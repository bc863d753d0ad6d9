import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** What customers see of the business, as staff edit it. */
export const businessProfile = z.object({
  name: z.string(),
  phone: z.string(),
  /** Shown to customers, and the Reply-To of e-mails. */
  email: z.string(),
  yardAddress: z.string(),
  openingHours: z.string(),
  creditName: z.string(),
  creditUrl: z.string(),
  accent: z.string(),
  /** https origins that may show the booking page in a frame. */
  frameOrigins: z.array(z.string()),
  /** Whether each new booking e-mails the business. */
  emailNewBookings: z.boolean(),
  /** Null while the name is shown as text. */
  logoUrl: z.nullable(z.string()),
});
export type BusinessProfileView = z.output<typeof businessProfile>;

export const getBusiness = endpoint({
  name: 'getBusiness',
  method: 'GET',
  path: '/api/admin/business',
  access: 'office:read',
  reply: businessProfile,
});

/** `text`: what customers see while booking is paused. */
export const bookingPause = z.object({ paused: z.boolean(), text: z.string() });
export type BookingPauseView = z.output<typeof bookingPause>;

export const getPause = endpoint({
  name: 'getPause',
  method: 'GET',
  path: '/api/admin/pause',
  access: 'office:read',
  reply: bookingPause,
});
