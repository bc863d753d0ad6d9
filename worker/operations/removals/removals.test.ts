import { beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Context } from '#worker/base/context.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call } from '#worker/test/http.ts';
import {
  addCustomers,
  KEPT_OF_SNAPSHOT,
  makeStoredSnapshot,
  removeFirst,
} from '#worker/test/removed-customers.ts';
import { ROWS } from '#worker/test/sample-rows.ts';
import { signIn } from '#worker/test/staff.ts';
import { expectExactSummaries } from '#worker/test/summaries.ts';
import { makeTestContext, rows, startOver, testEnv } from '#worker/test/world.ts';
import { replayRemovals } from './replay.ts';
import {
  type CustomerBooking,
  customerBookingsQuery,
  customerCheckoutIdsQuery,
  customerCheckoutsQuery,
  customerKeysQuery,
  hashAddress,
  type ListedRemoval,
  removalKey,
  removalStatements,
} from './statements.ts';

const EMAIL = 'ada1@example.com';
const HOUR_MS = 3_600_000;
/** Data that identifies the first customer of the sample rows. */
const PERSONAL =
  /Customer1\b|ada1@|5550000001|Gate code|pays by check|198\.51\.100\.7|ST-2026-1|mail-to-ada|42\.651|1{64}/i;
beforeEach(startOver);

