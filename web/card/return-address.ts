import type { PaymentRef } from '#web/api/checkout.ts';

/** What the payment provider put into the return address; it goes from the address bar at once. */
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
