import { beforeEach, expect, it } from 'vitest';
import { type Booking, booking, setBookingStatus, setFinalPrice } from '#contract/staff-bookings.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { syncOpenCheckouts } from '#worker/checkout/tasks.ts';
import { failingDatabase } from '#worker/test/databases.ts';
import { call, readError } from '#worker/test/http.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
  testEnv,
} from '#worker/test/world.ts';

beforeEach(startOver);

it.each([
  ['=HYPERLINK("http://x","y")', '=HYPERLINK'],
  ['+1+1 @SUM(A1)', 'sum(a1)'],
  ['first line\r\nsecond line', 'second'],
  ['👩‍👩‍👧 family 💥', 'family'],
  ['<script>alert(1)</script>', '<script>'],
  ['שלום מרים', 'שלום'],
  [`${'long '.repeat(399)}notes`, 'notes'],
  ["Robert'); DROP TABLE bookings;--", "robert');"],
  ['\\" \\\\ %00 %s {{7*7}} $(x)', '{{7*7}}'],
])('a customer can enter %j, and staff see exactly that', async (notes, piece) => {
  await addUnits(1);
  const { ctx } = makeTestContext();
  const firstName = notes.replace(/\s+/g, ' ').slice(0, 80).trim();
  const data = makeBookingData({ notes, firstName });
  const { clientSecret } = await openCheckout(ctx, { data, key: null, ip: '203.0.113.1' });
  await pay(clientSecret);
  await syncOpenCheckouts(ctx, { isForced: true });
  const dana = await signIn('dana', 'view_only');
  const found = await (await dana.send('GET', `bookings?search=${encodeURIComponent(piece)}`)).json<
    Booking[]
  >();
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ notes: notes.trim(), firstName });
});

it('a reply has the fields of the contract, and no payment secrets', async () => {
  await insertRental(1, {
    stripe_customer_id: 'cus_1',
    terms_ip: '203.0.113.1',
  });
  const dana = await signIn('dana', 'admin');
  const replies = [
    { reply: await dana.send('GET', 'bookings'), schema: booking },
    { reply: await dana.send('GET', 'bookings/1'), schema: booking },
    {
      reply: await dana.send('PATCH', 'bookings/1/status', { status: 'confirmed' }),
      schema: setBookingStatus.reply,
    },
    {
      reply: await dana.send('PATCH', 'bookings/1/final-price', { finalPrice: 1 }),
      schema: setFinalPrice.reply,
    },
  ];
  for (const { reply, schema } of replies) {
    const [one] = [await reply.json<Booking | Booking[]>()].flat();
    expect(Object.keys(one ?? {}).sort()).toEqual(Object.keys(schema.shape).sort());
    expect(JSON.stringify(one)).not.toMatch(/secret|cus_1|203\.0/);
  }
});

it('a database failure gets an error without details, and changes nothing', async () => {
  await insertRental(1);
  const { Cookie } = await signIn('dana', 'admin');
  const env = { ...testEnv, LOG_LEVEL: 'silent', DB: failingDatabase(testEnv.DB, 'no such table: secrets') };
  const headers = { Cookie, 'Content-Type': 'application/json' };
  for (const init of [{ headers }, { headers, method: 'PATCH', body: '{"status":"confirmed"}' }]) {
    const reply = await call(init.method ? '/api/bookings/1/status' : '/api/bookings?search=ada', init, env);
    expect(reply.status).toBe(500);
    expect(await readError(reply)).toMatchObject({
      code: 'internal',
      message: expect.not.stringContaining('secrets'),
    });
  }
  expect(await rows('SELECT status, version FROM bookings')).toEqual([{ status: 'pending', version: 1 }]);
});
