import * as z from 'zod/mini';
import { rentalDays, rentalLabels, sizeMeasures } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { cents, instant } from './fields.ts';

// Apart from payments.ts, so that a customer's page does not load the calls of staff.
export const PAY_LINK_VIEWS = ['open', 'paid', 'withdrawn', 'expired'] as const;

/** The data that a customer with the payment link sees. */
export const payLinkView = z.object({
  bookingId: z.int(),
  amount: cents,
  businessName: z.string(),
  /** Where the dumpster stands: '12 Quarry Road, Albany'. */
  street: z.string(),
  /** How the amount follows from the price and the payments, as in the e-mail with the link; empty without a price. */
  priceLines: z.array(z.object({ name: z.string(), value: z.string() })),
  rentalType: z.string(),
  dumpsterType: z.string(),
  ...rentalLabels,
  sizeMeasures: z.nullable(sizeMeasures),
  ...rentalDays,
  state: z.enum(PAY_LINK_VIEWS),
  /** 'deposit': the first payment of a booking by phone; the card is saved for the remaining balance. */
  kind: z.enum(['deposit', 'balance']),
  /** True if the deposit is the whole price. */
  isWholePrice: z.boolean(),
  /** The terms that the customer must accept before paying; null when none are asked for. */
  terms: z.nullable(z.object({ version: z.string(), rateCardId: z.int() })),
  /** When an open link ends. */
  expiresAt: instant,
});
export type PayLinkView = z.output<typeof payLinkView>;

export const readPayLink = endpoint({
  name: 'readPayLink',
  method: 'GET',
  path: '/api/pay/:token',
  access: 'public',
  params: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  reply: payLinkView,
});
