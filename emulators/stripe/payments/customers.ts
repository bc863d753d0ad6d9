import type Stripe from 'stripe';
import { noSuch } from '#emulators/stripe/http/errors.ts';
import {
  boolean,
  type Complete,
  descriptionText,
  email,
  emptyable,
  filledText,
  hash,
  ignored,
  integer,
  list,
  nameText,
  notEmulated,
  oneOf,
  phoneText,
  text,
  type Values,
} from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, route } from '#emulators/stripe/http/route.ts';
import {
  address,
  changedMetadata,
  datedPage,
  expand,
  fullAddress,
  metadata,
  onlyExpand,
  page,
  shipping,
} from '#emulators/stripe/http/shapes.ts';
import { customerId, token } from '#emulators/stripe/ids.ts';
import { emit } from '#emulators/stripe/webhooks/events.ts';
import { getByPath, type World } from '#emulators/stripe/world.ts';
import { attachToCustomer, detachPaymentMethod, takePaymentMethod } from './payment-methods.ts';

const changeable = {
  address: emptyable(address),
  balance: integer,
  business_name: notEmulated,
  cash_balance: notEmulated,
  description: emptyable(descriptionText),
  email: emptyable(email),
  expand,
  individual_name: notEmulated,
  invoice_prefix: text,
  invoice_settings: hash({
    custom_fields: notEmulated,
    default_payment_method: emptyable(filledText),
    footer: emptyable(text),
    rendering_options: notEmulated,
  }),
  metadata,
  name: emptyable(nameText),
  next_invoice_sequence: integer,
  phone: emptyable(phoneText),
  preferred_locales: list(text),
  shipping: emptyable(shipping),
  source: notEmulated,
  tax: ignored,
  tax_exempt: emptyable(oneOf('exempt', 'none', 'reverse')),
  validate: boolean,
};
const createShape = {
  ...changeable,
  payment_method: filledText,
  tax_id_data: notEmulated,
  test_clock: notEmulated,
} satisfies Complete<Stripe.CustomerCreateParams>;
const updateShape = {
  ...changeable,
  default_source: notEmulated,
} satisfies Complete<Stripe.CustomerUpdateParams>;

function createCustomer(world: World, params: Values<typeof createShape>): Stripe.Customer {
  const customer = world.store.save(changed(newCustomer(world), params));
  emit(world, 'customer.created', [customer]);
  if (params.payment_method !== undefined) {
    const method = takePaymentMethod(world, params.payment_method);
    attachToCustomer(world, method, customer.id);
  }
  return customer;
}

function newCustomer(world: World): Stripe.Customer {
  return {
    id: customerId(),
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: token(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}

function updateCustomer(world: World, id: string, params: Values<typeof updateShape>): Stripe.Customer {
  const before = getLiveCustomer(world, id);
  const customer = world.store.save(changed(before, params));
  emit(world, 'customer.updated', [customer, before]);
  return customer;
}

type CustomerChange = Values<typeof changeable>;

function changed(customer: Stripe.Customer, change: CustomerChange): Stripe.Customer {
  const { address: place, invoice_settings: invoices, metadata: labels, shipping: parcel } = change;
  const plain = [
    'balance',
    'description',
    'email',
    'name',
    'phone',
    'preferred_locales',
    'tax_exempt',
    'next_invoice_sequence',
    'invoice_prefix',
  ] as const;
  const given = plain
    .filter((name) => change[name] !== undefined)
    .map((name) => [name, change[name] === '' ? null : change[name]]);
  return {
    ...customer,
    ...Object.fromEntries(given),
    ...(place !== undefined && { address: place && fullAddress(place) }),
    ...(parcel !== undefined && { shipping: parcel && { ...parcel, address: fullAddress(parcel.address) } }),
    ...(invoices && { invoice_settings: { ...customer.invoice_settings, ...invoices } }),
    metadata: changedMetadata(customer.metadata, labels),
  };
}

function deleteCustomer(world: World, id: string): Stripe.DeletedCustomer {
  const customer = getLiveCustomer(world, id);
  for (const method of world.store.list('payment_method', { where: { customer: id } })) {
    detachPaymentMethod(world, method.id);
  }
  emit(world, 'customer.deleted', [customer]);
  return world.store.save({ id, object: 'customer', deleted: true });
}

function getLiveCustomer(world: World, id: string): Stripe.Customer {
  const customer = getByPath(world, 'customer', id);
  if (customer.deleted) throw noSuch('customer', id, { param: 'id', status: 404 });
  return customer;
}

export const customerRoutes: Route[] = [
  route({
    method: 'POST',
    path: '/v1/customers',
    shape: createShape,
    run: ({ world, params }) => createCustomer(world, params),
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id',
    shape: onlyExpand,
    run: ({ world, id }) => getByPath(world, 'customer', id),
  }),
  route({
    method: 'POST',
    path: '/v1/customers/:id',
    shape: updateShape,
    run: ({ world, id, params }) => updateCustomer(world, id, params),
  }),
  route({
    method: 'DELETE',
    path: '/v1/customers/:id',
    shape: {},
    run: ({ world, id }) => deleteCustomer(world, id),
  }),
  listRoute('customer', '/v1/customers', {
    shape: {
      ...datedPage,
      email: text,
      test_clock: notEmulated,
    } satisfies Complete<Stripe.CustomerListParams>,
    filter: ({ email: address }) => ({ where: { email: address } }),
  }),
  listRoute('payment_method', '/v1/customers/:id/payment_methods', {
    shape: {
      ...page,
      allow_redisplay: ignored,
      type: oneOf('card'),
    } satisfies Complete<Stripe.CustomerListPaymentMethodsParams>,
    filter: (_params, id) => ({ where: { customer: id } }),
  }),
];
