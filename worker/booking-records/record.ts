import type { Booking } from '#contract/staff-bookings.ts';
import { rentalEnd } from '#domain/rental.ts';
import { phoneFacts } from '#worker/platform/phone-numbers.ts';
import type { BookingRecord } from './repo.ts';

/** A booking as it goes over the wire to staff. */
export function toBooking(record: BookingRecord): Booking {
  return {
    ...record,
    ...phoneFacts(record.phone),
    endDate: rentalEnd(record.rentalType, record.deliveryDate),
    additionalPaymentDate: instant(record.additionalPaymentDate),
    refundDate: instant(record.refundDate),
    confirmedEmailAt: instant(record.confirmedEmailAt),
    createdAt: new Date(record.createdAt).toISOString(),
  };
}

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
