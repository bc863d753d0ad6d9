import type Stripe from 'stripe';

const METHOD = [
  'id',
  'object',
  'allow_redisplay',
  'billing_details',
  'card',
  'created',
  'customer',
  'livemode',
  'radar_options',
  'type',
];

const VISIBLE: Record<string, readonly string[]> = {
  payment_intent: [
    'id',
    'object',
    'amount',
    'amount_details',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_configuration_details',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ],
  payment_method: METHOD,
  setup_intent: [
    'id',
    'object',
    'automatic_payment_methods',
    'cancellation_reason',
    'client_secret',
    'created',
    'description',
    'last_setup_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_configuration_details',
    'payment_method_types',
    'status',
    'usage',
  ],
};

/** What a browser with a publishable key may see: no metadata, no customer, no charge. */
export function redacted(answer: object): object {
  return Object.fromEntries(Object.entries(answer).flatMap(([name, value]) => visible(answer, name, value)));
}

function visible(owner: object, name: string, value: unknown): [string, unknown][] {
  const names = 'object' in owner ? VISIBLE[String(owner.object)] : undefined;
  if (names && !names.includes(name)) return [];
  if (name === 'customer' && value !== null) return [[name, null]];
  if (name === 'last_payment_error' || name === 'last_setup_error')
    return [[name, value && redactedError(value as Stripe.PaymentIntent.LastPaymentError)]];
  const isObject = typeof value === 'object' && value !== null && 'object' in value;
  return [[name, isObject ? redacted(value) : value]];
}

/** An error for a browser: no charge, and the objects in it redacted too. */
export function redactedError(error: object): object {
  return Object.fromEntries(
    Object.entries(error)
      .filter(([name]) => name !== 'charge')
      .map(([name, value]) => [name, typeof value === 'object' && value !== null ? redacted(value) : value]),
  );
}
