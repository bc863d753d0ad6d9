import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { bookingStatus } from '#worker/checkout/status.ts';
import { processPendingRows } from '#worker/entry/queue/outbox.ts';
import { violate } from '#worker/test/guarded.ts';
import { call, captureLog, readError } from '#worker/test/http.ts';
import { makePaymentCalls, stripeCall } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  control,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';
import { saveCard } from './save-card.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let charge: ReturnType<typeof makePaymentCalls>['charge'];

beforeEach(begin);

async function begin() {
  await startOver();
  await addUnits(3);
  staff = await signIn('ann', 'admin');
  ({ charge } = makePaymentCalls(staff, call));
  captureLog();
}

/** Bookings whose deposit is paid, and whose queue delivers nothing. */
async function bookPaid(changes: Parameters<typeof makeBookingData>[0] = {}) {
  const world = makeTestContext();
  world.ctx.send = () => Promise.resolve();
  const data = makeBookingData(changes);
  const { clientSecret } = await openCheckout(world.ctx, { data, key: crypto.randomUUID(), ip: '' });
  await pay(clientSecret);
  await bookingStatus(world.ctx, { paymentIntent: intentIdOf(clientSecret), clientSecret });
  await rows('UPDATE bookings SET final_price = 60000');
  const ids = (await rows<{ id: number }>('SELECT id FROM bookings ORDER BY id')).map(({ id }) => id);
  const [id = 0] = ids;
  const work = () => processPendingRows(world.ctx, { includeRecent: true });
  return { ...world, data, ids, id, work, intentId: intentIdOf(clientSecret) };
}

type Stored = { customer: string | null; card: string | null };
const stored = () =>
  rows<Stored>(
    'SELECT stripe_customer_id AS customer, stripe_payment_method_id AS card FROM bookings ORDER BY id',
  );
type Customer = { id: string; name: string | null; email: string | null; phone: string | null };
const customersOf = async (email: string) =>
  (await control<{ customers: Customer[] }>('state')).customers.filter((one) => one.email === email);
/** The card that paid a deposit, at Stripe. */
async function readCard(intentId: string) {
  const { payment_method } = await stripeCall<{ payment_method: string }>(`payment_intents/${intentId}`, {
    method: 'GET',
  });
  return stripeCall<{ id: string; customer: string | null }>(`payment_methods/${payment_method}`, {
    method: 'GET',
  });
}
async function savedCustomer() {
  const [row] = await stored();
  return stripeCall<Customer>(`customers/${row?.customer}`, { method: 'GET' });
}
const refuse = (path: string, rule: object) =>
  control('fail-next', { path, method: 'POST', times: 20, when: 'before', ...rule });
const heal = () => fetch('https://api.stripe.com/__control/fail-next', { method: 'DELETE' });
const paymentsOf = async (id: number) => (await staff.send('GET', `bookings/${id}/payments`)).json();
const DUE = 17_500;
const VISA = { brand: 'visa', last4: '4242' };

