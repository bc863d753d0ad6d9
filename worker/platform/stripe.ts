import Stripe from 'stripe';
import * as z from 'zod/mini';

/** The version that the installed SDK speaks; the webhook endpoint is created with the same. */
export const STRIPE_API_VERSION = '2026-10-28.endive' as const;

export type Intent = Stripe.PaymentIntent;
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;
export type Charge = Stripe.Charge;
export type PaymentMethod = Stripe.PaymentMethod;
export type CustomerParams = Stripe.CustomerCreateParams & Stripe.CustomerUpdateParams;
export type IntentParams = Stripe.PaymentIntentCreateParams;
export type IntentChanges = Stripe.PaymentIntentUpdateParams & { amount: number };
export type StripePort = ReturnType<typeof makeStripePort>;

/**
 * A call to Stripe that did not do what was asked. 'refused': not done, and asking again gives the same answer.
 * 'unknown': it may have been done (time-out, broken connection, 5xx), so only reading the object shows it. 429 is
 * 'unknown', too: an earlier attempt of the same call may hold the lock that the last one met.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly outcome: 'refused' | 'unknown';
  readonly code: string | null;
  /** The parameter that Stripe refused, where it names one: 'email', 'metadata[note]'. */
  readonly param: string | null;
  /** Why the bank declined, where it did. */
  readonly declineCode: string | null;
  /** The customer's card or bank said no: the customer has to do something. */
  readonly isCardError: boolean;
  /** Stripe refused the secret key before it read the request: this says nothing about earlier attempts of the call. */
  readonly isKeyRefused: boolean;
  /** The intent as Stripe says it is, where the error carries one. */
  readonly intent: Intent | null;

  constructor(error: Stripe.errors.StripeError) {
    super(summaryOf(error));
    this.outcome = outcomeOf(error);
    this.code = error.code ?? null;
    this.param = error.param ?? null;
    this.declineCode = error.decline_code ?? null;
    this.isKeyRefused = error.statusCode === 401 || error.statusCode === 403;
    this.isCardError = error instanceof Stripe.errors.StripeCardError;
    this.intent = (error.payment_intent as Intent | undefined) ?? null;
  }
}

/** For logs. Stripe's own message is left out: it may quote what a customer entered. */
function summaryOf({ type, code, param, statusCode, requestId }: Stripe.errors.StripeError): string {
  const cause = code ?? (statusCode === undefined ? 'no answer' : `status ${statusCode}`);
  return `${type}: ${cause}${param ? ` (${param})` : ''}${requestId ? `, ${requestId}` : ''}`;
}

/** Stripe does not know the object that a call names. */
export function isMissing(error: unknown): boolean {
  return error instanceof ProviderError && error.code === 'resource_missing';
}

/** Limits of one call to Stripe: short in a request, longer in the queue and the cron. */
const TIMEOUTS = {
  request: { timeout: 6000, maxNetworkRetries: 1 },
  background: { timeout: 20_000, maxNetworkRetries: 2 },
} as const;
export type Timeouts = keyof typeof TIMEOUTS;

/**
 * Waits before a call is repeated that Stripe answered with 429. Two requests for one object, or too many in a
 * second, are over soon. https://docs.stripe.com/rate-limits
 */
const BUSY_DELAYS_MS: Readonly<Record<Timeouts, readonly number[]>> = {
  request: [300, 600],
  background: [500, 1000, 2000],
};

const clients = new Map<string, Stripe>();

/** A charge of the saved card; card networks require the kind of its use (docs/decisions/0033). */
const OFF_SESSION: Stripe.PaymentIntentConfirmParams = {
  off_session: true,
  payment_method_options: { card: { stored_credential_usage: 'unscheduled' } },
  expand: ['latest_charge'],
};

