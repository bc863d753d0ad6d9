import { firstDeposit } from '#domain/catalog/first-card.ts';
import { quote } from '#domain/catalog/quote.ts';
import { FIRST_RATE_CARD, FIRST_RATE_CARD_ID } from '#domain/catalog/seed.ts';
import { computePaymentStatus } from '#domain/money/balance.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import { pick, randomNumbers } from '#domain/shared/random.ts';
import { type Client, computeOwner, makeClient } from './clients.ts';
import { NOTES } from './people.ts';
import type { Business, Rental } from './rentals.ts';
import { isKept, makeWorkRecords, type WorkRecords } from './work.ts';

/** One row of a table: columns and values. */
export type Row = Record<string, string | number | null>;
export type Records = { booking: Row; schedule: Row | null; transactions: Row[] } & Omit<
  WorkRecords,
  'siteStatus'
>;

const DAY_MS = 86_400_000;
/** Staff take some of the orders by phone, as the second colleague. */
const PHONE_SHARE = 0.2;
const TAKEN_BY = 2;
/** Of the coming rentals, some have no unit yet. */
const NO_UNIT_SHARE = 0.01;

/** All rows of one rental, paid and completed as by staff. */
export function makeRecords(rental: Rental, id: number, business: Business): Records {
  const random = randomNumbers((business.seed * 31 + Math.imul(id, 0xc2b2ae35)) | 0);
  const client = makeClient(business.seed, computeOwner(id - 1, business));
  const isOverdue = isKept(business.today, rental, random());
  const status = isOverdue ? 'confirmed' : statusOn(business.today, rental, random());
  const isComing = rental.deliveryDate > business.today;
  const hasUnit = status !== 'cancelled' && !(isComing && random() < NO_UNIT_SHARE);
  const { siteStatus, ...work } = makeWorkRecords(
    { rental, id, status, isOverdue, hasUnit },
    business.today,
    random,
  );
  const isByPhone = random() < PHONE_SHARE;
  const money = moneyOf(rental, status, random);
  const paymentId = `pi_${stripeSuffix(random)}`;
  const booking: Row = {
    id,
    ...personOf(client, random()),
    rental_type: rental.rentalType,
    dumpster_type: rental.unit.type,
    delivery_date: rental.deliveryDate,
    notes: pick(NOTES, random),
    deposit_amount: money.depositAmount,
    paid_amount: money.paidAmount,
    stripe_payment_intent_id: paymentId,
    stripe_customer_id: `cus_${stripeSuffix(random).slice(0, 14)}`,
    status,
    final_price: money.finalPrice,
    due_again_amount: money.dueAgainAmount,
    payment_status: money.paymentStatus,
    additional_payment_amount: money.additionalPaymentAmount,
    additional_payment_date: money.additionalPaymentAmount && dayMs(rental.endDate) + DAY_MS,
    refund_amount: money.refundAmount,
    refund_date: money.refundAmount && rental.madeAtMs + DAY_MS,
    refund_reason: money.refundAmount && 'Cancelled by the customer',
    terms_version: '1',
    terms_accepted_at: rental.madeAtMs,
    terms_ip: '203.0.113.9',
    created_at: rental.madeAtMs,
    end_date: rental.endDate,
    pickup_day: rental.endDate,
    agreed_pickup_day: rental.endDate,
    site_status: siteStatus,
    needs_attention: work.attention[0]?.reason ?? null,
    source: isByPhone ? 'phone' : 'web',
    created_by: isByPhone ? TAKEN_BY : null,
    rate_card_id: FIRST_RATE_CARD_ID,
    material_id: MATERIAL,
    quote: quoteOf(rental),
  };
  const schedule: Row = {
    id,
    dumpster_id: rental.unit.id,
    booking_id: id,
    start_date: rental.deliveryDate,
    end_date: rental.endDate,
    created_at: rental.madeAtMs,
  };
  const transactions = ledgerOf(booking, rental, random);
  return { booking, schedule: hasUnit ? schedule : null, transactions, ...work };
}

const MATERIAL = FIRST_RATE_CARD.materials[0]?.id ?? '';
const quotes = new Map<string, string>();

