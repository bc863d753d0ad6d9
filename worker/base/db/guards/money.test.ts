import { beforeEach, expect, it } from 'vitest';
import { releaseUnpaidBookings } from '#worker/bookings/new/release.ts';
import { settleAllOperations } from '#worker/entry/queue/operations.ts';
import { applyDispute } from '#worker/money/disputes/apply-dispute.ts';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import { sendPayLink, withdrawPayLink } from '#worker/money/links/service.ts';
import { endExpiredLinks } from '#worker/money/links/tasks.ts';
import { applyRefundsOfPayment } from '#worker/money/refunds/apply-refund.ts';
import { insertRow } from '#worker/test/builders.ts';
import { failRefunds, makeCancelCalls } from '#worker/test/cancellations.ts';
import { violate } from '#worker/test/guarded.ts';
import { findLinkSecret, makeHistoryReader, makeQuietContext } from '#worker/test/history.ts';
import { call, captureLog } from '#worker/test/http.ts';
import {
  CARDS,
  createBookingWithDecliningCard,
  createPaidBooking,
  makePaymentCalls,
  refundInStripe,
} from '#worker/test/payments.ts';
import { makePhoneDesk, paidByLink, payTokenOf } from '#worker/test/phone-orders.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  control,
  inDays,
  intentIdOf,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let money: ReturnType<typeof makePaymentCalls>;
const { sendLink } = makeHistoryReader(() => staff);
const { cancel } = makeCancelCalls(() => staff);
const { make } = makePhoneDesk(() => staff);

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signIn('ann', 'admin');
  money = makePaymentCalls(staff, call);
  captureLog();
});

const settle = () => settleAllOperations(makeQuietContext(), { isForced: true });
const operations = () => rows('SELECT kind, state FROM payment_operations');
const NOTHING = { outcome: 'ok', entries: [] };

it('a declined charge that another call has ended gets no link', async () => {
  const { id } = await createBookingWithDecliningCard();
  const seen = await violate('undecided', () => money.charge(id, 17_500), settle);
  expect(seen).toEqual({ failed: ['undecided'], outcome: 'card_declined', entries: [] });
  expect(await operations()).toEqual([{ kind: 'charge', state: 'canceled' }]);
  expect(await rows('SELECT id FROM pay_links')).toEqual([]);
});

it('a charge that charged nothing is ended once', async () => {
  const { id } = await createPaidBooking();
  await insertRow('payment_operations', 1, {
    booking_id: id,
    kind: 'charge',
    state: 'unknown',
    created_by: staff.id,
  });
  const seen = await violate('live', (ctx) => settleAllOperations(ctx, { isForced: true }), settle);
  expect(seen).toEqual({ failed: ['live'], ...NOTHING });
  expect(await rows("SELECT id FROM history WHERE action = 'charge_canceled'")).toHaveLength(1);
});

it('a card that can no longer be charged is removed once', async () => {
  const { id } = await createPaidBooking();
  const [card] = await rows<{ id: string }>(
    'SELECT stripe_payment_method_id AS id FROM bookings WHERE id = ?',
    id,
  );
  await control('detach', { paymentMethod: card?.id });
  const other = () => rows('UPDATE bookings SET stripe_payment_method_id = NULL WHERE id = ?', id);
  const seen = await violate('on_file', () => money.charge(id, 17_500), other);
  expect(seen).toMatchObject({ failed: ['on_file'], outcome: 'conflict' });
  expect(seen.entries).not.toContain('card_gone');
});

it('a paid link, a dispute and a refund in Stripe are recorded once by two readers', async () => {
  const { id, depositIntent } = await createPaidBooking();
  const token = await sendLink(id);
  const secret = await findLinkSecret(id, token);
  await pay(secret);
  const { charges } = await control<{ charges: { id: string; payment_intent: string }[] }>('state');
  const charge = charges.find(({ payment_intent: intent }) => intent === depositIntent)?.id ?? '';
  const readers = [
    (ctx = makeQuietContext()) => applyIntent(ctx, intentIdOf(secret)),
    (ctx = makeQuietContext()) => applyRefundsOfPayment(ctx, depositIntent),
    (ctx = makeQuietContext()) => applyDispute(ctx, dispute.id),
  ];
  await refundInStripe(depositIntent, 1_000);
  const dispute = await control<{ id: string }>('dispute', { charge });
  for (const read of readers) {
    expect(await violate('as_read', read, () => read())).toEqual({ failed: ['as_read'], ...NOTHING });
  }
  expect(await rows('SELECT kind, amount FROM transactions ORDER BY kind')).toEqual([
    { kind: 'balance', amount: 17_500 },
    { kind: 'deposit', amount: 42_500 },
    { kind: 'refund', amount: 1_000 },
  ]);
});

it('a refund that another attempt has ended is not ended again', async () => {
  const { id } = await createPaidBooking();
  const seen = await violate('ready', () => money.refund(id, 1_000), settle);
  expect(seen).toEqual({ failed: ['ready'], ...NOTHING });
  expect(await operations()).toEqual([{ kind: 'refund', state: 'succeeded' }]);
  expect(await rows("SELECT id FROM outbox WHERE kind = 'refund-made'")).toHaveLength(1);
});

it('a refund whose only part fails before its end is ended as failed', async () => {
  const { id } = await createPaidBooking({ card: CARDS.refundPends });
  const fail = async () => {
    const { refunds } = await control<{ refunds: { id: string }[] }>('state');
    await rows("UPDATE refund_parts SET state = 'failed', refund_id = ?", refunds[0]?.id);
  };
  const seen = await violate('ready', () => money.refund(id, 1_000), fail);
  expect(seen.failed).toEqual(['as_read']);
  expect(await operations()).toEqual([{ kind: 'refund', state: 'failed' }]);
});

