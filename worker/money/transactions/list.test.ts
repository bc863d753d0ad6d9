import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listTransactions } from '#contract/transactions.ts';
import { insertRow } from '#worker/test/builders.ts';
import { readError } from '#worker/test/http.ts';
import type { Row } from '#worker/test/sample-rows.ts';
import { signIn } from '#worker/test/staff.ts';
import { rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'view_only');
});

async function list(query = '') {
  const reply = await dana.send('GET', `transactions${query}`);
  expect(reply.status, `${query}: ${reply.status}`).toBe(200);
  const { transactions, summary } = await reply.json<ReplyOf<typeof listTransactions>>();
  const links = [
    ...(reply.headers.get('Link') ?? '').matchAll(/<\/api\/transactions(\?[^>]*)>; rel="(\w+)"/g),
  ];
  return {
    found: transactions,
    summary,
    total: reply.headers.get('X-Total-Count'),
    sort: reply.headers.get('X-Sort'),
    links: Object.fromEntries(links.map(([, address, rel]) => [rel, address])) as Record<string, string>,
  };
}
const ids = async (query = '') => (await list(query)).found.map(({ id }) => id);

/** Noon of a day in the business's time zone, in milliseconds. */
const noon = (day: string) => Date.parse(`${day}T12:00:00-05:00`);
const payment = (id: string, changes: Row = {}) =>
  insertRow('transactions', 1, { id, booking_id: null, checkout_id: null, ...changes });
const refund = (id: string, payment_id: string, changes: Row = {}) =>
  payment(id, { type: 'refund', kind: 'refund', payment_id, ...changes });

it('is the whole ledger, latest first, with the fields of the specification', async () => {
  await insertRow('bookings', 7);
  await payment('pi_Later', {
    booking_id: 7,
    kind: 'balance',
    amount: 6_500,
    receipt_email: 'ada@example.com',
    payment_method: 'card',
    created_at: noon('2026-11-03'),
  });
  await payment('pi_First', { created_at: noon('2026-11-02'), status: 'processing' });
  await refund('re_Part', 'pi_Later', {
    amount: 1_000,
    reason: 'Late delivery',
    created_at: noon('2026-11-04'),
  });
  const { found, total, sort } = await list();
  expect([total, sort]).toEqual(['3', '-created']);
  expect(found).toEqual([
    {
      id: 're_Part',
      type: 'refund',
      amount: 1_000,
      currency: 'usd',
      status: 'succeeded',
      created: noon('2026-11-04') / 1000,
      bookingId: null,
      customer: null,
      receiptEmail: null,
      reason: 'Late delivery',
      paymentMethod: null,
      recorded: null,
    },
    {
      id: 'pi_Later',
      type: 'payment',
      amount: 6_500,
      currency: 'usd',
      status: 'succeeded',
      created: noon('2026-11-03') / 1000,
      bookingId: 7,
      customer: 'Ada Customer7',
      receiptEmail: 'ada@example.com',
      reason: null,
      paymentMethod: 'card',
      recorded: null,
    },
    expect.objectContaining({ id: 'pi_First', status: 'processing', amount: 32_500 }),
  ]);
});

it('has the sums of the whole ledger in cents, for any query', async () => {
  expect((await list()).summary).toEqual({
    total: 0,
    totalTax: 0,
    count: 0,
    pending: 0,
    refunded: 0,
    refundedTax: 0,
    refundCount: 0,
  });
  await payment('pi_1', { amount: 40_000 });
  await payment('pi_2', { amount: 5_000 });
  await payment('pi_3', { amount: 700, status: 'processing' });
  await payment('pi_4', { amount: 80, status: 'requires_action' });
  await payment('pi_5', { amount: 9, status: 'requires_payment_method' });
  await payment('pi_6', { amount: 9, status: 'canceled' });
  await refund('re_1', 'pi_1', { amount: 2_000 });
  await refund('re_2', 'pi_1', { amount: 3_000, status: 'pending' });
  await refund('re_3', 'pi_1', { amount: 9, status: 'failed' });
  const expected = {
    total: 45_000,
    totalTax: 0,
    count: 2,
    pending: 3_780,
    refunded: 2_000,
    refundedTax: 0,
    refundCount: 1,
  };
  expect((await list()).summary).toEqual(expected);
  const narrowed = await list('?status=failed&search=nothing');
  expect([narrowed.found, narrowed.summary]).toEqual([[], expected]);
  await rows("UPDATE transactions SET status = 'succeeded' WHERE id = 'pi_3'");
  expect((await list()).summary).toEqual({ ...expected, total: 45_700, count: 3, pending: 3_080 });
});

