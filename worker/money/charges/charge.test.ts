import { beforeEach, describe, expect, it } from 'vitest';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import { settleOpenOperations } from '#worker/money/tasks.ts';
import { call, captureLog, readError } from '#worker/test/http.ts';
import { CARDS, createPaidBooking, makePaymentCalls, readSums } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, makeTestContext, rows, startOver } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let charge: ReturnType<typeof makePaymentCalls>['charge'];

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signIn('ann', 'admin');
  ({ charge } = makePaymentCalls(staff, call));
});

const DUE = 17_500;
const operations = () => rows('SELECT kind, state, amount, error_code FROM payment_operations ORDER BY id');
const moneyOf = async (id: number) =>
  (await rows('SELECT payment_status, additional_payment_amount FROM bookings WHERE id = ?', id))[0];
const attempts = async (path: string) =>
  (await control<{ method: string; path: string }[]>('requests')).filter(
    (request) => request.method === 'POST' && request.path.includes(path),
  ).length;
const CREATE = '/v1/payment_intents';

/** The intent of a booking's balance after Stripe has charged it. */
async function paidIntentOf(id: number): Promise<string> {
  type Intent = { id: string; status: string; metadata: Record<string, string> };
  for (;;) {
    const { payment_intents } = await control<{ payment_intents: Intent[] }>('state');
    const paid = payment_intents.find(
      ({ status, metadata }) => status === 'succeeded' && metadata.booking_id === String(id),
    );
    if (paid) return paid.id;
  }
}

describe('the card on file', () => {
  it('is charged the amount due: booked, e-mailed, and in the history', async () => {
    const { id } = await createPaidBooking();
    const reply = await charge(id, DUE, { expectedRemaining: DUE } as object);
    expect(reply.status).toBe(200);
    const { booking, transaction } = await reply.json<{ booking: object; transaction: { id: string } }>();
    expect(booking).toMatchObject({ id, paymentStatus: 'fully_paid', additionalPaymentAmount: DUE });
    expect(transaction).toMatchObject({ type: 'payment', amount: DUE, status: 'succeeded', bookingId: id });
    expect(await readSums(id)).toMatchObject({ ledger: { paid: 60_000 }, stripe: { paid: 60_000 } });
    expect(await operations()).toEqual([
      { kind: 'charge', state: 'succeeded', amount: DUE, error_code: null },
    ]);
    expect(await rows("SELECT dedupe_key FROM outbox WHERE kind = 'balance-charged'")).toEqual([
      { dedupe_key: `balance-charged:${id}:${transaction.id}` },
    ]);
    const history = await staff.send('GET', `bookings/${id}/history`);
    const entries = await history.json<{ action: string }[]>();
    expect(entries.find(({ action }) => action !== 'email_sent')).toMatchObject({
      action: 'charged',
      actorType: 'stripe',
      text: 'Charge of $175.00 succeeded (started by ann)',
      after: { charged: DUE, startedBy: 'ann' },
    });
  });

  it('is charged as a stored card whose use is unscheduled', async () => {
    const { id } = await createPaidBooking();
    const reply = await charge(id, DUE);
    const { transaction } = await reply.json<{ transaction: { id: string } }>();
    type Charge = { payment_intent: string; payment_method_details: { card: object } };
    const { charges } = await control<{ charges: Charge[] }>('state');
    expect(charges.find(({ payment_intent: intent }) => intent === transaction.id)).toMatchObject({
      payment_method_details: { card: { stored_credential_usage: 'unscheduled' } },
    });
  });

  it('is charged in parts until nothing is due', async () => {
    const { id } = await createPaidBooking();
    expect((await charge(id, 10_000)).status).toBe(200);
    expect(await moneyOf(id)).toEqual({ payment_status: 'deposit_paid', additional_payment_amount: 10_000 });
    expect((await charge(id, 7_500)).status).toBe(200);
    expect(await moneyOf(id)).toEqual({ payment_status: 'fully_paid', additional_payment_amount: DUE });
    expect((await readError(await charge(id, 50))).code).toBe('nothing_due');
  });
});

it('a charge whose e-mail Stripe refuses names the field, charges nothing and can be made again', async () => {
  captureLog();
  const { id } = await createPaidBooking();
  await control('fail-next', { path: CREATE, status: 400, param: 'receipt_email' });
  const reply = await charge(id, DUE);
  expect([reply.status, await readError(reply)]).toMatchObject([
    400,
    { code: 'invalid', issues: [{ path: 'email' }] },
  ]);
  expect((await readSums(id)).stripe.paid).toBe(42_500);
  expect((await charge(id, DUE)).status).toBe(200);
});