it('a part that staff pay out themselves is recorded once', async () => {
  await insertRental(1, { source: 'phone', paid_amount: 0, payment_status: 'unpaid' });
  const paid = { method: 'cash', amount: 10_000, day: inDays(0), reference: null };
  expect((await staff.send('POST', 'bookings/1/payments', paid)).status).toBe(200);
  const other = () => rows("UPDATE refund_parts SET state = 'failed'");
  const seen = await violate('part_open', () => money.refund(1, 4_000), other);
  expect(seen.failed).toEqual(['part_open']);
  expect(seen.entries).not.toContain('refund_paid_out');
  expect(await rows("SELECT id FROM transactions WHERE kind = 'refund'")).toEqual([]);
});

it('a part that Stripe refused and another attempt has ended is not ended again', async () => {
  const { id } = await createPaidBooking();
  await failRefunds({ method: 'POST', status: 400, times: 1 });
  const other = () => rows("UPDATE refund_parts SET state = 'failed', error_code = 'stopped'");
  const seen = await violate('part_open', () => money.refund(id, 1_000), other);
  expect(seen.failed).toEqual(['part_open']);
  expect(seen.entries).not.toContain('refund_failed');
  expect(await rows('SELECT error_code FROM refund_parts')).toEqual([{ error_code: 'stopped' }]);
});

it('a cancellation does not begin on a booking that was changed', async () => {
  const { id } = await createPaidBooking();
  const other = () => staff.send('PATCH', `bookings/${id}/status`, { status: 'confirmed' });
  const seen = await violate('cancellable', () => cancel(id), other);
  expect(seen).toEqual({ failed: ['cancellable'], outcome: 'stale', entries: [] });
  expect(await operations()).toEqual([]);
});

it('a cancellation is ended by the attempt that has the claim', async () => {
  const { id } = await createPaidBooking();
  const seen = await violate('claimed', () => cancel(id), settle);
  expect(seen).toEqual({ failed: ['claimed'], ...NOTHING });
  expect(await operations()).toEqual([{ kind: 'cancel', state: 'succeeded' }]);
  expect(await rows("SELECT id FROM history WHERE action = 'changed'")).toHaveLength(1);
});

it('a cancellation that failed is ended once', async () => {
  const { id } = await createPaidBooking();
  await failRefunds({ method: 'POST', status: 400 });
  const seen = await violate('live', () => cancel(id), settle);
  expect(seen).toEqual({ failed: ['live'], outcome: 'provider_unavailable', entries: [] });
  expect(await rows("SELECT id FROM history WHERE action = 'cancel_failed'")).toHaveLength(1);
});

it('a link that ends before it is sent is not sent', async () => {
  const { id } = await createPaidBooking();
  const at = { id, version: null };
  const seen = await violate(
    'unsent',
    (ctx) => sendPayLink(ctx, staff.actor, { ...at, key: crypto.randomUUID() }),
    () => withdrawPayLink(makeQuietContext(), staff.actor, at),
  );
  expect(seen.failed).toEqual(['unsent']);
  expect(seen.outcome).not.toBe('ok');
  expect(seen.entries).toEqual([]);
});

it.each(['not_accepted', 'not_opened'])('a customer who opens a link twice: %s', async (guard) => {
  const booking = await make({ ...paidByLink(24), termsRead: true });
  const open = () =>
    call('/api/create-payment-intent', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '203.0.113.9' },
      body: JSON.stringify({ bookingId: booking.id, payToken: payTokenOf(booking), terms: true }),
    });
  expect(await violate(guard, open, open)).toMatchObject({
    failed: expect.arrayContaining([guard]),
    ...NOTHING,
  });
  const actions = await rows<{ action: string }>(
    "SELECT action FROM history WHERE action IN ('terms_accepted', 'pay_link_opened')",
  );
  expect(actions.map(({ action }) => action)).toEqual(['terms_accepted', 'pay_link_opened']);
});

it('an unpaid booking that is paid in another way is not released', async () => {
  const { id } = await make(paidByLink(24));
  const { ctx, passMinutes } = makeTestContext();
  ctx.send = () => Promise.resolve();
  passMinutes(24 * 60 + 2);
  await endExpiredLinks(ctx);
  const paid = { method: 'cash', amount: 42_500, day: inDays(0), reference: null };
  const other = async () =>
    expect((await staff.send('POST', `bookings/${id}/payments`, paid)).status).toBe(200);
  const act = (late: typeof ctx) => releaseUnpaidBookings({ ...late, now: ctx.now, today: ctx.today });
  expect(await violate('releasable', act, other)).toEqual({ failed: ['releasable'], ...NOTHING });
  expect(await rows('SELECT status FROM bookings')).toEqual([{ status: 'pending' }]);
});

it('a recorded payment is planned again when the booking has changed', async () => {
  await insertRental(1, { source: 'phone', paid_amount: 0, payment_status: 'unpaid' });
  const paid = { method: 'cash', amount: 10_000, day: inDays(0), reference: null };
  const seen = await violate(
    'version',
    () => staff.send('POST', 'bookings/1/payments', paid),
    () => staff.send('PATCH', 'bookings/1/status', { status: 'confirmed' }),
  );
  expect(seen).toMatchObject({ failed: ['version'], outcome: 'ok' });
  expect(await rows('SELECT amount FROM transactions')).toEqual([{ amount: 10_000 }]);
});
