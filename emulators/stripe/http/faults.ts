import type { Store } from '#emulators/stripe/store.ts';
import type { ErrorBody } from './errors.ts';

export const FAULT_CODES = ['lock_timeout', 'rate_limit'] as const;
type FaultCode = (typeof FAULT_CODES)[number];

/** A rule of /__control/fail-next: the next `times` requests below `path` fail like this. */
export interface FaultRule {
  path: string;
  method?: string;
  /** Only requests with this parameter payment_intent. */
  paymentIntent?: string;
  status?: number;
  /** Which 429: another request holds the object, or too many requests. */
  code?: FaultCode;
  /** The parameter that a 400 names. */
  param?: string;
  /** The header Stripe-Should-Retry; without it only lock_timeout has one. */
  shouldRetry?: boolean;
  drop?: boolean;
  delayMs?: number;
  /** 'before': the request has no effect. 'after': it takes effect and its reply is kept, but the caller gets the fault. */
  when: 'after' | 'before';
  times: number;
}

/** The connection ends without a response. */
export class ConnectionDropped extends Error {
  constructor() {
    super('The emulator dropped the connection because of a fault rule.');
    this.name = 'ConnectionDropped';
  }
}

type FaultyRequest = { method: string; path: string; paymentIntent: unknown };

/** The active fault rule, stored in the database. */
export class Faults {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  set(rule: FaultRule | null): void {
    this.#store.saveSetting('fault', rule);
  }

  /** The rule that applies to this request; decrements its count. */
  take({ method, path, paymentIntent }: FaultyRequest): FaultRule | null {
    const rule = this.#store.setting<FaultRule>('fault');
    if (!rule || !path.startsWith(rule.path) || (rule.method && rule.method !== method)) return null;
    if (rule.paymentIntent && rule.paymentIntent !== paymentIntent) return null;
    this.set(rule.times > 1 ? { ...rule, times: rule.times - 1 } : null);
    return rule;
  }
}

/** The response for a simulated failure. Source: https://docs.stripe.com/rate-limits */
export function faultAnswer(
  status: number,
  { code = 'lock_timeout', param, shouldRetry }: Pick<FaultRule, 'code' | 'param' | 'shouldRetry'> = {},
): FaultAnswer {
  const error = { ...faultError(status, code), ...(param !== undefined && { param }) };
  const answer: FaultAnswer = { status, body: { error } };
  const isRetried = shouldRetry ?? (status === 429 && code === 'lock_timeout' ? true : undefined);
  return isRetried === undefined ? answer : { ...answer, shouldRetry: isRetried };
}

export interface FaultAnswer {
  status: number;
  body: { error: ErrorBody };
  /** Sent as the header Stripe-Should-Retry; the SDK obeys it. */
  shouldRetry?: boolean;
}

const MESSAGES: Record<FaultCode, string> = {
  lock_timeout:
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate. For more details, see https://stripe.com/docs/rate-limits#object-lock-timeouts.',
  rate_limit:
    'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
};

function faultError(status: number, code: FaultCode): ErrorBody {
  if (status === 429) return { code, message: MESSAGES[code], type: 'invalid_request_error' };
  if (status === 402)
    return {
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
      type: 'card_error',
    };
  if (status >= 500) return { message: 'An unknown error occurred', type: 'api_error' };
  return {
    ...(status === 409 && { code: 'idempotency_key_in_use' }),
    message: `The emulator was asked to answer ${status}.`,
    type: 'invalid_request_error',
  };
}
