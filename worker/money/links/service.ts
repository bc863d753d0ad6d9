import { MIN_CHARGE } from '#contract/payments.ts';
import { remainingAmount } from '#domain/money/balance.ts';
import { DAY_MS, isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertBookingChange } from '#worker/base/history/events-repo.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { type Actor, newToken } from '#worker/base/sessions/sessions.ts';
import { labelRental } from '#worker/catalog/labels.ts';
import { removeCustomerIfGone } from '#worker/money/charges/card.ts';
import { balanceParams } from '#worker/money/charges/charge.ts';
import { endLink, endOpenLink } from '#worker/money/charges/end-open-link.ts';
import { countResent, findOpenLink, insertLink, type PayLink } from '#worker/money/charges/repo.ts';
import { callStripe } from '#worker/money/ledger/stripe-call.ts';
import { findCustomerId, findLive } from '#worker/money/operations/repo.ts';
import {
  busyBooking,
  findPaymentConstraintError,
  isLinkOpenAlready,
} from '#worker/money/operations/start.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { type BookingVersion, getBookingAt } from '#worker/rental/service.ts';
import { findCancellingEnd } from './cancelling-end.ts';
import { createDepositIntent } from './deposit.ts';
import {
  findSentLink,
  insertLinkOpenEvent,
  insertToken,
  isLinkUnsent,
  storeAcceptedTerms,
  storeCustomerId,
} from './repo.ts';
import { computeLinkState, findAskedTerms, getLinkByToken, unknownLink } from './view.ts';

/** How many times a day staff can send a booking's payment link. */
const MAX_SENDS_PER_DAY = 3;

/**
 * Creates a URL where the customer can pay the remaining balance, and e-mails another URL to a customer with an
 * address. Uses the open link if its amount is still due; otherwise ends it and opens a new one.
 */
export async function sendPayLink(ctx: Context, actor: Actor, input: BookingVersion & { key: string }) {
  const { id: bookingId, key } = input;
  const earlier = await findSentLink(ctx.db, { bookingId, key });
  if (earlier) return createLinkUrl(ctx, earlier);
  try {
    return await sendNewLink(ctx, actor, input);
  } catch (error) {
    // The first call with the key sent the link while this one read the booking.
    const other = await findSentLink(ctx.db, { bookingId, key });
    if (!other) throw error;
    return createLinkUrl(ctx, other);
  }
}

/** Another URL of a link that was sent: the first one is not stored. Throws conflict when the link is over. */
async function createLinkUrl(ctx: Context, link: PayLink) {
  if (computeLinkState(ctx, link) !== 'open') throw linkIsOver();
  return { url: await newPayUrl(ctx, link.id), amount: link.amount, expiresAt: isoInstant(link.expiresAt) };
}

async function sendNewLink(ctx: Context, actor: Actor, input: BookingVersion & { key: string }) {
  const { id: bookingId, key } = input;
  const booking = await getBookingAt(ctx, input);
  await assertSendAllowed(ctx, bookingId);
  const link = await openLinkOf(ctx, booking, actor);
  const nowMs = ctx.now();
  const id = ctx.newId();
  const notification = {
    id,
    kind: 'pay-link' as const,
    bookingId,
    subject: link.id,
    repeatId: id,
    createdAt: nowMs,
  };
  const sending = commit(ctx, {
    guards: { unsent: isLinkUnsent(link.id, { bookingId, key }) },
    writes: {
      notified: insertBookingNotification(ctx.db, notification),
      change: insertBookingChange(ctx.db, {
        bookingId,
        actor: { type: 'staff', userId: actor.userId },
        action: 'pay_link_sent',
        details: { payLink: link.amount, payLinkId: link.id, requestKey: key },
        isToCustomer: true,
        nowMs,
      }),
    },
  });
  const sent = await unlessGuarded(['unsent'], sending);
  if (!sent) throw linkIsOver();
  if (sent.notified.meta.changes > 0) await enqueueOutboxRow(ctx, id);
  return createLinkUrl(ctx, link);
}

