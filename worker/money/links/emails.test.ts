import { beforeEach, expect, it } from 'vitest';
import { sha256 } from '#worker/base/platform/digest.ts';
import { processOutboxRow, processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { insertRental } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { newPayUrl } from './service.ts';

const DAY_MS = 86_400_000;

beforeEach(async () => {
  await startOver();
  await insertRental(1, { deposit_amount: 42_500, final_price: 50_500 });
});

const opened = (changes: Row = {}) =>
  insertRow('pay_links', 1, {
    amount: 8000,
    state: 'open',
    ended_at: null,
    expires_at: Date.now() + 14 * DAY_MS,
    created_at: Date.now(),
    ...changes,
  });
const noticed = (kind: string) =>
  insertRow('outbox', 1, {
    user_id: null,
    booking_id: 1,
    kind,
    subject: 'link-1',
    dedupe_key: `${kind}:1:link-1`,
  });
const tokens = () => rows<{ token_hash: string }>('SELECT token_hash FROM pay_link_tokens');

it('is e-mailed with a new URL; only the hash of its token is stored', async () => {
  await opened();
  await noticed('pay-link');
  const { ctx, mails } = makeTestContext();
  for (const _ of [1, 2, 3]) await processOutboxRow(ctx, 'outbox-1');
  expect(mails).toMatchObject([
    { to: 'ada1@example.com', subject: 'Booking #1 at Ironwood Dumpsters: please pay $80.00' },
  ]);
  expect(mails[0]?.text).not.toContain('on file');
  const [, token = ''] =
    /Pay \$80\.00:\nhttp:\/\/localhost:8788\/pay\/([\w-]{43})\n/.exec(mails[0]?.text ?? '') ?? [];
  expect(await tokens()).toEqual([{ token_hash: await sha256(token) }]);
  const kept = JSON.stringify([await rows('SELECT * FROM outbox'), await rows('SELECT * FROM pay_links')]);
  expect(kept).not.toContain(token);
});

it('is e-mailed as a link and as a reminder, each with its own URL', async () => {
  await opened();
  const { ctx, mails } = makeTestContext();
  await noticed('pay-link');
  await insertRow('outbox', 2, {
    user_id: null,
    booking_id: 1,
    kind: 'pay-link-reminder',
    subject: 'link-1',
    dedupe_key: 'pay-link-reminder:1:link-1',
  });
  await processPendingRows(ctx, { includeRecent: true });
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Booking #1 at Ironwood Dumpsters: please pay $80.00',
    'Booking #1 at Ironwood Dumpsters: $80.00 is still to be paid',
  ]);
  expect(await tokens()).toHaveLength(2);
});

it.each<[string, Row]>([
  ['paid', { state: 'paid', ended_at: 1 }],
  ['withdrawn', { state: 'withdrawn', ended_at: 1 }],
  ['over', { expires_at: Date.now() - 1 }],
])('nothing is e-mailed for a link that is %s, and no URL is created', async (_, changes) => {
  await opened(changes);
  await noticed('pay-link');
  const { ctx, mails } = makeTestContext();
  await processOutboxRow(ctx, 'outbox-1');
  expect([mails, await tokens()]).toEqual([[], []]);
  expect(await rows('SELECT done_at IS NOT NULL AS done FROM outbox')).toEqual([{ done: 1 }]);
});

it('says that the card on file was declined, if it was', async () => {
  await insertRow('users', 1);
  const intent = { stripe_payment_intent_id: 'pi_link1' };
  await insertRow('payment_operations', 1, { ...intent, kind: 'charge', state: 'failed', amount: 8000 });
  await opened();
  await noticed('pay-link');
  const { ctx, mails } = makeTestContext();
  await processOutboxRow(ctx, 'outbox-1');
  expect(mails[0]?.text).toContain('could not be charged to the card that we have on file');
});

it('no two URLs are equal', async () => {
  await opened();
  const { ctx } = makeTestContext();
  const urls = await Promise.all([1, 2, 3].map(() => newPayUrl(ctx, 'link-1')));
  expect(new Set(urls).size).toBe(3);
});
