import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { isMissing, type PaymentMethod, ProviderError } from '#worker/base/platform/stripe.ts';
import {
  type ChargedCard,
  findCustomerId,
  removeCard,
  removeCustomer,
} from '#worker/money/operations/repo.ts';

/** 409: the card was detached at Stripe, or its customer was deleted there. */
export function cardRemovedError(): AppError {
  return new AppError(
    'conflict',
    'The card can no longer be charged. Nothing was charged. Send the customer a payment link instead.',
  );
}

/**
 * Reads the card on file after Stripe refused to charge it. True: it no longer belongs to the customer, which is final,
 * so it is removed from the booking. False: it can be charged, or Stripe did not answer.
 */
export async function removeCardIfGone(ctx: Context, bookingId: number, card: ChargedCard): Promise<boolean> {
  try {
    const method = await findPaymentMethod(ctx, card.paymentMethodId);
    if (method && isHeldBy(method, card.customerId)) return false;
    const nowMs = ctx.now();
    const removal = removeCard(ctx.db, { bookingId, paymentMethodId: card.paymentMethodId, nowMs });
    await unlessGuarded(['on_file'], commit(ctx, removal));
    ctx.log.warn('card_on_file_gone', { bookingId });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return false;
  }
}

/** True: the customer was deleted at Stripe and is removed from the booking. False also when Stripe does not answer. */
export async function removeCustomerIfGone(ctx: Context, bookingId: number): Promise<boolean> {
  const id = await findCustomerId(ctx.db, bookingId);
  if (id === null) return false;
  try {
    if (!(await isDeleted(ctx, id))) return false;
    await removeCustomer(ctx.db, bookingId, id);
    ctx.log.warn('customer_gone', { bookingId });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return false;
  }
}

async function isDeleted(ctx: Context, id: string): Promise<boolean> {
  try {
    return (await ctx.stripe.retrieveCustomer(id)).deleted === true;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

async function findPaymentMethod(ctx: Context, id: string): Promise<PaymentMethod | null> {
  try {
    return await ctx.stripe.retrievePaymentMethod(id);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isHeldBy({ customer }: PaymentMethod, customerId: string): boolean {
  if (customer === null || typeof customer === 'string') return customer === customerId;
  return customer.id === customerId && !customer.deleted;
}
