import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { cardError, invalidParam, refused } from '#emulators/stripe/http/errors.ts';
import {
  type Complete,
  filledText,
  hash,
  ignored,
  oneOf,
  type Values,
} from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute, route } from '#emulators/stripe/http/route.ts';
import {
  billingDetails,
  changedMetadata,
  expand,
  fullAddress,
  metadata,
  onlyExpand,
  page,
} from '#emulators/stripe/http/shapes.ts';
import { plainId } from '#emulators/stripe/ids.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import { getByParam, getByPath, type World } from '#emulators/stripe/world.ts';
import { type CardData, cardData, getCardNumber } from './card-data.ts';
import { findCard, findCardByToken, type TestCard } from './cards.ts';
import { declineBody } from './declines.ts';

/** Hidden data of a payment method. */
interface HiddenCard {
  number: string;
  /** Authenticated once for charges while the customer is away. */
  isSetUp: boolean;
  /** Used without a customer, in a payment that prepared it for later ones: must be attached before the next. */
  isUsed: boolean;
  /** Used without a customer in any other payment, or detached from one: cannot be used again. */
  isSpent: boolean;
}

const ownData = {
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  billing_details: billingDetails,
  card: cardData,
  metadata,
  radar_options: ignored,
};

/** The parameter payment_method_data of intents. */
export const paymentMethodData = hash({ ...ownData, type: oneOf('card') });
export type PaymentMethodData = NonNullable<Values<{ data: typeof paymentMethodData }>['data']>;

const createShape = { ...ownData, expand, type: oneOf('card') };

export function createPaymentMethod(world: World, data: Partial<PaymentMethodData>): Stripe.PaymentMethod {
  if (data.type === undefined)
    throw invalidParam('Missing required param: type.', 'type', 'parameter_missing');
  if (!data.card) throw invalidParam('Missing required param: card.', 'card', 'parameter_missing');
  return saveCard(world, data.card, data);
}

