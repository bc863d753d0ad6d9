import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import type { Transaction } from '#contract/transactions.ts';
import { insertRow } from '#worker/test/builders.ts';
import { readError } from '#worker/test/http.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { signIn } from '#worker/test/staff.ts';
import { currentDay, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
});

const add = (n: number, changes: Row = {}) => insertRow('bookings', n, changes);
const payment = (id: string, changes: Row = {}) =>
  insertRow('transactions', 1, { id, booking_id: null, checkout_id: null, ...changes });

async function linesOf(path: string): Promise<string[]> {
  const reply = await dana.send('GET', path);
  expect(reply.status, path).toBe(200);
  const text = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(await reply.arrayBuffer());
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(1, -2).split('\r\n');
}

/** The first cell of each row. */
const firstsOf = async (path: string) => (await linesOf(path)).slice(1).map((line) => line.split(',')[0]);

it('is a file with the date in its name, and is not cached', async () => {
  const reply = await dana.send('GET', 'bookings.csv');
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="bookings-${currentDay()}.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const ledger = await dana.send('GET', 'transactions.csv');
  expect(ledger.headers.get('Content-Disposition')).toContain(`"transactions-${currentDay()}.csv"`);
});

it('has a heading for each column, even without rows', async () => {
  expect(await linesOf('bookings.csv')).toEqual([
    'Booking,Created (local),Created (UTC),First name,Last name,Email,Phone,Address,City,State,ZIP,Rental type,Dumpster size,Material,Delivery date,End date,Pickup day,Status,Payment status,Deposit,Expected total,Final price,Additional payment,Additional payment date (local),Additional payment date (UTC),Refunded,Refund date (local),Refund date (UTC),Refund reason,Payment ID,Needs attention,Placement,Permit number,Permit expires,Notes,Company,Second phone,Where to put it,Internal notes,Source,Created by,Dumpster,Paid,Balance due,Cancelled (local),Cancelled (UTC),Text messages,Text messages recorded (local),Text messages recorded (UTC),Text messages recorded from,PO number',
  ]);
  expect(await linesOf('transactions.csv?search=nothing')).toEqual([
    'Transaction,Created (local),Created (UTC),Type,Amount,Currency,Status,Booking,Email,Payment method,Reason,Received or paid out,Reference,Recorded by,Voided (local),Voided (UTC),Voided by,Void reason,Customer',
  ]);
});

it('shows a booking in words, dollars and days', async () => {
  await add(7, {
    rental_type: '7-day',
    delivery_date: '2026-12-01',
    status: 'in_transit',
    final_price: 71_405,
    needs_attention: 'no_unit',
    notes: 'Gate code 7, "blue"\nsecond line',
    po_number: 'PO-114',
    created_at: Date.parse('2026-11-20T15:04:05Z'),
  });
  const [, ...lines] = await linesOf('bookings.csv');
  expect(lines.join('\r\n')).toBe(
    '7,2026-11-20 10:04:05,2026-11-20T15:04:05.000Z,Ada,Customer7,ada7@example.com,5550000007,12 Quarry Road,Albany,NY,12207,7-Day,15-Yard,,2026-12-01,2026-12-07,2026-12-07,In Transit,Deposit Paid,325.00,,714.05,,,,,,,,pi_booking7,No unit assigned,Private property,,,"Gate code 7, ""blue""\nsecond line",,,,,Online,,,325.00,389.05,,,,,,,PO-114',
  );
});

it('says who agreed to text messages, when and how; STOP and a withdrawal with another booking count', async () => {
  const created_at = Date.parse('2026-11-20T15:04:05Z');
  const [user] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'dana'");
  for (const n of [1, 2, 3, 4, 5])
    await add(n, { phone: n === 5 ? '+44 20 7946 0958' : `(518) 555-010${n}` });
  const consent = (n: number, changes: Row = {}) =>
    insertRow('text_consents', n, {
      booking_id: n,
      phone: `+1518555010${n}`,
      is_given: 1,
      source: 'form',
      wording: 'Text me',
      ip: '203.0.113.7',
      created_at,
      created_by: null,
      ...changes,
    });
  for (const n of [1, 2, 3]) await consent(n);
  const withdrawal = { is_given: 0, source: 'staff', wording: null, ip: null, created_by: user?.id ?? 0 };
  await consent(9, { booking_id: 4, phone: '+15185550102', ...withdrawal });
  await rows("INSERT INTO text_replies VALUES ('SM1', '+15185550103', 'stop', 'Stop', 5)");
  const at = '2026-11-20 10:04:05,2026-11-20T15:04:05.000Z';
  const lines = (await linesOf('bookings.csv')).slice(1).toReversed();
  expect(lines.map((line) => line.split(',').slice(-5, -1).join())).toEqual([
    `Agreed,${at},Booking page`,
    `Withdrawn,${at},Phone call`,
    `Stopped by text,${at},Booking page`,
    ',,,',
    ',,,',
  ]);
});

