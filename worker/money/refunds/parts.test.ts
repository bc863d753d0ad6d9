import { beforeEach, describe, expect, it } from 'vitest';
import type { BookingPayments } from '#contract/payments.ts';
import { applyEvent } from '#worker/entry/queue/apply-event.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, readSums } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, rows, startOver } from '#worker/test/world.ts';
import { refundPayment } from './service.ts';

let staff: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  captureLog();
});

const DEPOSIT = 42_500;

const failRefunds = (rule: object) => control('fail-next', { path: '/v1/refunds', times: 40, ...rule });
const operations = () => rows("SELECT state FROM payment_operations WHERE kind = 'refund'");
const parts = () =>
  rows<{ state: string; error_code: string | null }>(
    'SELECT state, error_code FROM refund_parts ORDER BY rowid',
  );
const partStates = async () => (await parts()).map(({ state }) => state);

/** Newest payment first. Stripe's answer for the second part is lost, and Stripe has made the refund or not. */
async function refundInParts({ isSecondMade }: { isSecondMade: boolean }) {
  const { id } = await createPaidBooking();
  const { charge } = makePaymentCalls(staff, call);
  for (const cents of [10_000, 7500]) expect((await charge(id, cents)).status).toBe(200);
  const ctx = makeQuietContext();
  const { createRefund, listRefunds } = ctx.stripe;
  let count = 0;
  ctx.stripe.createRefund = async (...sent) => {
    count += 1;
    if (count === 2)
      await failRefunds(isSecondMade ? { drop: true, when: 'after', times: 2 } : { status: 500 });
    if (count === 3) await failRefunds({ method: 'POST', status: 400, times: 1 });
    return createRefund(...sent);
  };
  ctx.stripe.listRefunds = async (...asked) => {
    if (count === 2) await failRefunds({ method: 'GET', status: 500 });
    return listRefunds(...asked);
  };
  expect(
    await refundPayment(ctx, staff.actor, {
      bookingId: id,
      amount: 18_000,
      reason: '',
      notifyCustomer: false,
      key: crypto.randomUUID(),
      version: null,
    }),
  ).toMatchObject({ isOpen: true });
  await control('reset');
  expect(await partStates()).toEqual(['succeeded', 'open', 'failed']);
  return id;
}
const resolve = async (id: number, stop: boolean) => {
  await rows('UPDATE payment_operations SET created_at = created_at - ?', 11 * 60_000);
  const reply = await staff.send('POST', `bookings/${id}/resolve-operation`, { stop });
  expect(reply.status).toBe(200);
  return reply.json<BookingPayments>();
};

describe('a refund of three payments: one part made, one unknown, one refused', () => {
  it.each([
    { stop: true, isSecondMade: true, refunded: 17_500, second: 'succeeded' },
    { stop: true, isSecondMade: false, refunded: 7500, second: 'failed' },
    { stop: false, isSecondMade: true, refunded: 17_500, second: 'succeeded' },
    { stop: false, isSecondMade: false, refunded: 17_500, second: 'succeeded' },
  ])(
    'ends with $refunded cents refunded; stopped: $stop, unknown part made: $isSecondMade',
    async ({ stop, isSecondMade, refunded, second }) => {
      const id = await refundInParts({ isSecondMade });
      const total = DEPOSIT + 17_500;
      expect(await resolve(id, stop)).toMatchObject({
        operation: null,
        refunded,
        refundable: total - refunded,
      });
      expect(await partStates()).toEqual(['succeeded', second, 'failed']);
      expect(await readSums(id)).toMatchObject({ ledger: { refunded }, stripe: { refunded } });
      expect(await operations()).toMatchObject([{ state: 'succeeded' }]);
      const { refund } = makePaymentCalls(staff, call);
      expect((await refund(id, total - refunded)).status).toBe(200);
      expect((await readSums(id)).stripe.refunded).toBe(total);
    },
  );

  it.each([true, false])('with a dispute of the unknown part, stopped: %s', async (stop) => {
    const id = await refundInParts({ isSecondMade: false });
    const [payment] = await rows<{ charge: string }>(
      `SELECT t.charge_id AS charge FROM refund_parts p JOIN transactions t ON t.id = p.payment_id WHERE p.state = 'open'`,
    );
    const dispute = await control<{ id: string }>('dispute', {
      charge: payment?.charge,
      reason: 'fraudulent',
    });
    await applyEvent(makeQuietContext(), { type: 'charge.dispute.created', objectId: dispute.id });
    // Stripe refuses to refund a disputed charge, so the part fails, with a retry and with a stop.
    expect(await resolve(id, stop)).toMatchObject({ operation: null, refunded: 7500 });
    expect((await parts()).at(1)).toEqual({
      state: 'failed',
      error_code: stop ? 'stopped' : 'charge_disputed',
    });
    await control('dispute-close', { dispute: dispute.id, status: 'lost' });
    await applyEvent(makeQuietContext(), { type: 'charge.dispute.closed', objectId: dispute.id });
    const { payments, refundable } = (await (
      await staff.send('GET', `bookings/${id}/payments`)
    ).json()) as BookingPayments;
    expect([refundable, ...payments.map((payment) => payment.refundable)]).toEqual([DEPOSIT, 0, 0, DEPOSIT]);
  });
});
