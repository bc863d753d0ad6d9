import Stripe from 'stripe';
import * as z from 'zod/mini';
import { STRIPE_API_VERSION } from './stripe-api.ts';

export type Intent = Stripe.PaymentIntent;
export type Refund = Stripe.Refund;
export type Dispute = Stripe.Dispute;
export type Charge = Stripe.Charge;
export type PaymentMethod = Stripe.PaymentMethod;
export type IntentParams = Stripe.PaymentIntentCreateParams;
export type IntentChanges = Stripe.PaymentIntentUpdateParams & { amount: number };
export type StripePort = ReturnType<typeof makeStripePort>;
/** How Stripe was reached: it answered (also with an error), it did not, or it refused the secret key. */
export type StripeReach = 'answered' | 'no_answer' | 'key_refused';
export type StripeAnswer = { result: StripeReach; atMs: number };

/**
 * A call to Stripe that failed. 'refused': nothing was done, and a repeated call gets the same answer. 'unknown': it
 * may have been done (time-out, broken connection, 5xx), so only reading the object shows it. 429 is 'unknown', too: an
 * earlier attempt of the same call may still hold the lock.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly outcome: 'refused' | 'unknown';
  readonly code: string | null;
  /** The parameter that Stripe refused, if Stripe names it: 'email', 'metadata[note]'. */
  readonly param: string | null;
  /** Stripe's decline code, if the bank declined. */
  readonly declineCode: string | null;
  /** The customer's card was declined, or needs an action by the customer. */
  readonly isCardError: boolean;
  /**
   * Stripe refused the secret key before it read the request, so the outcome of earlier attempts is still not known.
   */
  readonly isKeyRefused: boolean;
  readonly reach: StripeReach;
  /** The current intent, if the error contains it. */
  readonly intent: Intent | null;

  constructor(error: Stripe.errors.StripeError) {
    super(summaryOf(error));
    this.outcome = outcomeOf(error);
    this.code = error.code ?? null;
    this.param = error.param ?? null;
    this.declineCode = error.decline_code ?? null;
    this.reach = reachOf(error);
    this.isKeyRefused = this.reach === 'key_refused';
    this.isCardError = error instanceof Stripe.errors.StripeCardError;
    this.intent = (error.payment_intent as Intent | undefined) ?? null;
  }
}

function reachOf({ statusCode }: Stripe.errors.StripeError): StripeReach {
  if (statusCode === 401 || statusCode === 403) return 'key_refused';
  return statusCode !== undefined && statusCode < 500 ? 'answered' : 'no_answer';
}

/** The error's summary for logs. It omits Stripe's message, which can quote customer input. */
function summaryOf({ type, code, param, statusCode, requestId }: Stripe.errors.StripeError): string {
  const cause = code ?? (statusCode === undefined ? 'no answer' : `status ${statusCode}`);
  return `${type}: ${cause}${param ? ` (${param})` : ''}${requestId ? `, ${requestId}` : ''}`;
}

/** True if Stripe does not know the object of a call. */
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
 * Delays before a call that got 429 is repeated. Two requests for one object, or too many in a second, resolve quickly.
 * https://docs.stripe.com/rate-limits
 */
const BUSY_DELAYS_MS: Readonly<Record<Timeouts, readonly number[]>> = {
  request: [300, 600],
  background: [500, 1000, 2000],
};

const clients = new Map<string, Stripe>();

/** Parameters for a charge of the saved card; card networks require the kind of its use (docs/decisions/0033). */
const OFF_SESSION: Stripe.PaymentIntentConfirmParams = {
  off_session: true,
  payment_method_options: { card: { stored_credential_usage: 'unscheduled' } },
  expand: ['latest_charge'],
};

/**
 * The Stripe calls that the product uses. Every method throws ProviderError. `onCall` is called after each with how
 * Stripe was reached.
 */