/** The few things that the product asks of Stripe. Every method throws ProviderError. */
export function makeStripePort(secretKey: string, timeouts: Timeouts) {
  const stripe = clientFor(secretKey);
  const options = (idempotencyKey?: string): Stripe.RequestOptions => ({
    ...TIMEOUTS[timeouts],
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
  const asked = <T>(call: () => Promise<T>) => answered(call, BUSY_DELAYS_MS[timeouts]);
  return {
    createCustomer: (params: Stripe.CustomerCreateParams, key: string) =>
      asked(() => stripe.customers.create(params, options(key))),
    updateCustomer: (id: string, params: Stripe.CustomerUpdateParams, key: string) =>
      asked(() => stripe.customers.update(id, params, options(key))),
    retrieveCustomer: (id: string) => asked(() => stripe.customers.retrieve(id, {}, options())),
    /** The card with the customer that it belongs to. */
    retrievePaymentMethod: (id: string) =>
      asked(() => stripe.paymentMethods.retrieve(id, { expand: ['customer'] }, options())),
    createIntent: (params: Stripe.PaymentIntentCreateParams, key: string) =>
      asked(() => stripe.paymentIntents.create(params, options(key))),
    updateIntent: (id: string, params: Stripe.PaymentIntentUpdateParams, key: string) =>
      asked(() => stripe.paymentIntents.update(id, params, options(key))),
    /** The intent with its latest charge. */
    retrieveIntent: (id: string) =>
      asked(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }, options())),
    /** Every payment attempt of an intent, latest first; at most a hundred. */
    listCharges: (intentId: string) =>
      asked(() => stripe.charges.list({ payment_intent: intentId, limit: 100 }, options())),
    retrieveRefund: (id: string) => asked(() => stripe.refunds.retrieve(id, {}, options())),
    /** Charges the card that the intent names, its customer being away; the answer has its latest charge. */
    confirmOffSession: (id: string, key: string) =>
      asked(() => stripe.paymentIntents.confirm(id, OFF_SESSION, options(key))),
    /** The intents of a customer, latest first; there are never a hundred. */
    listIntentsOf: (customerId: string) =>
      asked(() => stripe.paymentIntents.list({ customer: customerId, limit: 100 }, options())),
    createRefund: (params: Stripe.RefundCreateParams, key: string) =>
      asked(() => stripe.refunds.create(params, options(key))),
    /** The refunds of a payment, latest first. */
    listRefunds: (intentId: string) =>
      asked(() => stripe.refunds.list({ payment_intent: intentId, limit: 100 }, options())),
    retrieveCharge: (id: string) => asked(() => stripe.charges.retrieve(id, {}, options())),
    retrieveDispute: (id: string) => asked(() => stripe.disputes.retrieve(id, {}, options())),
    retrieveFraudWarning: (id: string) =>
      asked(() => stripe.radar.earlyFraudWarnings.retrieve(id, {}, options())),
    cancelIntent: (id: string) =>
      asked(() => stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }, options())),
    /** A page of what happened, of payments and of refunds: latest first, a hundred at most. */
    pageOfEvents: (params: Stripe.EventListParams) =>
      asked(() => stripe.events.list({ limit: 100, ...params }, options())),
    pageOfIntents: (params: Stripe.PaymentIntentListParams) =>
      asked(() => stripe.paymentIntents.list({ limit: 100, ...params }, options())),
    /** With their charges: Stripe leaves the intent out of some disputes. */
    pageOfDisputes: (params: Stripe.DisputeListParams) =>
      asked(() => stripe.disputes.list({ limit: 100, expand: ['data.charge'], ...params }, options())),
    pageOfRefunds: (params: Stripe.RefundListParams) =>
      asked(() => stripe.refunds.list({ limit: 100, ...params }, options())),
  };
}

/** The used part of an event: only the id of its object, never the object's data. */
const signedEvent = z.object({
  id: z.string().check(z.minLength(1)),
  type: z.string().check(z.minLength(1)),
  api_version: z.nullable(z.string()),
  created: z.number(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});
export type SignedEvent = z.output<typeof signedEvent>;

/** The event in a signed body; null when it is invalid, or not signed with one of the secrets within five minutes. */
export async function verifiedEvent(
  rawBody: string,
  signature: string,
  { secrets, nowMs }: { secrets: readonly string[]; nowMs: number },
): Promise<SignedEvent | null> {
  const webhooks = Stripe.webhooks;
  const provider = Stripe.createSubtleCryptoProvider();
  for (const secret of secrets) {
    try {
      const event = await webhooks.constructEventAsync(rawBody, signature, secret, 300, provider, nowMs);
      return signedEvent.safeParse(event).data ?? null;
    } catch (error) {
      if (error instanceof SyntaxError) return null;
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  return null;
}

function clientFor(secretKey: string): Stripe {
  const known = clients.get(secretKey);
  if (known) return known;
  const client = new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    // Said out loud: where a bundler picks the SDK's Node build, calls from a Worker hang.
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
  });
  clients.set(secretKey, client);
  return client;
}

/** Repeats a call that Stripe answered with 429, under the same key and a few times at most. */
async function answered<T>(call: () => Promise<T>, busyDelaysMs: readonly number[]): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const [delayMs, ...later] = busyDelaysMs;
    if (!isBusy(error) || delayMs === undefined) throw new ProviderError(asStripeError(error));
    await scheduler.wait(delayMs);
    return answered(call, later);
  }
}

/** Status 429, unless Stripe says that a repetition is of no use. https://docs.stripe.com/error-low-level */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 429) return false;
  return error.headers?.['stripe-should-retry'] !== 'false';
}

/**
 * The SDK throws a URIError while it writes text that is not valid Unicode into the body: that request is never
 * sent. Any other error that is not Stripe's own comes from an answer that could not be read.
 */
function asStripeError(error: unknown): Stripe.errors.StripeError {
  if (error instanceof Stripe.errors.StripeError) return error;
  const message = String(error);
  return error instanceof URIError
    ? new Stripe.errors.StripeInvalidRequestError({
        message,
        type: 'invalid_request_error',
        code: 'request_not_sent',
        statusCode: 400,
      })
    : new Stripe.errors.StripeAPIError({ message, type: 'api_error' });
}

/**
 * An idempotency error says that the key was used with other parameters, and nothing of what came of that request:
 * the release of the Worker that sent it may have written them differently.
 */
function outcomeOf(error: Stripe.errors.StripeError): ProviderError['outcome'] {
  const { statusCode = 0 } = error;
  const isOpen =
    statusCode === 409 || statusCode === 429 || error instanceof Stripe.errors.StripeIdempotencyError;
  return statusCode >= 400 && statusCode < 500 && !isOpen ? 'refused' : 'unknown';
}