describe('filters', () => {
  beforeEach(async () => {
    await insertRow('bookings', 17);
    await payment('pi_3QabcDEF', {
      booking_id: 17,
      created_at: noon('2026-10-31'),
      receipt_email: 'Ada@Example.com',
    });
    await payment('pi_3Xyz99', { status: 'requires_action', created_at: noon('2026-11-01') });
    await payment('pi_3Gone', { status: 'canceled', created_at: noon('2026-11-01') + 1_000 });
    await refund('re_3Back', 'pi_3QabcDEF', {
      booking_id: 17,
      created_at: noon('2026-11-02'),
      reason: 'Zoë was late',
    });
    await refund('re_3Slow', 'pi_3QabcDEF', { status: 'pending', created_at: noon('2026-11-03') });
    await refund('re_3Bad', 'pi_3QabcDEF', { status: 'failed', created_at: noon('2026-11-04') });
  });

  it.each([
    ['id=pi_', ['pi_3Gone', 'pi_3Xyz99', 'pi_3QabcDEF']],
    ['id=abcd', ['pi_3QabcDEF']],
    ['id=pi_3QabcDEF', ['pi_3QabcDEF']],
    ['id=re', ['re_3Bad', 're_3Slow', 're_3Back']],
    ['id=ada', []],
    ['type=refund', ['re_3Bad', 're_3Slow', 're_3Back']],
    ['status=succeeded', ['re_3Back', 'pi_3QabcDEF']],
    ['status=succeeded&type=payment', ['pi_3QabcDEF']],
    ['status=requires_action', ['pi_3Xyz99']],
    ['status=requires_payment_method', []],
    ['status=canceled', ['pi_3Gone']],
    ['status=pending', ['re_3Slow']],
    ['status=failed', ['re_3Bad']],
    ['status=refunded', ['re_3Back']],
    ['status=refunded&type=payment', []],
    ['bookingId=17', ['re_3Back', 'pi_3QabcDEF']],
    ['bookingId=17&type=refund&status=succeeded', ['re_3Back']],
    ['bookingId=18', []],
    ['created=2026-11-01', ['pi_3Gone', 'pi_3Xyz99']],
    ['createdFrom=2026-11-03', ['re_3Bad', 're_3Slow']],
    ['createdTo=2026-10-31', ['pi_3QabcDEF']],
    ['createdFrom=2026-11-01&createdTo=2026-11-02&type=refund', ['re_3Back']],
    ['search=refunded', ['re_3Back']],
    ['search=requires action', ['pi_3Xyz99']],
    ['search=example.com', ['pi_3QabcDEF']],
    ['search=zoe', ['re_3Back']],
    ['search=17', ['re_3Back', 'pi_3QabcDEF']],
    ['id=pi_&type=refund', []],
    ['id=pi&status=canceled', ['pi_3Gone']],
    ['search=3&type=refund&status=refunded', ['re_3Back']],
    ['search=pay&status=canceled', ['pi_3Gone']],
    ['search=%25', []],
    ['sort=amount&type=payment', ['pi_3QabcDEF', 'pi_3Xyz99', 'pi_3Gone']],
    ['sort=created&id=re_', ['re_3Back', 're_3Slow', 're_3Bad']],
  ])('%s', async (query, expected) => {
    const { found, total } = await list(`?${query}`);
    expect(found.map(({ id }) => id)).toEqual(expected);
    expect(total).toBe(String(expected.length));
  });

  it('use the current values of a changed row', async () => {
    await rows("UPDATE transactions SET status = 'succeeded', booking_id = 17 WHERE id = 're_3Slow'");
    expect(await ids('?bookingId=17&status=succeeded')).toEqual(['re_3Slow', 're_3Back', 'pi_3QabcDEF']);
    expect(await ids('?search=refunded')).toEqual(['re_3Slow', 're_3Back']);
    expect(await ids('?search=refund+pending')).toEqual([]);
  });

  it.each([
    ['status=Refunded', 'status', 'There is no such status'],
    ['type=dispute', 'type', 'There is no such type'],
    ['created=2026-02-30', 'created', 'Must be a calendar day (yyyy-mm-dd)'],
    ['bookingId=-1', 'bookingId', 'Must be a number from 1'],
    ['sort=paymentMethod', 'sort', 'This list cannot be sorted by that'],
    ['amount=5', 'amount', expect.any(String)],
    ['cursor=abc', 'cursor', 'This is no cursor of this list. Begin at its first page.'],
  ])('%s is refused', async (query, path, message) => {
    const reply = await dana.send('GET', `transactions?${query}`);
    expect([reply.status, (await readError(reply)).issues]).toEqual([400, [{ path, message }]]);
  });
});

it('uses the days of the business, in summer and in winter', async () => {
  await payment('pi_summer', { created_at: Date.parse('2026-11-01T03:59:59Z') });
  await payment('pi_first', { created_at: Date.parse('2026-11-01T04:00:00Z') });
  await payment('pi_last', { created_at: Date.parse('2026-11-02T04:59:59Z') });
  await payment('pi_winter', { created_at: Date.parse('2026-11-02T05:00:00Z') });
  expect(await ids('?created=2026-11-01')).toEqual(['pi_last', 'pi_first']);
  expect(await ids('?createdTo=2026-10-31')).toEqual(['pi_summer']);
  expect(await ids('?createdFrom=2026-11-02')).toEqual(['pi_winter']);
});

it.each(['', 'sort=amount&', 'sort=-status&', 'type=payment&', 'id=pi_&', 'search=succeeded&sort=-amount&'])(
  'is read page by page, forwards and backwards, without a gap: %s',
  async (query) => {
    // Many rows with the same second and the same amount: only their positions differ.
    for (let n = 1; n <= 23; n += 1)
      await payment(`pi_n${n}`, { amount: 100 + (n % 3), created_at: noon('2026-11-02') + (n % 2) * 1000 });
    const whole = await ids(`?${query}limit=200`);
    expect(new Set(whole).size).toBe(23);
    const forth: string[] = [];
    let page = await list(`?${query}limit=7`);
    for (;;) {
      forth.push(...page.found.map(({ id }) => id));
      expect(page.total).toBe('23');
      if (!page.links.next) break;
      page = await list(page.links.next);
    }
    expect(forth).toEqual(whole);
    expect(page.links.prev).toBeDefined();
    expect((await list(page.links.prev)).found.map(({ id }) => id)).toEqual(whole.slice(14, 21));
  },
);

it('keeps its order when an older row is inserted later', async () => {
  await payment('pi_b', { created_at: noon('2026-11-03') });
  await payment('pi_a', { created_at: noon('2026-11-02') });
  await payment('pi_c', { created_at: noon('2026-11-03') });
  expect(await ids()).toEqual(['pi_c', 'pi_b', 'pi_a']);
});
