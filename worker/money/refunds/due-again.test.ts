import { beforeEach, expect, it } from 'vitest';
import { call, readError } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, rows, startOver } from '#worker/test/world.ts';

const BALANCE = 17_500;
type Answer = { booking: Record<string, unknown> };
let staff: Awaited<ReturnType<typeof signIn>>;
let refund: ReturnType<typeof makePaymentCalls>['refund'];

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('ann', 'admin');
  refund = makePaymentCalls(staff, call).refund;
});

/** A booking of $600.00 that is paid by the deposit and a charge. */
async function twoPayments() {
  const booking = await createPaidBooking();
  expect((await makePaymentCalls(staff, call).charge(booking.id, BALANCE)).status).toBe(200);
  return booking;
}

it('a refund is due again but for its discount, which is at most the refund and none of a cancelled booking', async () => {
  const { id } = await twoPayments();
  expect((await refund(id, 20_000, { discountAmount: 20_001 })).status).toBe(400);
  const { booking } = await (await refund(id, 20_000, { discountAmount: 18_000 })).json<Answer>();
  expect(booking).toMatchObject({ dueAgainAmount: 2000, balanceDue: 2000, paymentStatus: 'deposit_paid' });
  expect(
    await rows("SELECT amount, discount_amount FROM transactions WHERE kind = 'refund' ORDER BY place"),
  ).toEqual([
    { amount: BALANCE, discount_amount: BALANCE },
    { amount: 2500, discount_amount: 500 },
  ]);
  await staff.send('PATCH', `bookings/${id}/status`, { status: 'cancelled' });
  const refused = await refund(id, 1000, { discountAmount: 1 });
  expect([refused.status, (await readError(refused)).code]).toEqual([409, 'conflict']);
  expect((await refund(id, 1000)).status).toBe(200);
  expect(await rows('SELECT balance_due, due_again_amount FROM bookings')).toEqual([
    { balance_due: 0, due_again_amount: 3000 },
  ]);
});

it('a refund of what was paid above the final price leaves nothing due, and a higher price later does', async () => {
  const { id } = await twoPayments();
  await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 50_000 });
  const refused = await refund(id, 12_000, { discountAmount: 2001 });
  expect(refused.status).toBe(400);
  expect((await readError(refused)).message).toContain(
    '$100.00 of this refund was paid above the final price',
  );
  const { booking } = await (await refund(id, 10_000)).json<Answer>();
  expect(booking).toMatchObject({ balanceDue: 0, paymentStatus: 'fully_paid' });
  const raised = await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 52_000 });
  expect(await raised.json()).toMatchObject({ balanceDue: 2000, paymentStatus: 'deposit_paid' });
});
