import { openCheckout } from '#worker/checkout/open.ts';
import { applyIntent } from '#worker/queue/apply-event.ts';
import { anOrder, intentOf, makeTestContext, pay } from './world.ts';

/** Pays a deposit at Stripe without a webhook. Returns the intent. */
export async function anUnheardDeposit(...failingCards: string[]): Promise<string> {
  const { ctx } = makeTestContext();
  const { clientSecret } = await openCheckout(ctx, { data: anOrder(), key: crypto.randomUUID(), ip: '' });
  for (const card of failingCards) await pay(clientSecret, card);
  await pay(clientSecret);
  return intentOf(clientSecret);
}

/** One that is in the ledger, with its booking. */
export async function aBookedDeposit(): Promise<string> {
  const intentId = await anUnheardDeposit();
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  await applyIntent(ctx, intentId);
  return intentId;
}

/** Makes a refund in Stripe's dashboard and returns its id. `amount` in cents. */
export async function refundAtStripe(intentId: string, amount: number): Promise<string> {
  return made('refunds', { payment_intent: intentId, amount: String(amount) });
}

/** A payment of another product on the same account; its intent. */
export async function aStrangersPayment(): Promise<string> {
  return made('payment_intents', {
    amount: '5000',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    'metadata[app]': 'another-app',
  });
}

async function made(what: string, fields: Record<string, string>): Promise<string> {
  const headers = { Authorization: 'Bearer sk_test_local' };
  const body = new URLSearchParams(fields);
  const reply = await fetch(`https://api.stripe.com/v1/${what}`, { method: 'POST', body, headers });
  if (!reply.ok) throw new Error(`${what}: ${reply.status} ${await reply.text()}`);
  return (await reply.json<{ id: string }>()).id;
}
