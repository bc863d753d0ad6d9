import { beforeEach, describe, expect, it } from 'vitest';
import { applyEvent } from '#worker/entry/queue/apply-event.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { settleOpenOperations } from '#worker/money/tasks.ts';
import { insertRow } from '#worker/test/builders.ts';
import { countingDatabase } from '#worker/test/databases.ts';
import {
  applyAllEvents,
  findBookingEmail,
  makeHistoryReader,
  makeQuietContext,
} from '#worker/test/history.ts';
import { call, captureLog } from '#worker/test/http.ts';
import {
  CARDS,
  createBookingWithDecliningCard,
  createPaidBooking,
  makePaymentCalls,
  stripeCall,
} from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let charge: ReturnType<typeof makePaymentCalls>['charge'];
let refund: ReturnType<typeof makePaymentCalls>['refund'];

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signIn('dana', 'admin');
  await rows("UPDATE users SET first_name = 'Dana', last_name = 'Cole' WHERE username = 'dana'");
  ({ charge, refund } = makePaymentCalls(staff, call));
  captureLog();
});

const DUE = 17_500;
const { historyOf, emailsOf, story } = makeHistoryReader(() => staff);

const MADE = ['[Customer] Booking made', '[Customer] Deposit of $425.00 paid'];

describe('a charge', () => {
  it('is started by staff and succeeds at Stripe', async () => {
    const { id } = await createPaidBooking();
    const { transaction } = await (await charge(id, DUE)).json<{ transaction: { id: string } }>();
    await applyAllEvents();
    expect(await story(id)).toEqual([
      ...MADE,
      '[Dana Cole] Charge of $175.00 started',
      '[Stripe] Charge of $175.00 succeeded (started by Dana Cole)',
    ]);
    const [latest, started] = await historyOf(id);
    expect([latest?.transactionId, latest?.actorType, started?.actorType]).toEqual([
      transaction.id,
      'stripe',
      'staff',
    ]);
  });

  it('that is declined names the reason, who started it, and the link that the system sends', async () => {
    const { id } = await createBookingWithDecliningCard();
    expect((await charge(id, DUE)).status).toBe(402);
    await applyAllEvents();
    expect(await story(id)).toEqual([
      ...MADE,
      '[Dana Cole] Charge of $175.00 started',
      '[Stripe] Card declined: the bank gave no reason (charge started by Dana Cole)',
      `[System] Payment link for $175.00 sent to ${await findBookingEmail(id)}`,
    ]);
  });

  it('that needs the customer says so', async () => {
    const { id } = await createPaidBooking({ card: CARDS.needsApproval });
    await charge(id, DUE);
    expect((await story(id))[3]).toBe(
      '[Stripe] The bank asks the customer to approve the payment (charge started by Dana Cole)',
    );
  });

  it('without an effect is not made', async () => {
    const { id } = await createPaidBooking();
    await control('fail-next', {
      path: '/v1/payment_intents',
      method: 'POST',
      status: 500,
      when: 'before',
      times: 2,
    });
    expect((await charge(id, DUE)).status).toBe(502);
    await settleOpenOperations(makeQuietContext(), { isForced: true });
    expect((await story(id)).slice(2)).toEqual([
      '[Dana Cole] Charge of $175.00 started',
      '[System] Charge of $175.00 was not made (started by Dana Cole)',
    ]);
  });

  it('of a removed card says so', async () => {
    const { id } = await createPaidBooking();
    const [row] = await rows<{ card: string }>(
      'SELECT stripe_payment_method_id AS card FROM bookings WHERE id = ?',
      id,
    );
    await control('detach', { paymentMethod: row?.card });
    await charge(id, DUE);
    expect((await story(id)).slice(2)).toEqual([
      '[Dana Cole] Charge of $175.00 started',
      '[System] Charge of $175.00 was not made (started by Dana Cole)',
      '[Stripe] The card on file can no longer be charged',
    ]);
  });
});

describe('a refund', () => {
  it('that is pending is not shown as made; the reason of staff is in the entry of its start', async () => {
    const { id, depositIntent } = await createPaidBooking({ card: CARDS.refundPends });
    const reply = await refund(id, 32_500, { reason: 'Delivered late' });
    const { refunds } = await reply.json<{ refunds: { id: string }[] }>();
    await applyAllEvents();
    const started = [
      '[Dana Cole] Refund of $325.00 started: Delivered late',
      '[Stripe] Refund of $325.00 is pending at the bank',
    ];
    expect((await story(id)).slice(2)).toEqual(started);
    await control('refund-settle', { refund: refunds[0]?.id, status: 'succeeded' });
    await applyAllEvents();
    expect((await story(id)).slice(2)).toEqual([...started, '[Stripe] Refund of $325.00 succeeded']);
    await control('refund-settle', { refund: refunds[0]?.id, status: 'failed' });
    await applyAllEvents();
    expect((await story(id)).slice(2)).toEqual([
      ...started,
      '[Stripe] Refund of $325.00 succeeded',
      '[Stripe] Refund of $325.00 failed: lost or stolen card',
    ]);
    expect((await historyOf(id))[0]).toMatchObject({
      transactionId: refunds[0]?.id,
      after: { startedBy: 'Dana Cole' },
    });
    expect(depositIntent).toMatch(/^pi_/);
  });

  it('that Stripe refuses has failed', async () => {
    const { id } = await createPaidBooking();
    await control('fail-next', { path: '/v1/refunds', method: 'POST', status: 400, when: 'before' });
    expect((await refund(id, 1000)).status).toBe(502);
    expect((await story(id)).slice(2)).toEqual([
      '[Dana Cole] Refund of $10.00 started',
      '[Stripe] Refund of $10.00 failed: refused',
    ]);
  });

  it("that was made in Stripe's Dashboard says so", async () => {
    const { id, depositIntent } = await createPaidBooking();
    await stripeCall('refunds', { payment_intent: depositIntent, amount: '1200', reason: 'duplicate' });
    await applyAllEvents();
    expect((await story(id)).slice(2)).toEqual([
      "[Stripe] Refund of $12.00 succeeded (made in Stripe's Dashboard)",
    ]);
  });

  it('is in the history once, after any number of concurrent reads', async () => {
    const { id, depositIntent } = await createPaidBooking();
    const made = await stripeCall<{ id: string }>('refunds', {
      payment_intent: depositIntent,
      amount: '700',
    });
    await Promise.all(
      Array.from({ length: 6 }, () => {
        const ctx = makeQuietContext({ pauseMs: 5 });
        return applyEvent(ctx, { type: 'refund.created', objectId: made.id });
      }),
    );
    expect((await story(id)).slice(2)).toHaveLength(1);
  });
});

