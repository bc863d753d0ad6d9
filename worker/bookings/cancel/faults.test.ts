import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#domain/shared/errors.ts';
import { chooseCases } from '#domain/test/random-runs.ts';
import type { Context } from '#worker/base/context.ts';
import { settleAllOperations } from '#worker/entry/queue/operations.ts';
import { chargeRemaining } from '#worker/money/charges/service.ts';
import { getBooking } from '#worker/rental/service.ts';
import {
  failRefunds,
  findCancelled,
  listDays,
  listOperations,
  makeCancelCalls,
} from '#worker/test/cancellations.ts';
import { waitingDatabase } from '#worker/test/databases.ts';
import { makeHistoryReader, makeQuietContext } from '#worker/test/history.ts';
import { captureLog } from '#worker/test/http.ts';
import { createPaidBooking, readSums } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { Turns } from '#worker/test/turns.ts';
import {
  addUnits,
  control,
  currentDay,
  makeTestContext,
  rows,
  startOver,
  testEnv,
} from '#worker/test/world.ts';
import { cancelBooking } from './service.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
const { historyOf, sendLink } = makeHistoryReader(() => staff);
const { change, preview } = makeCancelCalls(() => staff);
const DEPOSIT = 42_500;
const CASH = 7_500;

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  captureLog();
});

async function cancel(ctx: Context, id: number, refundAmount = DEPOSIT) {
  const record = await getBooking(makeQuietContext(), id);
  const money = { refundAmount, proposed: refundAmount, reason: null, paidOut: null };
  return cancelBooking(ctx, staff.actor, { record, ...money, notifyCustomer: true });
}

/** Records a payment and returns its id. */
async function recordPayment(id: number, payment: { method: string; amount: number }) {
  const body = { day: currentDay(), reference: null, ...payment };
  const reply = await staff.send('POST', `bookings/${id}/payments`, body);
  expect(reply.status).toBe(200);
  return (await reply.json<{ transaction: { id: string } }>()).transaction.id;
}

type Kill = { call: number; when: 'before' | 'after' };

/** A context whose runtime ends at a call to the database or to Stripe: from then on, every call fails. */
function makeKilledContext({ call, when }: Kill) {
  let calls = 0;
  let isKilled = false;
  const killed = new Error('The runtime was killed');
  const count = () => {
    if (isKilled) throw killed;
    calls += 1;
    isKilled = calls >= call;
    return isKilled;
  };
  const database = waitingDatabase(testEnv.DB, async () => {
    if (count()) throw killed;
  });
  const { ctx } = makeTestContext({ database });
  ctx.send = () => Promise.reject(killed);
  ctx.stripe = new Proxy(ctx.stripe, {
    get:
      (port, name) =>
      async (...args: unknown[]) => {
        const isLast = count();
        if (isLast && when === 'before') throw killed;
        const method = Reflect.get(port, name) as (...sent: unknown[]) => Promise<unknown>;
        const answer = await method.apply(port, args);
        if (isLast) throw killed;
        return answer;
      },
  });
  return { ctx, isKilled: () => isKilled };
}

/** More than the calls of a cancellation: the last cases end it. */
const CALLS = 50;
const KILLS: Kill[] = Array.from({ length: CALLS }, (_, i) => i + 1).flatMap((call) => [
  { call, when: 'before' as const },
  { call, when: 'after' as const },
]);
const SAMPLE = [5, 9, 14, 20, 26, CALLS];

it.each(chooseCases(KILLS, ({ call, when }) => when === 'after' && SAMPLE.includes(call)))(
  'a runtime that is killed $when call $call leaves a cancellation that the cron makes once, or none',
  async (kill) => {
    const { id } = await createPaidBooking();
    await recordPayment(id, { method: 'cash', amount: CASH });
    // A voided payment is not paid back.
    const voided = await recordPayment(id, { method: 'check', amount: 5_000 });
    await staff.send('POST', `bookings/${id}/payments/${voided}/void`, { reason: 'Bounced' });
    await sendLink(id);
    const before = [await findCancelled(id), await listDays(id)];
    const { ctx, isKilled } = makeKilledContext(kill);
    const result = await cancel(ctx, id, DEPOSIT + CASH).catch((error: Error) => error.message);
    if (kill.call === CALLS) expect(isKilled()).toBe(false);
    if (!isKilled()) expect(result).toMatchObject({ status: 'cancelled' });
    for (const _ of [1, 2]) await settleAllOperations(makeQuietContext(), { isForced: true });
    const operations = await listOperations();
    if (operations.length === 0) {
      expect([await findCancelled(id), await listDays(id)]).toEqual(before);
      expect(await readSums(id)).toMatchObject({ ledger: { refunded: 0 }, stripe: { refunded: 0 } });
      return;
    }
    expect(operations).toEqual([{ kind: 'cancel', state: 'succeeded', amount: DEPOSIT + CASH }]);
    expect([(await findCancelled(id))?.status, await listDays(id)]).toEqual(['cancelled', []]);
    expect(await readSums(id)).toMatchObject({
      ledger: { paid: DEPOSIT + CASH, refunded: DEPOSIT + CASH },
      stripe: { refunded: DEPOSIT },
    });
    const actions = (await historyOf(id)).map(({ action }) => action);
    for (const action of [
      'cancel_started',
      'pay_link_ended',
      'refund_succeeded',
      'refund_paid_out',
      'changed',
    ]) {
      expect(
        actions.filter((one) => one === action),
        action,
      ).toHaveLength(1);
    }
  },
);

