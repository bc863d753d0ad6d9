import { beforeEach, describe, expect, it } from 'vitest';
import type { NewPriceAddition, PriceProposal } from '#contract/price-proposal.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { makeItem, makeRate } from '#domain/test/rate-cards.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { insertRow } from '#worker/test/builders.ts';
import { FIRM, makeCustomer, publishFirm } from '#worker/test/prices.ts';
import { listChanges, signIn } from '#worker/test/staff.ts';
import { addUnits, currentDay, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { addPriceAddition } from './additions.ts';

type Addition = Partial<NewPriceAddition>;

let dana: Awaited<ReturnType<typeof signIn>>;
let id: number;

/** $475 with a ton, $90 for each tenth of a ton above it begun, 8 % tax; an extra day costs $15, an exchange $400. */
async function bookPriced(rate: Parameters<typeof makeRate>[0] = {}) {
  await startOver();
  await addUnits(1);
  dana = await signIn('dana', 'admin');
  const fuel = makeItem({ id: 'fuel', name: 'Fuel', unit: 'percent', unitPrice: 25_000 });
  const chargeItems = [...(FIRM.chargeItems ?? []), makeItem(), fuel];
  await publishFirm({ chargeItems, rates: [makeRate(rate)] });
  const { open, payFor } = makeCustomer();
  return Number((await payFor(await open())).id);
}

beforeEach(async () => {
  id = await bookPriced();
});

const path = (rest = '') => `bookings/${id}${rest}`;
const etag = async () => (await dana.send('GET', path())).headers.get('ETag') ?? '';
const propose = async () => (await dana.send('GET', path('/price-proposal'))).json<PriceProposal>();
const add = async (addition: Addition, ifMatch?: string) =>
  dana.send('POST', path('/price-additions'), { ...addition, ifMatch: ifMatch ?? (await etag()) });
const drop = async (additionId: number | null | undefined, ifMatch = '') =>
  dana.send('POST', path(`/price-additions/${additionId}/void`), { ifMatch });
const setPrice = (finalPrice: number) => dana.send('PATCH', path('/final-price'), { finalPrice });
const addTicket = (weight: number) =>
  dana.send('POST', path('/dump-fees'), {
    weight,
    dumpLocation: 'County landfill',
    dumpDate: currentDay(),
    feeAmount: 12_345,
  });
const history = async () =>
  (await listChanges(dana, id)).filter(({ action }) => action !== 'deposit_paid').map(({ text }) => text);
const linesOf = ({ proposal }: PriceProposal) =>
  proposal?.lines.map(({ label, amount }) => `${label} ${amount}`);

it("what staff add is priced and taxed by the booking's rate card, also after another one is published", async () => {
  await publishFirm({ rates: [makeRate({ extraDay: 9_999 })], taxRules: [] });
  const reply = await add({ type: 'extra_days', quantity: 3 });
  expect([reply.status, (await reply.json<Booking>()).version]).toEqual([200, 2]);
  expect(reply.headers.get('ETag')).toBe('"2"');
  for (const added of [{ type: 'exchange' }, { type: 'item', itemId: 'mattress', quantity: 2 }] as const) {
    expect((await add(added)).status).toBe(200);
  }
  const read = await propose();
  expect(linesOf(read)).toEqual([
    '7-Day Rental, 15-Yard 47500',
    'Extra days 4500',
    'Exchange 40000',
    'Mattress 7000',
    'NY sales tax 7920',
  ]);
  expect(read.proposal).toMatchObject({ total: 106_920, weight: 'missing', isFinalPrice: false });
  expect(read.prices).toMatchObject({ extraDay: 1500, exchange: 40_000, isWeightBilled: true });
  expect(read.prices.items.map((item) => item.id)).toEqual(['permit', 'mattress', 'fuel']);
  expect(await history()).toEqual([
    'Added to the price: Mattress (2 × $35.00), $70.00',
    'Added to the price: Exchange, $400.00',
    'Added to the price: Extra days (3 × $15.00), $45.00',
  ]);
});

it('an addition is removed once, stays in the history, and belongs to its booking', async () => {
  await add({ type: 'item', itemId: 'fuel' });
  const added = (await propose()).proposal?.lines.find(({ additionId }) => additionId !== null);
  expect(added).toMatchObject({ label: 'Fuel', amount: 1188 });
  await insertRow('bookings', 77);
  const elsewhere = `bookings/77/price-additions/${added?.additionId}/void`;
  expect((await dana.send('POST', elsewhere)).status).toBe(404);
  expect((await drop(999)).status).toBe(404);
  expect((await drop(added?.additionId, '"1"')).status).toBe(409);
  expect((await drop(added?.additionId)).status).toBe(200);
  const again = await drop(added?.additionId);
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'conflict' }]);
  expect(linesOf(await propose())).toEqual(['7-Day Rental, 15-Yard 47500', 'NY sales tax 3800']);
  expect(await history()).toEqual([
    'Removed from the price: Fuel, $11.88',
    'Added to the price: Fuel, $11.88',
  ]);
});

