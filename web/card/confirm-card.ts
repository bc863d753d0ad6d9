import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { stripePhone } from '#domain/phone-numbers.ts';
import type { PaymentRef } from '#web/api/checkout.ts';

export type CardOwner = {
  name: string;
  email: string;
  phone: string;
  address: { line1: string; city: string; state: string; zip: string };
};

export type Confirmation = {
  stripe: Pick<Stripe, 'confirmPayment'>;
  elements: Pick<StripeElements, 'submit'>;
  clientSecret: string;
  /** Null when the card's fields ask for what the bank wants to know. */
  owner: CardOwner | null;
  returnUrl: string;
  mayConfirm: () => Promise<boolean>;
};

/** The states of an intent that must not be paid again. */
export type PaidStatus = 'succeeded' | 'processing';

export type Outcome =
  | { type: 'paid'; payment: PaymentRef; status: PaidStatus }
  | { type: 'failed'; title: string; text: string; isUncharged: boolean }
  | { type: 'withheld' };

/** Charges the card on the screen, once the fields are complete and the caller agrees (SPEC 8, Payment). */
export async function confirmCard(confirmation: Confirmation): Promise<Outcome> {
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
    };
  }
}

/** Status 429: another request holds the intent, or there were too many. Nothing was done, so it is asked again. */
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

/** Errors by which Stripe says that it did not charge. */
const ANSWERS: ReadonlySet<string> = new Set(['card_error', 'validation_error', 'invalid_request_error']);

/** Null while the intent can, or must, still be paid. */
export function paidStatus(intent: Pick<PaymentIntent, 'status'> | undefined): PaidStatus | null {
  const status = intent?.status;
  return status === 'succeeded' || status === 'processing' ? status : null;
}

function failed(error: StripeError | undefined): Outcome {
  const isBusy = BUSY_CODES.has(error?.code);
  return {
    type: 'failed',
    title: 'Payment Failed',
    // Stripe's own text about 429 is for developers.
    text: isBusy
      ? 'Our payment provider is busy at this moment.'
      : error?.message || 'An error occurred during payment processing.',
    // An answer that was lost, or that Stripe could not give, says nothing about the card.
    isUncharged: error !== undefined && !isBusy && ANSWERS.has(error.type),
  };
}

/** Whole, because the card fields ask for none of it. */
function billingDetails({ name, email, phone, address }: CardOwner) {
  const { line1, city, state, zip } = address;
  // With a field as 'never', Stripe.js throws without its value; the empty text stands for none.
  const shortPhone = stripePhone(phone) ?? '';
  return {
    name,
    email,
    phone: shortPhone,
    address: { line1, line2: '', city, state, postal_code: zip, country: 'US' },
  };
}
