import type Stripe from 'stripe';
import { book, cardFee } from '#emulators/stripe/disputes/balance-transactions.ts';
import { invalidParam } from '#emulators/stripe/http/errors.ts';
import {
  type Complete,
  descriptionText,
  email,
  emptyable,
  filledText,
  hash,
  notEmulated,
  oneOf,
  text,
  type Values,
} from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute, route } from '#emulators/stripe/http/route.ts';
import {
  changedMetadata,
  datedPage,
  expand,
  fullAddress,
  metadata,
  shipping,
} from '#emulators/stripe/http/shapes.ts';
import { stemId, stemOf, token } from '#emulators/stripe/ids.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import { getByPath, type World } from '#emulators/stripe/world.ts';
import { DECLINES, type Decline, type DeclineName } from './declines.ts';

interface HiddenCharge {
  /** Paid but not yet in the balance: balance_transaction is null until the next request. */
  isUnsettled: boolean;
}

interface Payment {
  method: Stripe.PaymentMethod;
  isCaptured: boolean;
  hasAuthenticated: boolean;
}

const DESCRIPTOR = 'DUMPSTER RENTAL';

export function createPaidCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  payment: Payment,
): Stripe.Charge {
  const { isCaptured } = payment;
  const charge = world.store.save<Stripe.Charge>({
    ...newCharge(world, intent, payment),
    amount_captured: isCaptured ? intent.amount : 0,
    captured: isCaptured,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    receipt_url: `https://pay.stripe.com/receipts/payment/${token(40)}`,
    status: 'succeeded',
  });
  if (isCaptured) world.store.hide<HiddenCharge>(charge.id, { isUnsettled: true });
  emit(world, 'charge.succeeded', [charge]);
  return charge;
}

export function createFailedCharge(
  world: World,
  intent: Stripe.PaymentIntent,
  { method, declines }: { method: Stripe.PaymentMethod; declines: DeclineName },
): Stripe.Charge {
  const decline: Decline = DECLINES[declines];
  const charge = world.store.save<Stripe.Charge>({
    ...newCharge(world, intent, { method, isCaptured: false, hasAuthenticated: false }),
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: {
      advice_code: decline.advice_code ?? null,
      network_advice_code: null,
      network_decline_code: decline.network_decline_code ?? null,
      network_status: 'declined_by_network',
      reason: decline.decline_code ?? decline.reason ?? null,
      risk_level: 'normal',
      risk_score: 20,
      seller_message: decline.sellerMessage,
      type: 'issuer_declined',
    },
    status: 'failed',
  });
  emit(world, 'charge.failed', [charge]);
  return charge;
}

function newCharge(world: World, intent: Stripe.PaymentIntent, payment: Payment): Stripe.Charge {
  const { method } = payment;
  const suffix = intent.statement_descriptor_suffix;
  return {
    id: stemId('ch', stemOf(intent.id)),
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: suffix
      ? `${DESCRIPTOR.slice(0, 10)}* ${suffix}`.slice(0, 22).toUpperCase()
      : DESCRIPTOR,
    captured: false,
    created: world.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: { ...cardDetails(intent.amount, payment), ...credentialUsage(intent) },
      type: 'card',
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping as Stripe.Charge.Shipping | null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: suffix,
    status: 'failed',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
}

function credentialUsage(intent: Stripe.PaymentIntent) {
  const { setup_credential_usage: setup, stored_credential_usage: stored } =
    intent.payment_method_options?.card ?? {};
  return {
    ...(setup && { setup_credential_usage: setup }),
    ...(stored && { stored_credential_usage: stored }),
  };
}

function cardDetails(
  amount: number,
  { method, hasAuthenticated }: Payment,
): Stripe.Charge.PaymentMethodDetails.Card {
  const card = method.card as Stripe.PaymentMethod.Card;
  return {
    amount_authorized: amount,
    authorization_code: token(6).toUpperCase(),
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: hasAuthenticated ? '05' : null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: token(15).toUpperCase(),
    regulated_status: card.regulated_status,
    three_d_secure: hasAuthenticated ? THREE_D_SECURE : null,
    transaction_link_id: null,
    wallet: null,
  };
}

const THREE_D_SECURE: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
};

/** Captures all or part of the authorized amount; the rest is released. */
export function captureCharge(world: World, charge: Stripe.Charge, amount: number): Stripe.Charge {
  const captured = world.store.save({
    ...charge,
    amount_captured: amount,
    amount_refunded: charge.amount - amount,
    captured: true,
  });
  world.store.hide<HiddenCharge>(charge.id, { isUnsettled: true });
  emit(world, 'charge.captured', [captured, charge]);
  return captured;
}

/** Releases an authorized amount that was never captured. */
export function releaseCharge(world: World, charge: Stripe.Charge): void {
  const released = world.store.save({ ...charge, amount_refunded: charge.amount, refunded: true });
  emit(world, 'charge.refunded', [released, charge]);
}

/** Adds the balance transactions of new charges; Stripe does so a moment after its reply. */
export function settleCharges(world: World): void {
  for (const id of world.store.unsettledChargeIds()) {
    const charge = getByPath(world, 'charge', id);
    const amount = charge.amount_captured;
    const { currency, description } = charge;
    const { id: balanceId } = book(world, {
      amount,
      fee: cardFee(amount),
      currency,
      description,
      source: id,
      type: 'charge',
    });
    const settled = world.store.save({ ...charge, balance_transaction: balanceId });
    world.store.hide<HiddenCharge>(id, { isUnsettled: false });
    emit(world, 'charge.updated', [settled, charge]);
  }
}

const updateShape = {
  customer: filledText,
  description: emptyable(descriptionText),
  expand,
  fraud_details: hash({ user_report: emptyable(oneOf('fraudulent', 'safe')) }),
  metadata,
  receipt_email: email,
  shipping,
  transfer_group: text,
} satisfies Complete<Stripe.ChargeUpdateParams>;

function update(world: World, id: string, params: Values<typeof updateShape>): Stripe.Charge {
  const before = getByPath(world, 'charge', id);
  if (params.customer !== undefined && before.customer !== null) {
    throw invalidParam('The customer of this charge cannot be changed.', 'customer');
  }
  const {
    customer,
    description,
    fraud_details: fraud,
    receipt_email: receipt,
    shipping: parcel,
    transfer_group: group,
  } = params;
  const after = world.store.save<Stripe.Charge>({
    ...before,
    ...(customer && { customer }),
    ...(description !== undefined && { description: description || null }),
    ...(fraud?.user_report && { fraud_details: { user_report: fraud.user_report } }),
    ...(receipt !== undefined && { receipt_email: receipt || null }),
    ...(parcel && {
      shipping: { ...parcel, address: fullAddress(parcel.address) } as Stripe.Charge.Shipping,
    }),
    ...(group !== undefined && { transfer_group: group }),
    metadata: changedMetadata(before.metadata, params.metadata),
  });
  emit(world, 'charge.updated', [after, before]);
  return after;
}

export const chargeRoutes: Route[] = [
  retrieveRoute('charge', '/v1/charges/:id'),
  route({
    method: 'POST',
    path: '/v1/charges/:id',
    shape: updateShape,
    run: ({ world, id, params }) => update(world, id, params),
  }),
  listRoute('charge', '/v1/charges', {
    shape: {
      ...datedPage,
      customer: filledText,
      payment_intent: filledText,
      transfer_group: notEmulated,
    } satisfies Complete<Stripe.ChargeListParams>,
    filter: ({ customer, payment_intent: intent }) => ({ where: { customer, payment_intent: intent } }),
  }),
];
