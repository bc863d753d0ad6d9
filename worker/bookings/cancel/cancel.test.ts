import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settleAllOperations } from '#worker/entry/queue/operations.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import {
  type CancelPreview,
  failRefunds,
  findCancelled,
  listDays,
  listJobs,
  listOperations,
  makeCancelCalls,
  setCancellationPolicy,
} from '#worker/test/cancellations.ts';
import { makeHistoryReader, makeQuietContext } from '#worker/test/history.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, readSums } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  control,
  currentDay,
  inDays,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
const { historyOf, story, sendLink } = makeHistoryReader(() => staff);

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  captureLog();
});

const DEPOSIT = 42_500;
const { change, preview, cancel } = makeCancelCalls(() => staff);
const settle = () => settleAllOperations(makeQuietContext(), { isForced: true });

describe('the preview of a cancellation', () => {
  it('proposes what the agreed policy refunds, and changes nothing', async () => {
    const { id } = await createPaidBooking();
    expect(await preview(id)).toMatchObject({
      allowed: true,
      refundable: DEPOSIT,
      cancellation: { proposed: DEPOSIT, refundAmount: DEPOSIT, maximum: DEPOSIT, pickupDay: null },
      after: { status: 'cancelled' },
      endsPayLink: null,
    });
    await setCancellationPolicy(id, 24 * 365, 5_000);
    await sendLink(id);
    expect(await preview(id)).toMatchObject({
      refundable: DEPOSIT - 5_000,
      endsPayLink: { amount: 17_500 },
      cancellation: { proposed: DEPOSIT - 5_000 },
    });
    expect(await findCancelled(id)).toMatchObject({ status: 'pending', cancelled_at: null });
    expect(await listOperations()).toEqual([]);
  });

  it.each(['completed', 'cancelled'])('of a %s booking says why it is not possible', async (status) => {
    const { id } = await createPaidBooking();
    await staff.send('PATCH', `bookings/${id}/status`, { status });
    expect(await preview(id)).toMatchObject({ allowed: false, reasons: [{ code: 'over' }] });
    expect((await cancel(id)).status).toBe(409);
  });
});

