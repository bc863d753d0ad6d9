import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ownHoldReply, soldOutReply, termsChangedReply, tooManyReply } from '#contract/checkout-refusals.ts';
import { priceChangedReply } from '#contract/prices.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { findRate } from '#domain/catalog/entries.ts';
import { refreshAvailability, reloadAvailability } from '#web/api/availability.ts';
import type { CallError } from '#web/api/call.ts';
import { seenCatalog } from '#web/public/booking/catalog/catalog-store.ts';
import type { BookingPrice, PendingBooking } from '#web/public/booking/catalog/pending-booking.ts';
import { parseFieldErrors } from '#web/public/booking/field-errors.ts';
import { clearHeldRental, isPartlyHeld } from '#web/public/booking/hold/held-rentals.ts';
import {
  type CheckoutFailure,
  type NewPrice,
  setupFailure,
  UNREADABLE,
} from '#web/public/booking/payment/checkout-failure.ts';
import type { FailedPayment } from '#web/public/booking/payment/open-payment.ts';
import type { RefusalContext } from '#web/public/booking/payment/use-payment-call.ts';
import { loadCatalog } from './load-catalog.ts';

/** What the step shows after the server refused to open a payment; null if the flow goes to another step. */
export async function handleRefusal(
  error: CallError,
  { booking, client, handlers }: RefusalContext,
): Promise<FailedPayment | null> {
  const code = error.reply?.code;
  const terms = code === 'terms_changed' && z.safeParse(termsChangedReply, error.body).data;
  if (terms) {
    handlers.onDetailsRefused({ terms: TERMS_CHANGED }, terms.termsVersion);
    return null;
  }
  if (error.reply?.issues?.some(({ path }) => CATALOG_FIELDS.includes(path))) {
    const catalog = await findCatalog();
    if (catalog && !isOfferedBy(catalog, booking)) {
      handlers.onCatalog(catalog);
      return null;
    }
  }
  const errors = parseFieldErrors(error);
  if (errors) {
    if (errors.deliveryDate) await reloadAvailability(client);
    handlers.onDetailsRefused(errors);
    return null;
  }
  const failure = toCheckoutFailure(error);
  if (failure.kind === 'sold_out') return failSoldOut(failure, booking, client);
  if (failure.kind !== 'price_changed') return { status: 'failed', failure };
  const catalog = await findCatalog();
  if (catalog && failure.price && isSameOffer(booking.price, { price: failure.price, catalog })) {
    handlers.onCatalog(catalog);
    return null;
  }
  return { status: 'failed', failure: { ...failure, catalog } };
}

/** Whether the published catalog changed nothing that the customer saw: then the payment opens with it at once. */
function isSameOffer(shown: BookingPrice, { price, catalog }: { price: NewPrice; catalog: PublicCatalog }) {
  const seen = seenCatalog();
  const isNext = catalog.version === price.rateCardId && catalog.version !== shown.rateCardId;
  const offerOf = ({ quote, rate }: BookingPrice, { chargeItems, policy }: PublicCatalog) =>
    JSON.stringify([quote, rate, chargeItems, policy]);
  return isNext && seen !== null && offerOf(shown, seen) === offerOf(price, catalog);
}

const TERMS_CHANGED = 'Our terms have changed. Please read them and agree again.';

/** Fields whose values come from the catalog: the server no longer offers the entry, or the page sent something else. */
const CATALOG_FIELDS = ['rentalType', 'dumpsterType', 'material'].map((field) => `bookingData.${field}`);

/** Null if the server cannot be reached. */
async function findCatalog(): Promise<PublicCatalog | null> {
  try {
    return await loadCatalog();
  } catch {
    return null;
  }
}

function isOfferedBy(catalog: PublicCatalog, booking: PendingBooking): boolean {
  const { rentalType, dumpsterType, material } = booking;
  return findRate(catalog, { rentalOption: rentalType, dumpsterSize: dumpsterType, material }) !== null;
}

async function failSoldOut(
  failure: CheckoutFailure,
  booking: PendingBooking,
  client: QueryClient,
): Promise<FailedPayment> {
  const answer = { status: 'failed' as const, failure: { ...failure, isPartlyHeld: isPartlyHeld(booking) } };
  // Of an order, the dumpsters that this customer holds already stay held.
  if (failure.left === undefined) clearHeldRental(booking);
  await refreshAvailability(client);
  return answer;
}

const LIMIT_SECONDS = 60;

export function toCheckoutFailure(error: CallError): CheckoutFailure {
  const { reply, retryAfter, body } = error;
  if (!reply) return setupFailure(UNREADABLE);
  const { code, message } = reply;
  const failure = {
    message,
    issues: (reply.issues ?? []).map((issue) => issue.message),
    retryAfterSeconds: 0,
  };
  switch (code) {
    case 'sold_out': {
      const { reason, left } = z.safeParse(soldOutReply, body).data ?? {};
      if (left) return { kind: code, ...failure, left };
      return { kind: code, ...failure, dayRefusal: reason === 'sold_out' ? undefined : reason };
    }
    case 'busy':
      return { kind: code, ...failure };
    case 'paused':
      return { kind: code, ...failure, phone: reply.phone };
    case 'price_changed': {
      const price = parseNewPrice(body);
      return price ? { kind: code, ...failure, price } : { kind: 'setup', ...failure };
    }
    case 'own_hold': {
      const hold = z.safeParse(ownHoldReply, body);
      return { kind: code, ...failure, heldSeconds: hold.success ? secondsOf(hold.data) : 0 };
    }
    case 'too_many': {
      const { reason, ownHold } = z.safeParse(tooManyReply, body).data ?? {};
      const heldSeconds = ownHold && secondsOf(ownHold);
      return { kind: code, ...failure, retryAfterSeconds: retryAfter ?? LIMIT_SECONDS, reason, heldSeconds };
    }
    default:
      return { kind: 'setup', ...failure };
  }
}

function parseNewPrice(body: unknown): NewPrice | null {
  const { success, data } = z.safeParse(priceChangedReply, body);
  if (!success) return null;
  const { rateCardId, quoteHash, rate, lines, total, dueNow, dueLater } = data;
  return { rateCardId, hash: quoteHash, rate, quote: { lines, total, dueNow, dueLater } };
}

function secondsOf({ expiresAt, now }: { expiresAt: string; now: string }): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - Date.parse(now)) / 1000));
}
