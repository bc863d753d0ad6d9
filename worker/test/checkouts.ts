import { AppError } from '#domain/shared/errors.ts';
import type { OpenRequest } from '#worker/checkout/checkout-request.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { intentIdOf, makeBookingData, type makeTestContext, rows, stripeState } from './world.ts';

/** The Idempotency-Key and the address of a customer. */
export const KEY = '0d5b6a3e-6f0e-4a51-9a5c-2f6f7d5f9a10';
export const ip = '203.0.113.7';

/** The payment intent of a client secret as Stripe has it. */
export async function getStripeIntent(clientSecret: string) {
  const { payment_intents } = await stripeState();
  const found = payment_intents.find(({ id }) => id === intentIdOf(clientSecret));
  if (!found) throw new Error(`Stripe has no intent ${intentIdOf(clientSecret)}`);
  return found;
}

export async function getStripeStatus(clientSecret: string): Promise<string> {
  return (await getStripeIntent(clientSecret)).status;
}

/** The error of a call that must fail with an AppError. */
export async function catchAppError(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`Expected an AppError, got ${error}`);
  return error;
}

export type World = ReturnType<typeof makeTestContext>;
/** BUSINESS_PHONE of the tests: the first phone number of the profile. */
export const PHONE = '(555) 010-0142';

/** An address in its own /48 for each number, so that no limit by network applies. */
export const addressInNetwork = (n: number) => `2001:${n.toString(16)}::1`;

/** A call by a new customer from a separate network. */
export function holdRequest(n: number, changes: Parameters<typeof makeBookingData>[0] = {}): OpenRequest {
  return { data: makeBookingData(changes), key: null, ip: addressInNetwork(n) };
}

/** The error of a call that is refused; null when it succeeds. */
export async function findRefusal({ ctx }: World, request: OpenRequest): Promise<AppError | null> {
  try {
    await openCheckout(ctx, request);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Makes all calls at once. Returns how many got each answer. */
export async function countAnswers(world: World, requests: OpenRequest[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const refusal of await Promise.all(requests.map((each) => findRefusal(world, each)))) {
    const answer = refusal?.code ?? 'ok';
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}

/** The unpaid hold-days of the fleet. */
export async function countHeldDays(): Promise<number | undefined> {
  const [row] = await rows<{ days: number }>(
    `SELECT total(julianday(end_date) - julianday(start_date) + 1) AS days
     FROM dumpster_schedule WHERE checkout_id IS NOT NULL`,
  );
  return row?.days;
}
