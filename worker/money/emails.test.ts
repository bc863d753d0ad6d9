import { beforeEach, expect, it } from 'vitest';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { call } from '#worker/test/http.ts';
import { CARDS, createPaidBooking, makePaymentCalls } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { deliverEvent, deliverTasks, findStripeEvent, makeEnvWithQueue } from '#worker/test/webhook.ts';
import {
  addUnits,
  control,
  makeTestContext,
  rows,
  startOverWithoutOfficeEmails,
  stripeState,
} from '#worker/test/world.ts';

/** Tests real payments with their e-mails: the outbox rows must contain the data that the e-mails need. */

let money: ReturnType<typeof makePaymentCalls>;
const { env, sent } = makeEnvWithQueue();

beforeEach(async () => {
  await startOverWithoutOfficeEmails();
  await addUnits(3);
  sent.length = 0;
  money = makePaymentCalls(await signIn('ann', 'admin'), (path, init) => call(path, init, env));
});

/** Delivers each e-mail twice. Returns all sent e-mails except the confirmation of the deposit. */
async function mailed() {
  const { ctx, mails } = makeTestContext();
  for (const _ of [1, 2]) await processPendingRows(ctx, { includeRecent: true });
  expect(await rows('SELECT kind, error FROM outbox WHERE done_at IS NULL')).toEqual([]);
  return mails.filter(({ subject }) => !subject.includes('deposit'));
}

it('the e-mail about a charge names the card', async () => {
  const { id } = await createPaidBooking();
  expect((await money.charge(id, 17_500)).status).toBe(200);
  const mails = await mailed();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe(`Booking #${id} at Ironwood Dumpsters: your card was charged $175.00`);
  expect(mails[0]?.text).toContain('Your card ending in 4242 was charged $175.00 for your rental.');
  expect(mails[0]?.text).toContain('Paid in total: $600.00\n');
});

it('the e-mail about a declined charge has a link to pay', async () => {
  const { id } = await createPaidBooking({ card: CARDS.needsApproval });
  expect((await money.charge(id, 17_500)).status).toBe(402);
  const mails = await mailed();
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Booking #${id} at Ironwood Dumpsters: please pay $175.00`,
  ]);
  expect(mails[0]?.text).toContain('could not be charged to the card that we have on file');
  expect(mails[0]?.text).toMatch(/Pay \$175\.00:\nhttp:\/\/localhost:8788\/pay\/[\w-]{43}\n/);
});

it('a refund over two payments is e-mailed once, as one sum', async () => {
  const { id } = await createPaidBooking();
  await money.charge(id, 17_500);
  expect((await money.refund(id, 20_000)).status).toBe(200);
  const emails = (await mailed()).filter(({ subject }) => subject.includes('refund'));
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toContain('We have refunded $200.00 to the card that you paid with.');
  expect(emails[0]?.text).toContain('Refunded now: $200.00\nBooking');
});

it('a refund without notification sends no e-mail', async () => {
  const { id } = await createPaidBooking();
  await money.refund(id, 20_000, { notifyCustomer: false });
  expect(await mailed()).toEqual([]);
});

it('the e-mail about a refund that is pending at the bank says so', async () => {
  const { id } = await createPaidBooking({ card: CARDS.refundPends });
  expect((await money.refund(id, 20_000)).status).toBe(202);
  const [mail] = await mailed();
  expect(mail?.text).toContain('Your bank has not confirmed it yet: it is on its way.');
});

it('a dispute is e-mailed to the business', async () => {
  const { id, depositIntent } = await createPaidBooking();
  const charge = (await stripeState()).charges.find(({ payment_intent }) => payment_intent === depositIntent);
  await control('dispute', { charge: charge?.id, reason: 'fraudulent' });
  await deliverEvent(await findStripeEvent('charge.dispute.created'), env);
  expect(await deliverTasks(sent, env)).toEqual(['ack']);
  expect(await mailed()).toMatchObject([
    {
      to: 'office@dumpsters.example.com',
      subject: `Booking #${id}: a payment of $425.00 is disputed`,
    },
  ]);
});