describe('a charge is not sent to Stripe', () => {
  it.each([
    { what: 'above what is due', amount: DUE + 1, status: 409, code: 'conflict' },
    { what: 'below fifty cents', amount: 49, status: 400, code: 'invalid' },
    { what: 'of a negative amount', amount: -100, status: 400, code: 'invalid' },
    { what: 'of a fraction', amount: 100.5, status: 400, code: 'invalid' },
    { what: 'that is huge', amount: 10 ** 15, status: 400, code: 'invalid' },
  ])('$what', async ({ amount, status, code }) => {
    const { id } = await createPaidBooking();
    const before = await attempts(CREATE);
    const reply = await charge(id, amount);
    expect([reply.status, (await readError(reply)).code]).toEqual([status, code]);
    expect([await attempts(CREATE), await operations()]).toEqual([before, []]);
  });

  it('when the balance on the screen is out of date', async () => {
    const { id } = await createPaidBooking();
    const reply = await charge(id, 100, { expectedRemaining: DUE - 1 } as object);
    expect([reply.status, (await readError(reply)).code]).toEqual([409, 'stale']);
  });

  it('before a final price is set, or for a missing booking', async () => {
    const { id } = await createPaidBooking({ finalPrice: null });
    expect((await readError(await charge(id, 100))).code).toBe('nothing_due');
    expect((await charge(4711, 100)).status).toBe(404);
  });

  it('without a card on file', async () => {
    const { id } = await createPaidBooking();
    await rows('UPDATE bookings SET stripe_payment_method_id = NULL WHERE id = ?', id);
    const reply = await charge(id, 100);
    expect([reply.status, (await readError(reply)).code]).toEqual([409, 'conflict']);
  });
});

describe('a key', () => {
  it('gives the same answer again, and charges once', async () => {
    const { id } = await createPaidBooking();
    const key = crypto.randomUUID();
    const first = await (await charge(id, 100, { key })).json();
    expect(await (await charge(id, 100, { key })).json()).toEqual(first);
    expect((await readSums(id)).stripe.paid).toBe(42_600);
    const other = await charge(id, 200, { key });
    expect([other.status, (await readError(other)).code]).toEqual([409, 'conflict']);
  });

  it('repeats a refusal, too', async () => {
    const { id } = await createPaidBooking({ card: CARDS.needsApproval });
    const key = crypto.randomUUID();
    const first = await charge(id, 100, { key });
    const second = await charge(id, 100, { key });
    expect([first.status, second.status]).toEqual([402, 402]);
    const [one, two] = [await readError(first), await readError(second)];
    expect(two).toMatchObject({ code: one.code, message: one.message });
  });

  it('can be used again when nothing was charged', async () => {
    captureLog();
    const { id } = await createPaidBooking();
    const key = crypto.randomUUID();
    await control('fail-next', { path: CREATE, method: 'POST', status: 500, when: 'before', times: 2 });
    expect((await charge(id, 100, { key })).status).toBe(502);
    expect((await charge(id, 100, { key })).status).toBe(200);
    expect((await readSums(id)).stripe.paid).toBe(42_600);
  });
});

it('twenty concurrent calls make one charge', async () => {
  const { id } = await createPaidBooking();
  const replies = await Promise.all(Array.from({ length: 20 }, () => charge(id, DUE)));
  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect((await readSums(id)).stripe.paid).toBe(60_000);
});