describe('the card that paid a deposit', () => {
  it('is saved after the booking, with one customer at Stripe', async () => {
    const { data, work, intentId } = await bookPaid();
    expect(await stored()).toEqual([{ customer: null, card: null }]);
    expect(await customersOf(data.email)).toEqual([]);
    await work();
    await work();
    const customers = await customersOf(data.email);
    const card = await readCard(intentId);
    expect(customers).toMatchObject([{ name: `${data.firstName} ${data.lastName}`, email: data.email }]);
    expect(card.customer).toBe(customers[0]?.id);
    expect(await stored()).toEqual([{ customer: card.customer, card: card.id }]);
  });

  it('of an order is saved once for all its bookings', async () => {
    const { data, work, intentId } = await bookPaid({ quantity: 3 });
    await work();
    expect(await customersOf(data.email)).toHaveLength(1);
    const card = await readCard(intentId);
    const saved = { customer: card.customer, card: card.id };
    expect(await stored()).toEqual([saved, saved, saved]);
  });

  it('is on file before it is saved: a charge saves it first', async () => {
    const { id } = await bookPaid();
    expect(await paymentsOf(id)).toMatchObject({ card: VISA, isCardRefused: false });
    expect((await charge(id, DUE)).status).toBe(200);
    expect(await paymentsOf(id)).toMatchObject({ card: VISA, remaining: 0 });
  });

  it('is charged by several staff at once no more often than one charge allows', async () => {
    const { id, data, work } = await bookPaid();
    const [first, second] = await Promise.all([charge(id, DUE), charge(id, DUE), work()]);
    expect([first.status, second.status].filter((status) => status === 200)).toHaveLength(1);
    expect(await customersOf(data.email)).toHaveLength(1);
    expect(await paymentsOf(id)).toMatchObject({ paid: 60_000, remaining: 0 });
  });

  it('that Stripe refuses to save is shown as not saved, and the balance is paid by a link', async () => {
    const { id, work } = await bookPaid();
    await refuse('/v1/payment_methods/', { status: 400, param: 'customer' });
    await work();
    await heal();
    expect(await paymentsOf(id)).toMatchObject({ card: null, isCardRefused: true });
    const history = await (await staff.send('GET', `bookings/${id}/history`)).text();
    expect(history).toContain('card_not_saved');
    expect(await rows("SELECT drop_reason FROM outbox WHERE kind = 'save-card'")).toEqual([
      { drop_reason: 'Stripe did not save the card' },
    ]);
    const reply = await charge(id, DUE);
    expect([reply.status, (await readError(reply)).message]).toEqual([
      409,
      'This booking has no card on file. Send a payment link instead.',
    ]);
    expect((await staff.send('POST', `bookings/${id}/pay-link`)).status).toBe(200);
    await work();
    expect(await stored()).toMatchObject([{ card: null }]);
    expect(await rows("SELECT count(*) AS count FROM history WHERE action = 'card_not_saved'")).toEqual([
      { count: 1 },
    ]);
  });

  it('is not lost while Stripe does not answer: staff try again, and the queue does', async () => {
    const { id, work } = await bookPaid();
    await refuse('/v1/payment_methods/', { status: 500 });
    await work();
    const reply = await charge(id, DUE);
    expect([reply.status, (await readError(reply)).message]).toEqual([
      502,
      'Our payment provider did not answer. Please try again.',
    ]);
    expect(await rows('SELECT * FROM payment_operations')).toEqual([]);
    await heal();
    await work();
    expect(await stored()).toMatchObject([{ customer: expect.any(String), card: expect.any(String) }]);
    expect((await charge(id, DUE)).status).toBe(200);
  });

  it.each(['email', 'phone', 'name'])(
    'is saved even if Stripe refuses the %s of its customer',
    async (param) => {
      const { id, work } = await bookPaid();
      await control('fail-next', { path: '/v1/customers', method: 'POST', status: 400, param, times: 1 });
      await work();
      expect(await savedCustomer()).toMatchObject({ name: null, metadata: { app: 'dumpster-rental' } });
      expect((await charge(id, DUE)).status).toBe(200);
    },
  );
});

describe('two attempts at the same time', () => {
  const attempt = async () => {
    const { ctx } = makeTestContext();
    ctx.send = () => Promise.resolve();
    return processPendingRows(ctx, { includeRecent: true });
  };

  it('store the card once', async () => {
    const { id, data } = await bookPaid();
    const seen = await violate('unsaved', attempt, () => charge(id, DUE));
    expect(seen).toMatchObject({ failed: ['unsaved'], outcome: 'ok' });
    expect(await customersOf(data.email)).toHaveLength(1);
    expect(await paymentsOf(id)).toMatchObject({ card: VISA, paid: 60_000 });
  });

  it('of an order whose bookings have different contacts share the customer who has the card', async () => {
    const { ctx, ids, intentId } = await bookPaid({ quantity: 2 });
    await staff.send('PATCH', `bookings/${ids[0]}`, { firstName: 'Grace', ifMatch: '"1"' });
    const { id: paymentMethodId } = await readCard(intentId);
    const results = await Promise.all(ids.map((bookingId) => saveCard(ctx, { bookingId, paymentMethodId })));
    expect(results).toEqual(['saved', 'saved']);
    const { customer } = await readCard(intentId);
    expect(await stored()).toEqual(ids.map(() => ({ customer, card: paymentMethodId })));
    expect(await rows("SELECT id FROM history WHERE action = 'card_not_saved'")).toEqual([]);
  });

  it('say once that it was not saved', async () => {
    const { id } = await bookPaid();
    await refuse('/v1/payment_methods/', { status: 400, param: 'customer' });
    const seen = await violate('waiting', () => charge(id, DUE), attempt);
    expect(seen).toEqual({ failed: ['waiting'], outcome: 'conflict', entries: [] });
    expect(await rows("SELECT count(*) AS count FROM history WHERE action = 'card_not_saved'")).toEqual([
      { count: 1 },
    ]);
  });
});

