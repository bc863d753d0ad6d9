import { type ApiAccess, callApi, type Field, type Intent, intentPath, type JsError } from './api-call.ts';
import type { CardElement } from './card-element.ts';
import { authenticate, type ConfirmOptions, confirmIntent, finish } from './confirmation.ts';
import { ElementsGroup, type GroupOptions } from './elements-group.ts';
import { assertOmittedFieldsPassed } from './never-fields.ts';

interface CardPaymentData {
  payment_method?: string | { card?: CardElement; billing_details?: Field };
  return_url?: string;
}

interface MethodData {
  elements?: ElementsGroup;
  type?: string;
  card?: CardElement;
  billing_details?: Field;
  params?: { billing_details?: Field };
}

type IntentResult = Promise<{ paymentIntent?: Intent; setupIntent?: Intent; error?: JsError }>;

/** The object that `Stripe(publishableKey)` returns, with the parts of Stripe.js that a card form needs. */
export function createStripe(access: ApiAccess) {
  return {
    elements: (options: GroupOptions = {}) => new ElementsGroup(access, options),
    confirmPayment: (options: ConfirmOptions) => named(confirmIntent(access, options)),
    confirmSetup: (options: ConfirmOptions) => named(confirmIntent(access, options)),
    confirmCardPayment: (clientSecret: string, data: CardPaymentData = {}) =>
      named(confirmCard(access, clientSecret, data)),
    handleNextAction: ({ clientSecret }: { clientSecret: string }) =>
      named(continueIntent(access, clientSecret)),
    retrievePaymentIntent: (clientSecret: string) => named(retrieve(access, clientSecret)),
    retrieveSetupIntent: (clientSecret: string) => named(retrieve(access, clientSecret)),
    createPaymentMethod: (data: MethodData) => createMethod(access, data),
    createToken: () =>
      Promise.reject(new Error('The stand-in for Stripe.js makes payment methods, not tokens.')),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

/** A result, keyed by the kind of its intent. */
async function named(work: Promise<{ intent?: Intent; error?: JsError }>): IntentResult {
  const { intent, error } = await work;
  if (error) return { error };
  return intent?.object === 'setup_intent'
    ? { setupIntent: intent }
    : { ...(intent && { paymentIntent: intent }) };
}

async function retrieve(access: ApiAccess, clientSecret: string) {
  const { value, error } = await callApi<Intent>(access, ['GET', intentPath(clientSecret)], {
    client_secret: clientSecret,
  });
  return error ? { error } : { intent: value };
}

async function continueIntent(access: ApiAccess, clientSecret: string) {
  const { intent, error } = await retrieve(access, clientSecret);
  if (!intent) return { error };
  return intent.status === 'requires_action'
    ? finish(access, await authenticate(access, intent))
    : { intent };
}

async function confirmCard(
  access: ApiAccess,
  clientSecret: string,
  { payment_method: method, return_url: returnUrl }: CardPaymentData,
) {
  const given = typeof method === 'object' ? method : null;
  const problem = given?.card?.fields?.report();
  if (problem) return { error: { type: 'validation_error', ...problem } };
  const card = given?.card?.card;
  const outcome = await callApi<Intent>(access, ['POST', `${intentPath(clientSecret)}/confirm`], {
    client_secret: clientSecret,
    use_stripe_sdk: true,
    return_url: returnUrl,
    ...(typeof method === 'string' && { payment_method: method }),
    ...(card && {
      payment_method_data: { type: 'card', card: { ...card }, billing_details: given?.billing_details },
    }),
  });
  return finish(access, outcome);
}

async function createMethod(
  access: ApiAccess,
  { elements, card, billing_details: details, params }: MethodData,
) {
  const source = elements?.getElement('payment') ?? card;
  const problem = source?.fields?.report();
  if (problem) return { error: { type: 'validation_error', ...problem } };
  if (elements) assertOmittedFieldsPassed(source?.fieldsOption, details ?? params?.billing_details);
  const fields = {
    type: 'card',
    card: { ...source?.card },
    billing_details: details ?? params?.billing_details,
  };
  const { value, error } = await callApi<object>(access, ['POST', '/v1/payment_methods'], fields);
  return error ? { error } : { paymentMethod: value };
}
