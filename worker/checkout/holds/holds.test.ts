import Stripe from 'stripe';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { listHolds } from '#contract/holds.ts';
import { ProviderError } from '#worker/base/platform/stripe.ts';
import { openCheckout } from '#worker/checkout/open.ts';
import { claim } from '#worker/checkout/repo.ts';
import { getStripeStatus } from '#worker/test/checkouts.ts';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import {
  addUnits,
  control,
  inDays,
  intentIdOf,
  makeBookingData,
  makeTestContext,
  pay,
  rows,
  startOver,
} from '#worker/test/world.ts';
import { releaseHold } from './service.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
beforeEach(async () => {
  await startOver();
  await addUnits(2);
  dana = await signIn('dana', 'admin');
});

type Holds = ReplyOf<typeof listHolds>;
const read = async (staff = dana) => (await staff.send('GET', 'holds')).json<Holds>();
const release = (id: string, staff = dana) => staff.send('POST', `holds/${id}/release`);

/** Starts a checkout. Returns the id of the hold and the client secret of the payment. */
async function held(changes: Parameters<typeof makeBookingData>[0] = {}, ip = '203.0.113.7') {
  const { ctx } = makeTestContext();
  const { clientSecret } = await openCheckout(ctx, { data: makeBookingData(changes), key: null, ip });
  const [row] = await rows<{ id: string }>('SELECT id FROM checkouts ORDER BY rowid DESC LIMIT 1');
  return { id: row?.id ?? '', clientSecret };
}

const heldRows = () => rows('SELECT checkout_id FROM dumpster_schedule WHERE checkout_id IS NOT NULL');

describe('the list', () => {
  it('shows size, days, end and network of each hold, and no other customer data', async () => {
    const first = await held({ firstName: 'Ada', lastName: 'Lee', deviceId: 'device-a' });
    const second = await held({ rentalType: '1-day', dumpsterType: '15-yard' }, '2001:db8:1:2::9');
    const { now, total, holds, usage } = await read();
    expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(60_000);
    expect(total).toBe(2);
    expect(holds.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(holds.find(({ id }) => id === first.id)).toEqual({
      id: first.id,
      customerName: 'Ada Lee',
      dumpsterType: '15-Yard',
      dumpsterNumber: '15-yard-1',
      startDate: inDays(10),
      endDate: inDays(16),
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      network: '203.0.113.0/24',
      isDeviceKnown: true,
    });
    expect(holds.find(({ id }) => id === second.id)).toMatchObject({
      network: '2001:db8:1::/48',
      isDeviceKnown: false,
    });
    expect(usage).toEqual([
      { dumpsterType: null, heldDays: 8, maxDays: 73 },
      { dumpsterType: '15-Yard', heldDays: 8, maxDays: 73 },
    ]);
  });

  it('is empty without holds, and view_only may read it', async () => {
    const lena = await signIn('lena', 'view_only');
    expect(await read(lena)).toMatchObject({ total: 0, holds: [] });
    const { id } = await held();
    expect((await read(lena)).holds).toHaveLength(1);
    expect((await release(id, lena)).status).toBe(403);
    expect(await heldRows()).toHaveLength(1);
  });
});

describe('a release', () => {
  it('cancels the payment at Stripe and frees the days, once', async () => {
    const { id, clientSecret } = await held();
    for (let press = 0; press < 2; press += 1) {
      const reply = await release(id);
      expect([reply.status, await reply.json()]).toEqual([200, { result: 'released', bookingId: null }]);
    }
    expect(await getStripeStatus(clientSecret)).toBe('canceled');
    expect(await heldRows()).toEqual([]);
    expect(await pay(clientSecret)).toMatchObject({ error: { code: 'payment_intent_unexpected_state' } });
  });

  it('ends a payment that waits for an action of the customer', async () => {
    const { id, clientSecret } = await held();
    await pay(clientSecret, '4000002500003155');
    expect(await (await release(id)).json()).toMatchObject({ result: 'released' });
    expect(await getStripeStatus(clientSecret)).toBe('canceled');
  });

  it('creates the booking of a paid hold', async () => {
    const { id, clientSecret } = await held();
    await pay(clientSecret);
    const reply = await (await release(id)).json<{ bookingId: number }>();
    const [booking] = await rows<{ id: number }>('SELECT id FROM bookings');
    expect(reply).toEqual({ result: 'paid', bookingId: booking?.id });
    expect(await (await release(id)).json()).toEqual(reply);
    expect(await rows('SELECT booking_id FROM dumpster_schedule')).toEqual([{ booking_id: booking?.id }]);
  });

  it('frees nothing when Stripe does not answer', async () => {
    const { id, clientSecret } = await held();
    await control('fail-next', {
      path: `/v1/payment_intents/${intentIdOf(clientSecret)}/cancel`,
      status: 500,
      when: 'before',
      times: 2,
    });
    const reply = await release(id);
    expect([reply.status, (await readError(reply)).code]).toEqual([502, 'provider_unavailable']);
    expect(await heldRows()).toHaveLength(1);
    expect((await release(id)).status).toBe(200);
  });

  it('is refused while a bank processes the payment', async () => {
    const { id } = await held();
    const { ctx } = makeTestContext();
    const { retrieveIntent } = ctx.stripe;
    const refused = new ProviderError(
      Stripe.errors.generateV1Error({
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        statusCode: 400,
      } as Parameters<typeof Stripe.errors.generateV1Error>[0]),
    );
    ctx.stripe = {
      ...ctx.stripe,
      retrieveIntent: async (intentId) => ({ ...(await retrieveIntent(intentId)), status: 'processing' }),
      cancelIntent: () => Promise.reject(refused),
    };
    await expect(releaseHold(ctx, dana.actor, id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await heldRows()).toHaveLength(1);
  });

  it('is busy while another call works on the hold, and not found for an unknown one', async () => {
    const { id } = await held();
    const { ctx } = makeTestContext();
    await claim(ctx.db, id, { token: 'other', nowMs: ctx.now(), untilMs: ctx.now() + 60_000 });
    expect(await readError(await release(id))).toMatchObject({ code: 'busy' });
    expect(await heldRows()).toHaveLength(1);
    for (const unknown of [crypto.randomUUID(), 'nothing', '7']) {
      expect((await release(unknown)).status).toBe(404);
    }
  });

  it('and the payment at the same moment end in one booking or none, never in both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, clientSecret } = await held({ deliveryDate: inDays(20 + 10 * round) });
      const [reply, paid] = await Promise.all([release(id), pay(clientSecret)]);
      const { result } = await reply.json<{ result: string }>();
      expect(result).toBe(paid.status === 'succeeded' ? 'paid' : 'released');
    }
  });
});
