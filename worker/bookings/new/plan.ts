import { TERMS_VERSION } from '#contract/checkout.ts';
import { type NewBooking, TERMS_NOT_ASKED } from '#contract/new-booking.ts';
import { MIN_CHARGE } from '#contract/payments.ts';
import { priceBeforeTax, withAgreedPrice } from '#domain/catalog/agreed-price.ts';
import { firstDeliveryDay } from '#domain/catalog/delivery-days.ts';
import { isPaidInFull } from '#domain/catalog/quote.ts';
import type { RateCard } from '#domain/catalog/rate-card.ts';
import { listTruckMoves, type TruckMove } from '#domain/jobs/jobs.ts';
import { isLinkEndAllowed, LINK_HOURS } from '#domain/money/deposit-links.ts';
import { paymentDayRefusal } from '#domain/money/recorded.ts';
import type { OrderRule } from '#domain/rental/availability.ts';
import { calendarWarnings } from '#domain/rental/calendar-warnings.ts';
import type { Day } from '#domain/shared/days.ts';
import { AppError, type Issue } from '#domain/shared/errors.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { selectCurrentTerms } from '#worker/base/business/repo.ts';
import type { Context } from '#worker/base/context.ts';
import { readTogether } from '#worker/base/db/rows.ts';
import { phoneRefusal } from '#worker/base/platform/phone-numbers.ts';
import { getCardOf, type PublishedRateCard } from '#worker/catalog/rate-cards.ts';
import { findOfferedRate, type PricedRental, priceRental } from '#worker/catalog/rental-price.ts';
import { selectPublishedVersion } from '#worker/catalog/repo.ts';
import { declineZip } from '#worker/catalog/service-area.ts';
import { orderTime } from '#worker/fleet/jobs/calendar.ts';
import { listMovesOfOthers } from '#worker/fleet/jobs/moves-repo.ts';
import { listClosedDays } from '#worker/fleet/jobs/repo.ts';
import {
  detailIssues,
  findPlaceIssueForStaff,
  invalidFields,
  unservedZipText,
} from '#worker/rental/detail-checks.ts';

/** A booking that staff may make, with its price and days. Amounts in cents. */
export type BookingPlan = {
  body: NewBooking;
  /** With the price that staff agreed, if it is another one than the catalog's. */
  price: PricedRental;
  /** The catalog's price before tax, if another one was agreed. */
  catalogPrice: number | null;
  depositAmount: number;
  /** The price is settled when the deposit is paid; null: a final price follows later. */
  finalPrice: number | null;
  moves: TruckMove[];
  /** The rules that the booking breaks and staff have overridden. */
  overridden: OrderRule[];
  /** The limit that the statement which books must keep; null: none, or overridden. */
  maxMovesPerDay: number | null;
  termsVersion: string;
  card: RateCard;
};

/**
 * Checks and prices a booking by staff on the published rate card. Throws invalid with the fields, price_changed, and
 * conflict with the rules that it breaks and `override` does not name.
 */
export async function planBooking(ctx: Context, body: NewBooking): Promise<BookingPlan> {
  const { published, closedDays, termsVersion } = await readPublished(ctx, body.deliveryDate);
  const { card } = published;
  const { rate, issues } = findOfferedRate(card, body);
  const found = [...(issues ?? []), ...detailIssues(ctx, body, card), ...otherIssues(ctx, body)];
  if (!rate || found.length > 0) throw invalidFields(found);
  const { placementType } = body;
  const listed = await priceRental(published, { rate, details: body, placementType, closedDays });
  const placeIssue = findPlaceIssueForStaff({ details: body, price: listed });
  if (placeIssue) throw invalidFields([placeIssue]);
  assertShownPrice(body, listed);
  const price = { ...listed, quote: agreedQuote(body, listed, card) };
  const { dueNow: depositAmount, total } = price.quote;
  const finalPrice = isPaidInFull(price.quote) ? total : null;
  const paymentIssue = findPaymentIssue(body, { depositAmount, due: finalPrice ?? depositAmount });
  if (paymentIssue) throw invalidFields([paymentIssue]);
  const moves = listTruckMoves({ deliveryDate: body.deliveryDate, pickupDay: price.pickupDay });
  const overridden = await checkRules(ctx, { body, card, closedDays, price, moves });
  const { maxTruckMovesPerDay } = card.calendar;
  return {
    body: { ...body, rentalType: rate.rentalOption, dumpsterType: rate.dumpsterSize },
    price,
    catalogPrice: body.priceOverride ? priceBeforeTax(listed.quote) : null,
    depositAmount,
    finalPrice,
    moves,
    overridden,
    maxMovesPerDay: body.override.includes('full') ? null : maxTruckMovesPerDay,
    termsVersion,
    card,
  };
}