/** Ends the open payment link. Throws not_found when none is open. */
export async function withdrawPayLink(ctx: Context, actor: Actor, input: BookingVersion) {
  const { id: bookingId } = await getBookingAt(ctx, input);
  const link = await findOpenLink(ctx.db, bookingId);
  if (!link) throw new AppError('not_found', 'No payment link is open for this booking.');
  await endOpenLink(ctx, bookingId, { reason: 'withdrawn', endedBy: actor.userId });
}

type LinkToPay = {
  bookingId: number;
  token: string;
  /** The customer accepts the terms with this call. */
  accepted: { version: string | null; ip: string } | null;
};

/**
 * The client secret of a link's intent, for the customer who pays. The terms of a deposit are accepted first; throws
 * invalid without that, and terms_changed for another version than the current one.
 */
export async function payableByLink(ctx: Context, asked: LinkToPay) {
  const link = await getLinkByToken(ctx, asked.token);
  if (link.bookingId !== asked.bookingId) throw unknownLink();
  const state = computeLinkState(ctx, link);
  if (state === 'paid') throw new AppError('nothing_due', 'This is paid already. Thank you.');
  if (state !== 'open') throw linkIsOver();
  await acceptTerms(ctx, link, asked.accepted);
  const opened = await payable(ctx, link);
  await unlessGuarded(['not_opened'], commit(ctx, insertLinkOpenEvent(ctx.db, link, ctx.now())));
  return opened;
}

/** The version of the terms that a customer must accept before paying; null when they did, or staff read them out. */
async function acceptTerms(ctx: Context, link: PayLink, accepted: LinkToPay['accepted']) {
  const asked = await findAskedTerms(ctx, link);
  if (asked === null) return;
  if (accepted === null) {
    const message = 'You must agree to the terms and conditions';
    throw new AppError('invalid', message, { issues: [{ path: 'terms', message }] });
  }
  if (accepted.version !== null && accepted.version !== asked) {
    const message = 'Our terms have changed. Please read and accept the current terms.';
    throw new AppError('terms_changed', message, { body: { termsVersion: asked } });
  }
  const { bookingId } = link;
  const acceptance = { bookingId, version: asked, ip: accepted.ip, nowMs: ctx.now() };
  await unlessGuarded(['not_accepted'], commit(ctx, storeAcceptedTerms(ctx.db, acceptance)));
}

/** The same for staff who take the payment with the customer beside them. */
export async function payableByStaff(ctx: Context, actor: Actor, input: BookingVersion) {
  return payable(ctx, await openLinkOf(ctx, await getBookingAt(ctx, input), actor));
}

async function payable(ctx: Context, link: PayLink) {
  if (await findLive(ctx.db, link.bookingId)) throw busyBooking();
  const intent = await callStripe(ctx, () => ctx.stripe.retrieveIntent(link.stripePaymentIntentId));
  if (intent.status === 'succeeded') throw new AppError('nothing_due', 'This is paid already. Thank you.');
  if (intent.status === 'canceled' || !intent.client_secret) throw linkIsOver();
  return {
    clientSecret: intent.client_secret,
    expiresAt: isoInstant(link.expiresAt),
    now: isoInstant(ctx.now()),
  };
}

/** Returns the open link if its amount is due now; otherwise creates a new one. */
async function openLinkOf(ctx: Context, booking: BookingRecord, actor: Actor): Promise<PayLink> {
  const remaining = remainingAmount(booking);
  if (remaining === 0) throw new AppError('nothing_due', 'Nothing is due on this booking.');
  if (remaining < MIN_CHARGE) throw new AppError('conflict', 'Less than $0.50 cannot be paid by card.');
  if (booking.status === 'cancelled' && isDepositDue(booking)) {
    const message = 'This booking is cancelled, so its deposit cannot be paid. Set another status first.';
    throw new AppError('conflict', message);
  }
  if (await findLive(ctx.db, booking.id)) throw busyBooking();
  const hasLostCustomer = await removeCustomerIfGone(ctx, booking.id);
  const open = await findOpenLink(ctx.db, booking.id);
  const isStillRight =
    open?.amount === remaining && computeLinkState(ctx, open) === 'open' && !hasLostCustomer;
  if (isStillRight) return open;
  if (open) {
    const isExpired = computeLinkState(ctx, open) === 'expired';
    const replaced = { reason: 'replaced' as const, endedBy: actor.userId };
    await endLink(ctx, open, isExpired ? { reason: 'expired', endedBy: null } : replaced);
  }
  return newLink(ctx, booking, remaining);
}

