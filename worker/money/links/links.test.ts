import { beforeEach, describe, expect, it } from 'vitest';
import { applyIntent } from '#worker/money/ledger/intents.ts';
import { call, captureLog, readError } from '#worker/test/http.ts';
import {
  CARDS,
  createBookingWithDecliningCard,
  createPaidBooking,
  makePaymentCalls,
  readSums,
} from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, intentIdOf, makeTestContext, pay, rows, startOver } from '#worker/test/world.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let charge: ReturnType<typeof makePaymentCalls>['charge'];
let refund: ReturnType<typeof makePaymentCalls>['refund'];

beforeEach(async () => {
  await startOver();
  await addUnits(3);
  staff = await signIn('ann', 'admin');
  ({ charge, refund } = makePaymentCalls(staff, call));
});

const DUE = 17_500;
const links = () => rows('SELECT state, amount FROM pay_links ORDER BY created_at, rowid');
const quietly = () => {
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  return ctx;
};

/** Creates a payment link for the amount due. Returns the link and its token. */
async function sendLink(id: number) {
  const reply = await staff.send('POST', `bookings/${id}/pay-link`);
  expect(reply.status).toBe(200);
  const { url, amount } = await reply.json<{ url: string; amount: number }>();
  return { amount, token: url.split('/pay/')[1] ?? '' };
}

const view = (token: string) => call(`/api/pay/${token}`);
const stateOf = async (token: string) => (await (await view(token)).json<{ state: string }>()).state;

/** The data that the customer's page requests before it shows the card form. */
const open = (bookingId: number, payToken: string) =>
  call('/api/create-payment-intent', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ bookingId, payToken }),
  });
const secretOf = async (id: number, token: string) =>
  (await (await open(id, token)).json<{ clientSecret: string }>()).clientSecret;

describe('a declined charge', () => {
  it.each([
    ['authentication_required', () => createPaidBooking({ card: CARDS.needsApproval })],
    ['card_declined', createBookingWithDecliningCard],
  ])('leaves a link for the customer: %s', async (code, book) => {
    captureLog();
    const { id } = await book();
    const reply = await charge(id, DUE);
    const error = await readError(reply);
    expect([reply.status, error.code]).toEqual([402, code]);
    expect(error.message).toContain('The customer is sent a link to pay.');
    expect(await links()).toEqual([{ state: 'open', amount: DUE }]);
    expect(await rows("SELECT kind FROM outbox WHERE kind = 'pay-link'")).toHaveLength(1);
    const payments = await (await staff.send('GET', `bookings/${id}/payments`)).json();
    expect(payments).toMatchObject({ remaining: DUE, operation: null, payLink: { amount: DUE } });
    expect(await rows("SELECT status FROM transactions WHERE kind = 'balance'")).toEqual([
      { status: 'requires_payment_method' },
    ]);
  });

  it('is paid by the customer with another card, on the same intent', async () => {
    captureLog();
    const { id } = await createPaidBooking({ card: CARDS.needsApproval });
    await charge(id, DUE);
    const { token } = await sendLink(id);
    const secret = await secretOf(id, token);
    const [declined] = await rows<{ intent: string }>(
      'SELECT stripe_payment_intent_id AS intent FROM payment_operations',
    );
    expect(intentIdOf(secret)).toBe(declined?.intent);
    expect(await pay(secret)).toMatchObject({ status: 'succeeded' });
    await applyIntent(quietly(), intentIdOf(secret));
    expect(await readSums(id)).toMatchObject({ ledger: { paid: 60_000 }, stripe: { paid: 60_000 } });
    expect([await links(), await stateOf(token)]).toEqual([[{ state: 'paid', amount: DUE }], 'paid']);
    expect((await readError(await open(id, token))).code).toBe('nothing_due');
    expect(await rows("SELECT id FROM outbox WHERE kind = 'balance-charged'")).toHaveLength(1);
  });
});

