import { beforeEach, describe, expect, it } from 'vitest';
import { consume } from '#worker/entry/queue/consumer.ts';
import { processOutboxRow, processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call } from '#worker/test/http.ts';
import { createPaidBooking } from '#worker/test/payments.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import { addUnits, makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { takeCalendarSequence } from './emails-repo.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let world: ReturnType<typeof makeTestContext>;
const SECONDS = 1 / 60;

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  const [unit] = await listUnitIds();
  await insertRental(1, { unit: unit ?? 0 });
  world = makeTestContext();
  world.ctx.send = () => Promise.resolve();
});

const setStatus = (status: string, more: object = {}) =>
  staff.send('PATCH', 'bookings/1/status', { status, ...more });
const waiting = () => rows('SELECT kind, due_at - created_at AS wait FROM outbox WHERE done_at IS NULL');
const subjects = () => world.mails.map(({ subject }) => subject.split(': ')[1]);
/** Advances the clock by a number of seconds, and runs the outbox task as the cron does. */
const pass = async (seconds: number) => {
  world.passMinutes(seconds * SECONDS);
  await processPendingRows(world.ctx, { includeRecent: true });
};

describe('a booking that is set to', () => {
  it.each([
    ['confirmed', 'your delivery is confirmed', 'METHOD:PUBLISH'],
    ['cancelled', 'your booking is cancelled', 'METHOD:CANCEL'],
  ])('%s e-mails the customer after 15 seconds, with the calendar file', async (status, subject, method) => {
    await setStatus(status);
    expect(await waiting()).toEqual([{ kind: `booking-${status}`, wait: 15_000 }]);
    await pass(12);
    expect(world.mails).toEqual([]);
    await pass(4);
    expect(world.mails).toMatchObject([
      { to: 'ada1@example.com', attachments: [{ filename: 'booking-1.ics' }] },
    ]);
    expect(subjects()).toEqual([subject]);
    const file = world.mails[0]?.attachments?.[0]?.text ?? '';
    expect(file).toContain(`${method}\r\n`);
    expect(file).toContain('UID:booking-1@');
    expect(file).toContain('SEQUENCE:2\r\n');
    await pass(60);
    expect(world.mails).toHaveLength(1);
  });

  it.each(['pending', 'in_transit', 'completed'])('%s sends no e-mail', async (status) => {
    await rows("UPDATE bookings SET status = 'confirmed'");
    await setStatus(status);
    expect(await waiting()).toEqual([]);
  });

  it.each(['confirmed', 'cancelled'])('%s sends no e-mail when staff turn it off', async (status) => {
    await setStatus(status, { notifyCustomer: false });
    expect(await waiting()).toEqual([]);
  });

  it('the current status sends no e-mail', async () => {
    await rows("UPDATE bookings SET status = 'confirmed'");
    await setStatus('confirmed');
    expect(await waiting()).toEqual([]);
  });

  it('a status under a notifyCustomer that is no boolean is refused', async () => {
    const reply = await setStatus('confirmed', { notifyCustomer: 'yes' });
    expect([reply.status, await reply.json()]).toMatchObject([400, { issues: [{ path: 'notifyCustomer' }] }]);
  });
});

describe('an unsent e-mail', () => {
  it('is deleted when the status is undone, and sent once when it is confirmed again', async () => {
    await setStatus('confirmed');
    await pass(10);
    await setStatus('pending', { notifyCustomer: false, ifMatch: '"2"' });
    expect(await waiting()).toEqual([]);
    await pass(20);
    expect(world.mails).toEqual([]);
    await setStatus('confirmed');
    await setStatus('pending');
    await setStatus('confirmed');
    await pass(40);
    expect(subjects()).toEqual(['your delivery is confirmed']);
    await expectExactSummaries({ pieces: ['Ada'], beginnings: ['a'] });
  });

  it('is replaced by the one of the next status', async () => {
    await setStatus('confirmed');
    await setStatus('cancelled');
    expect(await waiting()).toEqual([{ kind: 'booking-cancelled', wait: 15_000 }]);
    await pass(16);
    expect(subjects()).toEqual(['your booking is cancelled']);
  });

  it('about a cancellation is sent though the booking is reopened, and before the one about the new status', async () => {
    await setStatus('cancelled');
    await pass(2.5);
    await setStatus('confirmed');
    const { send } = world.ctx.mail;
    world.ctx.mail = { send: () => Promise.reject(new Error('Mailbox full')) };
    await pass(16);
    world.ctx.mail = { send };
    await pass(1);
    await pass(61);
    expect(subjects()).toEqual(['your booking is cancelled', 'your delivery is confirmed']);
    expect(await waiting()).toEqual([]);
  });

  it('is deleted even if it was due and the mail service refused it', async () => {
    await setStatus('confirmed');
    const { send } = world.ctx.mail;
    world.ctx.mail = { send: () => Promise.reject(new Error('Mailbox full')) };
    await pass(16);
    await setStatus('pending');
    world.ctx.mail = { send };
    await pass(16);
    expect([world.mails, await waiting()]).toEqual([[], []]);
  });

  it('is left alone by a change that is refused', async () => {
    await setStatus('confirmed');
    expect((await setStatus('pending', { ifMatch: '"1"' })).status).toBe(409);
    expect(await waiting()).toHaveLength(1);
  });
});

