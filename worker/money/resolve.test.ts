import { beforeEach, describe, expect, it } from 'vitest';
import type { BookingPayments } from '#contract/payments.ts';
import { runCancellation, stopCancellation } from '#worker/bookings/cancel/operation.ts';
import { chargeRemaining } from '#worker/money/charges/service.ts';
import { refundPayment } from '#worker/money/refunds/service.ts';
import { makeHistoryReader, makeQuietContext } from '#worker/test/history.ts';
import { call, captureLog, readError } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, readSums } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, rows, startOver } from '#worker/test/world.ts';
import { resolveOperation } from './resolve.ts';
import { settleOpenOperations, settleOperation } from './tasks.ts';

let staff: Awaited<ReturnType<typeof signIn>>;
let refund: ReturnType<typeof makePaymentCalls>['refund'];
const { story } = makeHistoryReader(() => staff);

beforeEach(async () => {
  await startOver();
  await addUnits(2);
  staff = await signIn('dana', 'admin');
  ({ refund } = makePaymentCalls(staff, call));
  captureLog();
});

const DEPOSIT = 42_500;
const resolve = (id: number, stop: boolean) =>
  staff.send('POST', `bookings/${id}/resolve-operation`, { stop });
const operations = () => rows('SELECT kind, state FROM payment_operations ORDER BY id');
/** Moves the start of all operations back by a number of minutes. */
const age = (minutes: number) =>
  rows('UPDATE payment_operations SET created_at = created_at - ?', minutes * 60_000);
const failStripe = (path: string, rule: object) => control('fail-next', { path, times: 40, ...rule });

/** Starts a refund without a queue, which would otherwise call Stripe again within seconds. */
async function openRefund(rule: object) {
  const { id } = await createPaidBooking();
  await failStripe('/v1/refunds', rule);
  const input = {
    bookingId: id,
    amount: 1000,
    reason: 'Late',
    notifyCustomer: false,
    key: crypto.randomUUID(),
    version: null,
  };
  const { isOpen } = await refundPayment(makeQuietContext(), staff.actor, input);
  expect(isOpen).toBe(true);
  return id;
}

async function openCharge() {
  const { id } = await createPaidBooking();
  await failStripe('/v1/payment_intents/', { status: 500, when: 'before' });
  const origin = { ip: '', deviceToken: null };
  const input = { bookingId: id, chargeAmount: 500, key: crypto.randomUUID(), version: null, origin };
  expect(await chargeRemaining(makeQuietContext(), staff.actor, input)).toMatchObject({ status: 'unknown' });
  await control('reset');
  return id;
}

