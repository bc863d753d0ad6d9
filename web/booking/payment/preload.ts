import { loadCardScript } from '#web/card/stripe.ts';

export function loadPaymentStep() {
  return import('./PaymentStep.tsx');
}

/** Loads step 3 and Stripe.js while the customer fills in the details. Step 3 retries and reports failures. */
export function preloadPayment(): void {
  loadPaymentStep().catch(() => {});
  loadCardScript().catch(() => {});
}