/** Orders in which the calls of the cancellation (0) and of the charge (1) alternate. */
const ORDERS = [
  [0, 1],
  [1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [0, 0, 0, 0, 1],
  [1, 1, 1, 1, 0],
];

it.each(chooseCases(ORDERS, (order) => order.length === 3))(
  'of a cancellation and a charge at once one is made, in any order (%j)',
  async (...order) => {
    const { id } = await createPaidBooking();
    const turns = new Turns(order);
    const [one, other] = [0, 1].map((caller) => {
      const { ctx } = makeTestContext({ database: turns.database(testEnv.DB, caller) });
      ctx.send = () => Promise.resolve();
      return ctx;
    }) as [Context, Context];
    const charge = {
      bookingId: id,
      chargeAmount: 17_500,
      key: crypto.randomUUID(),
      version: null,
      origin: ORIGIN,
    };
    const ends = await turns.settled([cancel(one, id), chargeRemaining(other, staff.actor, charge)]);
    const codes = ends.map((end) => {
      if (end.status === 'fulfilled') return 'ok';
      if (end.reason instanceof AppError) return end.reason.code;
      throw end.reason;
    });
    expect(
      codes.filter((code) => code === 'ok'),
      codes.join(' '),
    ).toHaveLength(1);
    const isCancelled = codes[0] === 'ok';
    expect(isCancelled ? codes[1] : codes[0]).toMatch(/^(busy|stale|conflict)$/);
    expect((await findCancelled(id))?.status).toBe(isCancelled ? 'cancelled' : 'pending');
    expect(await readSums(id)).toMatchObject({
      ledger: isCancelled ? { paid: DEPOSIT, refunded: DEPOSIT } : { paid: 60_000, refunded: 0 },
      stripe: isCancelled ? { paid: DEPOSIT, refunded: DEPOSIT } : { paid: 60_000, refunded: 0 },
    });
  },
);

const ORIGIN = { ip: '', device: null } as never;

it('a refused part of the refund does not stop a cancellation, and the history has it', async () => {
  const { id } = await createPaidBooking();
  await chargeRemaining(makeQuietContext(), staff.actor, {
    bookingId: id,
    chargeAmount: 17_500,
    key: crypto.randomUUID(),
    version: null,
    origin: ORIGIN,
  });
  await failRefunds({ method: 'POST', status: 400, times: 1 });
  const record = await getBooking(makeQuietContext(), id);
  const money = { refundAmount: 60_000, proposed: 60_000, reason: null, paidOut: null };
  const { refunds } = await cancelBooking(makeQuietContext(), staff.actor, {
    record,
    ...money,
    notifyCustomer: false,
  });
  expect(refunds).toMatchObject([
    { amount: 17_500, status: 'failed' },
    { amount: DEPOSIT, status: 'succeeded' },
  ]);
  expect(await findCancelled(id)).toMatchObject({ status: 'cancelled' });
  expect(await readSums(id)).toMatchObject({ ledger: { refunded: DEPOSIT }, stripe: { refunded: DEPOSIT } });
  await control('reset');
});

it('what was paid in cash is recorded as staff paid it out', async () => {
  const { id } = await createPaidBooking();
  await recordPayment(id, { method: 'cash', amount: 17_500 });
  const { previewToken, cancellation } = await preview(id, { refundAmount: 60_000 });
  expect(cancellation).toMatchObject({
    paidOutByStaff: 17_500,
    ways: [
      { amount: DEPOSIT, paymentMethod: 'card', last4: '4242' },
      { amount: 17_500, paymentMethod: 'cash', last4: null },
    ],
  });
  // Staff say how they paid out after they saw the preview.
  const paidOut = { method: 'check', reference: '1042' };
  const body = { refundAmount: 60_000, paidOut, preview: false, previewToken };
  expect((await change(id, body)).status).toBe(200);
  expect(await findCancelled(id)).toMatchObject({ status: 'cancelled' });
  expect(
    await rows("SELECT amount, payment_method, reference FROM transactions WHERE id LIKE 'rfd%'"),
  ).toEqual([{ amount: 17_500, payment_method: 'check', reference: '1042' }]);
});
