import type { BookingContact, BookingSummary } from '#contract/bookings.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { type Agreement, describeAgreement } from '#domain/catalog/agreement.ts';
import { materialOf, offeredMaterials, rentalOptionOf, sizeOf } from '#domain/catalog/entries.ts';
import { lastRentalDay } from '#domain/catalog/rental-days.ts';
import type { Day } from '#domain/shared/days.ts';
import type { PaymentRef } from '#web/api/checkout.ts';
import { deliveryInput, type PendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { reconcileStep } from '#web/public/booking/catalog/reconcile.ts';
import { EMPTY_ENTRIES, type Entries } from '#web/public/booking/history/entries.ts';
import { makeReceipt, type Receipt } from '#web/public/rental/stored-receipts.ts';
import type { FieldErrors } from './field-errors.ts';

/** The four steps. Each carries the entries, so that going back loses nothing. */
export type Flow =
  | {
      step: 'rental';
      entries: Entries;
      /** What was cleared, because the catalog no longer offers it. */
      dropped?: string[];
    }
  | {
      step: 'details';
      rentalType: string;
      entries: Entries;
      /** Field errors from opening the payment. */
      refused?: FieldErrors;
      dropped?: string[];
    }
  | {
      step: 'payment';
      rentalType: string;
      entries: Entries;
      booking: PendingBooking;
      /** The card is being charged. The step stays on the screen until the outcome is known. */
      isConfirming?: boolean;
    }
  | { step: 'done'; receipt: Receipt; payment: PaymentRef | null };

export type UnpaidFlow = Exclude<Flow, { step: 'done' }>;

export type FlowEvent =
  | { type: 'rentalPicked'; rentalType: string }
  | { type: 'backToRental'; entries: Entries }
  | { type: 'detailsSubmitted'; entries: Entries }
  | { type: 'backToDetails' }
  /** `termsVersion`: the version that the customer must agree to. */
  | { type: 'detailsRefused'; errors: FieldErrors; termsVersion?: string | undefined }
  | { type: 'dateMoved'; deliveryDate: string }
  | { type: 'confirming'; isConfirming: boolean }
  /** `pickupDay`: if it is later than the last rental day. */
  | { type: 'paid'; payment: PaymentRef; pickupDay?: Day | null }
  /** Both null until the booking exists. */
  | {
      type: 'alreadyPaid';
      booking: BookingSummary | null;
      agreement?: Agreement | null | undefined;
      orderNumbers?: number[] | undefined;
    }
  | {
      type: 'booked';
      booking: BookingSummary;
      contact?: BookingContact | null | undefined;
      hasUnit?: boolean | null | undefined;
      orderNumbers?: number[] | undefined;
      agreement?: Agreement | null | undefined;
    }
  | { type: 'startedOver' };

export const FIRST_STEP: UnpaidFlow = { step: 'rental', entries: EMPTY_ENTRIES };

/** The number of a step in messages to a parent frame, 1 to 4. */
export const STEP_NUMBER = { rental: 1, details: 2, payment: 3, done: 4 } as const;

/** Ignores events that do not belong to the current step. */
export function flowReducer(catalog: PublicCatalog, flow: Flow, event: FlowEvent): Flow {
  switch (event.type) {
    case 'rentalPicked':
      if (flow.step !== 'rental') return flow;
      return reconcileStep(catalog, { step: 'details', rentalType: event.rentalType, entries: flow.entries });
    case 'backToRental':
      if (flow.step !== 'details') return flow;
      return { step: 'rental', entries: event.entries };
    case 'detailsSubmitted':
      if (flow.step !== 'details') return flow;
      return toPayment(catalog, flow.rentalType, event.entries);
    case 'backToDetails':
      if (flow.step !== 'payment') return flow;
      return { step: 'details', rentalType: flow.rentalType, entries: flow.entries };
    case 'detailsRefused':
      if (flow.step !== 'payment') return flow;
      return toRefusedDetails(flow.rentalType, flow.entries, event.errors);
    case 'dateMoved':
      if (flow.step !== 'payment') return flow;
      return toPayment(catalog, flow.rentalType, { ...flow.entries, deliveryDate: event.deliveryDate });
    case 'confirming':
      if (flow.step !== 'payment') return flow;
      return { ...flow, isConfirming: event.isConfirming };
    case 'paid':
      if (flow.step !== 'payment') return flow;
      return {
        step: 'done',
        receipt: receiptOfDetails(catalog, flow, event.pickupDay),
        payment: event.payment,
      };
    case 'alreadyPaid': {
      if (flow.step !== 'payment') return flow;
      const { orderNumbers } = event;
      const receipt = { ...receiptOfDetails(catalog, flow), ...event.booking, orderNumbers };
      const agreement = event.agreement ?? receipt.agreement;
      return { step: 'done', receipt: { ...receipt, agreement }, payment: null };
    }
    case 'booked':
      if (flow.step !== 'done') return flow;
      return {
        ...flow,
        receipt: makeReceipt(event.booking, {
          ...event,
          contact: event.contact ?? flow.receipt.contact,
          agreement: event.agreement ?? flow.receipt.agreement,
        }),
      };
    case 'startedOver':
      return FIRST_STEP;
  }
}

/** Goes to the payment if the entries are valid, else back to the form. */
export function toPayment(catalog: PublicCatalog, rentalType: string, entries: Entries): UnpaidFlow {
  return reconcileStep(catalog, { step: 'payment', rentalType, entries });
}

/** Clears a date and an agreement that the server rejected, so that the customer gives them again. */
function toRefusedDetails(rentalType: string, entries: Entries, refused: FieldErrors): Flow {
  const cleared = {
    ...(refused.deliveryDate && { deliveryDate: '' }),
    ...(refused.terms && { terms: false }),
  };
  return { step: 'details', rentalType, entries: { ...entries, ...cleared }, refused };
}

type PaidFlow = Pick<Extract<Flow, { step: 'payment' }>, 'booking' | 'entries'>;

function receiptOfDetails(catalog: PublicCatalog, paid: PaidFlow, pickupDay?: Day | null): Receipt {
  const { booking } = paid;
  const { rentalType, dumpsterType, deliveryDate, depositAmount } = booking;
  const option = rentalOptionOf(catalog, rentalType);
  const size = sizeOf(catalog, dumpsterType);
  const endDate = lastRentalDay(option, deliveryDate);
  return {
    id: null,
    rentalType,
    dumpsterType,
    rentalTitle: option.title,
    rentalLabel: option.label,
    sizeName: size.name,
    materialName: offeredMaterials(catalog).length > 1 ? materialOf(catalog, booking.material).name : null,
    sizeMeasures: size,
    deliveryDate,
    endDate,
    pickupDay: pickupDay ?? endDate,
    depositAmount,
    contact: contactOf(booking),
    hasUnit: true,
    quantity: booking.quantity,
    agreement: agreementOfDetails(catalog, paid),
  };
}

/** With the price that the customer saw, which can be that of a newer catalog. The server's reply replaces it. */
function agreementOfDetails(catalog: PublicCatalog, { booking, entries }: PaidFlow): Agreement {
  const { quote, rate } = booking.price;
  const { zone, placementType } = deliveryInput(catalog, entries);
  return { ...describeAgreement(catalog, { ...rate, quote, placementType, zone }), rate };
}

function contactOf({ email, address, city, state, zip }: PendingBooking): BookingContact {
  return { email, address, city, state, zip };
}
