import { beforeEach, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { formatMoment, startOfDay } from '#domain/shared/days.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import { endExpiredLinks } from '#worker/money/links/tasks.ts';
import { makeChangeCalls } from '#worker/test/changes.ts';
import { makeHistoryReader } from '#worker/test/history.ts';
import { call, captureLog, readError } from '#worker/test/http.ts';
import { countRows, makePhoneDesk, paidByLink, payTokenOf, viewPayLink } from '#worker/test/phone-orders.ts';
import { signIn } from '#worker/test/staff.ts';
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
import { releaseUnpaidBookings } from './release.ts';

const HOUR_MS = 3_600_000;
let staff: Awaited<ReturnType<typeof signIn>>;
const { story } = makeHistoryReader(() => staff);
const { make } = makePhoneDesk(() => staff);

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'dispatcher');
});

const openLink = (id: number, payToken: string, terms: object = { terms: true }) =>
  call('/api/create-payment-intent', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '203.0.113.9' },
    body: JSON.stringify({ bookingId: id, payToken, ...terms }),
  });

it('a payment link asks for the terms, is paid, saves the card and confirms the booking', async () => {
  // What staff read does not replace the customer's agreement.
  const booking = await make({ ...paidByLink(24), termsRead: true });
  const token = payTokenOf(booking);
  expect(await viewPayLink(token)).toMatchObject({
    kind: 'deposit',
    amount: 42_500,
    state: 'open',
    endDate: inDays(16),
    terms: { version: '2026-11' },
  });
  const withoutTerms = await openLink(booking.id, token, {});
  expect([withoutTerms.status, (await readError(withoutTerms)).issues]).toMatchObject([
    400,
    [{ path: 'terms' }],
  ]);
  const { clientSecret } = await (await openLink(booking.id, token)).json<{ clientSecret: string }>();
  const intentId = intentIdOf(clientSecret);
  const { payment_intents } = await control<{ payment_intents: { id: string; metadata: object }[] }>('state');
  const [intent] = payment_intents.filter(({ id }) => id === intentId);
  expect(intent).toMatchObject({
    setup_future_usage: 'off_session',
    metadata: { kind: 'deposit', booking_id: String(booking.id) },
  });
  expect(intent?.metadata).not.toHaveProperty('checkout_id');
  await pay(clientSecret);
  const { ctx, mails } = makeTestContext();
  ctx.send = () => Promise.resolve();
  await Promise.all([1, 2, 3].map(() => applyIntent(ctx, intentId)));
  const paid = await (await staff.send('GET', `bookings/${booking.id}`)).json<Booking>();
  expect(paid).toMatchObject({ paymentStatus: 'deposit_paid', stripePaymentIntentId: intentId });
  expect(await rows('SELECT kind, amount FROM transactions')).toEqual([{ kind: 'deposit', amount: 42_500 }]);
  const [stored] = await rows(
    'SELECT terms_version, terms_ip, stripe_payment_method_id AS card FROM bookings',
  );
  expect(stored).toEqual({
    terms_version: '2026-11',
    terms_ip: '203.0.113.9',
    card: expect.stringMatching(/^pm_/),
  });
  expect(await viewPayLink(token)).toMatchObject({ state: 'paid' });
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('your deposit is paid')]);
  expect(await countRows('bookings')).toBe(1);
  expect((await story(booking.id)).slice(1)).toEqual([
    '[dana] Payment link for $425.00 sent to ada@example.com',
    '[Customer] Terms accepted on the payment page',
    '[Customer] Payment link for $425.00 opened',
    '[Customer] $425.00 paid through the payment link',
  ]);
});

it('a payment link ends at the start of the delivery day, but not within two hours', async () => {
  const booking = await make({ ...paidByLink(167), deliveryDate: inDays(1), override: ['too_soon'] });
  const { expiresAt } = await viewPayLink(payTokenOf(booking));
  expect(Date.parse(String(expiresAt))).toBeLessThanOrEqual(Date.now() + 24 * HOUR_MS);
  const today = await make({ ...paidByLink(24), deliveryDate: inDays(0), override: ['too_soon'] });
  const end = Date.parse(String((await viewPayLink(payTokenOf(today))).expiresAt));
  expect(Math.round((end - Date.now()) / HOUR_MS)).toBe(2);
});

