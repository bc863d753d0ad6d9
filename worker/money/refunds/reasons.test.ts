import { beforeEach, describe, expect, it } from 'vitest';
import { applyEvent } from '#worker/entry/queue/apply-event.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, stripeCall } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { applyRefund } from './apply-refund.ts';
import { refundPayment } from './service.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let refund: ReturnType<typeof makePaymentCalls>['refund'];

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('ann', 'admin');
  ({ refund } = makePaymentCalls(staff, call));
});

type Request = { method: string; path: string; body: { metadata?: { note?: string } } };
const notesSent = async () =>
  (await control<Request[]>('requests'))
    .filter(({ method, path }) => method === 'POST' && path === '/v1/refunds')
    .map(({ body }) => body.metadata?.note);
const reasonOf = async (id: number) =>
  (await (await staff.send('GET', `bookings/${id}`)).json<{ refundReason: string | null }>()).refundReason;
const transactionReasons = async () =>
  (await rows<{ reason: string | null }>("SELECT reason FROM transactions WHERE type = 'refund'")).map(
    ({ reason }) => reason,
  );

describe('a long reason', () => {
  it.each([
    ['with an emoji across the limit', `${'x'.repeat(499)}🚛 and more`, `${'x'.repeat(499)}🚛`],
    ['of emojis', '🚛'.repeat(600), '🚛'.repeat(500)],
    ['of ASCII characters', 'x'.repeat(2000), 'x'.repeat(500)],
  ])('%s reaches Stripe cut to 500 characters, and the booking is free', async (_, reason, note) => {
    const { id } = await createPaidBooking();
    expect((await refund(id, 1000, { reason })).status).toBe(200);
    expect(await notesSent()).toEqual([note]);
    expect(await reasonOf(id)).toBe(reason);
    expect((await refund(id, 1000)).status).toBe(200);
  });
});

it('a refund whose request cannot be encoded fails, and the booking is free', async () => {
  captureLog();
  const { id } = await createPaidBooking();
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  const { createRefund } = ctx.stripe;
  // A stored text with half an emoji.
  const stripe = {
    ...ctx.stripe,
    createRefund: (params: Parameters<typeof createRefund>[0], key: string) =>
      createRefund({ ...params, metadata: { ...params.metadata, note: '\ud83d' } }, key),
  };
  const input = {
    bookingId: id,
    amount: 1000,
    reason: 'x',
    notifyCustomer: false,
    key: crypto.randomUUID(),
    version: null,
  };
  await expect(refundPayment({ ...ctx, stripe }, staff.actor, input)).rejects.toThrow('Nothing was refunded');
  expect(await notesSent()).toEqual([]);
  expect(await rows('SELECT state, error_code FROM payment_operations')).toEqual([
    { state: 'failed', error_code: 'request_not_sent' },
  ]);
  expect((await refund(id, 1000)).status).toBe(200);
});

describe('the reason of a booking', () => {
  it("is null after a refund without one, and never Stripe's own word", async () => {
    const { id } = await createPaidBooking();
    const reply = await refund(id, 1000);
    expect(await reply.json()).toMatchObject({ booking: { refundReason: null } });
    expect([await reasonOf(id), await transactionReasons()]).toEqual([null, [null]]);
    const { transactions } = await (await staff.send('GET', 'transactions?type=refund')).json<{
      transactions: { id: string; reason: string | null }[];
    }>();
    expect(transactions).toMatchObject([{ reason: null }]);
    const detail = await staff.send('GET', `transactions/${transactions[0]?.id}`);
    expect(await detail.json()).toMatchObject({ details: { reason: null } });
    const csv = await (await staff.send('GET', 'transactions.csv')).text();
    expect(csv).not.toContain('requested_by_customer');
  });

  it('stays what staff wrote after a later refund without one', async () => {
    const { id } = await createPaidBooking();
    await refund(id, 1000, { reason: 'Delivered late' });
    await refund(id, 500);
    expect(await reasonOf(id)).toBe('Delivered late');
  });

  it("stays what staff wrote after refunds in Stripe's Dashboard, by webhook and by comparison", async () => {
    const { id, depositIntent } = await createPaidBooking();
    await refund(id, 1000, { reason: 'Delivered late' });
    const { ctx } = makeTestContext();
    for (const apply of [
      (refundId: string) => applyEvent(ctx, { type: 'refund.created', objectId: refundId }),
      (refundId: string) => applyRefund(ctx, refundId),
    ]) {
      const made = await stripeCall<{ id: string }>('refunds', {
        payment_intent: depositIntent,
        amount: '700',
        reason: 'fraudulent',
      });
      await apply(made.id);
    }
    expect(await reasonOf(id)).toBe('Delivered late');
    expect((await transactionReasons()).toSorted()).toEqual(['Delivered late', null, null]);
  });

  it('stays what staff wrote after a lost dispute', async () => {
    const { id, depositIntent } = await createPaidBooking();
    await refund(id, 1000, { reason: 'Delivered late' });
    const { charges } = await control<{ charges: { id: string; payment_intent: string }[] }>('state');
    const charge = charges.find(({ payment_intent }) => payment_intent === depositIntent);
    const dispute = await control<{ id: string }>('dispute', { charge: charge?.id, reason: 'fraudulent' });
    await control('dispute-close', { dispute: dispute.id, status: 'lost' });
    await applyEvent(makeTestContext().ctx, { type: 'charge.dispute.closed', objectId: dispute.id });
    expect(await reasonOf(id)).toBe('Delivered late');
  });
});
