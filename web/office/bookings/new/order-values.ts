import * as z from 'zod/mini';
import type { BookingDetails } from '#contract/bookings.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  type BookingOptions,
  type createBooking,
  newBooking,
  TERMS_NOT_ASKED,
} from '#contract/new-booking.ts';
import type { PlacementType } from '#domain/catalog/quote.ts';
import type { RECORDED_METHODS } from '#domain/money/recorded.ts';
import type { OrderRule } from '#domain/rental/availability.ts';
import { parseDollars } from '#domain/shared/money.ts';

/** 'card': staff type the card of the customer on the payment page. */
export const ORDER_PAYMENTS = ['link', 'card', 'record', 'later'] as const;
export type OrderPayment = (typeof ORDER_PAYMENTS)[number];

export type OrderCustomer = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  secondPhone: string;
  company: string;
  poNumber: string;
  address: string;
  city: string;
  state: string;
  zip: string;
};

const PHONE = /^[\d\s().+/-]{7,}$/;
const STREET = /^\d+\S*\s+\S*\p{L}/u;

/** The fields that a text is, with which no client was found: an e-mail address, a phone number, an address or a name. */
export function parseNewCustomer(text: string): Partial<OrderCustomer> {
  if (text.includes('@')) return { email: text };
  if (PHONE.test(text)) return { phone: text };
  if (STREET.test(text)) return { address: text };
  const [lastName = '', firstName = ''] = text.split(/\s*,\s*/);
  if (firstName) return { firstName, lastName };
  const [, before = '', last = text] = /^(.*)\s(\S+)$/.exec(text) ?? [];
  return { ...(before && { firstName: before.trim() }), lastName: last };
}

/** What staff enter; amounts in dollars as typed. */
export type OrderValues = OrderCustomer &
  Record<keyof BookingDetails, string> & {
    placementType: PlacementType;
    deliveryWindow: string;
    material: string;
    /** '' for the unit that the server proposes. */
    dumpsterId: string;
    internalNotes: string;
    override: boolean;
    hasAgreedPrice: boolean;
    agreedPrice: string;
    reason: string;
    termsRead: boolean;
    /** Why the terms were not read. */
    termsNotRead: string;
    textOptIn: boolean;
    payment: OrderPayment;
    /** Hours until the payment link ends. */
    expiresAt: string;
    method: (typeof RECORDED_METHODS)[number];
    amount: string;
    day: string;
    reference: string;
  };

export const EMPTY_ORDER: OrderValues = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  secondPhone: '',
  company: '',
  poNumber: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  placement: '',
  placementType: 'private',
  deliveryDate: '',
  deliveryWindow: 'any',
  rentalType: '',
  dumpsterType: '',
  material: '',
  dumpsterId: '',
  notes: '',
  internalNotes: '',
  override: false,
  hasAgreedPrice: false,
  agreedPrice: '',
  reason: '',
  termsRead: false,
  termsNotRead: '',
  textOptIn: false,
  payment: 'link',
  expiresAt: '24',
  method: 'cash',
  amount: '',
  day: '',
  reference: '',
};

/** A card is typed at once, so its payment page is open for the shortest time. */
const CARD_HOURS = 2;
const HOUR_MS = 3_600_000;

/** The body of the call. `nowMs`: the server's time. */
export function orderBody(
  values: OrderValues,
  { options, nowMs }: { options: BookingOptions | undefined; nowMs: number },
): BodyInput<typeof createBooking> {
  const { firstName, lastName, email, phone, secondPhone, company, poNumber } = values;
  const { address, city, state, zip } = values;
  const { placement, placementType, deliveryDate, rentalType, dumpsterType, notes, internalNotes } = values;
  const isPaidByCard = values.payment === 'link' || values.payment === 'card';
  return {
    firstName,
    lastName,
    email,
    phone,
    secondPhone,
    company,
    poNumber,
    address,
    city,
    state,
    zip,
    placement,
    placementType,
    deliveryDate,
    rentalType,
    dumpsterType,
    notes,
    internalNotes,
    ...(values.material && { material: values.material }),
    ...(values.deliveryWindow !== 'any' && { deliveryWindow: values.deliveryWindow }),
    ...(values.dumpsterId && { dumpsterId: Number(values.dumpsterId) }),
    ...(values.override && {
      override: [...new Set(listOrderWarnings(options, values).map(({ rule }) => rule))],
    }),
    ...(values.hasAgreedPrice && {
      priceOverride: { amount: parseDollars(values.agreedPrice) ?? -1, reason: values.reason },
    }),
    // The customer accepts the terms on the payment page.
    termsRead: !isPaidByCard && values.termsRead,
    ...(!isPaidByCard && !values.termsRead && { termsNotRead: values.termsNotRead }),
    ...(values.textOptIn && { textOptIn: true }),
    ...quoteHashOf(options, values),
    payment: paymentBody(values, nowMs),
  };
}