/** The price as JSON. All rentals of a period and size have the same. */
function quoteOf({ rentalType, unit }: Rental): string {
  const key = `${rentalType} ${unit.type}`;
  const known = quotes.get(key);
  if (known) return known;
  const rate = { rentalOption: rentalType, dumpsterSize: unit.type, material: MATERIAL };
  const rental = { ...rate, zone: null, placementType: 'private', extraDays: 0, items: [] } as const;
  const text = JSON.stringify(quote(FIRST_RATE_CARD, { ...rental, zip: '17101', state: 'PA' }));
  quotes.set(key, text);
  return text;
}

/** One in twenty types the address in capitals. */
function personOf(client: Client, chance: number): Row {
  return {
    first_name: client.firstName,
    last_name: client.lastName,
    email: chance < 0.05 ? client.email.toUpperCase() : client.email,
    phone: client.phone,
    address: client.address,
    city: client.city,
    state: client.state,
    zip: client.zip,
  };
}

function statusOn(today: Day, { deliveryDate, endDate }: Rental, chance: number): BookingStatus {
  if (endDate < today) return chance < 0.07 ? 'cancelled' : 'completed';
  if (deliveryDate > today) return FUTURE.find(([upTo]) => chance < upTo)?.[1] ?? 'confirmed';
  return chance < 0.1 ? 'in_transit' : 'confirmed';
}

const FUTURE: [upTo: number, status: BookingStatus][] = [
  [0.05, 'cancelled'],
  [0.45, 'pending'],
];

/** The dump fees on top of the deposit; null: the final price is not set yet. */
const EXTRA_CENTS = [null, null, 0, 6_500, 11_250, 18_900, 24_375];

function moneyOf({ rentalType }: Rental, status: BookingStatus, random: () => number) {
  const depositAmount = firstDeposit(rentalType);
  const extra = status === 'completed' ? pick(EXTRA_CENTS, random) : null;
  const isPaid = random() < 0.8;
  const isRefunded = status === 'cancelled' && random() < 0.7;
  const later = extra && isPaid ? extra : null;
  const balance = {
    status,
    depositAmount,
    paidAmount: depositAmount + (later ?? 0),
    finalPrice: extra === null ? null : depositAmount + extra,
    dueAgainAmount: isRefunded ? depositAmount : 0,
  };
  return {
    ...balance,
    additionalPaymentAmount: later,
    refundAmount: isRefunded ? depositAmount : null,
    paymentStatus: computePaymentStatus({ ...balance, takenBack: balance.dueAgainAmount }),
  };
}

/** A row for the deposit, one for what was charged later and one for what went back. */
function ledgerOf(booking: Row, rental: Rental, random: () => number): Row[] {
  const rows: Row[] = [];
  const add = (row: Row, createdAt: number) =>
    rows.push({
      booking_id: booking.id ?? null,
      currency: 'usd',
      status: 'succeeded',
      payment_id: null,
      reason: null,
      receipt_email: booking.email ?? null,
      ...row,
      created_at: createdAt,
      updated_at: createdAt,
    });
  const deposit = { type: 'payment', kind: 'deposit', amount: booking.deposit_amount ?? 0 };
  const paymentId = booking.stripe_payment_intent_id ?? null;
  add({ id: paymentId, ...deposit }, rental.madeAtMs);
  const later = booking.additional_payment_amount;
  if (later) {
    const id = `pi_${stripeSuffix(random)}`;
    add({ id, type: 'payment', kind: 'balance', amount: later }, dayMs(rental.endDate) + DAY_MS);
  }
  const back = booking.refund_amount;
  if (back) {
    const id = `re_${stripeSuffix(random)}`;
    const reason = booking.refund_reason ?? null;
    const refund = { type: 'refund', kind: 'refund', amount: back, payment_id: paymentId, reason };
    add({ id, ...refund }, rental.madeAtMs + DAY_MS);
  }
  return rows;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** As long as Stripe's ids, and never equal. */
function stripeSuffix(random: () => number): string {
  let suffix = '3';
  while (suffix.length < 24) suffix += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return suffix;
}

const dayMs = (day: Day) => Date.parse(`${day}T15:00:00Z`);
