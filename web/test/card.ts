import { vi } from 'vitest';

type Confirmed = {
  paymentIntent?: { id: string; status: string };
  error?: { type: string; message: string };
};

const fresh = () => ({
  /** The payment's status when the page reads it before showing the fields. */
  status: 'requires_payment_method',
  answers: [] as Confirmed[],
  confirmed: [] as { return_url: string }[],
  /** The options of each Elements group. */
  elementsOptions: [] as object[],
  canLoad: true,
  /** Card fields that neither load nor fail. */
  isLoading: false,
  submit: async () => ({}),
  /** Removes the card fields. */
  destroy: () => {},
});
/** A page loads Stripe.js once, so all tests of a file share it. */
const bank = fresh();

/** A fake Stripe.js for pages with card fields. Every card is complete; the bank answers from `bank`. */
export function serveCards() {
  Object.assign(bank, fresh());
  vi.stubGlobal(
    'Stripe',
    Object.assign(() => stripe, { version: 'endive' }),
  );
  document.head.innerHTML = '<meta name="stripe-key" content="pk_test_1">';
  return bank;
}

const stripe = {
  elements: elementsGroup,
  createToken: () => {},
  createPaymentMethod: () => {},
  confirmCardPayment: () => {},
  retrievePaymentIntent: async () => ({ paymentIntent: { id: 'pi_1', status: bank.status } }),
  confirmPayment: async ({ confirmParams }: { confirmParams: { return_url: string } }) => {
    bank.confirmed.push(confirmParams);
    return bank.answers.shift() ?? { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
  },
};

function elementsGroup(options: object) {
  bank.elementsOptions.push(options);
  const listeners: Record<string, (event: object) => void> = {};
  const element = {
    on: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener;
      return element;
    },
    off: () => element,
    mount: () => {
      if (!bank.isLoading) queueMicrotask(() => listeners[bank.canLoad ? 'ready' : 'loaderror']?.({}));
    },
    update: () => {},
    destroy: () => bank.destroy(),
  };
  return { create: () => element, getElement: () => element, update: () => {}, submit: () => bank.submit() };
}
