import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
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
  owner: CardOwner;
  returnUrl: string;
  mayConfirm: () => Promise<boolean>;
};

export type Outcome =
  | { at: 'paid'; payment: PaymentRef }
  | { at: 'failed'; title: string; text: string; isUncharged: boolean }
  | { at: 'withheld' };

/** Charges the card on the screen, once the fields are complete and the caller agrees (SPEC 8, Payment). */
export async function confirmCard(confirmation: Confirmation): Promise<Outcome> {
  const { stripe, elements, clientSecret, owner, returnUrl, mayConfirm } = confirmation;
  try {
    const { error: incomplete } = await elements.submit();
    if (incomplete) return failed(incomplete);
    if (!(await mayConfirm())) return { at: 'withheld' };
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements: elements as StripeElements,
      redirect: 'if_required',
      confirmParams: {
        return_url: returnUrl,
        payment_method_data: { billing_details: billingDetails(owner) },
      },
    });
    const intent = paymentIntent ?? error?.payment_intent;
    if (intent && isPaid(intent.status)) {
      return { at: 'paid', payment: { paymentIntent: intent.id, clientSecret } };
    }
    return failed(error);
  } catch {
    return {
      at: 'failed',
      title: 'Error',
      text: 'There was a problem processing your payment. Please try again.',
      isUncharged: false,
    };
  }
}

/** Errors by which Stripe says that it did not charge. */
const ANSWERS: ReadonlySet<string> = new Set(['card_error', 'validation_error', 'invalid_request_error']);

function isPaid(status: PaymentIntent.Status): boolean {
  return status === 'succeeded' || status === 'processing';
}

function failed(error: StripeError | undefined): Outcome {
  return {
    at: 'failed',
    title: 'Payment Failed',
    text: error?.message || 'An error occurred during payment processing.',
    // An answer that was lost, or that Stripe could not give, says nothing about the card.
    isUncharged: error !== undefined && ANSWERS.has(error.type),
  };
}

/** Whole, because the card fields ask for none of it. */
function billingDetails({ name, email, phone, address }: CardOwner) {
  const { line1, city, state, zip } = address;
  return { name, email, phone, address: { line1, line2: '', city, state, postal_code: zip, country: 'US' } };
}
