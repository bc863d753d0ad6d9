import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { paymentStatusOf } from '#domain/payments/balance.ts';
import { takenBackOf } from '#domain/payments/refunds.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { insertRow } from '#worker/test/builders.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { updateBookingSums } from './repo.ts';

beforeEach(startOver);

const cents = fc.integer({ min: 1, max: 3 }).map((n) => n * 100);
const status = fc.constantFrom('succeeded', 'processing', 'failed', 'pending');

it('the sums of a booking equal those of its ledger, and its payment status follows paymentStatusOf', async () => {
  const { ctx } = makeTestContext();
  await insertRow('bookings', 1, { deposit_amount: 200 });
  await insertRow('checkouts', 1);
  await insertRow('transactions', 1, { id: 'pi_deposit', amount: 200 });
  const ledger = fc.array(fc.record({ isRefund: fc.boolean(), amount: cents, status }), { maxLength: 5 });
  const price = fc.option(fc.integer({ min: 0, max: 8 }).map((n) => n * 100));
  await fc.assert(
    fc.asyncProperty(ledger, price, async (entries, finalPrice) => {
      await rows("DELETE FROM transactions WHERE id <> 'pi_deposit'");
      await rows('UPDATE bookings SET final_price = ? WHERE id = 1', finalPrice);
      for (const [i, { isRefund, ...entry }] of entries.entries()) {
        const kind = isRefund ? 'refund' : 'balance';
        const type = isRefund ? 'refund' : 'payment';
        const payment_id = isRefund ? 'pi_deposit' : null;
        await insertRow('transactions', 1, {
          id: `t${i}`,
          type,
          kind,
          payment_id,
          checkout_id: null,
          ...entry,
        });
      }
      await ctx.db.batch(updateBookingSums(ctx.db, 1));
      const sum = (isRefund: boolean) => {
        const own = entries.filter((entry) => entry.isRefund === isRefund && entry.status === 'succeeded');
        return own.length === 0 ? null : own.reduce((total, { amount }) => total + amount, 0);
      };
      const money = { additionalPaymentAmount: sum(false), refundAmount: sum(true) };
      const [booking] = await rows(
        `SELECT additional_payment_amount AS additionalPaymentAmount, refund_amount AS refundAmount,
          payment_status AS paymentStatus FROM bookings`,
      );
      const takenBack = takenBackOf([{ amount: 200, takenBack: money.refundAmount ?? 0 }]);
      const { additionalPaymentAmount } = money;
      const paymentStatus = paymentStatusOf({
        depositAmount: 200,
        finalPrice,
        additionalPaymentAmount,
        takenBack,
      });
      expect(booking).toEqual({ ...money, paymentStatus });
    }),
    randomRuns({ sample: 60, long: 3000 }),
  );
});
