import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#domain/shared/errors.ts';
import { chooseCases } from '#domain/test/random-runs.ts';
import type { Context } from '#worker/base/context.ts';
import { cancelBooking } from '#worker/bookings/cancel/service.ts';
import { settleAllOperations } from '#worker/entry/queue/operations.ts';
import { getBooking } from '#worker/rental/service.ts';
import { findCancelled, listDays } from '#worker/test/cancellations.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { captureLog } from '#worker/test/http.ts';
import { createPaidBooking, readSums } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { Turns } from '#worker/test/turns.ts';
import { addUnits, makeTestContext, startOver, testEnv } from '#worker/test/world.ts';
import { refundPayment } from './service.ts';

const DEPOSIT = 42_500;
const PART = 10_000;

let staff: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  captureLog();
});

/** Orders in which the calls of the refund (0) and of the cancellation (1) take turns: all of up to five. */
const ORDERS = [1, 2, 3, 4, 5].flatMap((length) =>
  Array.from({ length: 2 ** length }, (_, bits) => Array.from({ length }, (_, i) => (bits >> i) & 1)).filter(
    (order) => order.includes(0) && order.includes(1),
  ),
);
const SAMPLE = ['01', '10', '001', '110', '00001', '11110'];

it.each(chooseCases(ORDERS, (order) => SAMPLE.includes(order.join(''))).map((order) => [order.join('')]))(
  'of a refund and a cancellation at once one is made, and no more is paid back than was paid (%s)',
  async (order) => {
    const { id } = await createPaidBooking();
    const days = await listDays(id);
    const record = await getBooking(makeQuietContext(), id);
    const turns = new Turns([...order].map(Number));
    const [one, other] = [0, 1].map((caller) => {
      const { ctx } = makeTestContext({ database: turns.database(testEnv.DB, caller) });
      ctx.send = () => Promise.resolve();
      return ctx;
    }) as [Context, Context];
    const refund = { bookingId: id, amount: PART, reason: '', notifyCustomer: false, version: null };
    const money = { refundAmount: DEPOSIT, proposed: DEPOSIT, reason: null, paidOut: null };
    const ends = await turns.settled([
      refundPayment(one, staff.actor, { ...refund, key: crypto.randomUUID() }),
      cancelBooking(other, staff.actor, { record, ...money, notifyCustomer: true }),
    ]);
    const codes = ends.map((end) => {
      if (end.status === 'fulfilled') return 'ok';
      if (end.reason instanceof AppError) return end.reason.code;
      throw end.reason;
    });
    for (const _ of [1, 2]) await settleAllOperations(makeQuietContext(), { isForced: true });
    const isCancelled = (await findCancelled(id))?.status === 'cancelled';
    const refunded = isCancelled ? DEPOSIT : PART;
    expect(await readSums(id), codes.join(' ')).toMatchObject({
      ledger: { paid: DEPOSIT, refunded },
      stripe: { paid: DEPOSIT, refunded },
    });
    expect(await listDays(id)).toEqual(isCancelled ? [] : days);
    expect(codes[isCancelled ? 1 : 0], codes.join(' ')).toBe('ok');
    expect(codes[isCancelled ? 0 : 1], codes.join(' ')).toMatch(/^(busy|stale|conflict)$/);
  },
);
