import type Stripe from 'stripe';
import { createDispute } from '#emulators/stripe/disputes/disputes.ts';
import {
  type ErrorBody,
  invalidParam,
  paymentFailed,
  unexpectedState,
  withDocUrl,
} from '#emulators/stripe/http/errors.ts';
import type { Values } from '#emulators/stripe/http/params.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import { getLinked, type World } from '#emulators/stripe/world.ts';
import { createFailedCharge, createPaidCharge } from './charges.ts';
import { AUTHENTICATION_FAILED, AUTHENTICATION_REQUIRED, type DeclineName, declineBody } from './declines.ts';
import { changed } from './payment-intent-change.ts';
import type { confirmShape } from './payment-intent-params.ts';
import { assertUsable, attachToCustomer, markCard, readTestCard } from './payment-methods.ts';
import { nextAction } from './three-d-secure.ts';

export type ConfirmParams = Values<typeof confirmShape>;

/** A payment in progress: the current intent and the card to charge. */
interface Attempt {
  world: World;
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
}

/** Tries to pay: succeeds, requires authentication, or declines with 402. */
export function confirmIntent(
  world: World,
  before: Stripe.PaymentIntent,
  params: ConfirmParams,
): Stripe.PaymentIntent {
  assertConfirmable(before);
  assertAmount(before, params.amount_to_confirm);
  const intent = prepared(world, before, params);
  const method = getLinked(world, 'payment_method', intent.payment_method as string);
  assertUsable(world, method, intent.customer as string | null);
  countConfirmation(world, intent);
  return attemptPayment({ world, method, intent: world.store.save(intent) }, params);
}

/** How often an intent may be confirmed. Stripe's limit varies and is not published; a control call sets the one here. */
const CONFIRMATION_LIMIT = 20;
const LIMIT_SETTING = 'confirmation_limit';

export function setConfirmationLimit({ store }: Pick<World, 'store'>, limit: number | null): void {
  store.saveSetting(LIMIT_SETTING, limit);
}

interface HiddenIntent {
  confirmations: number;
}

function countConfirmation({ store }: World, { id }: Stripe.PaymentIntent): void {
  const { confirmations = 0 } = store.hidden<HiddenIntent>(id);
  store.hide<HiddenIntent>(id, { confirmations: confirmations + 1 });
}

function hasReachedLimit({ store }: World, { id }: Stripe.PaymentIntent): boolean {
  const limit = store.setting<number>(LIMIT_SETTING) ?? CONFIRMATION_LIMIT;
  return (store.hidden<HiddenIntent>(id).confirmations ?? 0) >= limit;
}

function attemptPayment(attempt: Attempt, params: ConfirmParams): Stripe.PaymentIntent {
  const card = readTestCard(attempt.world, attempt.method);
  if (params.off_session) {
    const isEnough = card.offSession === 'pays' || (card.offSession === 'once_set_up' && card.isSetUp);
    if (card.offSession !== undefined && !isEnough) return failAuthenticationRequired(attempt);
    return card.declines ? decline(attempt, card.declines) : pay(attempt);
  }
  const wanted = params.payment_method_options?.card?.request_three_d_secure;
  if (card.authenticates || wanted === 'any' || wanted === 'challenge') {
    if (params.error_on_requires_action) return failAuthenticationRequired(attempt);
    return askForAuthentication(attempt, params);
  }
  return card.declines ? decline(attempt, card.declines) : pay(attempt);
}

/** Ends an open authentication: the intent is paid, or requires a payment method again. */
export function endAuthentication(
  world: World,
  intent: Stripe.PaymentIntent,
  result: 'fail' | 'succeed',
): Stripe.PaymentIntent {
  if (intent.status !== 'requires_action' || !intent.payment_method) {
    throw unexpectedState(
      `This PaymentIntent has a status of ${intent.status}; it is not waiting for authentication.`,
      intent,
    );
  }
  const method = getLinked(world, 'payment_method', intent.payment_method);
  const attempt: Attempt = { world, intent, method };
  if (result === 'fail')
    return giveBack(attempt, { ...AUTHENTICATION_FAILED, type: 'invalid_request_error' });
  const { declines } = readTestCard(world, method);
  if (!declines) return pay(attempt, { hasAuthenticated: true });
  const charge = createFailedCharge(world, intent, { method, declines });
  const error = { ...declineBody(declines), type: 'card_error' as const, charge: charge.id };
  return giveBack({ ...attempt, intent: { ...intent, latest_charge: charge.id } }, error);
}