/** Every row of every table that belongs to the first booking or checkout, as text. */
async function everything(n: number) {
  const whole: string[] = [];
  for (const table of [...Object.keys(ROWS), 'clients']) {
    const all = await rows(`SELECT * FROM ${table}`);
    whole.push(...all.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return whole.filter((row) =>
    new RegExp(
      `"(id|booking_id|subject_id|stop_id)":${n}\\b|checkout-${n}|ada${n}@|555000000${n}|"SM${n}"`,
    ).test(row),
  );
}

it("blanks the customer's data everywhere, and keeps ledger, days and other customers", async () => {
  await addCustomers();
  const ledger = () => rows('SELECT id, type, kind, booking_id, amount, status, place FROM transactions');
  const schedule = () => rows('SELECT * FROM dumpster_schedule');
  const before = [await ledger(), await schedule(), await everything(2)];
  expect((await everything(1)).filter((row) => PERSONAL.test(row)).length).toBeGreaterThan(7);
  await removeFirst();
  expect((await everything(1)).filter((row) => PERSONAL.test(row) && !row.startsWith('users'))).toEqual([]);
  expect([await ledger(), await schedule(), await everything(2)]).toEqual(before);
  expect(
    await rows("SELECT version, action FROM history WHERE subject_id = 1 AND action LIKE 'personal%'"),
  ).toEqual([{ version: 2, action: 'personal_data_removed' }]);
  expect(await rows('SELECT before, after FROM history WHERE id = 1')).toEqual([
    {
      before:
        '{"phone":"Removed","permitNumber":"Removed","internalNotes":"Removed","deliveryDate":"2026-01-01"}',
      after: '{"phone":"Removed","to":"Removed","excerpt":"Removed"}',
    },
  ]);
  expect(await rows('SELECT email FROM clients')).toEqual([{ email: 'ada2@example.com' }]);
  expect(await rows('SELECT id FROM saved_views')).toEqual([{ id: 2 }]);
  await expectExactSummaries({ pieces: ['Customer', 'Removed', 'customer2'], beginnings: ['c', 're'] });
});

/** The search indexes whose stored segments contain the text; a deleted row stays in them until they are merged. */
async function indexesWith({ word, piece }: { word: string; piece: string }) {
  const found: string[] = [];
  for (const list of ['bookings', 'clients', 'transactions']) {
    for (const [index, text] of [
      [`${list}_search`, piece],
      [`${list}_words`, word],
    ] as const) {
      const sql = `SELECT id FROM ${index}_data WHERE instr(block, CAST(? AS BLOB)) > 0`;
      if ((await rows(sql, text)).length > 0) found.push(index);
    }
  }
  return found;
}

it('the place of the address goes too, unless another booking has the address', async () => {
  await addCustomers();
  await insertRow('geocodes', 1);
  await insertRow('booking_places', 1);
  await insertRow('geocodes', 2);
  await insertRow('booking_places', 2);
  await removeFirst();
  const left = () => rows('SELECT address FROM geocodes');
  expect([await left(), await rows('SELECT booking_id FROM booking_places')]).toEqual([
    [{ address: '2 oak street' }],
    [{ booking_id: 2 }],
  ]);
  await startOver();
  await addCustomers();
  await insertRow('geocodes', 1);
  await insertRow('booking_places', 1);
  await insertRow('booking_places', 2, { address: '1 oak street' });
  await removeFirst();
  expect(await left()).toEqual([{ address: '1 oak street' }]);
});

/** The text columns that stay: they name no one. The reason of a refund is part of the ledger. */
const KEPT_TEXTS: Readonly<Record<string, readonly string[]>> = {
  bookings: [
    'agreed_pickup_day',
    'cancellation_policy',
    'client_key',
    'delivery_date',
    'dumpster_type',
    'end_date',
    'final_price_lines',
    'material_id',
    'needs_attention',
    'payment_status',
    'permit_expires',
    'pickup_asked_day',
    'pickup_day',
    'placement_type',
    'quote',
    'refund_reason',
    'rental_type',
    'request_key',
    'site_status',
    'source',
    'state',
    'status',
    'stripe_client_secret',
    'stripe_customer_id',
    'stripe_payment_intent_id',
    'stripe_payment_method_id',
    'terms_version',
    'zone',
  ],
  checkouts: [
    'client_secret',
    'client_secret_hash',
    'id',
    'key',
    'lock_token',
    'state',
    'stripe_customer_id',
    'stripe_payment_intent_id',
    'terms_version',
  ],
  checkout_revisions: [
    'checkout_id',
    'delivery_date',
    'dumpster_type',
    'end_date',
    'material_id',
    'pickup_day',
    'placement_type',
    'quote',
    'rental_type',
    'state',
    'zone',
  ],
};

it.each(Object.entries(KEPT_TEXTS))(
  'every text column of %s is emptied, or is listed here',
  async (table, kept) => {
    const sql = removalStatements({ id: 'removal-1', emailHash: '', removedAtMs: 0 }, EMAIL).join('\n');
    const emptied = new RegExp(`UPDATE ${table} SET ([^]*?) WHERE`).exec(sql)?.[1] ?? '';
    const texts = await rows<{ name: string }>(
      `SELECT name FROM pragma_table_info('${table}') WHERE upper(type) = 'TEXT'`,
    );
    const left = texts.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name} = `).test(emptied));
    expect(left.toSorted()).toEqual(kept.toSorted());
  },
);

it("erases the customer's words from the segments of every search index", async () => {
  await addCustomers();
  // Segments store a word without the beginning that it shares with the word before it: these share none.
  await rows("UPDATE bookings SET first_name = 'Zyx', last_name = 'Wombat' WHERE id = 1");
  await rows("UPDATE transactions SET receipt_email = 'zyx@wombat.example' WHERE id = 'pi_booking1'");
  const name = { word: 'wombat', piece: 'zyx' };
  expect(await indexesWith(name)).toHaveLength(6);
  await removeFirst();
  expect(await indexesWith(name)).toEqual([]);
});

it('staff still read the booking, and find it by its number but not by the customer', async () => {
  await addCustomers();
  await removeFirst();
  const { Cookie } = await signIn('dana', 'admin');
  const read = (path: string) => call(path, { headers: { Cookie } });
  expect((await (await read('/api/bookings/1')).json<{ email: null }>()).email).toBeNull();
  const search = async (text: string) =>
    (await (await read(`/api/bookings?search=${text}`)).json<object[]>()).length;
  expect([await search('Customer1'), await search('5550000001'), await search('Customer2')]).toEqual([
    0, 0, 1,
  ]);
  const history = await (await read('/api/bookings/1/history')).text();
  expect(history).toContain('Personal data of the customer removed');
  expect(history).not.toMatch(PERSONAL);
});

it('the history changes only inside a removal, and only in its values', async () => {
  await addCustomers();
  const change = (column: string) => rows(`UPDATE history SET ${column} WHERE id = 1`);
  await expect(change("after = '{}'")).rejects.toThrow('history_is_append_only');
  await insertRow('removals', 1, { finished_at: null });
  await expect(change("action = 'other'")).rejects.toThrow('history_is_append_only');
  await expect(change('created_at = 9')).rejects.toThrow('history_is_append_only');
  await expect(rows('DELETE FROM history WHERE id = 1')).rejects.toThrow('history_is_append_only');
  await change("after = '{}'");
  await rows('UPDATE removals SET finished_at = 1');
  await expect(change("after = '[]'")).rejects.toThrow('history_is_append_only');
});

it('a later webhook does not bring the data back, in an old row or a new one', async () => {
  await addCustomers();
  await insertRow('transactions', 3, { id: 'pi_unpaid', booking_id: null, checkout_id: 'checkout-1' });
  await removeFirst();
  // Payments without a receipt address, and a dispute that the business loses afterwards.
  await rows(
    'UPDATE transactions SET receipt_url = ?, snapshot = ?',
    'https://stripe.example',
    makeStoredSnapshot(1),
  );
  for (const n of [1, 2]) {
    await insertRow('transactions', n, {
      id: `du_${n}`,
      type: 'refund',
      kind: 'dispute',
      payment_id: `pi_booking${n}`,
      checkout_id: null,
      snapshot: JSON.stringify({ id: `du_${n}`, evidence: { customer_name: `Ada Customer${n}` } }),
    });
  }
  const stored = await rows<{ id: string; receipt_url: string | null; snapshot: string }>(
    'SELECT id, receipt_url, snapshot FROM transactions ORDER BY id',
  );
  const blanked = stored.filter(({ snapshot }) => !PERSONAL.test(snapshot) && !/Customer2/.test(snapshot));
  expect(blanked.map(({ id }) => id)).toEqual(['du_1', 'pi_booking1', 'pi_unpaid']);
  expect(JSON.parse(blanked[1]?.snapshot ?? '')).toMatchObject(KEPT_OF_SNAPSHOT);
  expect(blanked.map(({ receipt_url }) => receipt_url)).toEqual([null, null, null]);
  expect(stored.find(({ id }) => id === 'pi_booking2')).toMatchObject({ snapshot: makeStoredSnapshot(1) });
});

/** Calls the step until it is done. */
async function replay(ctx: Context) {
  let before: object | null = null;
  for (let calls = 1; ; calls += 1) {
    const { isDone, result } = await replayRemovals(ctx, before);
    if (isDone) return { ...result, calls };
    before = result;
  }
}

async function listRemovals(removals: ListedRemoval[]) {
  for (const removal of removals) await testEnv.BACKUPS.put(removalKey(removal), JSON.stringify(removal));
  onTestFinished(() => testEnv.BACKUPS.delete(removals.map(removalKey)));
}

it('is repeated after a restore, but not for a customer who came back later', async () => {
  await addCustomers();
  const removal = await removeFirst(Date.now() - HOUR_MS);
  await listRemovals([removal]);
  await startOver();
  await addCustomers();
  await rows("UPDATE bookings SET first_name = 'Zyx', last_name = 'Wombat' WHERE id = 1");
  await insertRow('bookings', 3, { email: EMAIL, created_at: Date.now() });
  // Its checkout was open at the restored time, and is paid now.
  await insertRow('bookings', 4, { email: EMAIL, created_at: Date.now() });
  await insertRow('checkouts', 4, { email_key: EMAIL, state: 'paid', booking_id: 4 });
  const { ctx } = makeTestContext();
  expect(await replay(ctx)).toEqual({ listed: 1, found: 1, calls: 5 });
  expect(await indexesWith({ word: 'wombat', piece: 'zyx' })).toEqual([]);
  expect(await rows("SELECT id FROM checkouts WHERE email_key = 'ada1@example.com'")).toEqual([]);
  expect(await rows('SELECT id FROM bookings WHERE email IS NOT NULL ORDER BY id')).toEqual([
    { id: 2 },
    { id: 3 },
  ]);
});

it('is repeated after a restore for rows that had another address then, one page a call', async () => {
  await addCustomers();
  const emailHash = await hashAddress('ada.new@example.com');
  const ids = { paymentIds: ['pi_booking1'], checkoutIds: ['checkout-1'] };
  const others = Array.from({ length: 40 }, (_, n) => ({
    id: `other-${n}`,
    emailHash: `${n}`,
    removedAtMs: n,
  }));
  await listRemovals([...others, { id: 'removal-1', emailHash, removedAtMs: Date.now(), ...ids }]);
  const { ctx } = makeTestContext();
  expect(await replay(ctx)).toEqual({ listed: 41, found: 0, calls: 6 });
  expect((await everything(1)).filter((row) => PERSONAL.test(row) && !row.startsWith('users'))).toEqual([]);
  expect(await rows('SELECT id FROM bookings WHERE email IS NOT NULL')).toEqual([{ id: 2 }]);
  expect(await rows('SELECT count(*) AS listed FROM removals WHERE finished_at IS NOT NULL')).toEqual([
    { listed: 41 },
  ]);
  const removed = await rows('SELECT * FROM bookings WHERE id = 1');
  await replay(ctx);
  expect(await rows('SELECT * FROM bookings WHERE id = 1')).toEqual(removed);
});

it('of a customer without an address is repeated by number and time, and of merged ones for all keys', async () => {
  await addCustomers();
  await rows(
    "UPDATE bookings SET email = NULL, phone = '(555) 000-0001', company = 'Quarry LLC', po_number = 'PO-114' WHERE id = 1",
  );
  await rows("INSERT INTO client_aliases VALUES ('5550000001', 'ada9@example.com', 1, NULL)");
  const keys = (await rows<{ key: string }>(customerKeysQuery({ bookingId: 1 }))).map(({ key }) => key);
  expect(keys).toEqual(['5550000001', 'ada9@example.com']);
  for (const term of [{ phone: '5550000001' }, { email: ' ADA9@example.com' }])
    expect((await rows<{ key: string }>(customerKeysQuery(term))).map(({ key }) => key)).toEqual(keys);
  const found = await rows<CustomerBooking>(customerBookingsQuery({ keys }, '2026-02-01'));
  expect(found).toMatchObject([{ id: 1, contact_key: '5550000001' }]);
  const bookings = found.map(({ id, created_at }) => ({ id, createdAtMs: created_at }));
  // Since the restored time, number 2 belongs to another booking.
  const removal = {
    id: 'removal-1',
    emailHash: '',
    removedAtMs: Date.now(),
    bookings: [...bookings, { id: 2, createdAtMs: 77 }],
  };
  await listRemovals([removal]);
  const { ctx } = makeTestContext();
  expect(await replay(ctx)).toMatchObject({ listed: 1, found: 0 });
  expect(await rows('SELECT id, client_key, company, po_number FROM bookings ORDER BY id')).toMatchObject([
    { id: 1, client_key: null, company: null, po_number: null },
    { id: 2, client_key: 'ada2@example.com' },
  ]);
  expect(await rows('SELECT * FROM client_aliases')).toEqual([]);
  expect(await rows(customerBookingsQuery({ keys: [], bookingId: 1 }, '2026-02-01'))).toEqual([]);
});

it('a card that is being saved keeps the data; one that could not be saved is not tried again', async () => {
  await addCustomers();
  const task = { id: 'card', kind: 'save-card', subject: 'pm_1', dedupe_key: 'save-card:1:pm_1' };
  await insertRow('outbox', 1, { ...task, user_id: null, booking_id: 1, done_at: null, dead_at: null });
  const neededFor = async () =>
    (await rows<{ needed_for: string | null }>(customerBookingsQuery({ keys: [EMAIL] }, '2026-02-01')))[0]
      ?.needed_for;
  expect(await neededFor()).toBe('its card is being saved: try again in a minute');
  await rows("UPDATE outbox SET dead_at = 1 WHERE id = 'card'");
  expect(await neededFor()).toBeNull();
  await removeFirst();
  expect(await rows("SELECT done_at IS NULL AS open, dead_at AS dead FROM outbox WHERE id = 'card'")).toEqual(
    [{ open: 0, dead: null }],
  );
});

it('names why a booking still needs its customer', async () => {
  await addCustomers();
  const neededFor = async (today: string) =>
    (await rows<{ needed_for: string | null }>(customerBookingsQuery({ keys: [EMAIL] }, today)))[0]
      ?.needed_for;
  expect(await neededFor('2026-01-01')).toBe('the rental has not ended');
  expect(await neededFor('2026-02-01')).toBeNull();
  await rows('UPDATE bookings SET final_price = 40000 WHERE id = 1');
  await insertRow('transactions', 1, { id: 'pi_balance', kind: 'balance', amount: 7499, checkout_id: null });
  expect(await neededFor('2026-02-01')).toBe('a balance is not paid: charge it, or lower the final price');
  await rows("UPDATE transactions SET amount = 7500 WHERE id = 'pi_balance'");
  // Its unit is gone, and with it the days in the schedule.
  await rows("UPDATE bookings SET end_date = '2026-01-07', pickup_day = '2026-01-07' WHERE id = 1");
  await rows('DELETE FROM dumpster_schedule WHERE booking_id = 1');
  expect([await neededFor('2026-01-07'), await neededFor('2026-01-08')]).toEqual([
    'the rental has not ended',
    null,
  ]);
  await rows("UPDATE bookings SET status = 'cancelled' WHERE id = 1");
  expect(await neededFor('2026-01-07')).toBeNull();
  expect(await rows(customerCheckoutsQuery([EMAIL]))).toEqual([{ total: 1, open: 1 }]);
  expect(await rows(customerCheckoutIdsQuery(EMAIL))).toEqual([{ id: 'checkout-1' }]);
  await insertRow('payment_operations', 1);
  expect(await neededFor('2026-02-01')).toBe('a charge or refund is in progress');
});
