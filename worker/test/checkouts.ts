import { AppError } from '#domain/errors.ts';
import { intentOf, stripeState } from './world.ts';

/** The Idempotency-Key and the address of a customer. */
export const KEY = '0d5b6a3e-6f0e-4a51-9a5c-2f6f7d5f9a10';
export const ip = '203.0.113.7';

/** The payment intent of a client secret as Stripe has it. */
export async function intentAtStripe(clientSecret: string) {
  const { payment_intents } = await stripeState();
  const found = payment_intents.find(({ id }) => id === intentOf(clientSecret));
  if (!found) throw new Error(`Stripe has no intent ${intentOf(clientSecret)}`);
  return found;
}

export async function statusAtStripe(clientSecret: string): Promise<string> {
  return (await intentAtStripe(clientSecret)).status;
}

/** The error of a call that must be refused. */
export async function refusedWith(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`Expected a refusal, got ${error}`);
  return error;
}
