import type Stripe from 'stripe';
import {
  type ErrorBody,
  invalidParam,
  paymentFailed,
  refused,
  withDocUrl,
} from '#emulators/stripe/http/errors.ts';
import { type Complete, filledText, ignored, type Values } from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute, route } from '#emulators/stripe/http/route.ts';
import { changedMetadata, datedPage } from '#emulators/stripe/http/shapes.ts';
import { clientSecret, plainId } from '#emulators/stripe/ids.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import { getByParam, getByPath, getLinked, type World } from '#emulators/stripe/world.ts';
import { AUTHENTICATION_FAILED, declineBody } from './declines.ts';
import {
  assertUsable,
  attachToCustomer,
  createPaymentMethod,
  markCard,
  readTestCard,
  takePaymentMethod,
} from './payment-methods.ts';
import { cancelShape, confirmShape, createShape, type method, updateShape } from './setup-intent-params.ts';
import { nextAction } from './three-d-secure.ts';

function create(world: World, params: Values<typeof createShape>): Stripe.SetupIntent {
  const intent = world.store.save(changed(world, newIntent(world, params), params));
  emit(world, 'setup_intent.created', [intent]);
  return params.confirm
    ? confirm(world, intent, {
        return_url: params.return_url ?? '',
        use_stripe_sdk: params.use_stripe_sdk ?? false,
      })
    : intent;
}

/** An intent with its usage only. */
function newIntent(world: World, params: Values<typeof createShape>): Stripe.SetupIntent {
  const id = plainId('seti');
  const types = params.allowed_payment_method_types ?? null;
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types,
    application: null,
    automatic_payment_methods: types
      ? null
      : { allow_redirects: 'always', enabled: true, ...params.automatic_payment_methods },
    cancellation_reason: null,
    client_secret: clientSecret(id),
    created: world.now,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    managed_payments: null,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types ?? ['card', 'link'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  };
}

function changed(
  world: World,
  intent: Stripe.SetupIntent,
  change: Values<typeof updateShape>,
): Stripe.SetupIntent {
  if (change.customer !== undefined) getByParam(world, 'customer', ['customer', change.customer]);
  const customer = change.customer ?? (intent.customer as string | null);
  const chosen = chosenMethod(world, change, customer);
  const types = change.allowed_payment_method_types;
  return {
    ...intent,
    customer,
    ...(change.description !== undefined && { description: change.description || null }),
    ...(types && {
      allowed_payment_method_types: types,
      payment_method_types: types,
      automatic_payment_methods: null,
    }),
    metadata: changedMetadata(intent.metadata ?? {}, change.metadata),
    ...(chosen && { payment_method: chosen.id, status: 'requires_confirmation' as const }),
  };
}

function chosenMethod(
  world: World,
  change: Values<typeof method>,
  customer: string | null,
): Stripe.PaymentMethod | null {
  if (change.payment_method_data) return createPaymentMethod(world, change.payment_method_data);
  if (change.payment_method === undefined) return null;
  const chosen = takePaymentMethod(world, change.payment_method);
  assertUsable(world, chosen, customer);
  return chosen;
}

function update(world: World, id: string, params: Values<typeof updateShape>): Stripe.SetupIntent {
  const intent = getByPath(world, 'setup_intent', id);
  assertOpen(intent, 'update');
  return world.store.save(changed(world, intent, params));
}

function assertOpen(intent: Stripe.SetupIntent, verb: string): void {
  if (intent.status.startsWith('requires_')) return;
  throw refused(
    'setup_intent_unexpected_state',
    `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}.`,
    { setup_intent: intent },
  );
}

/** Checks the card without charging it. Result: saved, authentication required, or declined with 402. */
function confirm(
  world: World,
  before: Stripe.SetupIntent,
  params: Values<typeof confirmShape>,
): Stripe.SetupIntent {
  assertOpen(before, 'confirm');
  const intent = changed(world, before, params);
  if (!intent.payment_method) {
    throw refused(
      'setup_intent_unexpected_state',
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.",
      { setup_intent: before },
    );
  }
  const chosen = getLinked(world, 'payment_method', intent.payment_method);
  const card = readTestCard(world, chosen);
  if (card.declines && card.cannotAttach) {
    const error = { ...declineBody(card.declines), type: 'card_error' as const };
    const failed = fail(world, intent, { ...error, payment_method: chosen });
    throw paymentFailed({ ...error, setup_intent: failed, payment_method: chosen });
  }
  if (!card.authenticates) return succeed(world, intent);
  const waiting = world.store.save<Stripe.SetupIntent>({
    ...intent,
    next_action: nextAction(intent, chosen, params),
    status: 'requires_action',
  });
  emit(world, 'setup_intent.requires_action', [waiting]);
  return waiting;
}

function succeed(world: World, intent: Stripe.SetupIntent): Stripe.SetupIntent {
  const chosen = getLinked(world, 'payment_method', intent.payment_method as string);
  if (intent.customer) attachToCustomer(world, chosen, intent.customer as string);
  if (intent.usage === 'off_session') markCard(world, chosen, { isSetUp: true });
  const done = world.store.save<Stripe.SetupIntent>({
    ...intent,
    last_setup_error: null,
    next_action: null,
    status: 'succeeded',
  });
  emit(world, 'setup_intent.succeeded', [done]);
  return done;
}

function fail(world: World, intent: Stripe.SetupIntent, error: ErrorBody): Stripe.SetupIntent {
  const failed = world.store.save<Stripe.SetupIntent>({
    ...intent,
    last_setup_error: withDocUrl(error) as Stripe.SetupIntent.LastSetupError,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emit(world, 'setup_intent.setup_failed', [failed]);
  return failed;
}

/** Ends an open authentication. */
export function endSetupAuthentication(
  world: World,
  intent: Stripe.SetupIntent,
  result: 'fail' | 'succeed',
): Stripe.SetupIntent {
  if (intent.status !== 'requires_action')
    throw invalidParam(
      `This SetupIntent has a status of ${intent.status}; it is not waiting for authentication.`,
    );
  if (result === 'succeed') return succeed(world, intent);
  const { message } = AUTHENTICATION_FAILED;
  return fail(world, intent, {
    code: 'setup_intent_authentication_failure',
    message,
    type: 'invalid_request_error',
  });
}

function cancel(world: World, id: string, params: Values<typeof cancelShape>): Stripe.SetupIntent {
  const intent = getByPath(world, 'setup_intent', id);
  assertOpen(intent, 'cancel');
  const canceled = world.store.save<Stripe.SetupIntent>({
    ...intent,
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
    status: 'canceled',
  });
  emit(world, 'setup_intent.canceled', [canceled]);
  return canceled;
}

const ONE = '/v1/setup_intents/:id';

export const setupIntentRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/setup_intents',
    shape: createShape,
    run: ({ world, params }) => create(world, params),
  }),
  retrieveRoute('setup_intent', ONE, { isPublic: true }),
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
    run: ({ world, id, params }) => confirm(world, getByPath(world, 'setup_intent', id), params),
  }),
  route({
    method: 'POST',
    path: `${ONE}/cancel`,
    shape: cancelShape,
    run: ({ world, id, params }) => cancel(world, id, params),
  }),
  listRoute('setup_intent', '/v1/setup_intents', {
    shape: {
      ...datedPage,
      attach_to_self: ignored,
      customer: filledText,
      customer_account: ignored,
      payment_method: filledText,
    } satisfies Complete<Stripe.SetupIntentListParams>,
    filter: ({ customer, payment_method: used }) => ({ where: { customer, payment_method: used } }),
  }),
];
