import type { Booking } from '#contract/staff-bookings.ts';

/** A booking of a test, as the server would tell it. */
export function sampleBooking(changes: Partial<Booking> = {}): Booking {
  return {
    id: 12,
    firstName: 'Maria',
    lastName: 'Alvarez',
    email: 'maria.alvarez@example.com',
    phone: '(717) 555-0142',
    address: '118 Chestnut Street',
    city: 'Lancaster',
    state: 'PA',
    zip: '17602',
    rentalType: '7-day',
    dumpsterType: '15-yard',
    deliveryDate: '2026-12-01',
    endDate: '2026-12-07',
    notes: 'The gate code is 4711.',
    depositAmount: 42_500,
    finalPrice: null,
    status: 'pending',
    paymentStatus: 'deposit_paid',
    additionalPaymentAmount: null,
    additionalPaymentDate: null,
    refundAmount: null,
    refundDate: null,
    refundReason: null,
    stripePaymentIntentId: 'pi_12',
    dumpsterId: 3,
    needsAttention: null,
    createdAt: '2026-11-21T17:05:00.000Z',
    ...changes,
  };
}
