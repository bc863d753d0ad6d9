import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, newHarness } from '#emulators/stripe/testing/harness.ts';

let shop: Harness;
beforeEach(() => {
  shop = newHarness();
});
afterEach(() => shop.close());

describe('lists', () => {
  async function threeCustomers(): Promise<string[]> {
    const ids: string[] = [];
    for (const email of ['a@shop.test', 'b@shop.test', 'c@shop.test']) {
      ids.push((await shop.stripe.customers.create({ email })).id);
      shop.clock.ms += 10_000;
    }
    return ids.reverse();
  }

  test('come newest first and page both ways', async () => {
    const [third, second, first] = await threeCustomers();
    const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id);
    const pageOne = await shop.stripe.customers.list({ limit: 2 });
    expect([ids(pageOne), pageOne.has_more]).toEqual([[third, second], true]);
    const pageTwo = await shop.stripe.customers.list({ limit: 2, starting_after: second! });
    expect([ids(pageTwo), pageTwo.has_more]).toEqual([[first], false]);
    const back = await shop.stripe.customers.list({ limit: 1, ending_before: first! });
    expect([ids(back), back.has_more]).toEqual([[second], true]);
    const all: string[] = [];
    for await (const customer of shop.stripe.customers.list({ limit: 1 })) all.push(customer.id);
    expect(all).toEqual([third, second, first]);
  });

  test('filter by time and attribute', async () => {
    const [third, second] = await threeCustomers();
    const since = Math.floor(shop.clock.ms / 1000) - 20;
    const recent = await shop.stripe.customers.list({ created: { gte: since } });
    expect(recent.data.map(({ id }) => id)).toEqual([third, second]);
    expect((await shop.stripe.customers.list({ created: { gt: since } })).data).toHaveLength(1);
    expect((await shop.stripe.customers.list({ created: since })).data).toHaveLength(1);
    expect((await shop.stripe.customers.list({ email: 'b@shop.test' })).data.map(({ id }) => id)).toEqual([
      second,
    ]);
  });

  test.each([
    [{ starting_after: 'cus_x' }, "No such customer: 'cus_x'", 'starting_after'],
    [
      { starting_after: 'cus_x', ending_before: 'cus_y' },
      'Received both starting_after and ending_before parameters. Please pass in only one.',
      undefined,
    ],
    [{ limit: '0' }, undefined, 'limit'],
    [{ limit: '101' }, undefined, 'limit'],
  ])('refuse %j', async (form, message, param) => {
    const { status, body } = await shop.call('GET', '/v1/customers', {
      form: form as Record<string, string>,
    });
    expect(status).toBe(400);
    expect(body.error.param).toBe(param);
    if (message) expect(body.error.message).toBe(message);
  });

  test('expand what their items refer to', async () => {
    const customer = await shop.stripe.customers.create();
    await shop.stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer: customer.id,
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const { data } = await shop.stripe.paymentIntents.list({
      customer: customer.id,
      expand: ['data.customer', 'data.latest_charge.balance_transaction'],
    });
    expect(data).toMatchObject([
      {
        customer: { object: 'customer' },
        latest_charge: { balance_transaction: { object: 'balance_transaction' } },
      },
    ]);
    const charges = await shop.stripe.charges.list({ payment_intent: data[0]!.id });
    expect(charges.data).toHaveLength(1);
  });
});
