import { type BookingSummary, bookingSummary } from '#contract/bookings.ts';
import { rentalEnd } from '#domain/rental.ts';
import type { Booking } from './repo.ts';

/** What a customer sees of a booking, and nothing else of its row. */
export function summaryOf(booking: Booking): BookingSummary {
  return bookingSummary.parse({ ...booking, endDate: rentalEnd(booking.rentalType, booking.deliveryDate) });
}