describe('a link', () => {
  it('shows its amount, street and price, neither name nor contact, and reading it changes nothing', async () => {
    const { id } = await createPaidBooking();
    const { token } = await sendLink(id);
    const before = await rows('SELECT * FROM pay_links');
    const reply = await view(token);
    expect([reply.status, reply.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(await reply.json()).toEqual({
      bookingId: id,
      amount: DUE,
      businessName: expect.any(String),
      street: '12 Quarry Road, Albany',
      priceLines: expect.arrayContaining([{ name: 'Due', value: expect.stringMatching(/^\$/) }]),
      rentalType: '7-day',
      dumpsterType: '15-yard',
      rentalTitle: '7-Day Rental',
      rentalLabel: '7-Day',
      sizeName: '15-Yard',
      materialName: null,
      sizeMeasures: { yards: 15, lengthIn: 192, widthIn: 90, heightIn: 54 },
      deliveryDate: expect.any(String),
      endDate: expect.any(String),
      pickupDay: expect.any(String),
      state: 'open',
      kind: 'balance',
      isWholePrice: false,
      terms: null,
      expiresAt: expect.any(String),
    });
    expect(await rows('SELECT * FROM pay_links')).toEqual(before);
  });

  it('is stored as a hash, and an unknown token is not found', async () => {
    const { id } = await createPaidBooking();
    const { token } = await sendLink(id);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await rows('SELECT * FROM pay_link_tokens'))).not.toContain(token);
    expect((await view('A'.repeat(43))).status).toBe(404);
    expect((await open(id, 'A'.repeat(43))).status).toBe(404);
    expect((await open(id + 1, token)).status).toBe(404);
  });

  it('can be sent three times a day, each time with its own token', async () => {
    const { id } = await createPaidBooking();
    const tokens = [await sendLink(id), await sendLink(id), await sendLink(id)].map(({ token }) => token);
    expect(new Set(tokens).size).toBe(3);
    expect(await Promise.all(tokens.map(stateOf))).toEqual(['open', 'open', 'open']);
    const reply = await staff.send('POST', `bookings/${id}/pay-link`);
    expect([reply.status, (await readError(reply)).code]).toEqual([429, 'too_many']);
    expect(await rows("SELECT id FROM outbox WHERE kind = 'pay-link'")).toHaveLength(3);
  });

  it('ends after fourteen days', async () => {
    const { id } = await createPaidBooking();
    const { token } = await sendLink(id);
    await rows('UPDATE pay_links SET expires_at = 1');
    expect(await stateOf(token)).toBe('expired');
    expect((await readError(await open(id, token))).code).toBe('conflict');
    expect((await sendLink(id)).amount).toBe(DUE);
    expect(await links()).toMatchObject([{ state: 'withdrawn' }, { state: 'open' }]);
  });

  it("names the customer's e-mail when Stripe refuses it", async () => {
    captureLog();
    const { id } = await createPaidBooking();
    await control('fail-next', { path: '/v1/payment_intents', status: 400, param: 'receipt_email' });
    const reply = await staff.send('POST', `bookings/${id}/pay-link`);
    expect([reply.status, await readError(reply)]).toMatchObject([
      400,
      { code: 'invalid', issues: [{ path: 'email' }] },
    ]);
    expect(await links()).toEqual([]);
  });

  it('is refused when nothing is due', async () => {
    const { id } = await createPaidBooking({ finalPrice: 42_500 });
    const reply = await staff.send('POST', `bookings/${id}/pay-link`);
    expect([reply.status, (await readError(reply)).code]).toEqual([409, 'nothing_due']);
  });

  it('is busy while an operation of its booking is live', async () => {
    const { id } = await createPaidBooking();
    const { token } = await sendLink(id);
    const [link] = await rows<{ sql: string }>(
      "SELECT sql FROM sqlite_master WHERE name = 'payment_operations_no_open_link'",
    );
    await rows('DROP TRIGGER payment_operations_no_open_link');
    await rows(
      `INSERT INTO payment_operations (booking_id, kind, amount, created_by, created_at, updated_at)
       VALUES (?, 'refund', 100, ?, 1, 1)`,
      id,
      staff.id,
    );
    await rows(link?.sql ?? '');
    expect((await readError(await open(id, token))).code).toBe('busy');
  });
});

