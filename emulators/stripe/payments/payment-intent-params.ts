/** The parameters of the payment intent endpoints, checked against the stripe package's types. */
import type Stripe from 'stripe';
import { invalidParam } from '#emulators/stripe/http/errors.ts';
import type { FormValue } from '#emulators/stripe/http/form.ts';
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
  notEmulated,
  oneOf,
  positiveInteger,
  type Rule,
  removedParameters,
  required,
  text,
} from '#emulators/stripe/http/params.ts';
import { datedPage, expand, metadata, shipping } from '#emulators/stripe/http/shapes.ts';
import { paymentMethodData } from './payment-methods.ts';

/** Why a card is saved, or why a saved card is charged: https://docs.stripe.com/payments/cards/save-and-reuse */
const credentialUsage = oneOf('installment', 'recurring', 'unscheduled');

const card = hash({
  capture_method: emptyable(oneOf('manual')),
  cvc_token: notEmulated,
  installments: notEmulated,
  mandate_options: notEmulated,
  moto: notEmulated,
  network: ignored,
  request_extended_authorization: ignored,
  request_incremental_authorization: ignored,
  request_multicapture: ignored,
  request_overcapture: ignored,
  request_three_d_secure: oneOf('any', 'automatic', 'challenge'),
  require_cvc_recollection: ignored,
  setup_credential_usage: credentialUsage,
  setup_future_usage: emptyable(oneOf('none', 'off_session', 'on_session')),
  statement_descriptor_suffix_kana: notEmulated,
  statement_descriptor_suffix_kanji: notEmulated,
  stored_credential_usage: credentialUsage,
  three_d_secure: notEmulated,
});

/** true, false, or why the customer is away. */
const offSession: Rule<boolean, false> = {
  isRequired: false,
  read(value: FormValue, path: string) {
    if (value === 'one_off' || value === 'recurring') return true;
    return boolean.read(value, path);
  },
};

/** An error for cards, which accept a suffix only. */
const statementDescriptor: Rule<undefined, false> = {
  isRequired: false,
  read(_value: FormValue, path: string) {
    throw invalidParam(
      'The `statement_descriptor` parameter is not supported for the payment method types of this PaymentIntent; for cards use `statement_descriptor_suffix`.',
      path,
    );
  },
};

const statementDescriptorSuffix: Rule<string, false> = {
  isRequired: false,
  read(value: FormValue, path: string) {
    const suffix = text.read(value, path);
    if (suffix === '') return suffix;
    if (suffix.length > 22)
      throw invalidParam('The statement descriptor suffix must be at most 22 characters.', path);
    if (!/[A-Za-z]/.test(suffix))
      throw invalidParam('The statement descriptor suffix must contain at least one letter.', path);
    if (/[<>\\'"*]/.test(suffix)) {
      throw invalidParam(`The statement descriptor suffix may not contain < > \\ ' " *.`, path);
    }
    return suffix;
  },
};

const attempt = {
  ...removedParameters,
  allowed_payment_method_types: list(oneOf('card', 'link')),
  amount_details: notEmulated,
  capture_method: oneOf('automatic', 'automatic_async', 'manual'),
  excluded_payment_method_types: ignored,
  expand,
  hooks: notEmulated,
  payment_details: ignored,
  payment_method: filledText,
  payment_method_data: paymentMethodData,
  payment_method_options: hash({ card }),
  receipt_email: emptyable(email),
  setup_future_usage: emptyable(oneOf('off_session', 'on_session')),
  shipping: emptyable(shipping),
};

const confirmation = {
  confirmation_token: notEmulated,
  error_on_requires_action: boolean,
  mandate: notEmulated,
  mandate_data: ignored,
  off_session: offSession,
  radar_options: ignored,
  return_url: text,
  use_stripe_sdk: boolean,
};

const shared = {
  application_fee_amount: notEmulated,
  customer: filledText,
  customer_account: notEmulated,
  description: emptyable(descriptionText),
  metadata,
  payment_method_configuration: ignored,
  statement_descriptor: statementDescriptor,
  statement_descriptor_suffix: statementDescriptorSuffix,
  transfer_data: notEmulated,
  transfer_group: text,
};

export const createShape = {
  ...attempt,
  ...confirmation,
  ...shared,
  amount: required(positiveInteger),
  automatic_payment_methods: hash({ allow_redirects: oneOf('always', 'never'), enabled: required(boolean) }),
  confirm: boolean,
  confirmation_method: oneOf('automatic'),
  currency: required(filledText),
  on_behalf_of: notEmulated,
} satisfies Complete<Stripe.PaymentIntentCreateParams>;

export const updateShape = {
  ...attempt,
  ...shared,
  amount: positiveInteger,
  currency: filledText,
} satisfies Complete<Stripe.PaymentIntentUpdateParams>;

export const confirmShape = {
  ...attempt,
  ...confirmation,
  amount_to_confirm: integer,
} satisfies Complete<Stripe.PaymentIntentConfirmParams>;

export const cancelShape = {
  cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'),
  expand,
} satisfies Complete<Stripe.PaymentIntentCancelParams>;

export const captureShape = {
  amount_details: notEmulated,
  amount_to_capture: positiveInteger,
  application_fee_amount: notEmulated,
  expand,
  final_capture: ignored,
  hooks: notEmulated,
  metadata,
  payment_details: ignored,
  statement_descriptor: statementDescriptor,
  statement_descriptor_suffix: statementDescriptorSuffix,
  transfer_data: notEmulated,
} satisfies Complete<Stripe.PaymentIntentCaptureParams>;

export const listShape = {
  ...datedPage,
  customer: filledText,
  customer_account: ignored,
} satisfies Complete<Stripe.PaymentIntentListParams>;