describe('a charge whose outcome Stripe did not report', () => {
  const steps = [
    ['creating the intent', CREATE, 'POST'],
    ['confirming it', '/v1/payment_intents/', 'POST'],
  ] as const;
  const faults = [
    ['500 before', { status: 500, when: 'before' }],
    ['500 after', { status: 500, when: 'after' }],
    ['cut off before', { drop: true, when: 'before' }],
    ['cut off after', { drop: true, when: 'after' }],
    ['too often', { status: 429, when: 'before' }],
  ] as const;

  it.each(
    steps.flatMap(([step, path, method]) =>
      faults.map(([fault, rule]) => ({ step, path, method, fault, rule })),
    ),
  )('the outcome is found: $step, $fault', async ({ path, method, rule }) => {
    captureLog();
    const { id } = await createPaidBooking();
    await control('fail-next', { path, method, times: 2, ...rule });
    const reply = await charge(id, DUE);
    expect([200, 202, 502]).toContain(reply.status);
    const { ctx } = makeTestContext();
    ctx.send = () => Promise.resolve();
    await settleOpenOperations(ctx, { isForced: true });
    const { ledger, stripe } = await readSums(id);
    expect(ledger).toEqual(stripe);
    const isCharged = stripe.paid === 60_000;
    expect(stripe.paid).toBe(isCharged ? 60_000 : 42_500);
    if (reply.status === 200) expect(isCharged).toBe(true);
    if (reply.status === 502) expect(isCharged).toBe(false);
    const [operation] = await rows<{ state: string }>('SELECT state FROM payment_operations');
    expect(operation?.state).toBe(isCharged ? 'succeeded' : 'canceled');
    await control('reset');
    // In each case, exactly the amount due can be charged now.
    const again = await charge(id, DUE);
    expect(again.status).toBe(isCharged ? 409 : 200);
    expect((await readSums(id)).stripe.paid).toBe(60_000);
  });

  it('a decline counts only if the intent confirms it', async () => {
    captureLog();
    const { id } = await createPaidBooking();
    await control('fail-next', { path: '/v1/payment_intents/', method: 'POST', status: 402, when: 'after' });
    expect((await charge(id, DUE)).status).toBe(200);
    expect(await readSums(id)).toMatchObject({ ledger: { paid: 60_000 }, stripe: { paid: 60_000 } });
    expect(await rows('SELECT state FROM pay_links')).toEqual([]);
  });

  it("a webhook that arrives before Stripe's answer stores the charge, and the reply is the same", async () => {
    const { id } = await createPaidBooking();
    await control('fail-next', { path: '/v1/payment_intents/', method: 'POST', delayMs: 400, when: 'after' });
    const answer = charge(id, DUE);
    const intentId = await paidIntentOf(id);
    const { ctx } = makeTestContext();
    ctx.send = () => Promise.resolve();
    await applyIntent(ctx, intentId);
    expect(await operations()).toMatchObject([{ state: 'succeeded' }]);
    expect(await (await answer).json()).toMatchObject({ transaction: { id: intentId, amount: DUE } });
    expect(await rows("SELECT id FROM outbox WHERE kind = 'balance-charged'")).toHaveLength(1);
    const history = await (await staff.send('GET', `bookings/${id}/history`)).json<{ action: string }[]>();
    expect(history.filter(({ action }) => action === 'charged')).toHaveLength(1);
  });

  it('is reported as processing while Stripe does not answer, and settled by the cron task', async () => {
    captureLog();
    const { id } = await createPaidBooking();
    const key = crypto.randomUUID();
    // The confirmation succeeds, but its answer is lost, and all later reads fail.
    await control('fail-next', { path: '/v1/payment_intents/', times: 8, drop: true, when: 'after' });
    const reply = await charge(id, DUE, { key });
    expect([reply.status, await reply.json()]).toMatchObject([202, { state: 'processing', booking: { id } }]);
    expect((await charge(id, DUE)).status).toBe(409);
    await control('reset');
    const { ctx } = makeTestContext();
    ctx.send = () => Promise.resolve();
    expect(await settleOpenOperations(ctx, { isForced: false })).toEqual({
      examined: 1,
      settled: 1,
      failed: 0,
    });
    expect((await charge(id, DUE, { key })).status).toBe(200);
    expect(await readSums(id)).toMatchObject({ ledger: { paid: 60_000 }, stripe: { paid: 60_000 } });
  });
});

describe('a charge above the limit', () => {
  const HIGH = 500_000;

  it('needs the password of a super administrator', async () => {
    const { id } = await createPaidBooking({ finalPrice: HIGH });
    expect((await charge(id, 200_001)).status).toBe(403);
    expect((await charge(id, 200_000)).status).toBe(200);
    expect((await charge(id, 100)).status).toBe(403);
    const chief = makePaymentCalls(await signIn('chief', 'super_admin'), call);
    expect((await chief.charge(id, 100)).status).toBe(403);
    expect((await chief.charge(id, 100, { password: 'wrong' } as object)).status).toBe(403);
    expect((await chief.charge(id, 100, { password: 'correct horse' } as object)).status).toBe(200);
  });

  it('accepts a password of the maximum length', async () => {
    const { id } = await createPaidBooking({ finalPrice: HIGH });
    const chief = makePaymentCalls(await signIn('chief', 'super_admin'), call);
    const withPassword = (length: number) =>
      chief.charge(id, 200_001, { password: 'x'.repeat(length) } as object);
    expect(await readError(await withPassword(256))).toMatchObject({ code: 'forbidden' });
    const reply = await withPassword(257);
    const issues = [{ path: 'password', message: 'Must be at most 256 characters' }];
    expect([reply.status, (await readError(reply)).issues]).toEqual([400, issues]);
  });
});