describe('a dispute', () => {
  it('is opened, lost, appealed and won: each once, by Stripe, with its payment', async () => {
    const { id, depositIntent } = await createPaidBooking();
    const { charges } = await control<{ charges: { id: string; payment_intent: string }[] }>('state');
    const chargeId = charges.find(({ payment_intent }) => payment_intent === depositIntent)?.id;
    const { id: dispute } = await control<{ id: string }>('dispute', {
      charge: chargeId,
      reason: 'fraudulent',
    });
    await applyAllEvents();
    await control('dispute-close', { dispute, status: 'lost' });
    await applyAllEvents();
    await control('dispute-appeal', { dispute, status: 'under_review' });
    await applyAllEvents();
    await control('dispute-appeal', { dispute, status: 'won' });
    await applyAllEvents();
    expect((await story(id)).slice(2)).toEqual([
      '[Stripe] Dispute of $425.00 opened',
      '[Stripe] Dispute lost: $425.00',
      '[Stripe] Appeal under review: $425.00',
      '[Stripe] Dispute won: $425.00',
    ]);
    expect((await historyOf(id))[0]).toMatchObject({ actorType: 'stripe', transactionId: depositIntent });
  });
});

describe('an e-mail to the customer', () => {
  it('is in the history with its address, once, when it is sent', async () => {
    const { id } = await createPaidBooking();
    await charge(id, DUE);
    const { ctx } = makeTestContext();
    for (const _ of [1, 2]) await processPendingRows(ctx, { includeRecent: true });
    const to = await findBookingEmail(id);
    const sent = await emailsOf(id);
    expect(sent.map(({ text }) => text).toSorted()).toEqual([
      `E-mail sent to ${to}: Balance charged`,
      `E-mail sent to ${to}: Booking confirmation`,
      'E-mail sent to office@dumpsters.example.com: New booking (office)',
    ]);
    expect(sent.map(({ actorType }) => actorType)).toEqual(['system', 'system', 'system']);
  });

  it('that cannot be sent has no entry', async () => {
    const { id } = await createPaidBooking();
    const { ctx } = makeTestContext();
    ctx.mail = { send: () => Promise.reject(new Error('Mailbox full')) };
    await processPendingRows(ctx, { includeRecent: true });
    expect(await emailsOf(id)).toEqual([]);
  });
});

it('equal instants keep the order in which they were written', async () => {
  const { id } = await createPaidBooking();
  for (const n of [1, 2, 3, 4, 5]) {
    await insertRow('history', 60 + n, {
      id: 60 + n,
      subject: 'booking',
      subject_id: id,
      version: 10 + n,
      actor_id: staff.id,
      action: 'reminder_sent',
      created_at: 4_000_000_000_000,
      after: JSON.stringify({ n }),
    });
  }
  const entries = await historyOf(id);
  expect(entries.slice(0, 5).map(({ after }) => after?.n)).toEqual([5, 4, 3, 2, 1]);
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
});

it('a long history returns the latest 200 entries, and a longer one reads no more rows', async () => {
  const { id } = await createPaidBooking();
  const fill = async (from: number, count: number) => {
    const statement = testEnv.DB.prepare(
      `INSERT INTO history (subject, subject_id, version, action, actor_id, actor_name, after, created_at)
       VALUES ('booking', ?, ?, 'reminder_sent', ?, 'dana', '{}', ?)`,
    );
    await testEnv.DB.batch(
      Array.from({ length: count }, (_, i) => statement.bind(id, from + i, staff.id, Date.now() + from + i)),
    );
  };
  const read = async () => {
    const counted = countingDatabase(testEnv.DB);
    const reply = await call(
      `/api/bookings/${id}/history`,
      { headers: { Cookie: staff.Cookie } },
      { ...testEnv, DB: counted.database },
    );
    expect(await reply.json()).toHaveLength(200);
    return counted.rowsRead();
  };
  await fill(100, 250);
  const few = await read();
  await fill(1000, 500);
  expect(await read()).toBeLessThanOrEqual(few + 5);
  expect(few).toBeLessThan(500);
});