describe('a cancellation', () => {
  it('refunds, releases days and jobs, and e-mails once, with the calendar file that removes the entry', async () => {
    const { id } = await createPaidBooking();
    await sendLink(id);
    const version = (await findCancelled(id))?.version ?? 0;
    const reply = await cancel(id);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({
      booking: {
        status: 'cancelled',
        refundAmount: DEPOSIT,
        paymentStatus: 'refunded',
        version: version + 1,
      },
      endedPayLink: { amount: 17_500 },
      notified: true,
      refunds: [{ amount: DEPOSIT, status: 'succeeded' }],
    });
    expect([await listDays(id), await listJobs(id)]).toMatchObject([
      [],
      [{ status: 'cancelled' }, { status: 'cancelled' }],
    ]);
    expect(await listOperations()).toEqual([{ kind: 'cancel', state: 'succeeded', amount: DEPOSIT }]);
    expect((await findCancelled(id))?.cancelled_at).toBeGreaterThan(0);
    const world = makeTestContext();
    world.ctx.send = () => Promise.resolve();
    world.passMinutes(1);
    await processPendingRows(world.ctx, { includeRecent: true });
    const mails = world.mails.filter(({ subject }) => /cancelled|refund/.test(subject));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('We have refunded $425.00 to the card');
    const file = mails[0]?.attachments?.[0]?.text ?? '';
    expect(Number(/METHOD:CANCEL\r\n.*SEQUENCE:(\d+)/s.exec(file)?.[1])).toBeGreaterThan(version);
  });

  it('has each event once in the history, with its actor', async () => {
    const { id } = await createPaidBooking();
    await sendLink(id);
    await cancel(id, { refundAmount: 40_000, reason: 'Truck was on its way' });
    expect((await story(id)).slice(-4)).toEqual([
      '[dana] Cancellation started with a refund of $400.00 instead of the proposed $425.00: Truck was on its way',
      '[dana] Payment link for $175.00 ended: the booking was being cancelled',
      '[Stripe] Refund of $400.00 succeeded',
      '[dana] Status changed from Pending to Cancelled',
    ]);
    const refund = (await historyOf(id)).find(({ action }) => action === 'refund_succeeded');
    expect(refund).toMatchObject({ transactionId: expect.stringMatching(/^re_/) });
    expect(await (await staff.send('GET', `bookings/${id}`)).json()).toMatchObject({
      refundReason: 'Truck was on its way',
    });
  });

  it('with another refund than the proposed one needs a reason, and at most what can be refunded', async () => {
    const { id } = await createPaidBooking();
    const asked = await (await change(id, { refundAmount: 0, preview: true })).json<CancelPreview>();
    expect([asked.allowed, asked.cancellation?.needsReason]).toEqual([true, true]);
    expect((await preview(id)).cancellation?.needsReason).toBe(false);
    const refused = await cancel(id, { refundAmount: 0 });
    expect([refused.status, await refused.json()]).toMatchObject([400, { issues: [{ path: 'reason' }] }]);
    const above = await cancel(id, { refundAmount: DEPOSIT + 1, reason: 'x' });
    expect([above.status, await above.json()]).toMatchObject([
      409,
      { reasons: [{ code: 'refund_too_high' }] },
    ]);
    expect((await cancel(id, { refundAmount: 0, reason: 'Agreed by phone' })).status).toBe(200);
    expect(await readSums(id)).toMatchObject({ ledger: { refunded: 0 } });
  });

  it('by a dispatcher refunds nothing', async () => {
    const { id } = await createPaidBooking();
    const dan = await signIn('dan', 'dispatcher');
    expect((await change(id, { refundAmount: 1, preview: true }, dan)).status).toBe(403);
    const fields = { reason: 'An administrator refunds it' };
    const { previewToken, cancellation } = await (
      await change(id, { ...fields, preview: true }, dan)
    ).json<CancelPreview>();
    expect(cancellation).toMatchObject({ proposed: DEPOSIT, refundAmount: 0, needsReason: true });
    expect((await change(id, { ...fields, preview: false, previewToken }, dan)).status).toBe(200);
    expect(await findCancelled(id)).toMatchObject({ status: 'cancelled' });
  });

  it('on an older preview is stale', async () => {
    const { id } = await createPaidBooking();
    const { previewToken } = await preview(id);
    await staff.send('PATCH', `bookings/${id}/status`, { status: 'confirmed' });
    const stale = await change(id, { preview: false, previewToken });
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'stale', changed: ['status'] }]);
    expect(await listOperations()).toEqual([]);
  });

  it('that is sent twice at once cancels once', async () => {
    const { id } = await createPaidBooking();
    const { previewToken } = await preview(id);
    const replies = await Promise.all([1, 2].map(() => change(id, { preview: false, previewToken })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const lost = replies.find(({ status }) => status === 409);
    expect((await lost?.json<{ message: string }>())?.message).toMatch(
      /^This booking (is being|was) cancelled by dana/,
    );
    expect(await readSums(id)).toMatchObject({
      ledger: { refunded: DEPOSIT },
      stripe: { refunded: DEPOSIT },
    });
  });
});

describe('a cancellation that fails', () => {
  it('because Stripe refuses the refund changes nothing', async () => {
    const { id } = await createPaidBooking();
    const before = [await findCancelled(id), await listDays(id), await listJobs(id)];
    await failRefunds({ method: 'POST', status: 400 });
    expect((await cancel(id)).status).toBe(502);
    expect([await findCancelled(id), await listDays(id), await listJobs(id)]).toEqual(before);
    expect(await listOperations()).toMatchObject([{ state: 'failed' }]);
    expect((await story(id)).at(-1)).toBe(
      '[Stripe] The booking was not cancelled: Stripe refused the refund, and nothing was refunded (started by dana)',
    );
    await control('reset');
    expect((await cancel(id)).status).toBe(200);
  });

  it('because the customer has just paid on the link stores the payment and refunds nothing', async () => {
    const { id } = await createPaidBooking();
    const payToken = await sendLink(id);
    const { previewToken } = await preview(id);
    const reply = await call('/api/create-payment-intent', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ bookingId: id, payToken }),
    });
    await pay((await reply.json<{ clientSecret: string }>()).clientSecret);
    const refused = await change(id, { preview: false, previewToken });
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { message: 'The customer has just paid on the payment link. Nothing else was changed.' },
    ]);
    expect(await findCancelled(id)).toMatchObject({ status: 'pending' });
    expect(await readSums(id)).toMatchObject({ ledger: { paid: 60_000, refunded: 0 } });
  });
});

