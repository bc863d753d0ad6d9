import { beforeEach, expect, it } from 'vitest';
import type { ReconciliationIssue } from '#contract/reconciliation.ts';
import { call } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { compareAmounts } from './amounts.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let id: number;

/** A booking of $600.00 with a deposit of $425.00, a charge of $75.00 and a refund of $20.00 that is due again. */
beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  id = (await createPaidBooking()).id;
  const { charge, refund } = makePaymentCalls(staff, call);
  expect((await charge(id, 7500)).status).toBe(200);
  expect((await refund(id, 2000)).status).toBe(200);
});

const night = () => compareAmounts(makeTestContext().ctx);
const issues = async () => (await staff.send('GET', 'admin/reconciliation')).json<ReconciliationIssue[]>();

it('a stored amount that the ledger does not give is listed, until both agree', async () => {
  expect(await night()).toBe(0);
  expect(await issues()).toEqual([]);
  // An entry of the history makes it a booking that changed.
  await staff.send('PATCH', `bookings/${id}/status`, { status: 'confirmed', notifyCustomer: false });
  await rows('UPDATE bookings SET paid_amount = paid_amount - 1000 WHERE id = ?', id);
  expect(await night()).toBe(1);
  expect(await night()).toBe(1);
  const [issue, ...others] = await issues();
  expect(others).toEqual([]);
  expect(issue).toMatchObject({
    objectId: `booking_${id}`,
    difference: 'amount_due',
    bookingId: id,
    ledgerAmount: 13_000,
    stripeAmount: 12_000,
    settledAt: null,
  });
  const settle = () => staff.send('POST', `admin/reconciliation/${issue?.id}/settle`);
  const refused = await settle();
  expect([refused.status, (await refused.json<{ message: string }>()).message]).toEqual([
    409,
    'This cannot be settled yet. The booking has $130.00 as due, its payments and refunds give $120.00.',
  ]);
  await rows('UPDATE bookings SET paid_amount = paid_amount + 1000 WHERE id = ?', id);
  expect(await night()).toBe(0);
  expect((await issues())[0]).toMatchObject({ settledAt: expect.any(String), settledBy: null });
});

it('a night goes on behind the last entry that it compared', async () => {
  expect(await night()).toBe(0);
  await rows('UPDATE bookings SET paid_amount = 0 WHERE id = ?', id);
  expect(await night()).toBe(0);
});
