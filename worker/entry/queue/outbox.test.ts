import { beforeEach, expect, it } from 'vitest';
import { getEnvSettings } from '#worker/base/env.ts';
import { makeLog } from '#worker/base/platform/log.ts';
import { withRecipients } from '#worker/base/platform/mail.ts';
import { findNotification } from '#worker/notify/list/repo.ts';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog } from '#worker/test/http.ts';
import { insertRental } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { processOutboxRow, processPendingRows } from './outbox.ts';

const ID = 'outbox-1';

beforeEach(async () => {
  await startOver();
  await insertRental(1);
  await insertRow('outbox', 1, {
    user_id: null,
    booking_id: 1,
    kind: 'deposit-paid',
    dedupe_key: 'deposit-paid:1',
  });
});

/** A mail service that is slow and refuses the first e-mails. */
function makeSlowWorld({ refused = 0 } = {}) {
  const { ctx, mails, passMinutes } = makeTestContext({ pauseMs: 5 });
  let asked = 0;
  const { send } = ctx.mail;
  ctx.mail = {
    send: async (mail) => {
      asked += 1;
      const isRefused = asked <= refused;
      await scheduler.wait(50);
      if (isRefused) throw new Error('Mailbox full');
      return send(mail);
    },
  };
  return { ctx, mails, passMinutes };
}

const attempts = async () => (await rows<{ attempts: number }>('SELECT attempts FROM outbox'))[0]?.attempts;

it('a row is processed once when queue and cron process it concurrently', async () => {
  const { ctx, mails } = makeSlowWorld();
  const concurrent = Array.from({ length: 5 }, () => [
    processOutboxRow(ctx, ID),
    processPendingRows(ctx, { includeRecent: true }),
  ]);
  await Promise.all(concurrent.flat());
  expect(mails).toHaveLength(1);
  expect(await attempts()).toBe(1);
});

it('a waiting attempt takes over when the first one failed, and the row is processed once', async () => {
  const { ctx, mails } = makeSlowWorld({ refused: 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => processOutboxRow(ctx, ID)));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(mails).toHaveLength(1);
  expect(await attempts()).toBe(2);
});

it('a waiting attempt takes over from a crashed one', async () => {
  const { ctx, mails, passMinutes } = makeSlowWorld();
  const nowMs = ctx.now();
  await insertRow('rate_limits', 1, { key: `outbox:${ID}:0`, window_started_at: nowMs });
  ctx.pause = async () => {
    expect(mails).toEqual([]);
    passMinutes(0.05);
  };
  await processOutboxRow(ctx, ID);
  expect(mails).toHaveLength(1);
  expect(ctx.now() - nowMs).toBeGreaterThanOrEqual(15_000);
});

it('an e-mail to an address outside STAGING_RECIPIENTS is done, logged and shown as withheld', async () => {
  const { ctx, mails } = makeTestContext();
  const log = captureLog();
  const recipients = getEnvSettings({
    ...testEnv,
    ENVIRONMENT: 'preview',
    STAGING_RECIPIENTS: 'QA@x.test, b@x.test',
  });
  const mail = withRecipients(ctx.mail, recipients.emailRecipients ?? [], makeLog('info', {}));
  await processOutboxRow({ ...ctx, mail }, ID);
  expect(mails).toEqual([]);
  expect(log.lines('email_withheld')).toMatchObject([{ level: 'info', dedupeKey: ID }]);
  expect(await findNotification(ctx.db, ID)).toMatchObject({ state: 'withheld', error: null, attempts: 1 });
  expect(await rows("SELECT id FROM history WHERE action = 'email_sent'")).toEqual([]);
  const to = (address: string) =>
    mail.send({ to: address, subject: '', text: '', html: '', dedupeKey: 'direct' });
  expect([await to('qa@X.test'), await to('qa@x.test.example.com')]).toEqual([
    { status: 'sent', messageId: null },
    { status: 'withheld' },
  ]);
});