function saveCard(world: World, card: CardData, data: Partial<PaymentMethodData>): Stripe.PaymentMethod {
  const number = getCardNumber(card, world.nowMs);
  const { brand, funding = 'credit' } = findCard(number) as TestCard;
  const { billing_details: details, allow_redisplay: display = 'unspecified' } = data;
  const method = world.store.save<Stripe.PaymentMethod>({
    id: plainId('pm'),
    object: 'payment_method',
    allow_redisplay: display,
    billing_details: {
      address: fullAddress(details?.address),
      email: details?.email || null,
      name: details?.name || null,
      phone: details?.phone || null,
      tax_id: details?.tax_id || null,
    },
    card: {
      brand,
      checks: {
        address_line1_check: details?.address?.line1 ? 'pass' : null,
        address_postal_code_check: details?.address?.postal_code ? 'pass' : null,
        cvc_check: card.cvc === undefined ? null : 'pass',
      },
      country: 'US',
      display_brand: brand,
      exp_month: card.exp_month ?? 12,
      exp_year: card.exp_year ?? new Date(world.nowMs).getUTCFullYear() + 2,
      fingerprint: createHash('sha256').update(number).digest('base64url').replace(/[-_]/g, 'x').slice(0, 16),
      funding,
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: changedMetadata({}, data.metadata),
    type: 'card',
  });
  world.store.hide<HiddenCard>(method.id, { number });
  return method;
}

/** The payment method that a parameter names; pm_card_visa and similar names create a new one each time. */
export function takePaymentMethod(world: World, id: string): Stripe.PaymentMethod {
  if (findCardByToken(id)) return saveCard(world, { token: id }, { type: 'card' });
  return getByParam(world, 'payment_method', ['payment_method', id]);
}

export function readTestCard(world: World, method: Stripe.PaymentMethod): TestCard & { isSetUp: boolean } {
  const { number = '', isSetUp = false } = world.store.hidden<HiddenCard>(method.id);
  return { ...(findCard(number) as TestCard), isSetUp };
}

/** Records the use of a payment method in a payment. */
export function markCard(
  world: World,
  method: Stripe.PaymentMethod,
  change: { isSetUp?: boolean; isUsed?: boolean; isSpent?: boolean },
) {
  world.store.hide<HiddenCard>(method.id, change);
}

/** Rejects a payment method that this customer (null: a guest) may not use. */
export function assertUsable(world: World, method: Stripe.PaymentMethod, customer: string | null): void {
  if (method.customer !== null && method.customer !== customer) {
    throw customer === null
      ? invalidParam(
          'The payment method you provided has already been attached to a customer.',
          'payment_method',
        )
      : invalidParam(
          `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
          'payment_method',
          'resource_missing',
        );
  }
  const { isUsed, isSpent } = world.store.hidden<HiddenCard>(method.id);
  if (isSpent || (isUsed && method.customer === null)) throw usedUp();
}

function usedUp() {
  return invalidParam(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    'payment_method',
  );
}

export function attachToCustomer(
  world: World,
  method: Stripe.PaymentMethod,
  customer: string,
): Stripe.PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer !== null) assertUsable(world, method, null);
  if (world.store.hidden<HiddenCard>(method.id).isSpent) throw usedUp();
  const card = readTestCard(world, method);
  if (card.declines && card.cannotAttach) {
    throw cardError(declineBody(card.declines));
  }
  const attached = world.store.save({ ...method, customer });
  emit(world, 'payment_method.attached', [attached]);
  return attached;
}

/** Detaches a card from its customer: it can never be charged again. */
export function detachPaymentMethod(world: World, id: string): Stripe.PaymentMethod {
  const method = getByPath(world, 'payment_method', id);
  if (method.customer === null) {
    throw refused(
      'payment_method_unexpected_state',
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  markCard(world, method, { isSpent: true });
  const detached = world.store.save({ ...method, customer: null });
  emit(world, 'payment_method.detached', [detached, method]);
  return detached;
}

const updateShape = {
  allow_redisplay: ownData.allow_redisplay,
  billing_details: billingDetails,
  card: cardData,
  expand,
  metadata,
};

function update(world: World, id: string, params: Values<typeof updateShape>): Stripe.PaymentMethod {
  const before = getByPath(world, 'payment_method', id);
  const { billing_details: details, allow_redisplay: display } = params;
  const after = world.store.save<Stripe.PaymentMethod>({
    ...before,
    ...(display && { allow_redisplay: display }),
    billing_details: {
      ...before.billing_details,
      ...(details &&
        Object.fromEntries(Object.entries(details).map(([name, value]) => [name, value || null]))),
      address: details?.address ? fullAddress(details.address) : before.billing_details.address,
    },
    metadata: changedMetadata(before.metadata ?? {}, params.metadata),
  });
  emit(world, 'payment_method.updated', [after, before]);
  return after;
}

const attachShape = {
  customer: filledText,
  customer_account: ignored,
  expand,
} satisfies Complete<Stripe.PaymentMethodAttachParams>;

function attach(world: World, id: string, { customer }: Values<typeof attachShape>): Stripe.PaymentMethod {
  if (customer === undefined)
    throw invalidParam('Missing required param: customer.', 'customer', 'parameter_missing');
  getByParam(world, 'customer', ['customer', customer]);
  const method = findCardByToken(id) ? takePaymentMethod(world, id) : getByPath(world, 'payment_method', id);
  return attachToCustomer(world, method, customer);
}

export const paymentMethodRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/payment_methods',
    shape: createShape,
    isPublic: true,
    run: ({ world, params }) => createPaymentMethod(world, params),
  }),
  retrieveRoute('payment_method', '/v1/payment_methods/:id'),
  route({
    method: 'POST',
    path: '/v1/payment_methods/:id',
    shape: updateShape,
    run: ({ world, id, params }) => update(world, id, params),
  }),
  route({
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    shape: attachShape,
    run: ({ world, id, params }) => attach(world, id, params),
  }),
  route({
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    shape: onlyExpand,
    run: ({ world, id }) => detachPaymentMethod(world, id),
  }),
  listRoute('payment_method', '/v1/payment_methods', {
    shape: {
      ...page,
      allow_redisplay: ignored,
      customer: filledText,
      customer_account: ignored,
      type: oneOf('card'),
    } satisfies Complete<Stripe.PaymentMethodListParams>,
    filter: ({ customer }) => ({ where: { customer } }),
  }),
];
