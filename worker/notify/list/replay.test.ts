import { beforeEach, expect, it } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { processOutboxRow, processPendingRows } from '#worker/entry/queue/outbox.ts';
import { moveToDeadLetters, storeDeadLetter } from '#worker/notify/outbox/dead-letters.ts';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog, readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { releaseNotification, retryNotification } from './service.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  await insertRow('users', 50, { email: 'ann@example.com' });
});

/** A context whose queue only records messages. A pause lets other calls run between a read and a write. */
function makeWorld(options: { pauseMs?: number } = {}) {
  const { ctx, passMinutes, mails } = makeTestContext(options);
  const sent: unknown[] = [];
  ctx.send = async (message) => {
    sent.push(message);
  };
  return { ctx, passMinutes, mails, sent };
}

const deadReset = async () => {
  captureLog();
  await insertRow('outbox', 1, { kind: 'password-reset', user_id: 50, attempts: 7, error: 'Error: full' });
  await moveToDeadLetters(makeTestContext().ctx, 'outbox-1');
};

it('a retried notification is sent once', async () => {
  await deadReset();
  const { ctx, sent, mails } = makeWorld();
  const notification = await retryNotification(ctx, dana.actor, 'outbox-1');
  expect(notification).toMatchObject({
    id: 'outbox-1',
    state: 'waiting',
    attempts: 0,
    diedAt: null,
    replayedBy: 'dana',
    replayedAt: expect.stringMatching(/^20.*Z$/),
  });
  expect(sent).toEqual([{ type: 'outbox', id: 'outbox-1' }]);
  await processOutboxRow(ctx, 'outbox-1');
  await processOutboxRow(ctx, 'outbox-1');
  expect(mails.map(({ to }) => to)).toEqual(['ann@example.com']);
  await expect(retryNotification(ctx, dana.actor, 'outbox-1')).rejects.toMatchObject({
    code: 'conflict',
    message: 'This was already sent.',
  });
});

