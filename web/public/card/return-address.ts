import type { PaymentRef } from '#web/api/checkout.ts';

/** Reads the payment from the return URL and removes it from the address bar. */
export function takePaymentFromAddress(): PaymentRef | null {
  const query = new URLSearchParams(window.location.search);
  const paymentIntent = query.get('payment_intent');
  const clientSecret = query.get('payment_intent_client_secret');
  for (const name of ['payment_intent', 'payment_intent_client_secret', 'redirect_status'])
    query.delete(name);
  const rest = query.size > 0 ? `?${query}` : '';
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${rest}`);
  return paymentIntent && clientSecret ? { paymentIntent, clientSecret } : null;
}
