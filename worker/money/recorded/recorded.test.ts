import { beforeEach, expect, it } from 'vitest';
import { chargeRemaining } from '#worker/money/charges/service.ts';
import { listEntriesWithin } from '#worker/money/reconciliation/repo.ts';
import { refundPayment } from '#worker/money/refunds/service.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls } from '#worker/test/payments.ts';
import { insertRental, listChanges, signIn } from '#worker/test/staff.ts';
import { addUnits, control, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { recordPayment, voidPayment } from './service.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let money: ReturnType<typeof makePaymentCalls>;

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  money = makePaymentCalls(staff, call);
});

const CASH = { method: 'cash' as const, amount: 10_000, day: inDays(0), reference: null };
type Reply = { booking: Record<string, unknown>; transaction: { id: string } };

/** The call with a new Idempotency-Key. Returns the status and the reply. */
async function record(id: number, payment: object, { key = crypto.randomUUID() as string } = {}) {
  const reply = await call(`/api/bookings/${id}/payments`, {
    method: 'POST',
    headers: { Cookie: staff.Cookie, 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify(payment),
  });
  return read(reply);
}
const voidIt = async (id: number, paymentId: string, reason = 'The check bounced') =>
  read(await staff.send('POST', `bookings/${id}/payments/${paymentId}/void`, { reason }));

/** The status and the reply, whose ETag is the version of the booking. */
async function read(reply: Response) {
  const body = await reply.json<Reply & { code: string }>();
  if (reply.ok) expect(reply.headers.get('ETag')).toBe(`"${body.booking.version}"`);
  return [reply.status, body] as const;
}
const unpaid = () => insertRental(1, { source: 'phone', paid_amount: 0, payment_status: 'unpaid' });
const ledger = () =>
  rows('SELECT type, kind, status, amount, payment_method FROM transactions ORDER BY place');
const state = async (id = 1) =>
  (await rows('SELECT paid_amount, balance_due, payment_status FROM bookings WHERE id = ?', id))[0];

it('a payment without a key is refused, with a sentence', async () => {
  await unpaid();
  const reply = await call('/api/bookings/1/payments', {
    method: 'POST',
    headers: { Cookie: staff.Cookie, 'Content-Type': 'application/json' },
    body: JSON.stringify(CASH),
  });
  expect([reply.status, await reply.json()]).toMatchObject([
    400,
    { message: expect.stringContaining('needs the header Idempotency-Key') },
  ]);
  expect(await ledger()).toEqual([]);
});

it('a payment is not of a day before the booking was made', async () => {
  await unpaid();
  await rows('UPDATE bookings SET created_at = ?', Date.now());
  const [status, refused] = await record(1, { ...CASH, day: inDays(-1) });
  expect([status, refused]).toMatchObject([
    400,
    { issues: [{ path: 'day', message: expect.stringContaining('before the booking was made') }] },
  ]);
  expect((await record(1, CASH))[0]).toBe(200);
});

it('payments of an unpaid booking are its deposit first, then its balance, once for each key', async () => {
  await unpaid();
  await rows('UPDATE bookings SET final_price = 40000');
  const key = crypto.randomUUID();
  const first = { ...CASH, amount: 32_500, method: 'check', reference: ' 1042 ' };
  const [status, { booking, transaction }] = await record(1, first, { key });
  expect([status, booking, transaction]).toMatchObject([
    200,
    { paidAmount: 32_500, balanceDue: 7_500, paymentStatus: 'deposit_paid', version: 2 },
    { id: `pay_${key.replaceAll('-', '')}`, type: 'payment', paymentMethod: 'check', bookingId: 1 },
  ]);
  expect((await record(1, first, { key }))[0]).toBe(200);
  expect((await record(1, { ...first, amount: 1 }, { key }))[1].code).toBe('conflict');
  expect((await record(1, { ...CASH, amount: 7_501 }))[1].code).toBe('conflict');
  expect((await record(1, { ...CASH, amount: 7_500 }))[0]).toBe(200);
  expect((await record(1, CASH))[1].code).toBe('nothing_due');
  expect(await ledger()).toEqual([
    { type: 'payment', kind: 'deposit', status: 'succeeded', amount: 32_500, payment_method: 'check' },
    { type: 'payment', kind: 'balance', status: 'succeeded', amount: 7_500, payment_method: 'cash' },
  ]);
  expect(await state()).toEqual({ paid_amount: 40_000, balance_due: 0, payment_status: 'fully_paid' });
  expect((await listChanges(staff, 1)).map(({ changedBy, text }) => `${changedBy}: ${text}`)).toEqual([
    expect.stringMatching(/^dana: Payment of \$75\.00 recorded: cash, received on /),
    expect.stringMatching(/^dana: Payment of \$325\.00 recorded: check \(1042\), received on /),
  ]);
  expect(await control('requests')).toEqual([]);
  expect(await listEntriesWithin(makeTestContext().ctx.db, 0, Number.MAX_SAFE_INTEGER)).toEqual([]);
});

it.each([
  ['a day in the future', { day: inDays(1) }, 'day'],
  ['no amount', { amount: 0 }, 'amount'],
  ['a part of a cent', { amount: 1.5 }, 'amount'],
  ['another method', { method: 'card' }, 'method'],
  ['a reference of control characters', { reference: 'a\u0000b' }, 'reference'],
])('a payment with %s is refused at its field', async (_what, changes, path) => {
  await unpaid();
  const [status, reply] = await record(1, { ...CASH, ...changes });
  expect([status, reply]).toMatchObject([400, { issues: [{ path }] }]);
  expect(await ledger()).toEqual([]);
});

it('a void needs a reason, keeps the row, and makes the amount due again', async () => {
  await unpaid();
  const [, { transaction }] = await record(1, CASH);
  expect((await voidIt(1, transaction.id, ' '))[0]).toBe(400);
  expect((await voidIt(1, 'pay_0'))[0]).toBe(404);
  const [status, { booking }] = await voidIt(1, transaction.id);
  expect([status, booking]).toMatchObject([
    200,
    { paidAmount: 0, balanceDue: 32_500, paymentStatus: 'unpaid' },
  ]);
  expect((await voidIt(1, transaction.id))[1].code).toBe('conflict');
  const detail = await (await staff.send('GET', `transactions/${transaction.id}`)).json();
  expect(detail).toMatchObject({
    details: { status: 'canceled', amount: 10_000 },
    recorded: { recordedBy: 'dana', voidedBy: 'dana', voidReason: 'The check bounced' },
    storedAt: null,
  });
  const listed = await (await staff.send('GET', 'transactions')).json();
  expect(listed).toMatchObject({
    transactions: [
      {
        recorded: {
          paymentDay: inDays(0),
          reference: null,
          recordedBy: 'dana',
          voidedAt: expect.any(String),
        },
      },
    ],
  });
  const [entry] = await listChanges(staff, 1);
  expect(entry?.text).toBe('Payment of $100.00 (cash) voided: The check bounced');
  expect(await control('requests')).toEqual([]);
  const changes = ['amount = 1', "payment_day = '2026-01-01'", 'recorded_by = NULL', 'booking_id = NULL'];
  for (const change of changes)
    await expect(rows(`UPDATE transactions SET ${change}`)).rejects.toThrow('recorded_payment_stays');
  for (const missing of ['payment_day', 'recorded_by']) {
    const refund = { id: 'rfd_1', type: 'refund', kind: 'refund', payment_id: transaction.id, amount: 1 };
    const facts = { payment_day: inDays(0), recorded_by: staff.id, [missing]: null };
    const inserted = insertRow('transactions', 9, { ...refund, booking_id: 1, checkout_id: null, ...facts });
    await expect(inserted).rejects.toThrow('recorded_payment_incomplete');
  }
  const unvoid = rows("UPDATE transactions SET status = 'succeeded' WHERE id = ?", transaction.id);
  await expect(unvoid).rejects.toThrow('payment_is_voided_only');
});

it('a recorded payment ends an open link first, and a payment by card cannot be voided', async () => {
  const { id, depositIntent } = await createPaidBooking();
  expect((await staff.send('POST', `bookings/${id}/pay-link`)).status).toBe(200);
  expect((await record(id, { ...CASH, amount: 17_500 }))[0]).toBe(200);
  expect(await rows('SELECT state, end_reason FROM pay_links')).toEqual([
    { state: 'withdrawn', end_reason: 'payment' },
  ]);
  expect((await voidIt(id, depositIntent))[1]).toMatchObject({
    code: 'conflict',
    message: 'A payment by card cannot be voided. Refund it instead.',
  });
});

it('a refund takes the card first, then records how staff paid out the rest', async () => {
  const { id } = await createPaidBooking();
  const [, { transaction }] = await record(id, { ...CASH, amount: 17_500 });
  await control('reset');
  const reply = await staff.send('POST', 'refund-payment', {
    bookingId: id,
    amount: 50_000,
    reason: 'Late',
    notifyCustomer: true,
    paidOut: { method: 'check', reference: '77' },
  });
  const { refunds, booking } = await reply.json<{ refunds: object[]; booking: object }>();
  expect([reply.status, refunds]).toMatchObject([
    200,
    [
      { amount: 42_500, status: 'succeeded' },
      { id: expect.stringMatching(/^rfd_[0-9a-f]{32}$/), paymentId: transaction.id, amount: 7_500 },
    ],
  ]);
  expect(booking).toMatchObject({ paidAmount: 60_000, refundAmount: 50_000, refundReason: 'Late' });
  const asked = await control<{ method: string }[]>('requests');
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect((await voidIt(id, transaction.id))[1].code).toBe('conflict');
  const texts = (await listChanges(staff, id)).map(({ text }) => text);
  expect(texts).toContain('Refund of $75.00 paid out: check (77)');
  expect((await money.refund(id, 10_000)).status).toBe(200);
  expect(await rows("SELECT payment_method FROM transactions WHERE id LIKE 'rfd%' ORDER BY place")).toEqual([
    { payment_method: 'check' },
    { payment_method: 'cash' },
  ]);
  expect(await state(id)).toMatchObject({ payment_status: 'refunded' });
});

it('cash does not count for the limit of card charges', async () => {
  const { id } = await createPaidBooking({ finalPrice: 42_500 + 400_000 });
  expect((await record(id, { ...CASH, amount: 200_000 }))[0]).toBe(200);
  expect((await money.charge(id, 200_000)).status).toBe(200);
});

it('cash beside a charge of the card: never more than the balance is paid', async () => {
  const { id } = await createPaidBooking();
  const { actor } = staff;
  const origin = { ip: '203.0.113.1', device: null } as never;
  for (const pauses of [
    [0, 5],
    [5, 0],
    [2, 2],
  ]) {
    const [cash, card] = pauses.map((pauseMs) => makeTestContext({ pauseMs }).ctx);
    if (!cash || !card) throw new Error('No context');
    card.send = () => Promise.resolve();
    await rows('UPDATE bookings SET final_price = paid_amount + 17500 WHERE id = ?', id);
    const ends = await Promise.allSettled([
      recordPayment(cash, actor, {
        id,
        version: null,
        key: crypto.randomUUID(),
        payment: { ...CASH, amount: 17_500 },
      }),
      chargeRemaining(card, actor, {
        bookingId: id,
        chargeAmount: 17_500,
        key: crypto.randomUUID(),
        version: null,
        origin,
      }),
    ]);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await state(id)).toMatchObject({ balance_due: 0, payment_status: 'fully_paid' });
  }
});

it('a void beside a refund: the payment is voided or refunded, never both', async () => {
  const { actor } = staff;
  for (const [i, pauses] of [
    [0, 5],
    [5, 0],
    [2, 2],
  ].entries()) {
    const id = i + 1;
    await insertRow('bookings', id, { paid_amount: 0 });
    const [, { transaction }] = await record(id, CASH);
    const [voids, refunds] = pauses.map((pauseMs) => makeTestContext({ pauseMs }).ctx);
    if (!voids || !refunds) throw new Error('No context');
    refunds.send = () => Promise.resolve();
    const refund = { bookingId: id, amount: 5000, reason: '', notifyCustomer: false };
    await Promise.allSettled([
      voidPayment(voids, actor, { id, version: null, paymentId: transaction.id, reason: 'Wrong' }),
      refundPayment(refunds, actor, { ...refund, key: crypto.randomUUID(), version: null }),
    ]);
    const [row] = await rows<{ voided: number; back: number }>(
      `SELECT status = 'canceled' AS voided,
        (SELECT count(*) FROM transactions b WHERE b.payment_id = p.id) AS back FROM transactions p WHERE id = ?`,
      transaction.id,
    );
    expect((row?.voided ?? 0) + (row?.back ?? 0)).toBe(1);
  }
});
