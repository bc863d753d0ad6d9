import type { Context } from '#worker/base/context.ts';
import type { Intent } from '#worker/base/platform/stripe.ts';
import { isFromThisSystem } from './stripe-metadata.ts';

/** Enters an intent into the ledger, and changes what it pays. Safe to repeat. */
type EnterIntent = (ctx: Context, intent: Intent) => Promise<unknown>;

/** What an intent pays: the deposit of a checkout, or the deposit or balance of a booking. */
type PaidObject = 'checkout' | 'booking';

const entering = new Map<PaidObject, EnterIntent>();

/** The rooms that know checkouts and bookings are above this one; worker/entry/intents.ts registers them. */
export function registerIntents(paid: PaidObject, enter: EnterIntent): void {
  entering.set(paid, enter);
}

/** Reads an intent again at Stripe and enters it. False: it does not belong to this product. */
export async function applyIntent(ctx: Context, intentId: string): Promise<boolean> {
  const intent = await ctx.stripe.retrieveIntent(intentId);
  const { kind, checkout_id: checkoutId } = intent.metadata;
  if (!isFromThisSystem(ctx, intent) || (kind !== 'deposit' && kind !== 'balance')) return false;
  const paid = kind === 'deposit' && checkoutId !== undefined ? 'checkout' : 'booking';
  const enter = entering.get(paid);
  if (!enter) throw new Error(`Nothing enters intents that pay a ${paid}: import worker/entry/intents.ts`);
  await enter(ctx, intent);
  return true;
}
