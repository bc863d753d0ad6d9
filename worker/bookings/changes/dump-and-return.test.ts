import { beforeEach, expect, it } from 'vitest';
import { makeRate } from '#domain/test/rate-cards.ts';
import { listJobsOf, makeChangeCalls } from '#worker/test/changes.ts';
import { makeCustomer, publishFirm } from '#worker/test/prices.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let { change, preview, refused, call } = {} as ReturnType<typeof makeChangeCalls>;

beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  ({ change, preview, refused, call } = makeChangeCalls(dana));
  await addUnits(3);
});

const emptied = (day: number, more = {}) => ({ type: 'dump_and_return', day: inDays(day), ...more });
const quoteOf = async (id: number) => {
  const reply = await dana.send('GET', `bookings/${id}`);
  return (await reply.json<{ quote: { total: number; lines: { label: string }[] } }>()).quote;
};
const totalOf = async (id: number) => (await quoteOf(id)).total;
const findJob = async () => {
  const [job] = await rows<{ id: number }>("SELECT id FROM jobs WHERE type = 'dump_and_return'");
  return job?.id ?? 0;
};
const withPrice = (dumpAndReturnPrice: number | null) => ({ rates: [makeRate({ dumpAndReturnPrice })] });
/** A delivered booking by a card with this price, which is then replaced by one that asks for $999.00. */
async function bookByCard(price: number | null) {
  const { open, payFor } = makeCustomer({ deliveryDate: inDays(0) });
  await publishFirm(withPrice(price));
  const id = Number((await payFor(await open())).id);
  await publishFirm(withPrice(99_900));
  await rows("UPDATE jobs SET status = 'done' WHERE type = 'delivery'");
  return id;
}

it("a dump and return has the price of the booking's own card, with its tax, and refuses an amount beside it", async () => {
  const id = await bookByCard(30_000);
  const before = await totalOf(id);
  const shown = await preview(id, emptied(2));
  expect(shown).toMatchObject({ difference: 32_400, rateCard: 'booking' });
  expect(shown.lines).toMatchObject([
    { type: 'dump_and_return', label: 'Dump and return', amount: 30_000 },
    { type: 'tax', amount: 2_400 },
  ]);
  const beside = await call(id, { ...emptied(2), unitAmount: 0, preview: true });
  expect([beside.status, await beside.json()]).toMatchObject([400, { issues: [{ path: 'unitAmount' }] }]);
  await change(id, emptied(2));
  expect(await totalOf(id)).toBe(before + 32_400);
  const remove = { type: 'remove_job', jobId: await findJob() };
  expect(await preview(id, remove)).toMatchObject({ jobCharge: { amount: 32_400 } });
  await change(id, remove);
  expect(await totalOf(id)).toBe(before);
});

it('a dump and return is free where the price is 0, and the price keeps the line', async () => {
  const id = await bookByCard(0);
  expect(await preview(id, emptied(2))).toMatchObject({ allowed: true, lines: [], difference: 0 });
  await change(id, emptied(2));
  expect((await quoteOf(id)).lines.map(({ label }) => label)).toContain('Dump and return');
});

it.each([
  [0, []],
  [12_345, [{ type: 'dump_and_return', amount: 12_345 }]],
])(
  'a dump and return asks for an amount where the card has no price: %d cents',
  async (unitAmount, charged) => {
    const id = await bookByCard(null);
    expect(await refused(id, emptied(2))).toMatchObject([
      {
        code: 'amount_needed',
        message: 'The price list has no price for a dump and return: enter an amount.',
      },
    ]);
    await change(id, emptied(2, { unitAmount }));
    expect(await rows('SELECT type, unit_amount AS amount FROM price_additions')).toEqual(charged);
    expect(await listJobsOf(id)).toContainEqual({ type: 'dump_and_return', day: inDays(2), status: 'open' });
  },
);