async function readPublished(ctx: Context, from: Day) {
  const [version, closed, terms] = await readTogether(ctx.db, [
    selectPublishedVersion(ctx.db),
    listClosedDays(ctx.db, from),
    selectCurrentTerms(ctx.db, ctx.now()),
  ]);
  return {
    published: await getCardOf(ctx, version),
    closedDays: new Set(closed.map(({ day }) => day)),
    // The first version is stored when it is first shown.
    termsVersion: terms[0]?.version ?? TERMS_VERSION,
  };
}

/** What the schema cannot check, beside what customers are checked for. */
function otherIssues(ctx: Context, body: NewBooking): Issue[] {
  const { secondPhone, payment } = body;
  const phone = secondPhone === null ? null : phoneRefusal(secondPhone);
  const issues = phone ? [{ path: 'secondPhone', message: phone }] : [];
  if (payment.method === 'link') {
    if (body.email === null) {
      issues.push({ path: 'email', message: 'A payment link needs an e-mail address' });
    }
    if (!isLinkEndAllowed(Date.parse(payment.expiresAt), ctx.now())) {
      const message = `A payment link can be open for ${LINK_HOURS.min} hours to ${LINK_HOURS.max / 24} days`;
      issues.push({ path: 'payment.expiresAt', message });
    }
  }
  if (payment.method !== 'link' && !body.termsRead && body.termsNotRead === null) {
    issues.push({ path: 'termsRead', message: TERMS_NOT_ASKED });
  }
  const today = ctx.today();
  const wrongDay = 'day' in payment ? paymentDayRefusal(payment.day, { today, bookedOn: today }) : null;
  if (wrongDay) issues.push({ path: 'payment.day', message: wrongDay });
  return issues;
}

function findPaymentIssue(
  { payment, priceOverride }: NewBooking,
  { depositAmount, due }: { depositAmount: number; due: number },
): Issue | null {
  if (payment.method === 'link' && depositAmount < MIN_CHARGE) {
    const path = priceOverride ? 'priceOverride.amount' : 'payment.method';
    return { path, message: 'Less than $0.50 cannot be paid by card' };
  }
  if ('amount' in payment && payment.amount > due) {
    return { path: 'payment.amount', message: `At most ${formatUsd(due)} is due on this booking` };
  }
  return null;
}

function agreedQuote(
  { priceOverride, zip, state }: NewBooking,
  { quote }: PricedRental,
  { taxRules }: RateCard,
) {
  if (!priceOverride) return quote;
  return withAgreedPrice(quote, { amount: priceOverride.amount, taxRules, place: { zip, state } });
}

/** So that staff never tell the customer another price than the one that is booked. */
function assertShownPrice({ quoteHash }: NewBooking, price: PricedRental) {
  if (quoteHash === undefined || quoteHash === price.quoteHash) return;
  const message = 'The price has changed. Check the new price with the customer.';
  throw new AppError('price_changed', message, {
    body: { price: { ...price.quote, quoteHash: price.quoteHash } },
  });
}

type CalendarInput = Pick<PublishedRateCard, 'card'> & {
  body: NewBooking;
  closedDays: ReadonlySet<Day>;
  price: PricedRental;
  moves: TruckMove[];
};

/** The broken rules that `override` names. Throws conflict with the others. */
async function checkRules(
  ctx: Context,
  { body, card, closedDays, price, moves }: CalendarInput,
): Promise<OrderRule[]> {
  const taken = await listMovesOfOthers(ctx.db, { bookingId: 0, moves });
  const warnings: { rule: OrderRule; text: string }[] = calendarWarnings(moves, {
    calendar: { rules: card.calendar, closedDays },
    firstDay: firstDeliveryDay(card.calendar, orderTime(ctx), price.permit),
    movesTaken: new Map(taken.map(({ day, moves: count }) => [day, count])),
  });
  if (!price.isServed) warnings.push({ rule: 'outside_area', text: `${unservedZipText(body.zip)}.` });
  const open = warnings.filter(({ rule }) => !body.override.includes(rule));
  const [first] = open;
  if (!first) return [...new Set(warnings.map(({ rule }) => rule))];
  if (open.some(({ rule }) => rule === 'outside_area')) await declineZip(ctx, body.zip);
  const texts = open.map(({ text }) => text).join(' ');
  throw new AppError('conflict', `${texts} Confirm that the booking is made anyway.`, {
    body: { warnings: open, reason: first.rule },
  });
}