function assertConfirmable(intent: Stripe.PaymentIntent): void {
  if (['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) return;
  throw unexpectedState(
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
    intent,
  );
}

function assertAmount(intent: Stripe.PaymentIntent, expected: number | undefined): void {
  if (expected === undefined || expected === intent.amount) return;
  throw invalidParam(
    `The amount_to_confirm does not match the PaymentIntent's amount of ${intent.amount}.`,
    'amount_to_confirm',
  );
}

/** The intent with the values of the confirmation, before the attempt. */
function prepared(world: World, before: Stripe.PaymentIntent, params: ConfirmParams): Stripe.PaymentIntent {
  const intent = changed(world, before, params);
  if (intent.payment_method) {
    return { ...intent, last_payment_error: null, next_action: null, status: 'requires_confirmation' };
  }
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    before,
  );
}

function pay({ world, intent, method }: Attempt, { hasAuthenticated = false } = {}): Stripe.PaymentIntent {
  const isCaptured = intent.capture_method !== 'manual';
  const charge = createPaidCharge(world, intent, { method, isCaptured, hasAuthenticated });
  keepForLater({ world, intent, method }, hasAuthenticated);
  const paid = world.store.save<Stripe.PaymentIntent>({
    ...intent,
    amount_capturable: isCaptured ? 0 : intent.amount,
    amount_received: isCaptured ? intent.amount : 0,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    status: isCaptured ? 'succeeded' : 'requires_capture',
  });
  emit(world, isCaptured ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', [paid]);
  const { dispute } = readTestCard(world, method);
  if (dispute)
    createDispute(world, charge, {
      reason: dispute === 'inquiry' ? 'general' : dispute,
      amount: charge.amount_captured,
      status: dispute === 'inquiry' ? 'warning_needs_response' : 'needs_response',
    });
  return paid;
}

/**
 * Saves the card if the intent requests it. Used without a customer, it can be attached to one afterwards if the intent
 * requested it, else never be used again.
 */
function keepForLater({ world, intent, method }: Attempt, hasAuthenticated: boolean): void {
  const usage = intent.setup_future_usage;
  if (usage && intent.customer) attachToCustomer(world, method, intent.customer as string);
  else if (!method.customer) markCard(world, method, usage ? { isUsed: true } : { isSpent: true });
  if (usage === 'off_session' && hasAuthenticated) markCard(world, method, { isSetUp: true });
}

function askForAuthentication(
  { world, intent, method }: Attempt,
  params: ConfirmParams,
): Stripe.PaymentIntent {
  const waiting = world.store.save<Stripe.PaymentIntent>({
    ...intent,
    next_action: nextAction(intent, method, params),
    status: 'requires_action',
  });
  emit(world, 'payment_intent.requires_action', [waiting]);
  return waiting;
}

function decline(attempt: Attempt, declines: DeclineName): never {
  const { world, intent, method } = attempt;
  const charge = createFailedCharge(world, intent, { method, declines });
  const error = { ...declineBody(declines), charge: charge.id };
  const failed = giveBack(
    { ...attempt, intent: { ...intent, latest_charge: charge.id } },
    { ...error, type: 'card_error' },
  );
  throw paymentFailed({ ...error, payment_intent: failed, payment_method: method });
}

function failAuthenticationRequired(attempt: Attempt): never {
  const failed = giveBack(
    { ...attempt, intent: { ...attempt.intent, latest_charge: null } },
    { ...AUTHENTICATION_REQUIRED, type: 'card_error' },
  );
  throw paymentFailed({ ...AUTHENTICATION_REQUIRED, payment_intent: failed, payment_method: attempt.method });
}

/** The intent requires another payment method; the confirmation that reaches the limit cancels it instead. */
function giveBack({ world, intent, method }: Attempt, error: ErrorBody): Stripe.PaymentIntent {
  const isCanceled = hasReachedLimit(world, intent);
  const failed = world.store.save<Stripe.PaymentIntent>({
    ...intent,
    ...(isCanceled && { canceled_at: world.now, cancellation_reason: 'automatic' as const }),
    last_payment_error: {
      ...withDocUrl(error),
      payment_method: method,
    } as Stripe.PaymentIntent.LastPaymentError,
    next_action: null,
    payment_method: null,
    status: isCanceled ? 'canceled' : 'requires_payment_method',
  });
  emit(world, 'payment_intent.payment_failed', [failed]);
  if (isCanceled) emit(world, 'payment_intent.canceled', [failed]);
  return failed;
}
