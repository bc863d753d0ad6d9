import { loadCardScript } from '#web/card/stripe.ts';

export function loadPaymentStep() {
  return import('./PaymentStep.tsx');
}

/** Fetched while the customer fills in the details. What fails here is tried again, and said, by step 3. */
export function preloadPayment(): void {
  loadPaymentStep().catch(() => {});
  loadCardScript().catch(() => {});
}