it('of ten concurrent retries one is queued, for an outbox row and for a failed event', async () => {
  await deadReset();
  const body = { type: 'stripe-event', eventId: 'evt_1' };
  await storeDeadLetter(makeTestContext().ctx, { messageId: 'event', body });
  const { ctx, sent } = makeWorld({ pauseMs: 5 });
  for (const id of ['outbox-1', 'event']) {
    const clicks = await Promise.allSettled(
      Array.from({ length: 10 }, () => retryNotification(ctx, dana.actor, id)),
    );
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
  expect(sent).toEqual([
    { type: 'outbox', id: 'outbox-1' },
    { type: 'outbox', id: 'event' },
  ]);
  expect(await rows('SELECT DISTINCT replayed_by FROM outbox')).toEqual([{ replayed_by: dana.id }]);
});

it('a retried notification can fail again, and a dead letter that is delivered twice counts once', async () => {
  await deadReset();
  const { ctx } = makeWorld();
  await storeDeadLetter(ctx, { messageId: 'one', body: { type: 'outbox', id: 'outbox-1' } });
  await retryNotification(ctx, dana.actor, 'outbox-1');
  // The queue can deliver a dead letter twice.
  await storeDeadLetter(ctx, { messageId: 'one', body: { type: 'outbox', id: 'outbox-1' } });
  expect(await rows('SELECT dead_at FROM outbox')).toEqual([{ dead_at: null }]);
  await storeDeadLetter(ctx, { messageId: 'two', body: { type: 'outbox', id: 'outbox-1' } });
  expect(await rows('SELECT dead_at FROM outbox')).toEqual([{ dead_at: expect.any(Number) }]);
  expect(await retryNotification(ctx, dana.actor, 'outbox-1')).toMatchObject({ state: 'waiting' });
});

it('the cron leaves a retried row to the queue, and takes it when the queue has lost it', async () => {
  await deadReset();
  const { ctx, passMinutes, mails } = makeWorld();
  await retryNotification(ctx, dana.actor, 'outbox-1');
  passMinutes(60);
  expect(await processPendingRows(ctx, { includeRecent: false })).toMatchObject({ examined: 0 });
  passMinutes(61);
  expect(await processPendingRows(ctx, { includeRecent: false })).toMatchObject({ done: 1 });
  expect(mails).toHaveLength(1);
});

it('a retry that the queue does not take leaves the row dead, so that it can be retried', async () => {
  await deadReset();
  const { ctx, sent } = makeWorld();
  const { send } = ctx;
  ctx.send = () => Promise.reject(new Error('no queue'));
  await expect(retryNotification(ctx, dana.actor, 'outbox-1')).rejects.toMatchObject({
    code: 'provider_unavailable',
  });
  expect(await rows('SELECT replayed_at, dead_at FROM outbox')).toEqual([
    { replayed_at: null, dead_at: expect.any(Number) },
  ]);
  ctx.send = send;
  expect(await retryNotification(ctx, dana.actor, 'outbox-1')).toMatchObject({ state: 'waiting' });
  expect(sent).toHaveLength(1);
});

it('an unknown message cannot be retried, nor an event that was processed since', async () => {
  captureLog();
  const { ctx, sent } = makeWorld();
  await storeDeadLetter(ctx, { messageId: 'strange', body: { type: 'rain', wind: 'north' } });
  await insertRow('stripe_events', 1);
  await storeDeadLetter(ctx, { messageId: 'healed', body: { type: 'stripe-event', eventId: 'evt_1' } });
  for (const [id, message] of [
    ['strange', 'The content of this message is unknown, so it cannot be retried.'],
    ['healed', 'This was already sent.'],
  ] as const) {
    await expect(retryNotification(ctx, dana.actor, id)).rejects.toMatchObject({
      code: 'conflict',
      message,
    });
  }
  expect(sent).toEqual([]);
});

it('over HTTP a retry needs the capability, and a refusal says why', async () => {
  await deadReset();
  await insertRow('outbox', 2, { user_id: 50 });
  const vera = await signIn('vera', 'view_only');
  const replay = async (id: string, by = dana) => by.send('POST', `admin/notifications/${id}/replay`);
  expect((await replay('outbox-1', vera)).status).toBe(403);
  expect((await replay('nothing')).status).toBe(404);
  const waiting = await replay('outbox-2');
  expect([waiting.status, (await readError(waiting)).message]).toEqual([
    409,
    'This is already waiting to be sent.',
  ]);
  const done = await replay('outbox-1');
  expect([done.status, (await done.json<Notification>()).replayedBy]).toEqual([200, 'dana']);
});

it('a held e-mail is sent after its release, once, and all others by one call', async () => {
  captureLog();
  for (const n of [1, 2, 3]) {
    await insertRow('outbox', n, { kind: 'password-reset', user_id: 50, held_at: n });
  }
  const { ctx, sent, mails } = makeWorld();
  await processOutboxRow(ctx, 'outbox-1');
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails).toEqual([]);
  const held = await (await dana.send('GET', 'admin/notifications?state=held')).json<Notification[]>();
  expect(held.map(({ id, state }) => [id, state])).toEqual([3, 2, 1].map((n) => [`outbox-${n}`, 'held']));
  await expect(retryNotification(ctx, dana.actor, 'outbox-1')).rejects.toMatchObject({ code: 'conflict' });

  expect(await releaseNotification(ctx, dana.actor, 'outbox-1')).toMatchObject({ state: 'waiting' });
  expect(sent).toEqual([{ type: 'outbox', id: 'outbox-1' }]);
  await expect(releaseNotification(ctx, dana.actor, 'outbox-1')).rejects.toMatchObject({ code: 'conflict' });
  await processOutboxRow(ctx, 'outbox-1');
  expect(mails).toHaveLength(1);

  const reply = await dana.send('POST', 'admin/notifications/release');
  expect(await reply.json()).toEqual({ released: 2 });
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails).toHaveLength(3);
});
