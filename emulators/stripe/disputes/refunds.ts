import type Stripe from 'stripe';
import { invalidParam, refused } from '#emulators/stripe/http/errors.ts';
import {
  type Complete,
  filledText,
  ignored,
  notEmulated,
  oneOf,
  positiveInteger,
  type Values,
} from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute, route } from '#emulators/stripe/http/route.ts';
import { changedMetadata, datedPage, expand, metadata, onlyExpand } from '#emulators/stripe/http/shapes.ts';
import { stemId, stemOf } from '#emulators/stripe/ids.ts';
import { readTestCard } from '#emulators/stripe/payments/payment-methods.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import { getByParam, getByPath, getLinked, type World } from '#emulators/stripe/world.ts';
import { book } from './balance-transactions.ts';
import { findOpenDispute } from './disputes.ts';

const createShape = {
  amount: positiveInteger,
  charge: filledText,
  currency: ignored,
  customer: notEmulated,
  expand,
  instructions_email: ignored,
  metadata,
  origin: notEmulated,
  payment_intent: filledText,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  refund_application_fee: notEmulated,
  reverse_transfer: notEmulated,
} satisfies Complete<Stripe.RefundCreateParams>;

function create(world: World, params: Values<typeof createShape>): Stripe.Refund {
  const charge = chargeFor(world, params);
  const left = charge.amount - charge.amount_refunded;
  if (findOpenDispute(world, charge.id)) {
    throw refused('charge_disputed', `Charge ${charge.id} has been charged back; cannot issue a refund.`);
  }
  if (left === 0) throw refused('charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  const { amount = left } = params;
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
    throw refused(null, message, { param: 'amount' });
  }
  const method = charge.payment_method ? getLinked(world, 'payment_method', charge.payment_method) : null;
  const isPending = method !== null && readTestCard(world, method).refund === 'pends';
  const refund = world.store.save(newRefund(world, charge, { amount, isPending, params }));
  const after = moveRefunded(world, charge, amount);
  emit(world, 'refund.created', [refund]);
  emit(world, 'charge.refunded', [after, charge]);
  return refund;
}

