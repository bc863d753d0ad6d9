import type Stripe from 'stripe';

/** The object under `error` in a failed reply; missing attributes are left out, as at Stripe. */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  advice_code?: string;
  network_decline_code?: string;
  doc_url?: string;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
  payment_method?: Stripe.PaymentMethod;
}

/** A request that Stripe would refuse: thrown as an exception, answered as `{error}` with its status. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** 'refused': the endpoint never began, nothing is kept under the idempotency key. 'undone': it wrote nothing. 'kept': a failed payment, which stays on record. */
  readonly outcome: 'kept' | 'refused' | 'undone';

  constructor(status: number, body: ErrorBody, outcome: StripeError['outcome'] = 'undone') {
    super(body.message);
    this.status = status;
    this.body = withDocUrl(body);
    this.outcome = outcome;
  }
}

/** Invalid parameters, found before the endpoint runs. */
export function invalidParam(message: string, param?: string, code?: string): StripeError {
  return new StripeError(
    400,
    { ...(code && { code }), message, ...(param && { param }), type: 'invalid_request_error' },
    'refused',
  );
}

/** A well-formed request that the current state does not allow. */
export function refused(code: string | null, message: string, more: Partial<ErrorBody> = {}): StripeError {
  return new StripeError(400, { ...(code && { code }), message, ...more, type: 'invalid_request_error' });
}

export function unexpectedState(message: string, paymentIntent: Stripe.PaymentIntent): StripeError {
  return refused('payment_intent_unexpected_state', message, { payment_intent: paymentIntent });
}

/** An object named by a parameter does not exist; 404 if the URL names it. */
export function noSuch(
  noun: string,
  id: string,
  { param, status = 400 }: { param: string; status?: 400 | 404 },
): StripeError {
  return new StripeError(status, {
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
    type: 'invalid_request_error',
  });
}

/** Refused before the endpoint runs: wrong key, unknown URL, idempotency key in use. */
export function rejectedRequest(status: number, message: string, code?: string): StripeError {
  return new StripeError(
    status,
    { ...(code && { code }), message, type: 'invalid_request_error' },
    'refused',
  );
}

export function cardError(body: Omit<ErrorBody, 'type'>): StripeError {
  return new StripeError(402, { ...body, type: 'card_error' });
}

/** The body with the URL of its documentation. */
export function withDocUrl(body: ErrorBody): ErrorBody {
  return body.code
    ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` }
    : body;
}

/** A payment attempt that failed: the reply is 402 and the attempt stays recorded. */
export function paymentFailed(body: Omit<ErrorBody, 'type'>): StripeError {
  return new StripeError(402, { ...body, type: 'card_error' }, 'kept');
}