export function makeStripePort(
  secretKey: string,
  timeouts: Timeouts,
  onCall: (reach: StripeReach) => void = () => {},
) {
  const stripe = clientFor(secretKey);
  const options = (idempotencyKey?: string): Stripe.RequestOptions => ({
    ...TIMEOUTS[timeouts],
    ...(idempotencyKey ? { idempotencyKey } : {}),
  });
  const asked = async <T>(call: () => Promise<T>) => {
    try {
      const answer = await answered(call, BUSY_DELAYS_MS[timeouts]);
      onCall('answered');
      return answer;
    } catch (error) {
      if (error instanceof ProviderError) onCall(error.reach);
      throw error;
    }
  };
  return {
    createCustomer: (params: Stripe.CustomerCreateParams, key: string) =>
      asked(() => stripe.customers.create(params, options(key))),
    updateCustomer: (id: string, params: Stripe.CustomerUpdateParams, key: string) =>
      asked(() => stripe.customers.update(id, params, options(key))),
    retrieveCustomer: (id: string) => asked(() => stripe.customers.retrieve(id, {}, options())),
    /** The card, with its customer. */
    retrievePaymentMethod: (id: string) =>
      asked(() => stripe.paymentMethods.retrieve(id, { expand: ['customer'] }, options())),
    /** Attaches a card to a customer, so that it can be charged again. */
    attachPaymentMethod: (id: string, customer: string, key: string) =>
      asked(() => stripe.paymentMethods.attach(id, { customer }, options(key))),
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
    /** Charges the card of the intent without the customer. The answer has its latest charge. */
    confirmOffSession: (id: string, key: string) =>
      asked(() => stripe.paymentIntents.confirm(id, OFF_SESSION, options(key))),
    /** The intents of a customer, latest first. A customer never has a hundred. */
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
    /** A page of events, payments or refunds: latest first, at most a hundred. */
    pageOfEvents: (params: Stripe.EventListParams) =>
      asked(() => stripe.events.list({ limit: 100, ...params }, options())),
    pageOfIntents: (params: Stripe.PaymentIntentListParams) =>
      asked(() => stripe.paymentIntents.list({ limit: 100, ...params }, options())),
    /** With their charges: Stripe omits the intent from some disputes. */
    pageOfDisputes: (params: Stripe.DisputeListParams) =>
      asked(() => stripe.disputes.list({ limit: 100, expand: ['data.charge'], ...params }, options())),
    pageOfRefunds: (params: Stripe.RefundListParams) =>
      asked(() => stripe.refunds.list({ limit: 100, ...params }, options())),
  };
}

/** The part of an event that is used: only the id of its object, never the object's data. */
const signedEvent = z.object({
  id: z.string().check(z.minLength(1)),
  type: z.string().check(z.minLength(1)),
  api_version: z.nullable(z.string()),
  created: z.number(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});
export type SignedEvent = z.output<typeof signedEvent>;

/**
 * The event of a signed body; null when it is invalid, or was not signed with one of the secrets in the last five
 * minutes.
 */
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
    // Explicit, because a bundler can pick the SDK's Node build, whose calls hang in a Worker.
    httpClient: Stripe.createFetchHttpClient(),
    telemetry: false,
  });
  clients.set(secretKey, client);
  return client;
}

/** Repeats a call that got 429, with the same key and a limited number of times. */
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

/** True for status 429, unless Stripe says that a repeated call is useless. https://docs.stripe.com/error-low-level */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 429) return false;
  return error.headers?.['stripe-should-retry'] !== 'false';
}

/**
 * Converts errors that are not Stripe's own. The SDK throws a URIError for text that is not valid Unicode: that request
 * is never sent. Any other error comes from an answer that could not be read.
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
 * An idempotency error says that the key was used with other parameters, but not with which result: another release of
 * the Worker may have sent the first request.
 */
function outcomeOf(error: Stripe.errors.StripeError): ProviderError['outcome'] {
  const { statusCode = 0 } = error;
  const isOpen =
    statusCode === 409 || statusCode === 429 || error instanceof Stripe.errors.StripeIdempotencyError;
  return statusCode >= 400 && statusCode < 500 && !isOpen ? 'refused' : 'unknown';
}
