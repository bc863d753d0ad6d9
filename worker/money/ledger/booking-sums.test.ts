import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { computePaymentStatus, paymentKindOf, remainingAmount } from '#domain/money/balance.ts';
import { sumTakenBack } from '#domain/money/refunds.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { insertRow } from '#worker/test/builders.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { nextKindOf, updateBookingSums } from './repo.ts';

beforeEach(startOver);

const DEPOSIT = 200;
const cents = fc.integer({ min: 1, max: 3 }).map((n) => n * 100);
/** A payment with a refund of it; both can have any status, and the payment can change to another one later. */
const entry = fc.record({
  amount: cents,
  status: fc.constantFrom('succeeded', 'succeeded', 'processing', 'canceled'),
  later: fc.option(fc.constantFrom('succeeded', 'canceled')),
  refund: fc.option(
    fc.record({
      amount: cents,
      discount: fc.integer({ min: 0, max: 3 }).map((n) => n * 100),
      status: fc.constantFrom('succeeded', 'failed', 'pending'),
      kind: fc.constantFrom('refund', 'refund', 'dispute'),
    }),
  ),
});

it('the sums of a booking equal those of its ledger, in the columns of triggers, in SQL and in the domain', async () => {
  const { ctx } = makeTestContext();
  await insertRow('bookings', 1, { deposit_amount: DEPOSIT, paid_amount: 0 });
  const bookingStatus = fc.constantFrom('confirmed' as const, 'cancelled' as const);
  const price = fc.option(fc.integer({ min: 0, max: 8 }).map((n) => n * 100));
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 4 }),
      price,
      bookingStatus,
      async (entries, finalPrice, status) => {
        await rows('DELETE FROM transactions WHERE type = ?', 'refund');
        await rows('DELETE FROM transactions');
        await rows('UPDATE bookings SET final_price = ?, status = ? WHERE id = 1', finalPrice, status);
        let dueAgainAmount = 0;
        const paid: { amount: number; kind: string; takenBack: number }[] = [];
        const money = () => ({
          status,
          dueAgainAmount,
          depositAmount: DEPOSIT,
          finalPrice,
          paidAmount: paid.reduce((sum, { amount }) => sum + amount, 0),
        });
        const payments: [id: string, (typeof entries)[number], kind: string][] = [];
        for (const [i, each] of entries.entries()) {
          const [{ kind } = { kind: '' }] = await ctx.db.all<{ kind: string }>(
            sql`SELECT ${nextKindOf(1)} AS kind`,
          );
          expect(kind).toBe(paymentKindOf(money()));
          const { amount, status } = each;
          const id = `t${i}`;
          await insertRow('transactions', 1, { id, kind, checkout_id: null, amount, status });
          payments.push([id, each, kind]);
          if (status === 'succeeded') paid.push({ amount, kind, takenBack: 0 });
        }
        paid.length = 0;
        let refunded: number | null = null;
        for (const [id, { amount, status, later, refund }, kind] of payments) {
          if (later) await rows('UPDATE transactions SET status = ? WHERE id = ?', later, id);
          if (refund) {
            const { discount, ...written } = refund;
            const discounted = written.kind === 'refund' ? Math.min(discount, written.amount) : 0;
            const row = { ...written, id: `r${id}`, type: 'refund', payment_id: id };
            await insertRow('transactions', 1, { ...row, discount_amount: discounted, checkout_id: null });
            if (written.kind === 'refund' && written.status === 'succeeded')
              dueAgainAmount += written.amount - discounted;
          }
          const takenBack = refund?.status === 'succeeded' ? refund.amount : 0;
          if (takenBack > 0) refunded = (refunded ?? 0) + takenBack;
          if ((later ?? status) === 'succeeded') paid.push({ amount, kind, takenBack });
        }
        await ctx.db.batch(updateBookingSums(ctx.db, 1));
        const balance = paid.filter(({ kind }) => kind === 'balance');
        const [booking] = await rows(
          `SELECT paid_amount AS paidAmount, due_again_amount AS dueAgainAmount, balance_due AS balanceDue, refund_amount AS refundAmount,
          additional_payment_amount AS additionalPaymentAmount, payment_status AS paymentStatus FROM bookings`,
        );
        expect(booking).toEqual({
          paidAmount: money().paidAmount,
          dueAgainAmount,
          balanceDue: remainingAmount(money()),
          refundAmount: refunded,
          additionalPaymentAmount:
            balance.length === 0 ? null : balance.reduce((sum, { amount }) => sum + amount, 0),
          paymentStatus: computePaymentStatus({ ...money(), takenBack: sumTakenBack(paid) }),
        });
      },
    ),
    randomRuns({ sample: 60, long: 3000 }),
  );
});