function paymentBody(values: OrderValues, nowMs: number): BodyInput<typeof createBooking>['payment'] {
  const { payment, method, day, reference } = values;
  const endsIn = (hours: number) => new Date(nowMs + hours * HOUR_MS).toISOString();
  switch (payment) {
    case 'link':
      return { method: 'link', expiresAt: endsIn(Number(values.expiresAt)) };
    case 'card':
      return { method: 'link', expiresAt: endsIn(CARD_HOURS) };
    case 'record':
      return { method, amount: parseDollars(values.amount) ?? 0, day, reference };
    case 'later':
      return { method: 'later' };
  }
}

/** The price that the screen shows. An agreed price does not follow the catalog. */
function quoteHashOf(options: BookingOptions | undefined, values: OrderValues) {
  const quoteHash = chosenOffer(options, values)?.price?.quoteHash;
  return quoteHash === undefined || values.hasAgreedPrice ? {} : { quoteHash };
}

type Choice = Pick<OrderValues, 'rentalType' | 'dumpsterType'>;

export function chosenOffer(options: BookingOptions | undefined, { rentalType, dumpsterType }: Choice) {
  return options?.offers.find(
    (offer) => offer.rentalType === rentalType && offer.dumpsterType === dumpsterType,
  );
}

export function chosenRental(
  options: BookingOptions | undefined,
  { rentalType }: Pick<Choice, 'rentalType'>,
) {
  return options?.rentals.find(({ id }) => id === rentalType);
}

/** The rules that the order breaks: of the calendar, and that the place is in the service area. */
export function listOrderWarnings(
  options: BookingOptions | undefined,
  choice: Pick<Choice, 'rentalType'>,
): { rule: OrderRule; text: string }[] {
  const { isServed = true, message } = options?.place ?? {};
  return [
    ...(chosenRental(options, choice)?.warnings ?? []),
    ...(isServed ? [] : [{ rule: 'outside_area' as const, text: `${message}.` }]),
  ];
}

/** The field that an issue of the call is shown at. */
const FIELDS: Readonly<Record<string, keyof OrderValues>> = {
  'priceOverride.amount': 'agreedPrice',
  'priceOverride.reason': 'reason',
  'payment.expiresAt': 'expiresAt',
  'payment.amount': 'amount',
  'payment.day': 'day',
  'payment.reference': 'reference',
  'payment.method': 'payment',
};

export function fieldOfIssue(path: string): keyof OrderValues | null {
  const field = FIELDS[path] ?? path;
  return field in EMPTY_ORDER ? (field as keyof OrderValues) : null;
}

type FieldIssue = { field: keyof OrderValues; message: string };

/** What the contract refuses in these values, the first issue of each field. */
export function orderIssues(values: OrderValues): FieldIssue[] {
  const parsed = z.safeParse(newBooking, orderBody(values, { options: undefined, nowMs: 0 }));
  const found: FieldIssue[] = [];
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = fieldOfIssue(path.join('.'));
    if (field && !found.some((issue) => issue.field === field)) found.push({ field, message });
  }
  const isPaidByCard = values.payment === 'link' || values.payment === 'card';
  if (isPaidByCard && values.email.trim() === '') {
    found.push({ field: 'email', message: 'A card payment needs an e-mail address' });
  }
  if (!isPaidByCard && !values.termsRead && values.termsNotRead.trim() === '') {
    found.push({ field: 'termsRead', message: TERMS_NOT_ASKED });
  }
  return found;
}
