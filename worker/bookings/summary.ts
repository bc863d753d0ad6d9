import type { BookingSummary } from '#contract/bookings.ts';
import { rentalEnd } from '#domain/rental.ts';
import type { Booking } from './repo.ts';

/** What a customer sees of a booking. */
export function summaryOf(booking: Booking): BookingSummary {
  return { ...booking, endDate: rentalEnd(booking.rentalType, booking.deliveryDate) };
}