describe('a cancellation without an answer from Stripe', () => {
  it.each([
    ['of the refund', { path: '/v1/refunds', when: 'after' }],
    ['of the link', { path: '/v1/payment_intents/', method: 'POST', when: 'before' }],
  ])('%s is 202, keeps the days, holds other changes off, and the cron finishes it', async (_, rule) => {
    const { id } = await createPaidBooking();
    await sendLink(id);
    const [{ previewToken }, days] = [await preview(id), await listDays(id)];
    await control('fail-next', { times: 40, drop: true, ...rule });
    const reply = await change(id, { preview: false, previewToken });
    expect([reply.status, await reply.json()]).toMatchObject([202, { booking: { status: 'pending' } }]);
    expect(await (await staff.send('GET', 'bookings')).json()).toMatchObject([{ id, isCancelling: true }]);
    expect([await listDays(id), await findCancelled(id)]).toMatchObject([days, { status: 'pending' }]);
    const { charge, refund } = makePaymentCalls(staff, call);
    const writes = [
      staff.send('PATCH', `bookings/${id}/status`, { status: 'confirmed' }),
      staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 70_000 }),
      staff.send('POST', `bookings/${id}/pay-link`),
      staff.send('POST', `bookings/${id}/reminder`),
      charge(id, 5_000),
      refund(id, 5_000),
    ];
    for (const write of writes) expect(await (await write).json()).toMatchObject({ code: 'busy' });
    await expect(rows('UPDATE bookings SET version = version + 1 WHERE id = ?', id)).rejects.toThrow(
      'booking_cancelling',
    );
    const busy = { allowed: false, reasons: [{ code: 'busy', message: expect.stringContaining('by dana') }] };
    expect(await preview(id)).toMatchObject(busy);
    const move = { type: 'reschedule', deliveryDate: inDays(9) };
    expect(await (await change(id, { ...move, preview: true })).json()).toMatchObject(busy);
    expect((await change(id, { preview: false, previewToken })).status).toBe(409);
    const payments = await (await staff.send('GET', `bookings/${id}/payments`)).json();
    expect(payments).toMatchObject({ operation: { kind: 'cancel' } });
    await control('reset');
    await vi.waitFor(async () => {
      await settle();
      expect(await listOperations()).toMatchObject([{ state: 'succeeded' }]);
    }, 10_000);
    expect([await listDays(id), await findCancelled(id)]).toMatchObject([[], { status: 'cancelled' }]);
    expect(await readSums(id)).toMatchObject({
      ledger: { refunded: DEPOSIT },
      stripe: { refunded: DEPOSIT },
    });
    expect((await story(id)).filter((text) => text.includes('to Cancelled'))).toHaveLength(1);
  });

  it('can be stopped after ten minutes: what Stripe has not made is not made, and the booking stays', async () => {
    const { id } = await createPaidBooking();
    await failRefunds({ method: 'POST', drop: true, when: 'before' });
    expect((await cancel(id)).status).toBe(202);
    // Stripe still makes no refund: an attempt that is under way cannot end well.
    await rows('UPDATE payment_operations SET created_at = created_at - 660000, claimed_until = NULL');
    const stopped = await staff.send('POST', `bookings/${id}/resolve-operation`, { stop: true });
    expect([stopped.status, await stopped.json()]).toMatchObject([200, { operation: null, refunded: 0 }]);
    expect(await findCancelled(id)).toMatchObject({ status: 'pending' });
    expect(await listOperations()).toMatchObject([{ state: 'failed' }]);
  });
});

it('cancelling after the delivery picks up now, even on a closed day: the days stay until then, no refund is proposed', async () => {
  const { id } = await createPaidBooking();
  const days = [inDays(-2), inDays(4)];
  await rows(
    'UPDATE bookings SET delivery_date = ?1, end_date = ?2, pickup_day = ?2 WHERE id = ?3',
    ...days,
    id,
  );
  await rows('UPDATE dumpster_schedule SET start_date = ?, end_date = ? WHERE booking_id = ?', ...days, id);
  await rows("UPDATE jobs SET status = 'done' WHERE booking_id = ? AND type = 'delivery'", id);
  await rows('INSERT INTO blackout_days (day, reason, created_at) VALUES (?, ?, 0)', currentDay(), 'Holiday');
  expect(await preview(id)).toMatchObject({
    allowed: true,
    refundable: 0,
    cancellation: { proposed: 0, maximum: DEPOSIT, pickupDay: currentDay() },
    after: { status: 'cancelled' },
    warnings: [{ rule: 'closed', text: expect.stringMatching(/^Pickup on .*: closed day\.$/) }],
  });
  expect((await cancel(id)).status).toBe(200);
  expect(await findCancelled(id)).toMatchObject({ status: 'cancelled', pickup_day: inDays(4) });
  expect(await listDays(id)).toEqual([{ start_date: inDays(-2), end_date: inDays(4) }]);
  expect(await listJobs(id)).toMatchObject([
    { type: 'delivery', status: 'done' },
    { type: 'final_pickup', status: 'open', due_day: currentDay() },
  ]);
});