it('a repeated or concurrent addition adds one line, and an addition without If-Match none', async () => {
  const { ctx } = makeTestContext({ pauseMs: 1 });
  const input = { itemId: null, quantity: 1, unitAmount: null, type: 'extra_days' } as const;
  const settled = await Promise.allSettled(
    [1, 2, 3].map(() => addPriceAddition(ctx, dana.actor, { id, version: 1, addition: input })),
  );
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const late = await add({ type: 'exchange' }, '"1"');
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { code: 'stale', changed: ['priceAddition'], events: ['Added to the price: Extra day, $15.00'] },
  ]);
  const without = await dana.send('POST', path('/price-additions'), { type: 'exchange' });
  expect([without.status, await without.json()]).toMatchObject([400, { issues: [{ path: 'If-Match' }] }]);
  expect(await rows('SELECT type, quantity FROM price_additions')).toEqual([
    { type: 'extra_days', quantity: 1 },
  ]);
});

it('a view-only user sees the proposal and adds nothing', async () => {
  const lee = await signIn('lee', 'view_only');
  expect((await lee.send('GET', path('/price-proposal'))).status).toBe(200);
  const ifMatch = await etag();
  expect((await lee.send('POST', path('/price-additions'), { type: 'exchange', ifMatch })).status).toBe(403);
  expect((await lee.send('POST', path('/price-additions/1/void'))).status).toBe(403);
});

const REFUSED: [string, Addition, string][] = [
  ['an unknown type', { type: 'discount' as 'item' }, 'type'],
  ['no item', { type: 'item' }, 'itemId'],
  ['an item of another rate card', { type: 'item', itemId: 'tire' }, 'itemId'],
  ['an item of days', { type: 'extra_days', itemId: 'mattress' }, 'itemId'],
  ['no days', { type: 'extra_days', quantity: 0 }, 'quantity'],
  ['half a day', { type: 'extra_days', quantity: 0.5 }, 'quantity'],
  ['too many days', { type: 'extra_days', quantity: 10_001 }, 'quantity'],
  ['two percentages', { type: 'item', itemId: 'fuel', quantity: 2 }, 'quantity'],
  ['another price than that of the card', { type: 'exchange', unitAmount: 1 }, 'unitAmount'],
  ['an amount beside the price of the card', { type: 'dump_and_return', unitAmount: 1 }, 'unitAmount'],
  ['an amount of nothing', { type: 'exchange', unitAmount: 0 }, 'unitAmount'],
  ['a weight that the tickets bill', { type: 'overage', unitAmount: 5000 }, 'type'],
];

it.each(REFUSED)('%s is refused at its field, and nothing is written', async (_what, addition, field) => {
  const reply = await add(addition);
  expect([reply.status, await reply.json()]).toMatchObject([400, { issues: [{ path: field }] }]);
  expect([await rows('SELECT * FROM price_additions'), await etag()]).toEqual([[], '"1"']);
});

it('where the rate card has no price, staff enter an amount', async () => {
  id = await bookPriced({
    extraDay: null,
    exchangePrice: null,
    dumpAndReturnPrice: null,
    overagePerTon: null,
  });
  expect((await propose()).prices).toMatchObject({ extraDay: null, exchange: null, isWeightBilled: false });
  for (const type of ['extra_days', 'exchange', 'dump_and_return', 'overage'] as const) {
    const without = await add({ type });
    expect([without.status, await without.json()]).toMatchObject([400, { issues: [{ path: 'unitAmount' }] }]);
    expect((await add({ type, unitAmount: 2500 })).status).toBe(200);
  }
  await addTicket(5000);
  expect(linesOf(await propose())).toEqual([
    '7-Day Rental, 15-Yard 47500',
    'Extra day 2500',
    'Exchange 2500',
    'Dump and return 2500',
    'Extra weight 2500',
    'NY sales tax 4600',
  ]);
  expect((await propose()).proposal).toMatchObject({ weight: 'extra', unpricedWeight: 3000 });
});

it('without a ZIP code, after the removal of the personal data, no price is proposed with a wrong tax', async () => {
  await rows("UPDATE bookings SET zip = ''");
  expect((await propose()).proposal).toBeNull();
});

