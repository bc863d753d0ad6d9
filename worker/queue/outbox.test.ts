import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { insertRental } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { processOutboxRow, processPendingRows } from './outbox.ts';

const ID = 'outbox-1';

beforeEach(async () => {
  await startOver();
  await insertRental(1);
  await insertRow('outbox', 1, {
    ...{ user_id: null, booking_id: 1 },
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
      await send(mail);
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
