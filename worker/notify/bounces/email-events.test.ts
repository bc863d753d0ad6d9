import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { signIn } from '#worker/test/staff.ts';
import { deliverTasks } from '#worker/test/webhook.ts';
import { rows, startOver, testEnv } from '#worker/test/world.ts';

beforeEach(startOver);

const event = (status: string, more: object = {}) => ({
  type: `cf.email.sending.message.${status}`,
  source: { type: 'email.sending', zoneId: 'zone', domain: 'example.com' },
  payload: {
    eventId: 'event-1',
    messageId: 'mail-1',
    sender: 'office@example.com',
    recipient: 'Ada1@example.com',
    terminal: true,
    delivery: { status, smtpResponse: '550 5.1.1 No such user' },
    ...more,
  },
  metadata: { eventSchemaVersion: 1, eventTimestamp: '2026-11-20T12:00:00.000Z' },
});

it('a bounce is shown on the booking and its notification until an e-mail is delivered', async () => {
  await insertRow('bookings', 1);
  await rows(
    "INSERT INTO outbox (id, kind, booking_id, dedupe_key, created_at, done_at, message_id) VALUES ('o', 'deposit-paid', 1, 'o', 1, 2, 'mail-1')",
  );
  const dana = await signIn('dana', 'dispatcher');
  const bounce = async () =>
    (await (await dana.send('GET', 'bookings/1/texts')).json<{ bounce: unknown }>()).bounce;
  const bounced = event('bounced', { bounce: { type: 'hard', classification: 'Mailbox not found' } });
  expect(await deliverTasks([bounced, bounced, event('deferred')], testEnv)).toEqual(['ack', 'ack', 'ack']);
  expect(await bounce()).toMatchObject({ reason: 'Mailbox not found' });
  const list = await dana.send('GET', 'admin/notifications?state=undelivered');
  expect(await list.json()).toMatchObject([{ id: 'o', state: 'undelivered', error: 'Mailbox not found' }]);
  const listed = async () =>
    (await (await dana.send('GET', 'bookings?work=bounced_emails')).json<{ id: number }[]>()).map(
      ({ id }) => id,
    );
  expect(await listed()).toEqual([1]);
  await deliverTasks([event('delivered')], testEnv);
  expect(await bounce()).toBeNull();
  expect(await listed()).toEqual([]);
  await deliverTasks([bounced], testEnv);
  expect(await listed()).toEqual([1]);
  await rows("UPDATE bookings SET email = 'corrected@example.com' WHERE id = 1");
  expect(await listed()).toEqual([]);
});

it('an e-mail that failed without a fault of the address is listed, and the address counts as good', async () => {
  await insertRow('bookings', 1);
  await rows(
    "INSERT INTO outbox (id, kind, booking_id, dedupe_key, created_at, done_at, message_id) VALUES ('o', 'deposit-paid', 1, 'o', 1, 2, 'mail-1')",
  );
  const dana = await signIn('dana', 'dispatcher');
  const refused = { rejection: { reason: 'spam', party: 'sender', detail: 'Rejected as spam' } };
  const events = [event('rejected', { ...refused, delivery: { status: 'rejected' } }), event('failed')];
  expect(await deliverTasks(events, testEnv)).toEqual(['ack', 'ack']);
  const list = await dana.send('GET', 'admin/notifications?state=undelivered');
  expect(await list.json()).toMatchObject([{ id: 'o', error: 'Rejected as spam' }]);
  expect(await rows('SELECT * FROM email_bounces')).toEqual([]);
  const suppressed = { rejection: { reason: 'suppressed', party: 'recipient', detail: 'Is suppressed' } };
  await deliverTasks([event('rejected', { ...suppressed, delivery: { status: 'rejected' } })], testEnv);
  expect(await rows('SELECT reason FROM email_bounces')).toEqual([{ reason: 'Is suppressed' }]);
});
