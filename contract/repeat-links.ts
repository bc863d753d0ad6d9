import * as z from 'zod/mini';
import { PLACEMENT_TYPES } from '#domain/catalog/quote.ts';
import { endpoint } from './endpoint.ts';

/**
 * What 'Same as last time' fills in. Left out: notes and placement, which can contain the code of a gate, the PO number of
 * the earlier purchase, and everything about payments.
 */
export const repeatedBooking = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** '' without one. */
  company: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  rentalType: z.string(),
  dumpsterType: z.string(),
  material: z.string(),
  placementType: z.enum(PLACEMENT_TYPES),
});
export type RepeatedBooking = z.output<typeof repeatedBooking>;

export const readRepeatLink = endpoint({
  name: 'readRepeatLink',
  method: 'POST',
  path: '/api/repeat-link',
  access: 'public',
  // In the body, so that no address or log contains the token.
  body: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: repeatedBooking,
});
