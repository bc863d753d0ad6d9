import type Stripe from 'stripe';
import { invalidParam } from '#emulators/stripe/http/errors.ts';
import type { Values } from '#emulators/stripe/http/params.ts';
import { changedMetadata, fullAddress } from '#emulators/stripe/http/shapes.ts';
import { clientSecret, stemId } from '#emulators/stripe/ids.ts';
import type { World } from '#emulators/stripe/world.ts';
import type { createShape, updateShape } from './payment-intent-params.ts';
import { assertUsable, createPaymentMethod, takePaymentMethod } from './payment-methods.ts';

/** An intent with nothing set but its amount. */
export function newIntent(world: World, params: Values<typeof createShape>): Stripe.PaymentIntent {
  const id = stemId('pi');
  const types = params.allowed_payment_method_types ?? null;
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: types,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: types
      ? null
      : { allow_redirects: 'always', enabled: true, ...params.automatic_payment_methods },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: clientSecret(id),
    confirmation_method: 'automatic',
    created: world.now,
    currency: params.currency.toLowerCase(),
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types ?? ['card', 'link'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  };
}

export type Change = Values<typeof updateShape>;

/** The intent with the given attributes set; a payment method makes it ready for confirmation. */
export function changed(world: World, intent: Stripe.PaymentIntent, change: Change): Stripe.PaymentIntent {
  const customer = change.customer ?? (intent.customer as string | null);
  const method = givenMethod(world, change, customer);
  assertCredentialUsage(intent, change);
  const { shipping: parcel, payment_method_options: options, allowed_payment_method_types: types } = change;
  const plain = [
    'amount',
    'capture_method',
    'description',
    'receipt_email',
    'setup_future_usage',
    'statement_descriptor_suffix',
    'transfer_group',
  ] as const;
  const given = plain
    .filter((name) => change[name] !== undefined)
    .map((name) => [name, change[name] === '' ? null : change[name]]);
  return {
    ...intent,
    ...Object.fromEntries(given),
    customer,
    metadata: changedMetadata(intent.metadata, change.metadata),
    ...(change.currency && { currency: change.currency.toLowerCase() }),
    ...(types && {
      allowed_payment_method_types: types,
      payment_method_types: types,
      automatic_payment_methods: null,
    }),
    ...(parcel !== undefined && { shipping: parcel && { ...parcel, address: fullAddress(parcel.address) } }),
    ...(options?.card && {
      payment_method_options: {
        card: { ...intent.payment_method_options?.card, ...options.card },
      } as Stripe.PaymentIntent.PaymentMethodOptions,
    }),
    ...(method && { payment_method: method.id, status: 'requires_confirmation' as const, next_action: null }),
  };
}

/** A call can save a card or charge a saved one, not both. */
function assertCredentialUsage(intent: Stripe.PaymentIntent, change: Change): void {
  const saves = change.setup_future_usage ?? intent.setup_future_usage;
  const { setup_credential_usage: setup, stored_credential_usage: stored } =
    change.payment_method_options?.card ?? {};
  if (stored && saves)
    throw invalidParam(
      'The stored_credential_usage parameter is not supported with setup_future_usage.',
      'payment_method_options[card][stored_credential_usage]',
    );
  if (setup && !saves)
    throw invalidParam(
      'The setup_credential_usage parameter needs setup_future_usage.',
      'payment_method_options[card][setup_credential_usage]',
    );
}

function givenMethod(world: World, change: Change, customer: string | null): Stripe.PaymentMethod | null {
  if (change.payment_method_data) return createPaymentMethod(world, change.payment_method_data);
  if (change.payment_method === undefined) return null;
  const method = takePaymentMethod(world, change.payment_method);
  assertUsable(world, method, customer);
  return method;
}