it('lists payments, and refunds with a minus and the customer', async () => {
  await add(7);
  const booking = { booking_id: 7 };
  const created_at = Date.parse('2026-11-20T15:04:05Z');
  await payment('pi_1', { ...booking, created_at, receipt_email: 'ada@example.com', payment_method: 'card' });
  const refund = { type: 'refund', kind: 'refund', payment_id: 'pi_1', amount: 1_050, reason: 'Late' };
  await payment('re_1', { ...booking, ...refund, created_at: created_at + 1000 });
  expect((await linesOf('transactions.csv')).slice(1)).toEqual([
    're_1,2026-11-20 10:04:06,2026-11-20T15:04:06.000Z,Refund,-10.50,USD,Refunded,7,ada7@example.com,,Late,,,,,,,,Ada Customer7',
    'pi_1,2026-11-20 10:04:05,2026-11-20T15:04:05.000Z,Payment,325.00,USD,Succeeded,7,ada@example.com,card,,,,,,,,,Ada Customer7',
  ]);
});

it('lists what staff recorded of a payment outside Stripe, and its void', async () => {
  await add(7, { final_price: 71_405 });
  const created_at = Date.parse('2026-11-20T15:04:05Z');
  const [user] = await rows<{ id: number }>("SELECT id FROM users WHERE username = 'dana'");
  await payment('pay_1', {
    booking_id: 7,
    created_at,
    payment_method: 'check',
    status: 'canceled',
    payment_day: '2026-11-19',
    reference: '1042',
    recorded_by: user?.id ?? 0,
    voided_at: created_at,
    voided_by: user?.id ?? 0,
    void_reason: 'Bounced',
  });
  const [, line] = await linesOf('transactions.csv');
  const voided = '2026-11-20 10:04:05,2026-11-20T15:04:05.000Z';
  expect(line).toMatch(new RegExp(`,check,,2026-11-19,1042,dana,${voided},dana,Bounced,Ada Customer7$`));
});

it('keeps an evening payment on the day of the business, which is the next day in UTC', async () => {
  await payment('pi_1', { created_at: Date.parse('2026-11-21T03:30:00Z') });
  const [, line = ''] = await linesOf('transactions.csv');
  expect(line.split(',').slice(1, 3)).toEqual(['2026-11-20 22:30:00', '2026-11-21T03:30:00.000Z']);
});

it('escapes formulas', async () => {
  await add(1, {
    first_name: '=HYPERLINK("https://evil.example","Refund")',
    last_name: '@SUM(A1:A9)',
    phone: '+1 518 555 0142',
    address: '-2+3',
    city: '\t=1',
    notes: ' =1',
  });
  const [, line = ''] = await linesOf('bookings.csv');
  const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  expect(cells.slice(3, 9)).toEqual([
    `"'=HYPERLINK(""https://evil.example"",""Refund"")",`,
    "'@SUM(A1:A9),",
    'ada1@example.com,',
    "'+1 518 555 0142,",
    "'-2+3,",
    `"'\t=1",`,
  ]);
  expect(cells).toContain(`' =1,`);
});

describe('the filters of the list', () => {
  const BOOKINGS = [
    '',
    'search=albany',
    'search=al&status=cancelled',
    'status=cancelled',
    'state=NY&customer=customer1',
    'deliveryDateFrom=2026-01-05&deliveryDateTo=2026-01-20',
    'deliveryDateFrom=2026-01-05&rentalType=1-day',
    'createdAtFrom=1970-01-01',
    'finalPriceTo=500',
    'id=3',
    'search=nothing+like+it',
  ];
  it.each(BOOKINGS)('find the same bookings: %s', async (query) => {
    for (let n = 1; n <= 30; n += 1) {
      const rare: Row = { status: 'cancelled', city: 'Troy', final_price: n * 100, created_at: n };
      await add(n, n % 3 === 0 ? rare : { created_at: n });
    }
    const listed = await (await dana.send('GET', `bookings?${query}`)).json<Booking[]>();
    expect(await firstsOf(`bookings.csv?${query}`)).toEqual(listed.map(({ id }) => String(id)));
  });

  const LEDGER = [
    '',
    'search=pi_1',
    'type=refund',
    'status=refunded',
    'status=succeeded',
    'created=2026-11-03',
  ];
  it.each(LEDGER)('find the same transactions: %s', async (query) => {
    for (let n = 1; n <= 20; n += 1) {
      const created_at = Date.parse(`2026-11-${String(n).padStart(2, '0')}T17:00:00Z`);
      await payment(`pi_${n}`, { created_at, status: n % 4 === 0 ? 'canceled' : 'succeeded' });
      const refund = { type: 'refund', kind: 'refund', payment_id: `pi_${n}` };
      if (n % 5 === 0) await payment(`re_${n}`, { ...refund, created_at });
    }
    const { transactions } = await (await dana.send('GET', `transactions?${query}`)).json<{
      transactions: Transaction[];
    }>();
    expect(await firstsOf(`transactions.csv?${query}`)).toEqual(transactions.map(({ id }) => id));
  });

  it('name a payment that does not match as the screens do', async () => {
    await add(1, { needs_attention: 'payment_mismatch' });
    expect((await linesOf('bookings.csv'))[1]).toContain(',Payment does not match,');
  });

  it.each(['bookings', 'transactions'])('are validated the same way for %s', async (list) => {
    for (const query of [
      'status=unknown',
      'search=%00',
      'limit=5',
      'cursor=x',
      'sort=-id',
      'search=a&search=b',
    ]) {
      const reply = await dana.send('GET', `${list}.csv?${query}`);
      expect([query, reply.status, (await readError(reply)).code]).toEqual([query, 400, 'invalid']);
      expect(reply.headers.has('Content-Disposition')).toBe(false);
    }
  });
});
