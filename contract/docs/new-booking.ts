import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as newBooking from '#contract/new-booking.ts';

export const newBookingDocs: DocsOf<typeof newBooking> = {
  createBooking: {
    summary:
      'Makes a booking for a customer on the phone, and takes a unit and truck moves. A day that breaks calendar rules (closed, full, too_soon) and a place outside of the service area (outside_area) are 409 conflict with `warnings` until `override` names them. Payment: `link` opens a payment page for the deposit (the reply has its payUrl), ends at `expiresAt` or at the start of the delivery day but not within two hours, and then cancels an unpaid booking; `cash`, `check` and `transfer` record a payment outside Stripe (payments:record); `later` leaves the booking unpaid. `priceOverride` needs bookings:override-price. A price other than the one that `quoteHash` names is 409 price_changed with `price`, the price now.',
    headers: ['Idempotency-Key'],
    errors: [
      'invalid',
      'unauthenticated',
      'forbidden',
      'conflict',
      'sold_out',
      'price_changed',
      'busy',
      'provider_unavailable',
    ],
    crossings: 8,
  },
  listBookingOptions: {
    summary:
      'Returns what can be booked for a delivery day (default: the first day on which the chosen or usual size is free and a truck is left): each rental and size with its price at the address and its free units, the calendar rules that the day breaks, and the free units of the chosen rental and size.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 2,
  },
};