describe('the customer at Stripe', () => {
  it('has a long phone number without its extension; the booking has it as typed', async () => {
    const phone = '+1 (518) 555-0100 ext. 72501';
    const { work } = await bookPaid({ phone, firstName: 'F'.repeat(100), lastName: 'L'.repeat(100) });
    await work();
    expect(await savedCustomer()).toMatchObject({
      phone: '+1 (518) 555-0100',
      name: `${'F'.repeat(100)} ${'L'.repeat(100)}`,
    });
    expect(await rows('SELECT phone FROM bookings')).toEqual([{ phone }]);
  });

  it('has no phone number that cannot be sent', async () => {
    const { work } = await bookPaid({ phone: '+1 (518) / 555 / 0100' });
    await work();
    expect(await savedCustomer()).toMatchObject({ phone: null });
  });

  it('gets the contact that changed between two attempts to attach the card', async () => {
    const { id, work } = await bookPaid();
    await refuse('/v1/payment_methods/', { status: 500, when: 'after', times: 3 });
    await work();
    const corrected = await staff.send('PATCH', `bookings/${id}`, { firstName: 'Grace', ifMatch: '"1"' });
    expect(corrected.status).toBe(200);
    await heal();
    await work();
    await work();
    expect((await savedCustomer()).name).toMatch(/^Grace /);
  });
});

type Step =
  | { do: 'work' | 'charge' | 'correct' | 'lose the answer' }
  | { do: 'fail'; path: string; rule: object };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('work' as const, 'charge' as const, 'correct' as const) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      path: fc.constantFrom('/v1/customers', '/v1/payment_methods/'),
      rule: fc.constantFrom(
        { status: 500, when: 'before' },
        { status: 500, when: 'after' },
        { drop: true, when: 'after' },
        { status: 429, when: 'before' },
      ),
    }),
  },
);

it('after any failures, once Stripe answers, every booking has its card, attached to the one customer that all share', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(step, runLength(6, { sample: 10, long: 16 })),
      async (quantity, steps) => {
        await begin();
        const { ids, work, intentId } = await bookPaid({ quantity });
        for (const one of steps) {
          if (one.do === 'work') await work();
          else if (one.do === 'charge') await charge(ids[0] ?? 0, 100);
          else if (one.do === 'correct') {
            const [row] = await rows<{ version: number }>('SELECT version FROM bookings ORDER BY id');
            const firstName = `Name${row?.version}`;
            await staff.send('PATCH', `bookings/${ids[0]}`, { firstName, ifMatch: `"${row?.version}"` });
          } else if (one.do === 'fail')
            await control('fail-next', { path: one.path, method: 'POST', times: 3, ...one.rule });
          for (const { customer, card } of await stored()) expect(card === null).toBe(customer === null);
        }
        await heal();
        await work();
        await work();
        const card = await readCard(intentId);
        expect(card.customer).not.toBeNull();
        expect(await stored()).toEqual(ids.map(() => ({ customer: card.customer, card: card.id })));
        const [{ name } = { name: '' }] = await rows<{ name: string }>(
          "SELECT first_name || ' ' || last_name AS name FROM bookings ORDER BY id",
        );
        expect((await savedCustomer()).name).toBe(name);
      },
    ),
    randomRuns({ sample: 4, long: 200 }),
  );
});