describe('with an open link', () => {
  const acts: [string, (id: number) => Promise<Response>][] = [
    ['charging again', (id) => charge(id, 100)],
    ['refunding', (id) => refund(id, 100)],
    ['changing the price', (id) => staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 50_000 })],
    ['cancelling the booking', (id) => staff.send('PATCH', `bookings/${id}/status`, { status: 'cancelled' })],
    ['withdrawing it', (id) => staff.send('DELETE', `bookings/${id}/pay-link`)],
  ];

  it.each(acts)('%s first cancels it at Stripe', async (_, act) => {
    const { id } = await createPaidBooking();
    const { token } = await sendLink(id);
    const secret = await secretOf(id, token);
    expect((await act(id)).status).toBeLessThan(300);
    expect([await stateOf(token), (await links())[0]]).toEqual([
      'withdrawn',
      { state: 'withdrawn', amount: DUE },
    ]);
    expect((await pay(secret)).error?.code).toBe('payment_intent_unexpected_state');
    expect((await readError(await open(id, token))).code).toBe('conflict');
  });

  it.each(acts)('%s changes nothing if it cannot be cancelled', async (_, act) => {
    captureLog();
    const { id } = await createPaidBooking();
    const { token } = await sendLink(id);
    const before = await rows('SELECT * FROM bookings');
    await control('fail-next', {
      path: '/v1/payment_intents/',
      method: 'POST',
      status: 500,
      when: 'before',
      times: 2,
    });
    const reply = await act(id);
    expect([reply.status, (await readError(reply)).code]).toEqual([409, 'conflict']);
    expect([await stateOf(token), await rows('SELECT * FROM bookings')]).toEqual(['open', before]);
  });

  it.each(acts.slice(0, 4))('%s is refused because the link was just paid', async (_, act) => {
    const { id } = await createPaidBooking();
    const { token } = await sendLink(id);
    await pay(await secretOf(id, token));
    const reply = await act(id);
    expect([reply.status, (await readError(reply)).code]).toEqual([409, 'conflict']);
    expect(await stateOf(token)).toBe('paid');
    expect((await readSums(id)).ledger.paid).toBe(60_000);
  });

  it('a new price ends an old link, and the next link has the amount due now', async () => {
    const { id } = await createPaidBooking();
    await sendLink(id);
    await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 50_000 });
    expect((await sendLink(id)).amount).toBe(7500);
    expect(await links()).toEqual([
      { state: 'withdrawn', amount: DUE },
      { state: 'open', amount: 7500 },
    ]);
  });
});

describe('an existing booking is paid', () => {
  it('only by staff or with a link', async () => {
    const { id } = await createPaidBooking();
    const ask = (headers: Record<string, string>) =>
      call('/api/create-payment-intent', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify({ bookingId: id }),
      });
    expect((await ask({})).status).toBe(401);
    const viewer = await signIn('vera', 'view_only');
    expect((await ask({ Cookie: viewer.Cookie })).status).toBe(403);
    const reply = await ask({ Cookie: staff.Cookie });
    expect(reply.status).toBe(200);
    const { clientSecret } = await reply.json<{ clientSecret: string }>();
    await pay(clientSecret);
    await applyIntent(quietly(), intentIdOf(clientSecret));
    expect((await readSums(id)).ledger.paid).toBe(60_000);
    expect((await readError(await ask({ Cookie: staff.Cookie }))).code).toBe('nothing_due');
  });
});

it('the price does not change while a charge is in progress', async () => {
  const { id } = await createPaidBooking();
  await rows(
    `INSERT INTO payment_operations (booking_id, kind, amount, created_by, created_at, updated_at)
     VALUES (?, 'charge', 100, ?, 1, 1)`,
    id,
    staff.id,
  );
  const reply = await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 43_000 });
  expect([reply.status, (await readError(reply)).code]).toEqual([409, 'busy']);
  await expect(rows('UPDATE bookings SET final_price = 43000 WHERE id = ?', id)).rejects.toThrow(
    'payment_operation_live',
  );
});
