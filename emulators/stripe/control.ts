import {
  appealDispute,
  closeDispute,
  DISPUTE_STATUSES,
} from '#emulators/stripe/disputes/dispute-outcomes.ts';
import { createDispute } from '#emulators/stripe/disputes/disputes.ts';
import { createFraudWarning } from '#emulators/stripe/disputes/early-fraud-warnings.ts';
import { delayRefund, PENDING_REASONS, settleRefund } from '#emulators/stripe/disputes/refunds.ts';
import type { ApiParts } from '#emulators/stripe/http/api.ts';
import { StripeError } from '#emulators/stripe/http/errors.ts';
import { FAULT_CODES, type FaultRule } from '#emulators/stripe/http/faults.ts';
import { settleCharges } from '#emulators/stripe/payments/charges.ts';
import { endAuthentication, setConfirmationLimit } from '#emulators/stripe/payments/confirm.ts';
import { detachPaymentMethod } from '#emulators/stripe/payments/payment-methods.ts';
import { endSetupAuthentication } from '#emulators/stripe/payments/setup-intents.ts';
import { WEBHOOK_MODES, type WebhookMode } from '#emulators/stripe/webhooks/deliveries.ts';
import type { Webhooks } from '#emulators/stripe/webhooks/webhooks.ts';
import type { Kind } from './store.ts';
import { getByPath, type World } from './world.ts';

export interface ControlParts extends ApiParts {
  webhooks: Webhooks;
}

/** An invalid control request; the reply is 400 with this message. */
class BadRequest extends Error {}

type Body = Record<string, unknown>;
type Action = (parts: ControlParts, body: Body) => object | Promise<object>;

const DISPUTE_REASONS = [
  'bank_cannot_process',
  'check_returned',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'inquiry',
  'insufficient_funds',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const;

/** Control actions for tests and developers that Stripe's API does not have. */
const ACTIONS: Record<string, Action> = {
  'POST fail-next': (parts, body) => {
    const rule = faultRule(body);
    parts.faults.set(rule);
    return rule;
  },
  'DELETE fail-next': (parts) => {
    parts.faults.set(null);
    return { ok: true };
  },
  'POST webhooks': (parts, body) => {
    const mode: WebhookMode = choice(body, 'mode', WEBHOOK_MODES);
    parts.deliveries.mode = mode;
    return { mode };
  },
  'POST webhooks/flush': async ({ webhooks }) => ({ attempted: await webhooks.flush() }),
  'POST 3ds': (parts, body) => {
    const result = choice(body, 'result', ['succeed', 'fail'] as const);
    const id = word(body, 'paymentIntent');
    return act(parts, (world) =>
      id.startsWith('seti_')
        ? endSetupAuthentication(world, getByPath(world, 'setup_intent', id), result)
        : endAuthentication(world, getByPath(world, 'payment_intent', id), result),
    );
  },
  'POST dispute': (parts, body) => {
    const reason = choice({ reason: 'fraudulent', ...body }, 'reason', DISPUTE_REASONS);
    const opening = reason === 'inquiry' ? 'warning_needs_response' : 'needs_response';
    const status = choice({ status: opening, ...body }, 'status', DISPUTE_STATUSES);
    const withIntent = yesOrNo({ withIntent: true, ...body }, 'withIntent');
    return act(parts, (world) => {
      const charge = getByPath(world, 'charge', word(body, 'charge'));
      if (charge.disputed || !charge.captured)
        throw new BadRequest(
          `The charge ${charge.id} cannot be disputed: it is unpaid, or disputed already.`,
        );
      const amount = wholeNumber(
        { amount: charge.amount_captured, ...body },
        'amount',
        charge.amount_captured,
      );
      return createDispute(world, charge, {
        reason: reason === 'inquiry' ? 'general' : reason,
        amount,
        status,
        withIntent,
      });
    });
  },
  'POST dispute-appeal': (parts, body) => {
    const status = choice(body, 'status', ['needs_response', 'under_review', 'won', 'lost'] as const);
    return act(parts, (world) =>
      appealDispute(world, getByPath(world, 'dispute', word(body, 'dispute')), status),
    );
  },
  'POST fraud-warning': (parts, body) => {
    const withIntent = yesOrNo({ withIntent: true, ...body }, 'withIntent');
    return act(parts, (world) =>
      createFraudWarning(world, getByPath(world, 'charge', word(body, 'charge')), { withIntent }),
    );
  },
  'POST confirmation-limit': (parts, body) => {
    const limit = wholeNumber(body, 'limit', 1000);
    setConfirmationLimit(parts, limit);
    return { limit };
  },
  'POST dispute-close': (parts, body) => {
    const status = choice(body, 'status', ['won', 'lost', 'prevented'] as const);
    return act(parts, (world) =>
      closeDispute(world, getByPath(world, 'dispute', word(body, 'dispute')), status),
    );
  },
  'POST refund-settle': (parts, body) => {
    const status = choice(body, 'status', ['succeeded', 'failed', 'pending'] as const);
    const reason = choice({ reason: 'processing', ...body }, 'reason', PENDING_REASONS);
    return act(parts, (world) => {
      const refund = getByPath(world, 'refund', word(body, 'refund'));
      return status === 'pending' ? delayRefund(world, refund, reason) : settleRefund(world, refund, status);
    });
  },
  'POST detach': (parts, body) =>
    act(parts, (world) => detachPaymentMethod(world, word(body, 'paymentMethod'))),
  'GET requests': ({ requests }) => requests.list(),
  'GET state': ({ store }) => {
    const all = (kind: Kind) => store.list(kind);
    return {
      customers: all('customer'),
      payment_intents: all('payment_intent'),
      charges: all('charge'),
      refunds: all('refund'),
      events: all('event'),
    };
  },
  'POST reset': (parts) => {
    parts.faults.set(null);
    setConfirmationLimit(parts, null);
    parts.deliveries.mode = 'deliver';
    parts.deliveries.forgetHeld();
    parts.requests.forget();
    return { ok: true };
  },
};

/** Answers /__control/... with JSON, or with a message if the request is invalid. */
export async function answerControl(parts: ControlParts, request: Request): Promise<Response> {
  const name = new URL(request.url).pathname.slice('/__control/'.length);
  const action = ACTIONS[`${request.method} ${name}`];
  if (!action)
    return Response.json({ message: `There is no control call ${request.method} ${name}.` }, { status: 404 });
  try {
    const answer = await action(parts, await readControlBody(request));
    return Response.json(answer);
  } catch (error) {
    if (error instanceof BadRequest) return Response.json({ message: error.message }, { status: 400 });
    if (error instanceof StripeError)
      return Response.json({ message: error.message }, { status: error.status });
    throw error;
  }
}

async function readControlBody(request: Request): Promise<Body> {
  const text = await request.text();
  if (text === '') return {};
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  } catch {
    // Not JSON; the error below reports it.
  }
  throw new BadRequest('The body must be a JSON object.');
}

