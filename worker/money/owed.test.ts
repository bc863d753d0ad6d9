import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BookingPayments } from '#contract/payments.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { Today } from '#contract/today.ts';
import { remainingAmount, sumDueAgain, sumPaid } from '#domain/money/balance.ts';
import { plainDollars } from '#domain/shared/csv.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { makeCancelCalls } from '#worker/test/cancellations.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

type Act = 'price' | 'charge' | 'record' | 'refund' | 'discount' | 'cancel' | 'reopen' | 'link';
type Step = { act: Act; cents: number };

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Act>('price', 'charge', 'record', 'refund', 'discount', 'cancel', 'reopen', 'link'),
  cents: fc.integer({ min: 1, max: 12 }).map((n) => n * 5000),
});

it('what a booking owes is the same everywhere after any life, and no payment exceeds it', async () => {
  captureLog();
  await fc.assert(
    fc.asyncProperty(fc.array(step, runLength(8, { sample: 10, long: 20 })), async (steps) => {
      const life = await begin();
      let owed = await owedBy(life);
      for (const each of steps) {
        const before = await paidBy(life.id);
        await life.take(each);
        const paidNow = (await paidBy(life.id)) - before;
        if (paidNow > 0) expect(paidNow, `${each.act} of ${each.cents}`).toBeLessThanOrEqual(owed);
        owed = await owedBy(life);
      }
    }),
    randomRuns({ sample: 4, long: 300 }),
  );
});

it('a booking that is cancelled with a refund and reopened owes the whole price', async () => {
  const life = await begin();
  await life.take({ act: 'cancel', cents: 42_500 });
  expect(await owedBy(life)).toBe(0);
  await life.take({ act: 'reopen', cents: 0 });
  expect(await owedBy(life)).toBe(42_500);
  await life.take({ act: 'price', cents: 5000 });
  expect(await owedBy(life)).toBe(47_500);
  await life.take({ act: 'record', cents: 47_500 });
  expect(await owedBy(life)).toBe(0);
});

type Life = Awaited<ReturnType<typeof begin>>;

async function begin() {
  await startOver();
  await addUnits(2);
  const staff = await signIn('chief', 'super_admin');
  const { charge, refund } = makePaymentCalls(staff, call);
  const { cancel } = makeCancelCalls(() => staff);
  const { id } = await createPaidBooking({ finalPrice: null });
  const setStatus = (body: Record<string, unknown>) => staff.send('PATCH', `bookings/${id}/status`, body);
  const reopen = async () => {
    const asked = await setStatus({ status: 'confirmed' });
    const { dueAgain } = await asked.json<{ dueAgain?: number }>();
    if (asked.status === 409) await setStatus({ status: 'confirmed', dueAgain });
  };
  const record = (amount: number) =>
    call(`/api/bookings/${id}/payments`, {
      method: 'POST',
      headers: {
        Cookie: staff.Cookie,
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify({ method: 'cash', amount, day: inDays(0), reference: null }),
    });
  const take = async ({ act, cents }: Step): Promise<unknown> => {
    switch (act) {
      case 'price':
        return staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 42_500 + cents });
      case 'charge':
        return charge(id, cents, { password: 'correct horse' } as object);
      case 'record':
        return record(cents);
      case 'refund':
        return refund(id, cents);
      case 'discount':
        return refund(id, cents, { discountAmount: cents });
      case 'cancel':
        return cancel(id, { refundAmount: cents, reason: 'Random' });
      case 'reopen':
        return reopen();
      case 'link':
        return staff.send('POST', `bookings/${id}/pay-link`);
    }
  };
  return { id, take, staff };
}

async function paidBy(id: number): Promise<number> {
  const [row] = await rows<{ paid: number }>('SELECT paid_amount AS paid FROM bookings WHERE id = ?', id);
  return row?.paid ?? 0;
}

type Ledger = Parameters<typeof sumPaid>[0];

/** The amount that the booking owes by its ledger, after a look at every place that shows it. */
async function owedBy({ id, staff }: Life): Promise<number> {
  const read = async <T>(path: string) => (await staff.send('GET', path)).json<T>();
  const ledger = (await rows(
    'SELECT kind, status, amount, discount_amount AS discountAmount FROM transactions WHERE booking_id = ?',
    id,
  )) as Ledger;
  const booking = await read<Booking>(`bookings/${id}`);
  const paidAmount = sumPaid(ledger);
  const dueAgainAmount = sumDueAgain(ledger);
  const owed = remainingAmount({ ...booking, paidAmount, dueAgainAmount });
  expect(booking).toMatchObject({ paidAmount, dueAgainAmount, balanceDue: owed });
  expect(await read<BookingPayments>(`bookings/${id}/payments`)).toMatchObject({ remaining: owed });
  const isListed = owed > 0 && booking.status !== 'cancelled';
  const listed = await read<Booking[]>('bookings?work=balance_due');
  expect(listed.map(({ balanceDue }) => balanceDue)).toEqual(isListed ? [owed] : []);
  expect((await read<Today>('today')).bookings.balance_due).toBe(isListed ? 1 : 0);
  expect(await read<Booking[]>('bookings?balanceDueFrom=1')).toHaveLength(owed > 0 ? 1 : 0);
  const [heading = '', row = ''] = (await (await staff.send('GET', 'bookings.csv')).text()).split('\r\n');
  const column = heading.split(',').indexOf('Balance due');
  expect(row.split(',').at(column - heading.split(',').length)).toBe(plainDollars(owed));
  const links = await rows<{ amount: number }>("SELECT amount FROM pay_links WHERE state = 'open'");
  if (links[0]) expect(links[0].amount).toBe(owed);
  return owed;
}
