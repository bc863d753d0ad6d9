import { beforeAll, expect, it } from 'vitest';
import { openCheckout } from '#worker/checkout/open.ts';
import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { call, captureLog } from '#worker/test/http.ts';
import {
  CARDS,
  createBookingWithDecliningCard,
  createPaidBooking,
  makePaymentCalls,
} from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  control,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
  testEnv,
} from '#worker/test/world.ts';

const DUE = 17_500;
const DECLINED = '4000000000000002';
let staff: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  await startOver();
  await addUnits(20);
  staff = await signIn('ann', 'admin');
});

const run = (name: string) => runCronTask(testEnv, name, { isForced: true });

async function unpaidCheckout(...cards: string[]) {
  const { ctx } = makeTestContext();
  const { clientSecret } = await openCheckout(ctx, {
    data: makeBookingData(),
    key: crypto.randomUUID(),
    ip: '',
  });
  for (const card of cards) await pay(clientSecret, card);
}

/** A payment that the bank takes back permanently. */
async function lostDispute() {
  const { depositIntent } = await createPaidBooking();
  const { charges } = await control<{ charges: { id: string; payment_intent: string }[] }>('state');
  const charge = charges.find(({ payment_intent }) => payment_intent === depositIntent)?.id;
  const dispute = await control<{ id: string }>('dispute', { charge, reason: 'fraudulent' });
  await control('dispute-close', { dispute: dispute.id, status: 'lost' });
}

it('after any payments, both sides agree once all events are applied', async () => {
  captureLog();
  const { charge, refund } = makePaymentCalls(staff, call);
  await unpaidCheckout();
  await unpaidCheckout(DECLINED);

  const paid = await createPaidBooking();
  expect((await charge(paid.id, DUE)).status).toBe(200);
  expect((await refund(paid.id, DUE + 500)).status).toBe(200);

  const declined = await createBookingWithDecliningCard();
  expect((await charge(declined.id, DUE)).status).toBe(402);
  const withdrawn = await createPaidBooking({ card: CARDS.needsApproval });
  expect((await charge(withdrawn.id, DUE)).status).toBe(402);
  expect((await staff.send('DELETE', `bookings/${withdrawn.id}/pay-link`)).status).toBe(204);
  const asked = await createPaidBooking();
  expect((await staff.send('POST', `bookings/${asked.id}/pay-link`)).status).toBe(200);

  for (const card of [CARDS.refundPends, CARDS.refundFails]) {
    const { id } = await createPaidBooking({ card });
    expect((await refund(id, 1_000)).status).toBeLessThan(300);
  }
  await lostDispute();

  await run('events');
  expect(await run('reconcile')).toMatchObject({ differences: 0, settled: 0 });
  expect(await rows('SELECT * FROM reconciliation_issues')).toEqual([]);
  const kinds = await rows<{ kind: string }>('SELECT DISTINCT kind FROM transactions ORDER BY kind');
  expect(kinds.map(({ kind }) => kind)).toEqual(['balance', 'deposit', 'dispute', 'refund']);
});
