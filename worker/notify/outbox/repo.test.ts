import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { insertBookingNotification } from './repo.ts';

beforeEach(async () => {
  await startOver();
  await insertRow('users', 1);
  await insertRow('bookings', 1);
  await insertRow('bookings', 2);
});

const deposit = { kind: 'deposit-paid', user_id: null, booking_id: 1, dedupe_key: 'deposit-paid:1' };

it.each<[string, Row, string]>([
  ['without a subject', { user_id: null }, 'outbox_subject'],
  ['about an account and a booking', { booking_id: 1, dedupe_key: 'end-sessions:1' }, 'outbox_subject'],
  ['about a booking without a dedupe key', { ...deposit, dedupe_key: null }, 'outbox_has_dedupe_key'],
  ['about a booking that is none', { ...deposit, booking_id: 77 }, 'FOREIGN KEY'],
  ['of a changed account without its recipient', { kind: 'account-changed' }, 'outbox_account_changed'],
])('the database refuses a notification %s', async (...[, changes, reason]) => {
  await expect(insertRow('outbox', 1, changes)).rejects.toThrow(reason);
});

it('a dedupe key is unique, and rows about an account have none', async () => {
  await insertRow('outbox', 1, deposit);
  await expect(insertRow('outbox', 2, deposit)).rejects.toThrow('UNIQUE');
  await insertRow('outbox', 3, { user_id: 1 });
  await insertRow('outbox', 4, { user_id: 1 });
});

it('stores a notification about a booking once, if its condition holds', async () => {
  const { ctx } = makeTestContext();
  const insert = (id: string, bookingId: number, condition = sql`true`) =>
    insertBookingNotification(ctx.db, { id, kind: 'deposit-paid', bookingId, createdAt: 5 }, condition);
  await insert('no', 1, sql`false`);
  await insert('first', 1);
  await insert('second', 1);
  await insert('other', 2);
  await insert('no booking', 77);
  expect(await rows('SELECT id, booking_id, dedupe_key FROM outbox ORDER BY booking_id')).toEqual([
    { id: 'first', booking_id: 1, dedupe_key: 'deposit-paid:1' },
    { id: 'other', booking_id: 2, dedupe_key: 'deposit-paid:2' },
  ]);
});
