import type Stripe from 'stripe';

interface ReturnOptions {
  return_url?: string;
  use_stripe_sdk?: boolean;
}

/** The next action for authentication: Stripe.js shows a dialog, or the browser is redirected to a page. */
export function nextAction(
  intent: { id: string; client_secret: string | null },
  method: Stripe.PaymentMethod,
  { return_url: returnUrl, use_stripe_sdk: hasSdk }: ReturnOptions,
) {
  if (returnUrl && !hasSdk) {
    const url = `https://hooks.stripe.com/3d_secure_2/hosted?intent=${intent.id}&client_secret=${intent.client_secret}`;
    return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      directory_server_name: method.card?.brand ?? 'visa',
      source: method.id,
      stripe_js: 'https://js.stripe.com',
    },
  };
}
