import { beforeEach, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { makeCancelCalls } from '#worker/test/cancellations.ts';
import { call } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls } from '#worker/test/payments.ts';
import { listChanges, signIn } from '#worker/test/staff.ts';
import { addUnits, makeTestContext, rows, startOver } from '#worker/test/world.ts';

const DEPOSIT = 42_500;
let chief: Awaited<ReturnType<typeof signIn>>;
let id: number;

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  chief = await signIn('chief', 'super_admin');
  ({ id } = await createPaidBooking({ finalPrice: null }));
});

const cancel = (refundAmount: number) =>
  makeCancelCalls(() => chief).cancel(id, { refundAmount, reason: 'Asked by phone' });
const setStatus = async (body: Record<string, unknown>) => {
  const reply = await chief.send('PATCH', `bookings/${id}/status`, body);
  return [reply.status, await reply.json<Booking & { message: string; dueAgain?: number }>()] as const;
};

it('a cancelled booking is reopened only by a call that names its refunds, which are due again', async () => {
  await cancel(10_000);
  expect(await rows('SELECT balance_due, due_again_amount FROM bookings')).toEqual([
    { balance_due: 0, due_again_amount: 10_000 },
  ]);
  for (const dueAgain of [undefined, 0, 9_999]) {
    const [status, refused] = await setStatus({ status: 'confirmed', dueAgain });
    expect([status, refused]).toMatchObject([
      409,
      {
        code: 'conflict',
        message: '$100.00 was refunded and is due again. Confirm that the booking is reopened anyway.',
        dueAgain: 10_000,
        warnings: [],
      },
    ]);
  }
  const [status, booking] = await setStatus({ status: 'confirmed', dueAgain: 10_000 });
  expect([status, booking]).toMatchObject([200, { status: 'confirmed', balanceDue: 10_000 }]);
  const [change] = await listChanges(chief, id);
  expect(change).toMatchObject({ after: { status: 'confirmed', dueAgain: 10_000 } });
});

it('to completed, too, and a refund of a cancelled booking counts as one of its cancellation', async () => {
  await setStatus({ status: 'cancelled' });
  await makePaymentCalls(chief, call).refund(id, DEPOSIT);
  expect((await setStatus({ status: 'completed' }))[1]).toMatchObject({ dueAgain: DEPOSIT });
  const [, booking] = await setStatus({ status: 'completed', dueAgain: DEPOSIT });
  expect(booking).toMatchObject({ balanceDue: DEPOSIT, paymentStatus: 'refunded' });
});

it('the payment status follows: fully paid while cancelled is not fully paid once reopened', async () => {
  await rows('UPDATE bookings SET final_price = ?', DEPOSIT);
  await cancel(10_000);
  expect(await rows('SELECT payment_status FROM bookings')).toEqual([{ payment_status: 'fully_paid' }]);
  await setStatus({ status: 'pending', dueAgain: 10_000 });
  expect(await rows('SELECT payment_status FROM bookings')).toEqual([{ payment_status: 'deposit_paid' }]);
  await setStatus({ status: 'cancelled' });
  expect(await rows('SELECT payment_status FROM bookings')).toEqual([{ payment_status: 'fully_paid' }]);
});

it('the e-mail about the cancellation says what was refunded, also after the booking was reopened', async () => {
  const { ctx, mails, passMinutes } = makeTestContext();
  ctx.send = () => Promise.resolve();
  await cancel(10_000);
  await setStatus({ status: 'pending', dueAgain: 10_000 });
  passMinutes(1);
  await processPendingRows(ctx, { includeRecent: true });
  const cancelled = mails.find(({ subject }) => subject.includes('your booking is cancelled'));
  expect(cancelled?.text).toContain('$100.00');
});
