import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import { customerDataError } from '#worker/money/ledger/customer-data.ts';
import { customerParams } from '#worker/money/ledger/customer-params.ts';
import { callStripe } from '#worker/money/ledger/stripe-call.ts';
import { systemMetadata } from '#worker/money/ledger/stripe-metadata.ts';
import { type ChargedCard, findCard, findCustomerId } from '#worker/money/operations/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { type BookingRecord, findRecord } from '#worker/rental/repo.ts';
import { findUnsavedCard, storeRefusedCard, storeSavedCard } from './card-repo.ts';

const FIRST_VERSION = 1;

type PaidCard = { bookingId: number; paymentMethodId: string };

/**
 * Saves the card that paid a booking: attaches it to a new customer at Stripe. Safe to repeat, and with others at the
 * same time. 'refused': Stripe will not save it, so the balance is paid with a link. Throws ProviderError when Stripe did
 * not answer. https://docs.stripe.com/api/payment_methods/attach
 */
export async function saveCard(ctx: Context, card: PaidCard): Promise<'saved' | 'refused'> {
  const { bookingId, paymentMethodId } = card;
  if ((await findCustomerId(ctx.db, bookingId)) !== null) return 'saved';
  const booking = await findRecord(ctx.db, bookingId);
  if (!booking) throw new Error(`Booking ${bookingId} does not exist, so its card is not saved`);
  try {
    const { customerId, isNew } = await attach(ctx, booking, paymentMethodId);
    // A customer of an earlier attempt, or of another booking of the order, has the contact of the checkout.
    const sentVersion = isNew ? booking.version : FIRST_VERSION;
    await storeCard(ctx, booking, { card: { customerId, paymentMethodId }, sentVersion });
    return 'saved';
  } catch (error) {
    if (!isRefusal(error)) throw error;
    ctx.log.warn('card_not_saved', { bookingId, reason: error.message });
    await unlessGuarded(['waiting'], commit(ctx, storeRefusedCard(ctx.db, { bookingId, nowMs: ctx.now() })));
    return 'refused';
  }
}

/**
 * The card on file of a booking; one that is not saved yet is saved first. Null without a card that can be charged.
 * Throws provider_unavailable when Stripe did not answer.
 */
export async function findChargeableCard(ctx: Context, bookingId: number): Promise<ChargedCard | null> {
  const known = await findCard(ctx.db, bookingId);
  if (known) return known;
  const unsaved = await findUnsavedCard(ctx.db, bookingId);
  if (!unsaved || unsaved.isRefused) return null;
  await callStripe(ctx, () => saveCard(ctx, { bookingId, paymentMethodId: unsaved.paymentMethodId }));
  return findCard(ctx.db, bookingId);
}

/** `isNew`: false when an earlier attempt, or another booking of the order, attached the card. */
type Attached = { customerId: string; isNew: boolean };

async function attach(ctx: Context, booking: BookingRecord, paymentMethodId: string): Promise<Attached> {
  const before = await findHolder(ctx, paymentMethodId);
  if (before !== null) return { customerId: before, isNew: false };
  const customerId = await createCustomer(ctx, booking, paymentMethodId);
  try {
    await ctx.stripe.attachPaymentMethod(
      paymentMethodId,
      customerId,
      `card:${paymentMethodId}:${customerId}`,
    );
    return { customerId, isNew: true };
  } catch (error) {
    // Another attempt, with another contact and so another customer, can have attached it since it was read.
    const holder = isRefusal(error) ? await findHolder(ctx, paymentMethodId) : null;
    if (holder === null) throw error;
    return { customerId: holder, isNew: false };
  }
}

/** The customer whom a card is attached to; null without one. */
async function findHolder(ctx: Context, paymentMethodId: string): Promise<string | null> {
  const { customer } = await ctx.stripe.retrievePaymentMethod(paymentMethodId);
  return typeof customer === 'string' ? customer : (customer?.id ?? null);
}

/** Stripe has answered, and will answer the same. */
function isRefusal(error: unknown): error is ProviderError {
  return error instanceof ProviderError && error.outcome === 'refused' && !error.isKeyRefused;
}

async function createCustomer(ctx: Context, booking: BookingRecord, cardId: string): Promise<string> {
  const params = customerParams(ctx, booking);
  try {
    // Without a digest, a retry after a change of the contact would be another call under the same key.
    const digest = await sha256(JSON.stringify(params));
    return (await ctx.stripe.createCustomer(params, `card:${cardId}:cus:${digest}`)).id;
  } catch (error) {
    if (!(error instanceof ProviderError) || !customerDataError(error)) throw error;
    // A customer without contact details is enough to charge the card.
    return (await ctx.stripe.createCustomer({ metadata: systemMetadata(ctx) }, `card:${cardId}:cus`)).id;
  }
}

type Stored = { card: ChargedCard; sentVersion: number };

async function storeCard(ctx: Context, { id: bookingId }: BookingRecord, { card, sentVersion }: Stored) {
  const contact = { id: ctx.newId(), sentVersion };
  const saved = storeSavedCard(ctx.db, { bookingId, nowMs: ctx.now(), card, contact });
  const stored = await unlessGuarded(['unsaved'], commit(ctx, saved));
  if (stored && stored.update.meta.changes > 0) await enqueueOutboxRow(ctx, contact.id);
}