it('a payment link cancels the unpaid booking at its end, and both sides get an e-mail', async () => {
  const booking = await make(paidByLink(24));
  const { ctx, passMinutes, mails } = makeTestContext();
  ctx.send = () => Promise.resolve();
  passMinutes(24 * 60 - 1);
  expect([await endExpiredLinks(ctx), await releaseUnpaidBookings(ctx)]).toMatchObject([
    { expired: 0 },
    { released: 0 },
  ]);
  passMinutes(2);
  expect([await endExpiredLinks(ctx), await releaseUnpaidBookings(ctx)]).toMatchObject([
    { expired: 1 },
    { released: 1 },
  ]);
  const after = await (await staff.send('GET', `bookings/${booking.id}`)).json<Booking>();
  expect(after).toMatchObject({ status: 'cancelled', dumpsterId: null });
  expect([await countRows('dumpster_schedule'), await countRows("jobs WHERE status <> 'cancelled'")]).toEqual(
    [0, 0],
  );
  expect((await story(booking.id)).slice(-2)).toEqual([
    '[System] Payment link for $425.00 ended: not paid in time',
    '[System] Booking cancelled: $425.00 was not paid in time',
  ]);
  passMinutes(1);
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted()).toEqual([
    expect.stringMatching(/^ada@example.com: .*cancelled$/),
    expect.stringContaining(`Booking #${booking.id} was cancelled: its deposit was not paid`),
  ]);
  const file = mails.find(({ to }) => to === 'ada@example.com')?.attachments?.[0]?.text;
  expect(file).toMatch(new RegExp(`METHOD:CANCEL\\r\\n.*UID:booking-${booking.id}@.*SEQUENCE:\\d`, 's'));
  const another = await staff.send('POST', `bookings/${booking.id}/pay-link`);
  expect([another.status, (await readError(another)).code]).toEqual([409, 'conflict']);
  await staff.send('PATCH', `bookings/${booking.id}/status`, { status: 'pending' });
  expect(await releaseUnpaidBookings(ctx)).toMatchObject({ released: 0 });
});

it.each([
  { minutes: 40, released: 1 },
  { minutes: 240, released: 0 },
])(
  'a payment link for the same day that ends after midnight, found after $minutes minutes: $released',
  async ({ minutes, released }) => {
    await make({ ...paidByLink(24), deliveryDate: inDays(0), override: ['too_soon'] });
    const { ctx, passMinutes } = makeTestContext();
    ctx.send = () => Promise.resolve();
    const midnight = startOfDay(inDays(1), ctx.settings.timeZone);
    await rows('UPDATE pay_links SET expires_at = ?', midnight + HOUR_MS / 2);
    passMinutes((midnight - ctx.now()) / 60_000 + minutes);
    await endExpiredLinks(ctx);
    expect(await releaseUnpaidBookings(ctx)).toMatchObject({ released });
  },
);

it('a payment link that was paid before its end is found keeps the booking; one that is processed waits', async () => {
  captureLog();
  const booking = await make(paidByLink(24));
  const { clientSecret } = await (await openLink(booking.id, payTokenOf(booking))).json<{
    clientSecret: string;
  }>();
  await pay(clientSecret);
  const { ctx, passMinutes } = makeTestContext();
  ctx.send = () => Promise.resolve();
  passMinutes(25 * 60);
  expect(await endExpiredLinks(ctx)).toEqual({ expired: 0, notExpired: 1 });
  expect(await releaseUnpaidBookings(ctx)).toMatchObject({ released: 0 });
  const after = await (await staff.send('GET', `bookings/${booking.id}`)).json<Booking>();
  expect(after).toMatchObject({ status: 'pending', paymentStatus: 'deposit_paid' });
});

/** Runs the cron so many hours after now, and returns how many bookings it cancelled. */
async function releasedAfter(hours: number) {
  const { ctx, passMinutes } = makeTestContext();
  ctx.send = () => Promise.resolve();
  passMinutes(hours * 60);
  await endExpiredLinks(ctx);
  return (await releaseUnpaidBookings(ctx)).released;
}