describe('the final price', () => {
  it('keeps what it consisted of until it is set again', async () => {
    await add({ type: 'item', itemId: 'mattress' });
    await addTicket(3940);
    const first = await propose();
    expect(linesOf(first)).toContain('Extra weight: 1,940 lb over, billed as 1.0 ton 9000');
    await setPrice(first.proposal?.total ?? 0);
    expect((await propose()).proposal?.isFinalPrice).toBe(true);
    await add({ type: 'exchange' });
    expect((await propose()).proposal?.isFinalPrice).toBe(false);
    const [row] = await rows<{ price: number; lines: string }>(
      'SELECT final_price AS price, final_price_lines AS lines FROM bookings WHERE id = ?',
      id,
    );
    expect(row?.price).toBe(first.proposal?.total);
    expect(JSON.parse(row?.lines ?? '').map(({ label }: { label: string }) => label)).toEqual(
      first.proposal?.lines.map(({ label }) => label),
    );
  });

  it('of the same amount is set again when it consists of other lines', async () => {
    await add({ type: 'exchange', quantity: 1 });
    await setPrice((await propose()).proposal?.total ?? 0);
    const [addition] = await rows<{ id: number }>('SELECT id FROM price_additions');
    await drop(addition?.id);
    await add({ type: 'exchange' });
    const { proposal } = await propose();
    expect(proposal?.isFinalPrice).toBe(true);
    expect((await setPrice(proposal?.total ?? 0)).headers.get('ETag')).toBe(await etag());
  });

  it('of the same amount ends no payment link when it consists of other lines', async () => {
    await add({ type: 'extra_days', quantity: 1 });
    const total = (await propose()).proposal?.total ?? 0;
    await setPrice(total);
    expect((await dana.send('POST', path('/pay-link'))).status).toBe(200);
    const [addition] = await rows<{ id: number }>('SELECT id FROM price_additions');
    await drop(addition?.id);
    await setPrice(total);
    await add({ type: 'extra_days', quantity: 1 });
    expect((await propose()).proposal?.total).toBe(total);
    const again = await setPrice(total);
    expect([again.status, await again.json()]).toMatchObject([200, { endedPayLink: null }]);
    expect(await rows('SELECT state FROM pay_links')).toEqual([{ state: 'open' }]);
    expect((await propose()).proposal?.isFinalPrice).toBe(true);
    expect(await (await setPrice(total + 1)).json()).toMatchObject({
      endedPayLink: { amount: total - 10_000 },
    });
  });

  it('of another amount has no lines, and the database refuses lines that do not add up', async () => {
    await setPrice(51_300);
    const linesAre = () => rows('SELECT final_price_lines AS lines FROM bookings');
    expect(await linesAre()).not.toEqual([{ lines: null }]);
    await expect(rows('UPDATE bookings SET final_price = 51301')).rejects.toThrow(
      'bookings_final_price_lines',
    );
    await expect(rows(`UPDATE bookings SET final_price_lines = '[{"amount":51299}]'`)).rejects.toThrow(
      'bookings_final_price_lines',
    );
    await setPrice(51_300);
    await setPrice(50_000);
    expect(await linesAre()).toEqual([{ lines: null }]);
  });

  it.each([
    [299, 0],
    [null, 0],
    [300, 1],
  ])('of %s is inserted with lines of 300 in %i bookings', async (final_price, count) => {
    const final_price_lines = '[{"amount":100},{"amount":200}]';
    const insert = insertRow('bookings', 9, { final_price, final_price_lines });
    await (count === 1 ? insert : expect(insert).rejects.toThrow('bookings_final_price_lines'));
    expect(await rows('SELECT id FROM bookings WHERE id = 9')).toHaveLength(count);
  });
});

describe('an e-mail about the balance', () => {
  const payLinkText = async () => {
    const { ctx, mails } = makeTestContext();
    expect((await dana.send('POST', path('/pay-link'))).status).toBe(200);
    await processPendingRows(ctx, { includeRecent: true });
    return mails.find(({ subject }) => subject.includes('please pay'))?.text ?? '';
  };

  it('shows what the final price consists of, and no fee of a ticket whose weight is billed', async () => {
    await add({ type: 'item', itemId: 'mattress', quantity: 2 });
    await addTicket(3940);
    await setPrice((await propose()).proposal?.total ?? 0);
    const text = await payLinkText();
    expect(text).toContain(
      [
        'HOW THE AMOUNT IS CALCULATED',
        '',
        '7-Day Rental, 15-Yard: $475.00',
        'Mattress (2 × $35.00): $70.00',
        'Extra weight: 1,940 lb over, billed as 1.0 ton: $90.00',
        'NY sales tax: $50.80',
        'Final price: $685.80',
        'Deposit paid: $100.00',
        'Paid: $100.00',
        'Due: $585.80',
      ].join('\n'),
    );
    expect(text).not.toContain('123.45');
  });

  it.each([9000, null])(
    'about a price of another amount shows neither lines nor fees of the business',
    async (overagePerTon) => {
      id = await bookPriced({ overagePerTon });
      await addTicket(3940);
      await setPrice(60_000);
      const text = await payLinkText();
      expect(text).toContain('CALCULATED\n\nFinal price: $600.00\nDeposit paid: $100.00\n');
      expect(text).not.toMatch(/dump ticket|123\.45/);
    },
  );

  it('shows the tickets whose fees the customer pays', async () => {
    id = await bookPriced({ includedWeight: null, overagePerTon: null });
    await addTicket(3940);
    await setPrice((await propose()).proposal?.total ?? 0);
    expect(await payLinkText()).toMatch(/Dump ticket of .*, 3,940 lb: \$123\.45\nNY sales tax: \$38\.00\n/);
  });
});