describe('an operation that is open', () => {
  it('is read from Stripe at once', async () => {
    const id = await openRefund({ status: 500, when: 'before' });
    await control('reset');
    const reply = await resolve(id, false);
    expect([reply.status, await reply.json<BookingPayments>()]).toMatchObject([
      200,
      { operation: null, refunded: 1000 },
    ]);
    expect((await readSums(id)).stripe.refunded).toBe(1000);
  });

  it('stays open while Stripe does not answer, and cannot be stopped in the first ten minutes', async () => {
    const id = await openRefund({ status: 500, when: 'before' });
    const asked = await resolve(id, false);
    expect(await asked.json()).toMatchObject({
      operation: { kind: 'refund', amount: 1000, isStoppable: false },
    });
    expect([(await resolve(id, true)).status, await operations()]).toEqual([
      409,
      [{ kind: 'refund', state: 'unknown' }],
    ]);
  });

  it('that is a refund is stopped: parts that are not made are never made, and the booking is free', async () => {
    const id = await openRefund({ status: 500, when: 'before' });
    await age(11);
    const silent = await resolve(id, true);
    expect([silent.status, (await readError(silent)).code]).toEqual([502, 'provider_unavailable']);
    await control('reset');
    const reply = await resolve(id, true);
    expect([reply.status, await reply.json()]).toMatchObject([200, { operation: null, refundable: DEPOSIT }]);
    expect(await operations()).toEqual([{ kind: 'refund', state: 'failed' }]);
    expect((await readSums(id)).stripe.refunded).toBe(0);
    expect((await story(id)).slice(2)).toEqual([
      '[dana] Refund of $10.00 started: Late',
      '[dana] Refund of $10.00 was stopped before Stripe made it',
    ]);
    expect((await refund(id, 1000)).status).toBe(200);
  });

  it('that is a refund stays made when it is stopped after Stripe has made it', async () => {
    const id = await openRefund({ drop: true, when: 'after' });
    await control('reset');
    await age(11);
    expect(await (await resolve(id, true)).json()).toMatchObject({ operation: null, refunded: 1000 });
    expect(await operations()).toEqual([{ kind: 'refund', state: 'succeeded' }]);
    expect(await readSums(id)).toMatchObject({ ledger: { refunded: 1000 }, stripe: { refunded: 1000 } });
  });

  it('that is a charge is cancelled at Stripe when it is stopped', async () => {
    const id = await openCharge();
    await age(11);
    expect(await (await resolve(id, true)).json()).toMatchObject({ operation: null });
    expect(await operations()).toEqual([{ kind: 'charge', state: 'canceled' }]);
    expect((await readSums(id)).stripe.paid).toBe(DEPOSIT);
  });

  it.each([
    { question: 'the look at its intent', path: '/v1/payment_intents/', method: 'GET' },
    { question: 'its cancellation', path: '/v1/payment_intents/', method: 'POST' },
    { question: 'the search for its intent', path: '/v1/payment_intents', method: 'GET', isSearched: true },
  ])(
    'that is a charge stays open when Stripe does not answer $question',
    async ({ path, method, isSearched }) => {
      const id = await openCharge();
      if (isSearched) await rows('UPDATE payment_operations SET stripe_payment_intent_id = NULL');
      await age(11);
      await failStripe(path, { method, status: 500, when: 'before' });
      const silent = await resolve(id, true);
      expect([silent.status, (await readError(silent)).code]).toEqual([502, 'provider_unavailable']);
      expect(await operations()).toMatchObject([{ kind: 'charge', state: 'unknown' }]);
      await control('reset');
      expect((await resolve(id, true)).status).toBe(200);
      expect(await operations()).toEqual([{ kind: 'charge', state: 'canceled' }]);
    },
  );

  it('that is a charge that Stripe does not know was never made', async () => {
    const id = await openCharge();
    await rows("UPDATE payment_operations SET stripe_payment_intent_id = 'pi_of_another_account'");
    await age(11);
    expect((await resolve(id, false)).status).toBe(200);
    expect(await operations()).toEqual([{ kind: 'charge', state: 'unknown' }]);
    expect((await resolve(id, true)).status).toBe(200);
    expect(await operations()).toEqual([{ kind: 'charge', state: 'canceled' }]);
  });

  it('is not changed while a request has claimed it', async () => {
    const id = await openRefund({ status: 500, when: 'before' });
    await rows('UPDATE payment_operations SET claimed_until = ?', Date.now() + 60_000);
    const reply = await resolve(id, false);
    expect([reply.status, (await readError(reply)).code]).toEqual([409, 'busy']);
  });

  it('cannot be stopped while a background attempt is making it', async () => {
    const id = await openRefund({ status: 500, when: 'before' });
    await control('reset');
    await age(11);
    const ctx = makeQuietContext();
    const { createRefund } = ctx.stripe;
    let stop = 'not tried';
    ctx.stripe.createRefund = async (...asked) => {
      stop = (await readError(await resolve(id, true))).code;
      return createRefund.apply(ctx.stripe, asked);
    };
    const [operation] = await rows<{ id: number }>('SELECT id FROM payment_operations');
    await settleOperation(ctx, operation?.id ?? 0);
    expect(stop).toBe('busy');
    expect(await operations()).toEqual([{ kind: 'refund', state: 'succeeded' }]);
  });

  it('is stopped once by any number of concurrent calls', async () => {
    const id = await openRefund({ status: 500, when: 'before' });
    await control('reset');
    await age(11);
    const stops = await Promise.allSettled(
      Array.from({ length: 5 }, () => {
        const ctx = makeQuietContext({ pauseMs: 5 });
        return resolveOperation(ctx, staff.actor, {
          id,
          version: null,
          stop: true,
          cancellation: { run: runCancellation, stop: stopCancellation },
        });
      }),
    );
    for (const stop of stops) {
      if (stop.status === 'rejected') expect(stop.reason).toMatchObject({ code: 'busy' });
    }
    expect((await story(id)).filter((line) => line.includes('stopped'))).toHaveLength(1);
  });
});

it('without an open operation, the payments of the booking are returned unchanged', async () => {
  const { id } = await createPaidBooking();
  expect(await (await resolve(id, true)).json()).toMatchObject({ operation: null, paid: DEPOSIT });
  expect((await resolve(4711, false)).status).toBe(404);
});

it('a payment link whose intent no longer exists at Stripe ends, and blocks nothing', async () => {
  const { id } = await createPaidBooking();
  await staff.send('POST', `bookings/${id}/pay-link`);
  await rows("UPDATE pay_links SET stripe_payment_intent_id = 'pi_of_another_account'");
  expect((await staff.send('PATCH', `bookings/${id}/final-price`, { finalPrice: 70_000 })).status).toBe(200);
  expect(await rows('SELECT state FROM pay_links')).toEqual([{ state: 'withdrawn' }]);
  expect((await story(id)).at(-2)).toBe(
    '[dana] Payment link for $175.00 ended: the final price was being changed',
  );
});

it('a charge that the cron ended before its intent was created is not confirmed', async () => {
  const { id } = await createPaidBooking();
  const ctx = makeQuietContext();
  const { createIntent } = ctx.stripe;
  ctx.stripe.createIntent = async (...asked) => {
    await settleOpenOperations(makeQuietContext(), { isForced: true });
    return createIntent(...asked);
  };
  const origin = { ip: '', deviceToken: null };
  const input = { bookingId: id, chargeAmount: 500, key: crypto.randomUUID(), version: null, origin };
  await expect(chargeRemaining(ctx, staff.actor, input)).rejects.toThrow('Nothing was charged');
  expect((await readSums(id)).stripe.paid).toBe(DEPOSIT);
  expect(await operations()).toEqual([{ kind: 'charge', state: 'canceled' }]);
});
