import { beforeEach, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { readError } from '#worker/test/http.ts';
import { insertRental, listChanges, signIn } from '#worker/test/staff.ts';
import { currentDay, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { sendReminder } from './service.ts';

let dana: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  await insertRental(1);
});

/** A context whose queue loses all messages, so that only the cron delivers. */
function makeOwnWorld(options: { pauseMs?: number } = {}) {
  const world = makeTestContext(options);
  world.ctx.send = () => Promise.resolve();
  return world;
}

const ANY = { id: 1, version: null };
const AGAIN = 'A reminder has been sent today already. The next one can be sent tomorrow.';
const outbox = () => rows('SELECT kind, dedupe_key, subject FROM outbox');

it('a reminder is queued with its history, and the reply has the new version of the booking', async () => {
  const reply = await dana.send('POST', 'bookings/1/reminder');
  expect([reply.status, reply.headers.get('ETag')]).toEqual([200, '"2"']);
  expect(await reply.json<Booking>()).toMatchObject({ id: 1, status: 'pending' });
  const subject = currentDay();
  expect(await outbox()).toEqual([
    { kind: 'booking-reminder', dedupe_key: `booking-reminder:1:${subject}`, subject },
  ]);
  const history = await listChanges(dana, 1);
  expect(history).toMatchObject([
    { action: 'reminder_sent', changedBy: 'dana', before: null, after: { reminder: subject } },
  ]);
});

it('it is sent once, to the address of the booking', async () => {
  const { ctx, mails } = makeOwnWorld();
  await sendReminder(ctx, dana.actor, ANY);
  for (const _ of [1, 2]) await processPendingRows(ctx, { includeRecent: true });
  expect(mails).toMatchObject([
    { to: 'ada1@example.com', subject: 'Booking #1 at Ironwood Dumpsters: a reminder of your booking' },
  ]);
});

it('it can be sent once a day, and again on the next day', async () => {
  const { ctx, passMinutes } = makeOwnWorld();
  await sendReminder(ctx, dana.actor, ANY);
  const again = await dana.send('POST', 'bookings/1/reminder');
  expect([again.status, await readError(again)]).toMatchObject([409, { code: 'conflict', message: AGAIN }]);
  expect(await outbox()).toHaveLength(1);
  passMinutes(24 * 60);
  await sendReminder(ctx, dana.actor, ANY);
  expect(await outbox()).toHaveLength(2);
});

it('it is refused for a customer without an e-mail address', async () => {
  await rows('UPDATE bookings SET email = NULL');
  const reply = await dana.send('POST', 'bookings/1/reminder');
  const message = 'This booking has no e-mail address. Call the customer instead.';
  expect([reply.status, await readError(reply)]).toMatchObject([409, { code: 'conflict', message }]);
  expect(await outbox()).toEqual([]);
});

it('of many concurrent sends one succeeds, and the others get a conflict', async () => {
  const { ctx } = makeOwnWorld({ pauseMs: 5 });
  const sent = await Promise.allSettled(Array.from({ length: 10 }, () => sendReminder(ctx, dana.actor, ANY)));
  const refused = sent.filter((each) => each.status === 'rejected');
  expect(refused.map(({ reason }) => reason.message)).toEqual(Array(9).fill(AGAIN));
  expect(await outbox()).toHaveLength(1);
  expect(await rows('SELECT version FROM bookings')).toEqual([{ version: 2 }]);
});

it.each([
  ['confirmed', 'Only pending bookings are reminded of: this one is Confirmed.'],
  ['in_transit', 'Only pending bookings are reminded of: this one is In Transit.'],
])('no reminder can be sent of a booking that is %s', async (status, message) => {
  await rows('UPDATE bookings SET status = ?', status);
  const reply = await dana.send('POST', 'bookings/1/reminder');
  expect([reply.status, await readError(reply)]).toMatchObject([409, { code: 'conflict', message }]);
  expect([await outbox(), await rows('SELECT id FROM history')]).toEqual([[], []]);
});

it('no reminder is sent when the booking was cancelled before', async () => {
  const { ctx, mails } = makeOwnWorld();
  await sendReminder(ctx, dana.actor, ANY);
  await rows("UPDATE bookings SET status = 'cancelled'");
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails).toEqual([]);
});

it('a missing booking is not found, and a body is optional but must be empty', async () => {
  expect((await dana.send('POST', 'bookings/77/reminder')).status).toBe(404);
  expect((await dana.send('POST', 'bookings/x/reminder')).status).toBe(404);
  expect((await dana.send('POST', 'bookings/1/reminder', { when: 'now' })).status).toBe(400);
});