/** Runs an action of the bank; its events have no request id. */
function act(parts: ControlParts, work: (world: World) => object): object {
  const { store, deliveries } = parts;
  const nowMs = parts.nowMs();
  const world: World = {
    store,
    deliveries,
    nowMs,
    now: Math.floor(nowMs / 1000),
    request: { id: null, idempotency_key: null },
  };
  return store.transaction(() => {
    const answer = work(world);
    settleCharges(world);
    return answer;
  });
}

function word(body: Body, name: string): string {
  const value = body[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new BadRequest(`${name} must be a text.`);
}

function choice<const T extends string>(body: Body, name: string, options: readonly T[]): T {
  const found = options.find((option) => option === body[name]);
  if (found !== undefined) return found;
  throw new BadRequest(`${name} must be one of ${options.join(', ')}.`);
}

function wholeNumber(body: Body, name: string, most: number): number {
  const value = body[name];
  if (isWhole(value, 1, most)) return value;
  throw new BadRequest(`${name} must be a whole number from 1 to ${most}.`);
}

function yesOrNo(body: Body, name: string): boolean {
  const value = body[name];
  if (typeof value === 'boolean') return value;
  throw new BadRequest(`${name} must be true or false.`);
}

function faultRule(body: Body): FaultRule {
  const { method, status, drop, delayMs, times = 1 } = body;
  const path = word(body, 'path');
  const when = choice({ when: 'before', ...body }, 'when', ['before', 'after'] as const);
  if (method !== undefined && typeof method !== 'string') throw new BadRequest('method must be a text.');
  if (status !== undefined && !isWhole(status, 400, 599))
    throw new BadRequest('status must be a whole number from 400 to 599.');
  if (delayMs !== undefined && !isWhole(delayMs, 0, 600_000))
    throw new BadRequest('delayMs must be a whole number up to 600000.');
  if (drop !== undefined && typeof drop !== 'boolean') throw new BadRequest('drop must be true or false.');
  if (!isWhole(times, 1, 1_000_000)) throw new BadRequest('times must be a whole number from 1.');
  if (status === undefined && delayMs === undefined && !drop)
    throw new BadRequest('One of status, drop and delayMs is needed.');
  const code = body.code === undefined ? undefined : choice(body, 'code', FAULT_CODES);
  const param = body.param === undefined ? undefined : word(body, 'param');
  const paymentIntent = body.paymentIntent === undefined ? undefined : word(body, 'paymentIntent');
  const shouldRetry = body.shouldRetry === undefined ? undefined : yesOrNo(body, 'shouldRetry');
  if (code !== undefined && status !== 429) throw new BadRequest('code goes with status 429 only.');
  return {
    path,
    when,
    times,
    ...(method !== undefined && { method: method.toUpperCase() }),
    ...(paymentIntent !== undefined && { paymentIntent }),
    ...(status !== undefined && { status }),
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
    ...(shouldRetry !== undefined && { shouldRetry }),
    ...(drop && { drop }),
    ...(delayMs !== undefined && { delayMs }),
  };
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
