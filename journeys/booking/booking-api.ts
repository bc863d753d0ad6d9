import { randomUUID } from 'node:crypto';
import type { StripeDesk } from '../running/stripe.ts';
import type { Customer } from './customer.ts';

type Opened = { clientSecret: string; expiresAt: string; now: string };

/** A customer on another device, without a browser. Holds the days, as step 3 does. */
export async function holdByApi(app: string, customer: Customer): Promise<Opened> {
  const reply = await fetch(`${app}/api/create-payment-intent`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ bookingId: 'pending', bookingData: { ...customer, terms: true } }),
  });
  if (!reply.ok) throw new Error(`create-payment-intent: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Opened;
}

/** Holds the days and pays for them, with 3-D Secure if the bank asks for it. */
export async function bookByApi(
  app: string,
  stripe: StripeDesk,
  { card = '4242424242424242', ...customer }: Customer & { card?: string },
): Promise<void> {
  const { clientSecret } = await holdByApi(app, customer);
  const { id, status } = await stripe.confirm(clientSecret, card);
  if (status === 'requires_action') await stripe.authenticate(id);
  else if (status !== 'succeeded') throw new Error(`The payment is ${status}`);
}

/** As bookByApi, until the booking exists: the status call makes it. */
export async function bookAndWait(app: string, stripe: StripeDesk, customer: Customer): Promise<void> {
  const { clientSecret } = await holdByApi(app, customer);
  const { id } = await stripe.confirm(clientSecret, '4242424242424242');
  const reply = await fetch(`${app}/api/booking-status`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ paymentIntent: id, clientSecret }),
  });
  const { booking } = (await reply.json()) as { booking: object | null };
  if (!booking) throw new Error(`booking-status: ${reply.status}, and no booking`);
}
