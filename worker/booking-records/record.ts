import type { Booking } from '#contract/staff-bookings.ts';
import { isoInstant } from '#domain/days.ts';
import { rentalEnd } from '#domain/rental.ts';
import { phoneFacts } from '#worker/platform/phone-numbers.ts';
import type { BookingRecord } from './repo.ts';

/** The booking as the API returns it to staff. */
export function toBooking(record: BookingRecord): Booking {
  return {
    ...record,
    ...phoneFacts(record.phone),
    endDate: rentalEnd(record.rentalType, record.deliveryDate),
    additionalPaymentDate: isoInstant(record.additionalPaymentDate),
    refundDate: isoInstant(record.refundDate),
    confirmedEmailAt: isoInstant(record.confirmedEmailAt),
    createdAt: isoInstant(record.createdAt),
  };
}