it.each<[string, (id: number) => Promise<Response>, number]>([
  ['another price', (id) => staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 60_000 }), 1],
  [
    'a recorded payment that is voided',
    async (id) => {
      const check = { method: 'check', amount: 42_500, day: inDays(0), reference: '1042' };
      const made = await staff.send('POST', `bookings/${id}/payments`, check);
      const { transaction } = await made.json<{ transaction: { id: string } }>();
      return staff.send('POST', `bookings/${id}/payments/${transaction.id}/void`, { reason: 'Bounced' });
    },
    0,
  ],
  ['staff who withdraw it', (id) => staff.send('DELETE', `bookings/${id}/pay-link`), 0],
])('a payment link that ends early by %s decides about the booking at its end', async (_, act, released) => {
  staff = await signIn('dana2', 'admin');
  const { id } = await make(paidByLink(24));
  expect((await act(id)).ok).toBe(true);
  expect(await releasedAfter(23)).toBe(0);
  expect(await countRows('dumpster_schedule')).toBe(1);
  expect(await releasedAfter(25)).toBe(released);
  expect(await countRows('dumpster_schedule')).toBe(1 - released);
  expect(await releasedAfter(26)).toBe(0);
});

it('a payment link that takes over from an ended one keeps its end', async () => {
  staff = await signIn('dana2', 'admin');
  const { id } = await make(paidByLink(24));
  await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 60_000 });
  expect((await staff.send('POST', `bookings/${id}/pay-link`)).status).toBe(200);
  const ends = await rows<{ end: number }>('SELECT expires_at AS end FROM pay_links ORDER BY created_at');
  expect(ends).toHaveLength(2);
  expect(ends[1]).toEqual(ends[0]);
  expect(await releasedAfter(25)).toBe(1);
  expect((await story(id)).slice(-2)).toEqual([
    '[System] Payment link for $600.00 ended: not paid in time',
    '[System] Booking cancelled: $600.00 was not paid in time',
  ]);
});

it('a payment link that is withdrawn leaves the booking to staff, with the links before and after it', async () => {
  staff = await signIn('dana2', 'admin');
  const { id } = await make(paidByLink(24));
  await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 60_000 });
  await staff.send('POST', `bookings/${id}/pay-link`);
  await staff.send('DELETE', `bookings/${id}/pay-link`);
  await staff.send('POST', `bookings/${id}/pay-link`);
  expect(await releasedAfter(15 * 24)).toBe(0);
  expect(await countRows('dumpster_schedule')).toBe(1);
});

it('a payment link ends with the start of an earlier delivery day', async () => {
  const { id } = await make(paidByLink(6 * 24));
  const { change } = makeChangeCalls(staff);
  const { ctx, mails } = makeTestContext();
  const endIn = async () => {
    const [link] = await rows<{ at: number }>('SELECT expires_at AS at FROM pay_links');
    return Number(link?.at);
  };
  const { timeZone } = ctx.settings;
  await change(id, { type: 'reschedule', deliveryDate: inDays(9) });
  expect(Math.round(((await endIn()) - Date.now()) / HOUR_MS)).toBe(6 * 24);
  await change(id, { type: 'reschedule', deliveryDate: inDays(3), override: ['too_soon', 'closed', 'full'] });
  expect(await endIn()).toBe(startOfDay(inDays(3), timeZone));
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails.at(-1)?.text).toContain(`Please pay by ${formatMoment(await endIn(), timeZone)}`);
  expect((await story(id)).at(-1)).toContain('Payment link ends: ');
  await change(id, { type: 'reschedule', deliveryDate: inDays(0), override: ['too_soon', 'closed', 'full'] });
  expect(Math.round(((await endIn()) - Date.now()) / HOUR_MS)).toBe(2);
});

it('a payment link keeps the booking while the link cannot be cancelled at Stripe', async () => {
  captureLog();
  await make(paidByLink(24));
  const { ctx, passMinutes } = makeTestContext();
  ctx.send = () => Promise.resolve();
  passMinutes(25 * 60);
  await control('fail-next', { path: '/v1/payment_intents/', status: 500, when: 'before', times: 9 });
  expect([await endExpiredLinks(ctx), await releaseUnpaidBookings(ctx)]).toEqual([
    { expired: 0, notExpired: 1 },
    { released: 0, notReleased: 0 },
  ]);
  await control('reset');
  expect(await countRows('dumpster_schedule')).toBe(1);
});