const isDepositDue = ({ paidAmount, depositAmount }: BookingRecord) => paidAmount < depositAmount;

/**
 * Creates the intent before the link is stored: without a link, the intent cannot be paid. Returns the link of another
 * call that stored one of this amount first.
 */
async function newLink(ctx: Context, booking: BookingRecord, amount: number): Promise<PayLink> {
  const nowMs = ctx.now();
  const { customerId, ...link } = isDepositDue(booking)
    ? await createDepositIntentOf(ctx, booking, amount)
    : await createBalanceIntent(ctx, booking, amount);
  try {
    await commit(ctx, {
      writes: {
        link: insertLink(ctx.db, { ...link, bookingId: booking.id, amount, nowMs }),
        customer: storeCustomerId(ctx.db, booking.id, customerId),
      },
    });
  } catch (error) {
    await callStripe(ctx, () => ctx.stripe.cancelIntent(link.stripePaymentIntentId));
    const earlier = isLinkOpenAlready(error) ? await findOpenLink(ctx.db, booking.id) : null;
    if (earlier?.amount === amount) return earlier;
    throw findPaymentConstraintError(error) ?? error;
  }
  const stored = await findOpenLink(ctx.db, booking.id);
  if (!stored) throw linkIsOver();
  return stored;
}

async function createBalanceIntent(ctx: Context, booking: BookingRecord, amount: number) {
  const customerId = await findCustomerId(ctx.db, booking.id);
  const id = ctx.newId();
  const params = {
    ...balanceParams(ctx, booking, { operation: `link:${id}`, amount }),
    // Without a customer any card can pay; the receipt goes to the booking's e-mail address.
    ...(customerId !== null && { customer: customerId }),
  };
  const intent = await callStripe(ctx, () => ctx.stripe.createIntent(params, `link:${id}`));
  return { id, stripePaymentIntentId: intent.id, customerId, kind: 'balance' as const };
}

/** A link that takes over from one at whose end the booking is cancelled keeps this end. */
async function createDepositIntentOf(ctx: Context, booking: BookingRecord, amount: number) {
  const { rentalType, dumpsterType, deliveryDate } = booking;
  const { rentalTitle, sizeName } = await labelRental(ctx, booking);
  const intent = await createDepositIntent(ctx, {
    customer: booking,
    customerId: await findCustomerId(ctx.db, booking.id),
    bookingId: booking.id,
    amount,
    isInFull: booking.finalPrice === amount,
    rental: { rentalTitle, sizeName, rentalType, dumpsterType, deliveryDate },
  });
  const end = await findCancellingEnd(ctx, booking.id, deliveryDate);
  return {
    id: intent.linkId,
    stripePaymentIntentId: intent.intentId,
    customerId: intent.customerId,
    kind: 'deposit' as const,
    ...(end && { cancelsBooking: true, expiresAt: end.endsAt }),
  };
}

async function assertSendAllowed(ctx: Context, bookingId: number) {
  const sent = await countResent(ctx.db, bookingId, ctx.now() - DAY_MS);
  if (sent < MAX_SENDS_PER_DAY) return;
  throw new AppError('too_many', 'The payment link was sent three times today. Try again tomorrow.', {
    retryAfter: 60 * 60,
  });
}

const linkIsOver = () => new AppError('conflict', 'This payment link is no longer open.');

/**
 * A new URL of a payment link: 256 random bits, stored only as SHA-256. It works as long as the link is open, and so do
 * the URLs created before it.
 */
export async function newPayUrl(ctx: Context, payLinkId: string): Promise<string> {
  const token = newToken();
  await insertToken(ctx.db, { payLinkId, tokenHash: await sha256(token), createdAt: ctx.now() });
  return siteUrl(ctx.settings, `/pay/${token}`);
}