it('a customer without an e-mail address is sent none, and none is recorded as sent', async () => {
  await rows('UPDATE bookings SET email = NULL');
  await setStatus('confirmed');
  await pass(16);
  expect([world.mails, await rows('SELECT kind FROM outbox')]).toEqual([[], []]);
  const reply = await staff.send('GET', 'bookings/1');
  expect(await reply.json()).toMatchObject({ email: null, confirmedEmailAt: null });
});

it('confirmed is e-mailed once a booking, at any distance in time', async () => {
  await setStatus('confirmed');
  await pass(16);
  await rows('DELETE FROM outbox');
  await setStatus('in_transit');
  await setStatus('confirmed');
  await pass(16);
  expect(subjects()).toEqual(['your delivery is confirmed']);
});

it('each cancellation is e-mailed, with a sequence above the one before', async () => {
  await setStatus('cancelled');
  await pass(16);
  await setStatus('pending');
  await setStatus('cancelled');
  await pass(16);
  const sequences = world.mails.map(
    ({ attachments }) => /SEQUENCE:(\d+)/.exec(attachments?.[0]?.text ?? '')?.[1],
  );
  expect(sequences).toEqual(['2', '4']);
});

it('a calendar file that is sent again has a higher sequence, above the version of the booking', async () => {
  const { ctx } = world;
  const taken = [await takeCalendarSequence(ctx.db, 1), await takeCalendarSequence(ctx.db, 1)];
  await rows('UPDATE bookings SET version = 9');
  expect([...taken, await takeCalendarSequence(ctx.db, 1)]).toEqual([1, 2, 9]);
});

it('the queue is asked to wait for 15 seconds, and a message that comes early is sent again for later', async () => {
  const sent: { id: string; delaySeconds: number | undefined }[] = [];
  const TASKS = {
    send: async ({ id }: { id: string }, options: { delaySeconds?: number }) => {
      sent.push({ id, delaySeconds: options.delaySeconds });
    },
  } as unknown as Queue;
  const env = { ...testEnv, TASKS };
  await call(
    '/api/bookings/1/status',
    {
      method: 'PATCH',
      headers: { Cookie: staff.Cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify({ status: 'confirmed' }),
    },
    env,
  );
  expect(sent).toEqual([{ id: expect.any(String), delaySeconds: 15 }]);
  const outcomes: string[] = [];
  const message = {
    id: 'message-1',
    body: { type: 'outbox', id: sent[0]?.id },
    attempts: 1,
    ack: () => outcomes.push('ack'),
    retry: () => outcomes.push('retry'),
  };
  await consume({ queue: 'tasks', messages: [message] } as unknown as MessageBatch<unknown>, env);
  expect(outcomes).toEqual(['ack']);
  expect(sent[1]).toEqual({ id: sent[0]?.id, delaySeconds: expect.any(Number) });
  expect(sent[1]?.delaySeconds).toBeGreaterThanOrEqual(13);
});

it('of ten concurrent attempts one sends it', async () => {
  await setStatus('confirmed');
  world.passMinutes(16 * SECONDS);
  const [row] = await rows<{ id: string }>('SELECT id FROM outbox');
  await Promise.all(Array.from({ length: 10 }, () => processOutboxRow(world.ctx, row?.id ?? '')));
  expect(world.mails).toHaveLength(1);
});

it('a cancellation says that it refunded nothing, and which payment link it ended', async () => {
  const { id } = await createPaidBooking();
  await staff.send('POST', `bookings/${id}/pay-link`);
  const reply = await staff.send('PATCH', `bookings/${id}/status`, { status: 'cancelled' });
  expect(await reply.json()).toMatchObject({
    status: 'cancelled',
    refundAmount: null,
    endedPayLink: { amount: 17_500 },
    message: 'The booking is cancelled. This call refunded nothing. To refund, use POST /api/refund-payment.',
  });
  const other = await staff.send('PATCH', `bookings/${id}/status`, { status: 'pending' });
  expect(await other.json()).toMatchObject({ endedPayLink: null, message: null });
});

it('a new price says which payment link it ended', async () => {
  const { id } = await createPaidBooking();
  await staff.send('POST', `bookings/${id}/pay-link`);
  const price = (finalPrice: number) => staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice });
  expect(await (await price(61_000)).json()).toMatchObject({ endedPayLink: { amount: 17_500 } });
  expect(await (await price(62_000)).json()).toMatchObject({ endedPayLink: null });
});

it('a voided dump ticket is not in any calculation', async () => {
  const { id } = await createPaidBooking();
  const ticket = { booking_id: id, weight: 2400, fee_amount: 8000, created_by: staff.id };
  await insertRow('dump_fees', 1, { ...ticket, dump_date: '2026-12-06' });
  await insertRow('dump_fees', 2, { ...ticket, dump_date: '2026-12-05', voided_at: 1, voided_by: staff.id });
  await staff.send('POST', `bookings/${id}/pay-link`);
  await processPendingRows(world.ctx, { includeRecent: true });
  const text = world.mails.find(({ subject }) => subject.includes('please pay'))?.text ?? '';
  expect(text).toContain(
    'Final price: $600.00\nIncluded: dump ticket of Dec 6, 2026, 2,400 lb: $80.00\nDeposit paid',
  );
});
