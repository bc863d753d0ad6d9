import type Stripe from 'stripe';
import { LOCAL_KEYS } from '#scripts/local/keys.ts';

/** A call that the emulator received. */
export type StripeCall = {
  method: string;
  path: string;
  body: Record<string, unknown>;
  by: 'secret' | 'publishable';
};

export type Failure = {
  path: string;
  method?: 'GET' | 'POST';
  /** Only requests that name this payment. */
  paymentIntent?: string | undefined;
  status?: number;
  drop?: boolean;
  delayMs?: number;
  when?: 'before' | 'after';
  times?: number;
};

type State = {
  payment_intents: Stripe.PaymentIntent[];
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
};

/** The Stripe emulator for journeys: its received calls, its objects, and its fault rules. */
export class StripeDesk {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  reset() {
    return this.#control('reset', {});
  }

  failNext(failure: Failure) {
    return this.#control('fail-next', failure);
  }

  async failNoMore() {
    await fetch(`${this.url}/__control/fail-next`, { method: 'DELETE' });
  }

  webhooks(mode: 'deliver' | 'hold') {
    return this.#control('webhooks', { mode });
  }

  flushWebhooks() {
    return this.#control('webhooks/flush', {});
  }

  /** Pays as a customer in another browser: sends the confirmation that Stripe.js would send. */
  async confirm(clientSecret: string, number: string): Promise<Stripe.PaymentIntent> {
    const [id] = clientSecret.split('_secret_');
    const card = { number, exp_month: '12', exp_year: '2044', cvc: '123' };
    const body = new URLSearchParams({
      key: LOCAL_KEYS.STRIPE_PUBLISHABLE_KEY,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(
        Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
      ),
    });
    const reply = await fetch(`${this.url}/v1/payment_intents/${id}/confirm`, { method: 'POST', body });
    return (await reply.json()) as Stripe.PaymentIntent;
  }

  /** Completes the bank's authentication as the customer. */
  authenticate(intentId: string) {
    return this.#control('3ds', { paymentIntent: intentId, result: 'succeed' });
  }

  /** The payment intents of a customer, oldest first. */
  async intentsOf({ email }: { email: string }): Promise<Stripe.PaymentIntent[]> {
    const { payment_intents } = await this.#state();
    return payment_intents
      .filter((intent) => intent.receipt_email === email)
      .sort((a, b) => a.created - b.created);
  }

  /** The amounts charged to a customer's cards, in cents, smallest first. */
  async chargedTo(customer: { email: string }): Promise<number[]> {
    const ids = (await this.intentsOf(customer)).map(({ id }) => id);
    const { charges } = await this.#state();
    return charges
      .filter(({ status, payment_intent }) => status === 'succeeded' && ids.includes(String(payment_intent)))
      .map(({ amount }) => amount)
      .sort((a, b) => a - b);
  }

  /** The amounts refunded to a customer's cards, in cents, smallest first. */
  async refundedTo(customer: { email: string }): Promise<number[]> {
    const ids = (await this.intentsOf(customer)).map(({ id }) => id);
    const { refunds } = await this.#state();
    return refunds
      .filter(({ status, payment_intent }) => status === 'succeeded' && ids.includes(String(payment_intent)))
      .map(({ amount }) => amount)
      .sort((a, b) => a - b);
  }

  /** The number of calls that create an intent for a customer. */
  async intentCreationsFor({ email }: { email: string }): Promise<number> {
    const calls = await this.calls();
    return calls.filter(
      ({ method, path, body }) =>
        method === 'POST' && path === '/v1/payment_intents' && body.receipt_email === email,
    ).length;
  }

  async confirmationsOf(intentId: string): Promise<number> {
    const calls = await this.calls();
    return calls.filter(({ path }) => path === `/v1/payment_intents/${intentId}/confirm`).length;
  }

  async calls(): Promise<StripeCall[]> {
    return (await fetch(`${this.url}/__control/requests`)).json() as Promise<StripeCall[]>;
  }

  async #state(): Promise<State> {
    return (await fetch(`${this.url}/__control/state`)).json() as Promise<State>;
  }

  async #control(name: string, body: object): Promise<void> {
    const reply = await fetch(`${this.url}/__control/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${name}: ${await reply.text()}`);
  }
}
