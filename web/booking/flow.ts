import type { BookingContact, BookingSummary } from '#contract/bookings.ts';
import { dumpsterSize, type RentalType, rentalEnd, rentalOption } from '#domain/rental.ts';
import type { PaymentRef } from '#web/api/checkout.ts';
import type { FieldErrors } from '#web/booking/field-errors.ts';
import {
  EMPTY_ENTRIES,
  type Entries,
  type PendingBooking,
  pendingBooking,
} from '#web/booking/history/entries.ts';
import { type Receipt, receiptOf } from '#web/rental/stored-receipts.ts';

/** The four steps. Each carries the entries, so that going back loses nothing. */
export type Flow =
  | { step: 'rental'; entries: Entries }
  | {
      step: 'details';
      rentalType: RentalType;
      entries: Entries;
      /** Field errors from opening the payment. */
      refused?: FieldErrors;
    }
  | {
      step: 'payment';
      rentalType: RentalType;
      entries: Entries;
      booking: PendingBooking;
      /** The card is being charged. The step stays on the screen until the outcome is known. */
      isConfirming?: boolean;
    }
  | { step: 'done'; receipt: Receipt; payment: PaymentRef | null };

export type UnpaidFlow = Exclude<Flow, { step: 'done' }>;

export type FlowEvent =
  | { type: 'rentalPicked'; rentalType: RentalType }
  | { type: 'backToRental'; entries: Entries }
  | { type: 'detailsSubmitted'; entries: Entries }
  | { type: 'backToDetails' }
  | { type: 'detailsRefused'; errors: FieldErrors }
  | { type: 'dateMoved'; deliveryDate: string }
  | { type: 'confirming'; isConfirming: boolean }
  | { type: 'paid'; payment: PaymentRef }
  | { type: 'alreadyPaid'; booking: BookingSummary | null }
  | {
      type: 'booked';
      booking: BookingSummary;
      contact?: BookingContact | null | undefined;
      hasUnit?: boolean | null | undefined;
    }
  | { type: 'startedOver' };

export const FIRST_STEP: UnpaidFlow = { step: 'rental', entries: EMPTY_ENTRIES };

/** The number of a step in messages to a parent frame, 1 to 4. */
export const STEP_NUMBER = { rental: 1, details: 2, payment: 3, done: 4 } as const;

/** Ignores events that do not belong to the current step. */
export function flowReducer(flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'rentalPicked':
      if (flow.step !== 'rental') return flow;
      return { step: 'details', rentalType: event.rentalType, entries: flow.entries };
    case 'backToRental':
      if (flow.step !== 'details') return flow;
      return { step: 'rental', entries: event.entries };
    case 'detailsSubmitted':
      if (flow.step !== 'details') return flow;
      return toPayment(flow.rentalType, event.entries);
    case 'backToDetails':
      if (flow.step !== 'payment') return flow;
      return { step: 'details', rentalType: flow.rentalType, entries: flow.entries };
    case 'detailsRefused':
      if (flow.step !== 'payment') return flow;
      return toRefusedDetails(flow.rentalType, flow.entries, event.errors);
    case 'dateMoved':
      if (flow.step !== 'payment') return flow;
      return toPayment(flow.rentalType, { ...flow.entries, deliveryDate: event.deliveryDate });
    case 'confirming':
      if (flow.step !== 'payment') return flow;
      return { ...flow, isConfirming: event.isConfirming };
    case 'paid':
      if (flow.step !== 'payment') return flow;
      return { step: 'done', receipt: receiptOfDetails(flow.booking), payment: event.payment };
    case 'alreadyPaid':
      if (flow.step !== 'payment') return flow;
      return {
        step: 'done',
        receipt: { ...receiptOfDetails(flow.booking), ...event.booking },
        payment: null,
      };
    case 'booked':
      if (flow.step !== 'done') return flow;
      return {
        ...flow,
        receipt: receiptOf(event.booking, { ...event, contact: event.contact ?? flow.receipt.contact }),
      };
    case 'startedOver':
      return FIRST_STEP;
  }
}

/** Goes to the payment if the entries are valid, else back to the form. */
export function toPayment(rentalType: RentalType, entries: Entries): UnpaidFlow {
  const booking = pendingBooking(rentalType, entries);
  return booking
    ? { step: 'payment', rentalType, entries, booking }
    : { step: 'details', rentalType, entries };
}

/** Clears a date that the server rejected, so that the customer picks another one. */
function toRefusedDetails(rentalType: RentalType, entries: Entries, refused: FieldErrors): Flow {
  const nextEntries = refused.deliveryDate ? { ...entries, deliveryDate: '' } : entries;
  return { step: 'details', rentalType, entries: nextEntries, refused };
}

function receiptOfDetails(booking: PendingBooking): Receipt {
  const { rentalType, dumpsterType, deliveryDate, depositAmount } = booking;
  const endDate = rentalEnd(rentalType, deliveryDate);
  const { title, label } = rentalOption(rentalType);
  const { name, yards, lengthIn, widthIn, heightIn } = dumpsterSize(dumpsterType);
  return {
    id: null,
    rentalType,
    dumpsterType,
    rentalTitle: title,
    rentalLabel: label,
    sizeName: name,
    materialName: null,
    sizeMeasures: { yards, lengthIn, widthIn, heightIn },
    deliveryDate,
    endDate,
    pickupDay: endDate,
    depositAmount,
    contact: contactOf(booking),
    hasUnit: true,
  };
}

function contactOf({ email, address, city, state, zip }: PendingBooking): BookingContact {
  return { email, address, city, state, zip };
}
