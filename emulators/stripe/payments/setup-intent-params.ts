/** The parameters of the setup intent endpoints, checked against the stripe package's types. */
import type Stripe from 'stripe';
import {
  boolean,
  type Complete,
  descriptionText,
  emptyable,
  filledText,
  hash,
  ignored,
  list,
  notEmulated,
  oneOf,
  removedParameters,
  required,
  text,
} from '#emulators/stripe/http/params.ts';
import { expand, metadata } from '#emulators/stripe/http/shapes.ts';
import { paymentMethodData } from './payment-methods.ts';

export const method = {
  allowed_payment_method_types: emptyable(list(oneOf('card', 'link'))),
  expand,
  payment_method: filledText,
  payment_method_data: paymentMethodData,
  payment_method_options: ignored,
};
const attempt = {
  confirmation_token: notEmulated,
  mandate_data: ignored,
  return_url: text,
  use_stripe_sdk: boolean,
};
const own = {
  ...removedParameters,
  attach_to_self: notEmulated,
  customer: filledText,
  customer_account: notEmulated,
  description: emptyable(descriptionText),
  excluded_payment_method_types: ignored,
  flow_directions: notEmulated,
  metadata,
  payment_method_configuration: ignored,
};
export const createShape = {
  ...method,
  ...attempt,
  ...own,
  automatic_payment_methods: hash({ allow_redirects: oneOf('always', 'never'), enabled: required(boolean) }),
  confirm: boolean,
  on_behalf_of: notEmulated,
  single_use: notEmulated,
  usage: oneOf('off_session', 'on_session'),
} satisfies Complete<Stripe.SetupIntentCreateParams>;
export const updateShape = { ...method, ...own } satisfies Complete<Stripe.SetupIntentUpdateParams>;
export const confirmShape = { ...method, ...attempt } satisfies Complete<Stripe.SetupIntentConfirmParams>;
export const cancelShape = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer'),
  expand,
} satisfies Complete<Stripe.SetupIntentCancelParams>;
