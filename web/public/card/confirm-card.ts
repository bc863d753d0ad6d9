import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { stripePhone } from '#domain/shared/phone-numbers.ts';
import type { PaymentRef } from '#web/api/checkout.ts';

export type CardOwner = {
  name: string;
  email: string;
  phone: string;
  address: { line1: string; city: string; state: string; zip: string };
};

export type CardConfirmation = {
  stripe: Pick<Stripe, 'confirmPayment'>;
  elements: Pick<StripeElements, 'submit'>;
  clientSecret: string;
  /** Null if the card fields ask for the billing details. */
  owner: CardOwner | null;
  returnUrl: string;
  mayConfirm: () => Promise<boolean>;
};

/** The statuses of a payment intent that must not be paid again. */
export type PaidStatus = 'succeeded' | 'processing';

export type Outcome =
  | { type: 'paid'; payment: PaymentRef; status: PaidStatus }
  | {
      type: 'failed';
      title: string;
      text: string;
      isUncharged: boolean;
      /** The bank refused the card. A lost connection, or a request that Stripe refused, is no decline. */
      isDeclined: boolean;
    }
  | { type: 'withheld' };

/** Charges the card once the fields are complete and `mayConfirm` agrees. */
export async function confirmCard(confirmation: CardConfirmation): Promise<Outcome> {
  const { stripe, elements, clientSecret, owner, returnUrl, mayConfirm } = confirmation;
  try {
    const { error: incomplete } = await elements.submit();
    if (incomplete) return failed(incomplete);
    if (!(await mayConfirm())) return { type: 'withheld' };
    const { error, paymentIntent } = await whileBusy(() =>
      stripe.confirmPayment({
        elements: elements as StripeElements,
        redirect: 'if_required',
        confirmParams: {
          return_url: returnUrl,
          ...(owner && { payment_method_data: { billing_details: billingDetails(owner) } }),
        },
      }),
    );
    const intent = paymentIntent ?? error?.payment_intent;
    const status = paidStatus(intent);
    if (intent && status)
      return { type: 'paid', payment: { paymentIntent: intent.id, clientSecret }, status };
    return failed(error);
  } catch {
    return {
      type: 'failed',
      title: 'Error',
      text: 'There was a problem processing your payment. Please try again.',
      isUncharged: false,
      isDeclined: false,
    };
  }
}

/** Status 429: another request locks the intent, or the rate limit is reached. Nothing was charged, so it is safe to retry. */
const BUSY_CODES: ReadonlySet<string | undefined> = new Set(['lock_timeout', 'rate_limit']);
const BUSY_DELAYS_MS = [500, 1500];

async function whileBusy<T extends { error?: StripeError | undefined }>(
  confirm: () => Promise<T>,
): Promise<T> {
  for (const delayMs of BUSY_DELAYS_MS) {
    const answer = await confirm();
    if (!BUSY_CODES.has(answer.error?.code)) return answer;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return confirm();
}

/** Error types that mean that Stripe did not charge the card. */
const ANSWERS: ReadonlySet<string> = new Set(['card_error', 'validation_error', 'invalid_request_error']);

/** The customer failed the bank's check of the card. Stripe reports it as a failed payment, too. */
const FAILED_AUTHENTICATION = 'payment_intent_authentication_failure';

/** Returns null while the intent is still to be paid. */
export function paidStatus(intent: Pick<PaymentIntent, 'status'> | undefined): PaidStatus | null {
  const status = intent?.status;
  return status === 'succeeded' || status === 'processing' ? status : null;
}

function failed(error: StripeError | undefined): Outcome {
  const isBusy = BUSY_CODES.has(error?.code);
  return {
    type: 'failed',
    title: 'Payment Failed',
    // Stripe's message about 429 is written for developers.
    text: isBusy
      ? 'Our payment provider is busy at this moment.'
      : error?.message || 'An error occurred during payment processing.',
    // A lost reply or an error of Stripe's servers does not say whether the card was charged.
    isUncharged: error !== undefined && !isBusy && ANSWERS.has(error.type),
    isDeclined: error?.type === 'card_error' || error?.code === FAILED_AUTHENTICATION,
  };
}

/** All billing details, because the card fields do not ask for any. */
function billingDetails({ name, email, phone, address }: CardOwner) {
  const { line1, city, state, zip } = address;
  // With `billingDetails: 'never'`, Stripe.js throws if a value is missing. An empty text is accepted.
  const shortPhone = stripePhone(phone) ?? '';
  return {
    name,
    email,
    phone: shortPhone,
    address: { line1, line2: '', city, state, postal_code: zip, country: 'US' },
  };
}
