import { openCheckout } from '#worker/checkout/open.ts';
import { bookingStatus } from '#worker/checkout/status.ts';
import { findChargeableCard } from '#worker/money/charges/save-card.ts';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import type { signIn } from './staff.ts';
import { control, intentIdOf, makeBookingData, makeTestContext, pay, rows } from './world.ts';

/** Cards by their effect on a later charge (emulators/stripe/payments/cards.ts). */
export const CARDS = {
  pays: '4242424242424242',
  needsApproval: '4000002760003184',
  refundPends: '4000000000007726',
  refundFails: '4000000000005126',
} as const;

/** A booking whose card on file is always declined. */
export async function createBookingWithDecliningCard() {
  const booking = await createPaidBooking();
  const [row] = await rows<{ customer: string }>(
    'SELECT stripe_customer_id AS customer FROM bookings WHERE id = ?',
    booking.id,
  );
  const reply = await fetch('https://api.stripe.com/v1/payment_methods/pm_card_chargeCustomerFail/attach', {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_local' },
    body: new URLSearchParams({ customer: row?.customer ?? '' }),
  });
  const { id } = await reply.json<{ id: string }>();
  await rows('UPDATE bookings SET stripe_payment_method_id = ? WHERE id = ?', id, booking.id);
  return booking;
}

/** A call to Stripe from outside the product, as the Dashboard makes it. */
export async function stripeCall<T = unknown>(
  path: string,
  { method = 'POST', ...params }: { method?: string; [name: string]: string | undefined } = {},
): Promise<T> {
  const reply = await fetch(`https://api.stripe.com/v1/${path}`, {
    method,
    headers: { Authorization: 'Bearer sk_test_local' },
    ...(method === 'POST' && { body: new URLSearchParams(params as Record<string, string>) }),
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json<T>();
}

type BookingOptions = { card?: string; finalPrice?: number | null };

/** A booking with a paid deposit of $425.00, and a price above it by default. */
export async function createPaidBooking({ card = CARDS.pays, finalPrice = 60_000 }: BookingOptions = {}) {
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  const { clientSecret } = await openCheckout(ctx, {
    data: makeBookingData(),
    key: crypto.randomUUID(),
    ip: '',
  });
  const answer = await pay(clientSecret, card);
  if (answer.status === 'requires_action') {
    await control('3ds', { paymentIntent: intentIdOf(clientSecret), result: 'succeed' });
  }
  const { booking } = await bookingStatus(ctx, { paymentIntent: intentIdOf(clientSecret), clientSecret });
  if (!booking) throw new Error(`No booking came of ${JSON.stringify(answer)}`);
  await rows('UPDATE bookings SET final_price = ? WHERE id = ?', finalPrice, booking.id);
  await findChargeableCard(ctx, booking.id);
  return { id: booking.id, depositIntent: intentIdOf(clientSecret) };
}

type Person = Awaited<ReturnType<typeof signIn>>;

/** The calls that charge and refund, each with a new Idempotency-Key unless one is given. */
export function makePaymentCalls({ Cookie }: Pick<Person, 'Cookie'>, call: typeof import('./http.ts').call) {
  const post = (path: string, body: unknown, key: string | null) =>
    call(`/api/${path}`, {
      method: 'POST',
      headers: {
        Cookie,
        'Content-Type': 'application/json',
        ...(key && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
    });
  return {
    charge: (
      bookingId: number,
      chargeAmount: number,
      { key = crypto.randomUUID() as string | null, ...more } = {},
    ) => post('process-remaining-payment', { bookingId, chargeAmount, ...more }, key),
    refund: (
      bookingId: number,
      amount: number,
      {
        key = crypto.randomUUID() as string | null,
        reason = '',
        notifyCustomer = true,
        discountAmount = 0,
      } = {},
    ) => post('refund-payment', { bookingId, amount, reason, notifyCustomer, discountAmount }, key),
  };
}

type Row = { id: string; kind: string; amount: number; status: string };
type AtStripe = {
  payment_intents: {
    id: string;
    status: string;
    amount: number;
    amount_received: number;
    metadata: Record<string, string>;
  }[];
  refunds: { id: string; status: string; amount: number }[];
};

/** The paid and refunded cents of a booking, in the ledger and at Stripe. */
export async function readSums(bookingId: number) {
  const ledger = await rows<Row>(
    "SELECT id, kind, amount, status FROM transactions WHERE booking_id = ? AND status = 'succeeded'",
    bookingId,
  );
  const { payment_intents, refunds } = await control<AtStripe>('state');
  const own = await rows<{ id: string }>('SELECT id FROM transactions WHERE booking_id = ?', bookingId);
  const ids = own.map(({ id }) => id);
  const add = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const isOwn = ({ id, metadata }: AtStripe['payment_intents'][number]) =>
    ids.includes(id) || metadata.booking_id === String(bookingId);
  return {
    ledger: {
      paid: add(
        ledger.filter(({ kind }) => kind === 'deposit' || kind === 'balance').map(({ amount }) => amount),
      ),
      refunded: add(ledger.filter(({ kind }) => kind === 'refund').map(({ amount }) => amount)),
    },
    stripe: {
      paid: add(payment_intents.filter(isOwn).map(({ amount_received }) => amount_received)),
      refunded: add(
        refunds
          .filter(({ id, status }) => ids.includes(id) && status === 'succeeded')
          .map(({ amount }) => amount),
      ),
    },
  };
}

/** Pays a deposit at Stripe without telling the Worker. Returns the intent's id. */
export async function payDepositAtStripe(...failingCards: string[]): Promise<string> {
  const { ctx } = makeTestContext();
  const { clientSecret } = await openCheckout(ctx, {
    data: makeBookingData(),
    key: crypto.randomUUID(),
    ip: '',
  });
  for (const card of failingCards) await pay(clientSecret, card);
  await pay(clientSecret);
  return intentIdOf(clientSecret);
}

/** A paid deposit in the ledger, with its booking. Returns the intent's id. */
export async function createDeposit(): Promise<string> {
  const intentId = await payDepositAtStripe();
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  await applyIntent(ctx, intentId);
  return intentId;
}

/** Makes a refund as Stripe's Dashboard does, amount in cents. Returns its id. */
export async function refundInStripe(intentId: string, amount: number): Promise<string> {
  return made('refunds', { payment_intent: intentId, amount: String(amount) });
}

/** A payment of another product on the same Stripe account. Returns the intent's id. */
export async function createForeignPayment(): Promise<string> {
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