function chargeFor(
  world: World,
  { charge: chargeId, payment_intent: intentId }: Values<typeof createShape>,
): Stripe.Charge {
  if (chargeId !== undefined) return paidCharge(getByParam(world, 'charge', ['charge', chargeId]));
  if (intentId === undefined) {
    throw invalidParam(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const intent = getByParam(world, 'payment_intent', ['payment_intent', intentId]);
  if (intent.status !== 'succeeded' || !intent.latest_charge) {
    throw refused(
      'payment_intent_unexpected_state',
      `PaymentIntent ${intent.id} does not have a successful charge to refund.`,
      { payment_intent: intent },
    );
  }
  return getLinked(world, 'charge', intent.latest_charge);
}

function paidCharge(charge: Stripe.Charge): Stripe.Charge {
  if (charge.status === 'succeeded' && charge.captured) return charge;
  throw refused('charge_not_refundable', `Charge ${charge.id} has not been paid; it cannot be refunded.`, {
    param: 'charge',
  });
}

interface NewRefund {
  amount: number;
  isPending: boolean;
  params: Values<typeof createShape>;
}

function newRefund(
  world: World,
  charge: Stripe.Charge,
  { amount, isPending, params }: NewRefund,
): Stripe.Refund {
  const id = stemId('re', stemOf(charge.id));
  const { currency } = charge;
  const booked = isPending
    ? null
    : book(world, {
        amount: -amount,
        fee: 0,
        currency,
        description: 'REFUND FOR CHARGE',
        source: id,
        type: 'refund',
      });
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: booked?.id ?? null,
    charge: charge.id,
    created: world.now,
    currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: changedMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(isPending && { pending_reason: 'processing' as const }),
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
}

/** The charge counts every refund that has not failed. */
function moveRefunded(world: World, charge: Stripe.Charge, amount: number): Stripe.Charge {
  const refunded = charge.amount_refunded + amount;
  return world.store.save({ ...charge, amount_refunded: refunded, refunded: refunded === charge.amount });
}

export const PENDING_REASONS = ['processing', 'insufficient_funds', 'charge_pending'] as const;

/** The refund is pending: nothing has left the balance. */
export function delayRefund(
  world: World,
  before: Stripe.Refund,
  reason: (typeof PENDING_REASONS)[number],
): Stripe.Refund {
  if (!['pending', 'succeeded'].includes(before.status ?? ''))
    throw invalidParam(`The refund has the status ${before.status}; it cannot become pending.`, 'status');
  if (typeof before.balance_transaction === 'string') world.store.remove(before.balance_transaction);
  const pending = world.store.save<Stripe.Refund>({
    ...before,
    balance_transaction: null,
    pending_reason: reason,
    status: 'pending',
  });
  return announce(world, pending, before);
}

/** A later decision of the bank: a pending refund succeeds, or a pending or succeeded one fails. */
export function settleRefund(
  world: World,
  before: Stripe.Refund,
  status: 'failed' | 'succeeded',
): Stripe.Refund {
  if (status === before.status || !['pending', 'succeeded'].includes(before.status ?? '')) {
    throw invalidParam(`The refund has the status ${before.status}; it cannot become ${status}.`, 'status');
  }
  const { pending_reason: _reason, ...rest } = before;
  const { amount, currency, id } = before;
  if (status === 'succeeded') {
    const booked = book(world, {
      amount: -amount,
      fee: 0,
      currency,
      description: 'REFUND FOR CHARGE',
      source: id,
      type: 'refund',
    });
    return announce(world, world.store.save({ ...rest, balance_transaction: booked.id, status }), before);
  }
  const returned = book(world, {
    amount,
    fee: 0,
    currency,
    description: 'REFUND FAILURE',
    source: id,
    type: 'refund_failure',
  });
  moveRefunded(world, getLinked(world, 'charge', before.charge as string), -amount);
  const failed = world.store.save({
    ...rest,
    failure_balance_transaction: returned.id,
    failure_reason: 'lost_or_stolen_card',
    status,
  });
  announce(world, failed, before);
  emit(world, 'refund.failed', [failed]);
  return failed;
}

function announce(world: World, after: Stripe.Refund, before: Stripe.Refund): Stripe.Refund {
  emit(world, 'refund.updated', [after, before]);
  emit(world, 'charge.refund.updated', [after, before]);
  return after;
}

const updateShape = { expand, metadata } satisfies Complete<Stripe.RefundUpdateParams>;

function update(world: World, id: string, params: Values<typeof updateShape>): Stripe.Refund {
  const before = getByPath(world, 'refund', id);
  const after = world.store.save({
    ...before,
    metadata: changedMetadata(before.metadata ?? {}, params.metadata),
  });
  emit(world, 'refund.updated', [after, before]);
  return after;
}

/** Only a refund that waits for the customer can be canceled, and a card's never does. */
function cancel(world: World, id: string): Stripe.Refund {
  const refund = getByPath(world, 'refund', id);
  throw refused(
    null,
    `This refund has a status of ${refund.status}; only a refund with a status of requires_action can be canceled.`,
  );
}

function dollars(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

const ONE = '/v1/refunds/:id';

export const refundRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/refunds',
    shape: createShape,
    run: ({ world, params }) => create(world, params),
  }),
  retrieveRoute('refund', ONE),
  route({
    method: 'POST',
    path: ONE,
    shape: updateShape,
    run: ({ world, id, params }) => update(world, id, params),
  }),
  route({
    method: 'POST',
    path: `${ONE}/cancel`,
    shape: onlyExpand,
    run: ({ world, id }) => cancel(world, id),
  }),
  listRoute('refund', '/v1/refunds', {
    shape: {
      ...datedPage,
      charge: filledText,
      payment_intent: filledText,
    } satisfies Complete<Stripe.RefundListParams>,
    filter: ({ charge, payment_intent: intent }) => ({ where: { charge, payment_intent: intent } }),
  }),
];
