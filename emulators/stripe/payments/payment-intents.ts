import type Stripe from 'stripe';
import { invalidParam, refused, unexpectedState } from '#emulators/stripe/http/errors.ts';
import type { Values } from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute, route } from '#emulators/stripe/http/route.ts';
import { changedMetadata } from '#emulators/stripe/http/shapes.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import { getByParam, getByPath, getLinked, type World } from '#emulators/stripe/world.ts';
import { captureCharge, releaseCharge } from './charges.ts';
import { type ConfirmParams, confirmIntent } from './confirm.ts';
import { type Change, changed, newIntent } from './payment-intent-change.ts';
import {
  cancelShape,
  captureShape,
  confirmShape,
  createShape,
  listShape,
  updateShape,
} from './payment-intent-params.ts';

const CURRENCIES = ['usd', 'eur', 'gbp', 'cad', 'aud', 'mxn'];
const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];
const CHANGEABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
/** The parameters that may change after an intent has ended. */
const CHANGEABLE_ALWAYS = [
  'description',
  'expand',
  'metadata',
  'receipt_email',
  'shipping',
  'transfer_group',
];

function create(world: World, params: Values<typeof createShape>): Stripe.PaymentIntent {
  assertAmount(params.amount, params.currency);
  if (params.off_session !== undefined && !params.confirm) {
    throw invalidParam('You can only pass off_session when confirm is true.', 'off_session');
  }
  if (params.customer !== undefined) getByParam(world, 'customer', ['customer', params.customer]);
  const intent = world.store.save(changed(world, newIntent(world, params), params));
  emit(world, 'payment_intent.created', [intent]);
  return params.confirm ? confirmIntent(world, intent, withoutMethod(params)) : intent;
}

/** If a creation confirms at once, the intent already has the payment method. */
function withoutMethod(params: ConfirmParams): ConfirmParams {
  const { payment_method: _method, payment_method_data: _data, ...rest } = params;
  return rest;
}

function assertAmount(amount: number, currency: string): void {
  if (!CURRENCIES.includes(currency.toLowerCase())) {
    throw invalidParam(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${CURRENCIES.join(', ')}`,
      'currency',
    );
  }
  if (amount < 50)
    throw invalidParam(
      `Amount must be at least $0.50 ${currency.toLowerCase()}`,
      'amount',
      'amount_too_small',
    );
  if (amount > 99_999_999)
    throw invalidParam('Amount must be no more than $999,999.99', 'amount', 'amount_too_large');
}

function update(world: World, id: string, params: Change): Stripe.PaymentIntent {
  const intent = getByPath(world, 'payment_intent', id);
  const late = Object.keys(params).filter((name) => !CHANGEABLE_ALWAYS.includes(name));
  if (late.length > 0 && !CHANGEABLE.includes(intent.status)) {
    throw unexpectedState(
      `This PaymentIntent's ${late[0]} could not be updated because it has a status of ${intent.status}. You may only update the ${late[0]} of a PaymentIntent with one of the following statuses: ${CHANGEABLE.join(', ')}.`,
      intent,
    );
  }
  if (params.amount !== undefined || params.currency !== undefined) {
    assertAmount(params.amount ?? intent.amount, params.currency ?? intent.currency);
  }
  if (params.customer !== undefined) {
    if (intent.customer !== null && intent.customer !== params.customer) {
      throw refused(
        'payment_intent_invalid_parameter',
        'The customer of a PaymentIntent cannot be changed once it is set.',
        { param: 'customer' },
      );
    }
    getByParam(world, 'customer', ['customer', params.customer]);
  }
  return world.store.save(changed(world, intent, params));
}

function cancel(
  world: World,
  id: string,
  { cancellation_reason: reason }: Values<typeof cancelShape>,
): Stripe.PaymentIntent {
  const intent = getByPath(world, 'payment_intent', id);
  if (!CANCELABLE.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing.`,
      intent,
    );
  }
  if (intent.status === 'requires_capture' && intent.latest_charge) {
    releaseCharge(world, getLinked(world, 'charge', intent.latest_charge));
  }
  const canceled = world.store.save<Stripe.PaymentIntent>({
    ...intent,
    amount_capturable: 0,
    canceled_at: world.now,
    cancellation_reason: reason ?? null,
    next_action: null,
    status: 'canceled',
  });
  emit(world, 'payment_intent.canceled', [canceled]);
  return canceled;
}

function capture(world: World, id: string, params: Values<typeof captureShape>): Stripe.PaymentIntent {
  const intent = getByPath(world, 'payment_intent', id);
  if (intent.status !== 'requires_capture' || !intent.latest_charge) {
    throw unexpectedState(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      intent,
    );
  }
  const amount = params.amount_to_capture ?? intent.amount_capturable;
  if (amount > intent.amount_capturable) {
    throw refused(
      'amount_too_large',
      `The remaining amount that can be captured for this charge is ${intent.amount_capturable}, which is less than the requested capture amount of ${amount}.`,
      { param: 'amount_to_capture' },
    );
  }
  captureCharge(world, getLinked(world, 'charge', intent.latest_charge), amount);
  const succeeded = world.store.save<Stripe.PaymentIntent>({
    ...intent,
    amount_capturable: 0,
    amount_received: amount,
    metadata: changedMetadata(intent.metadata, params.metadata),
    status: 'succeeded',
  });
  emit(world, 'payment_intent.succeeded', [succeeded]);
  return succeeded;
}

function confirm(world: World, id: string, params: Values<typeof confirmShape>): Stripe.PaymentIntent {
  return confirmIntent(world, getByPath(world, 'payment_intent', id), params);
}

const ONE = '/v1/payment_intents/:id';

export const paymentIntentRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/payment_intents',
    shape: createShape,
    run: ({ world, params }) => create(world, params),
  }),
  retrieveRoute('payment_intent', ONE, { isPublic: true }),
  route({
    method: 'POST',
    path: ONE,
    shape: updateShape,
    run: ({ world, id, params }) => update(world, id, params),
  }),
  route({
    method: 'POST',
    path: `${ONE}/confirm`,
    shape: confirmShape,
    isPublic: true,
    run: ({ world, id, params }) => confirm(world, id, params),
  }),
  route({
    method: 'POST',
    path: `${ONE}/cancel`,
    shape: cancelShape,
    run: ({ world, id, params }) => cancel(world, id, params),
  }),
  route({
    method: 'POST',
    path: `${ONE}/capture`,
    shape: captureShape,
    run: ({ world, id, params }) => capture(world, id, params),
  }),
  listRoute('payment_intent', '/v1/payment_intents', {
    shape: listShape,
    filter: ({ customer }) => ({ where: { customer } }),
  }),
];
