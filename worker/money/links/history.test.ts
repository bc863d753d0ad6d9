import { beforeEach, expect, it } from 'vitest';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import {
  applyAllEvents,
  findBookingEmail,
  findLinkSecret,
  makeHistoryReader,
  makeQuietContext,
} from '#worker/test/history.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, stripeCall } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, intentIdOf, makeTestContext, pay, rows, startOver } from '#worker/test/world.ts';
import { endExpiredLinks } from './tasks.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let charge: ReturnType<typeof makePaymentCalls>['charge'];
let refund: ReturnType<typeof makePaymentCalls>['refund'];
const { historyOf, story, sendLink } = makeHistoryReader(() => staff);

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signIn('dana', 'admin');
  await rows("UPDATE users SET first_name = 'Dana', last_name = 'Cole' WHERE username = 'dana'");
  ({ charge, refund } = makePaymentCalls(staff, call));
  captureLog();
});

it('a payment link is sent by staff to an address, declined and paid by the customer', async () => {
  const { id } = await createPaidBooking();
  const token = await sendLink(id);
  const secret = await findLinkSecret(id, token);
  expect(await findLinkSecret(id, token)).toBe(secret);
  await pay(secret, '4000000000009995');
  await applyAllEvents();
  await pay(secret);
  await Promise.all(
    Array.from({ length: 4 }, () => {
      const ctx = makeQuietContext({ pauseMs: 5 });
      return applyIntent(ctx, intentIdOf(secret));
    }),
  );
  await applyAllEvents();
  expect((await story(id)).slice(2)).toEqual([
    `[Dana Cole] Payment link for $175.00 sent to ${await findBookingEmail(id)}`,
    '[Customer] Payment link for $175.00 opened',
    '[Customer] Card declined: insufficient funds (payment link)',
    '[Customer] $175.00 paid through the payment link',
  ]);
  expect((await historyOf(id))[0]?.transactionId).toBe(intentIdOf(secret));
});

it.each([
  ['withdrawn', (id: number) => staff.send('DELETE', `bookings/${id}/pay-link`), 'withdrawn'],
  [
    'a cancelled booking',
    (id: number) => staff.send('PATCH', `bookings/${id}/status`, { status: 'cancelled' }),
    'the booking was being cancelled',
  ],
  [
    'another price',
    (id: number) => staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 70_000 }),
    'the final price was being changed',
  ],
  ['a charge', (id: number) => charge(id, 100), 'a charge of the card on file was being started'],
  ['a refund', (id: number) => refund(id, 100), 'a refund was being started'],
])('a payment link ends by staff: %s', async (_, act, why) => {
  const { id } = await createPaidBooking();
  await sendLink(id);
  expect((await act(id)).ok).toBe(true);
  await applyAllEvents();
  const ends = (await historyOf(id)).filter(({ action }) => action === 'pay_link_ended');
  expect(ends).toMatchObject([
    { text: `Payment link for $175.00 ended: ${why}`, actorType: 'staff', changedBy: 'Dana Cole' },
  ]);
});

it("a payment link keeps the reason of staff when the event of its cancelled intent arrives before Stripe's answer", async () => {
  const { id } = await createPaidBooking();
  await sendLink(id);
  const [link] = await rows<{ intent: string }>('SELECT stripe_payment_intent_id AS intent FROM pay_links');
  await control('fail-next', {
    path: `/v1/payment_intents/${link?.intent}/cancel`,
    delayMs: 300,
    when: 'after',
  });
  const answer = staff.send('DELETE', `bookings/${id}/pay-link`);
  for (;;) {
    const { status } = await stripeCall<{ status: string }>(`payment_intents/${link?.intent}`, {
      method: 'GET',
    });
    if (status === 'canceled') break;
  }
  await applyIntent(makeQuietContext(), link?.intent ?? '');
  expect((await answer).status).toBe(204);
  expect((await story(id)).slice(3)).toEqual(['[Dana Cole] Payment link for $175.00 ended: withdrawn']);
});

it('a payment link expires, and its page says so', async () => {
  const { id } = await createPaidBooking();
  const token = await sendLink(id);
  const secret = await findLinkSecret(id, token);
  const { ctx, passMinutes } = makeTestContext();
  ctx.send = () => Promise.resolve();
  expect(await endExpiredLinks(ctx)).toEqual({ expired: 0, notExpired: 0 });
  passMinutes(14 * 24 * 60 + 1);
  expect(await endExpiredLinks(ctx)).toEqual({ expired: 1, notExpired: 0 });
  expect((await story(id)).slice(3)).toEqual([
    '[Customer] Payment link for $175.00 opened',
    '[System] Payment link for $175.00 ended: not paid in time',
  ]);
  expect(await (await call(`/api/pay/${token}`)).json()).toMatchObject({ state: 'expired' });
  expect(await pay(secret)).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } });
});

it('a payment link that cannot be cancelled stays open, without a history entry', async () => {
  const { id } = await createPaidBooking();
  await sendLink(id);
  await control('fail-next', { path: '/v1/payment_intents/', status: 500, when: 'before', times: 9 });
  expect((await staff.send('DELETE', `bookings/${id}/pay-link`)).status).toBe(409);
  await control('reset');
  expect((await story(id)).slice(3)).toEqual([]);
  const [link] = await rows<{ intent: string }>('SELECT stripe_payment_intent_id AS intent FROM pay_links');
  await stripeCall(`payment_intents/${link?.intent}/cancel`);
  await applyAllEvents();
  expect((await story(id)).slice(3)).toEqual([
    '[Stripe] Payment link for $175.00 ended: cancelled at Stripe',
  ]);
});
