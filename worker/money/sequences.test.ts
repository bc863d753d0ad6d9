import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Balance,
  computePaidDeposit,
  computePaymentStatus,
  remainingAmount,
} from '#domain/money/balance.ts';
import { sumTakenBack } from '#domain/money/refunds.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { applyEvent } from '#worker/entry/queue/apply-event.ts';
import { settleAllOperations } from '#worker/entry/queue/operations.ts';
import { listDays, makeCancelCalls } from '#worker/test/cancellations.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { createPaidBooking, makePaymentCalls, readSums } from '#worker/test/payments.ts';
import { signIn } from '#worker/test/staff.ts';
import { addUnits, control, makeTestContext, pay, rows, startOver } from '#worker/test/world.ts';

type Event = { type: string; data: { object: { id: string; payment_intent?: string } } };
/** How Stripe fails twice in a row: at the first try and at the SDK's retry. */
type Fault = { path: string; rule: object } | null;
type Step =
  | { act: 'charge' | 'refund' | 'cancel'; cents: number; fault: Fault }
  | { act: 'price' | 'dashboard refund'; cents: number }
  | {
      act: 'dispute' | 'dispute won' | 'dispute lost' | 'pay on a link' | 'send a link' | 'settle' | 'reopen';
    }
  | { act: 'old news'; which: number };

const cents = fc.integer({ min: 1, max: 9 }).map((n) => n * 5000);
const rule = fc.constantFrom(
  { status: 500, when: 'before' },
  { status: 500, when: 'after' },
  { drop: true, when: 'before' },
  { drop: true, when: 'after' },
  { drop: true, when: 'after', times: 6 },
  { status: 429, when: 'before' },
);
const faultAt = (...paths: string[]) =>
  fc.option(fc.record({ path: fc.constantFrom(...paths), rule }), { freq: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('charge' as const),
      cents,
      fault: faultAt('/v1/payment_intents', '/v1/payment_intents/'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('refund' as const), cents, fault: faultAt('/v1/refunds') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('cancel' as const),
      cents,
      fault: faultAt('/v1/refunds', '/v1/payment_intents/'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom('price' as const, 'dashboard refund' as const), cents }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constantFrom(
        'dispute' as const,
        'dispute won' as const,
        'dispute lost' as const,
        'pay on a link' as const,
        'send a link' as const,
        'settle' as const,
        'settle' as const,
        'reopen' as const,
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('old news' as const), which: fc.nat() }) },
);

it('after any operations in any order, the ledger matches Stripe, the days match the status, and no customer pays or gets back too much', async () => {
  captureLog();
  await fc.assert(
    fc.asyncProperty(fc.array(step, runLength(8, { sample: 16, long: 24 })), async (steps) => {
      const story = await begin();
      for (const each of steps) {
        const before = (await readSums(story.id)).stripe;
        await story.take(each);
        const { stripe } = await readSums(story.id);
        expect(stripe.refunded).toBeLessThanOrEqual(stripe.paid);
        const { finalPrice, dueAgainAmount, status } = await story.booking();
        const dueAgain = status === 'cancelled' ? 0 : dueAgainAmount;
        if (stripe.paid > before.paid) expect(stripe.paid - dueAgain).toBeLessThanOrEqual(finalPrice ?? 0);
      }
      await story.end();
      const { ledger, stripe } = await readSums(story.id);
      expect(ledger).toEqual(stripe);
      await expectEachOnce(story.id);
      const booking = await story.booking();
      expect(booking.paidAmount).toBe(stripe.paid);
      expect(computePaidDeposit(booking)).toBe(booking.depositAmount);
      expect(booking.balanceDue).toBe(remainingAmount(booking));
      expect(booking.refundAmount ?? 0).toBe(stripe.refunded + (await lostDisputes(story.id)));
      expect(booking.paymentStatus).toBe(
        computePaymentStatus({ ...booking, takenBack: await takenBack(story.id) }),
      );
      expect(await listDays(story.id)).toHaveLength(booking.status === 'cancelled' ? 0 : 1);
    }),
    randomRuns({ sample: 3, long: 300 }),
  );
});

/** Checks that no operation moved more money at Stripe than requested, and that a succeeded charge moved all of it. */
async function expectEachOnce(bookingId: number) {
  type Object = { amount: number; status: string; metadata: Record<string, string> };
  const { payment_intents, refunds } = await control<{ payment_intents: Object[]; refunds: Object[] }>(
    'state',
  );
  const operations = await rows<{ id: number; kind: string; state: string; amount: number }>(
    'SELECT id, kind, state, amount FROM payment_operations WHERE booking_id = ?',
    bookingId,
  );
  for (const { id, kind, state, amount } of operations) {
    const moved = (kind === 'charge' ? payment_intents : refunds).filter(
      ({ status, metadata }) =>
        status === 'succeeded' &&
        metadata.operation_id === String(id) &&
        metadata.booking_id === String(bookingId),
    );
    const sum = moved.reduce((total, one) => total + one.amount, 0);
    expect(sum, `${kind} ${id}, ${state}`).toBeLessThanOrEqual(amount);
    expect(['succeeded', 'failed', 'canceled']).toContain(state);
    if (state === 'canceled') expect(sum).toBe(0);
    if (state === 'succeeded' && kind === 'charge') expect(sum).toBe(amount);
  }
}

/** A booking, and all actions on its payments. */
async function begin() {
  await startOver();
  await addUnits(3);
  const staff = await signIn('chief', 'super_admin');
  const { charge, refund } = makePaymentCalls(staff, call);
  const { cancel } = makeCancelCalls(() => staff);
  const { id, depositIntent } = await createPaidBooking({ finalPrice: 90_000 });
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  let link: string | null = null;

  const reopen = async () => {
    const confirmed = { status: 'confirmed' };
    const asked = await staff.send('PATCH', `bookings/${id}/status`, confirmed);
    const { dueAgain } = await asked.json<{ dueAgain?: number }>();
    if (asked.status === 409 && dueAgain)
      await staff.send('PATCH', `bookings/${id}/status`, { ...confirmed, dueAgain });
  };
  const settle = () => settleAllOperations(ctx, { isForced: true });
  const post = (path: string, body: Record<string, string>) =>
    fetch(`https://api.stripe.com/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_test_local' },
      body: new URLSearchParams(body),
    });
  const dispute = async () => {
    const { charges } = await control<{ charges: { id: string; payment_intent: string }[] }>('state');
    const paid = charges.find(({ payment_intent }) => payment_intent === depositIntent);
    await control('dispute', { charge: paid?.id, reason: 'fraudulent' }).catch(() => undefined);
  };
  const closeDispute = async (status: 'won' | 'lost') => {
    const created = (await ownEvents(id)).find(({ type }) => type === 'charge.dispute.created');
    if (created)
      await control('dispute-close', { dispute: created.data.object.id, status }).catch(() => undefined);
  };
  const sendLink = async () => {
    const reply = await staff.send('POST', `bookings/${id}/pay-link`);
    if (reply.ok) link = (await reply.json<{ url: string }>()).url.split('/pay/')[1] ?? null;
  };
  const payOnLink = async () => {
    if (!link) return;
    const reply = await call('/api/create-payment-intent', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ bookingId: id, payToken: link }),
    });
    if (reply.ok) await pay((await reply.json<{ clientSecret: string }>()).clientSecret);
  };
  const apply = ({ type, data }: Event) =>
    applyEvent(ctx, { type, objectId: data.object.id }).catch(() => undefined);

  /** Sets one fault rule. Without a fault, removes the rule of an earlier step. */
  const fail = (fault: Fault) =>
    fault
      ? control('fail-next', { path: fault.path, method: 'POST', times: 2, ...fault.rule })
      : control('reset');
  const take = async (step: Step) => {
    switch (step.act) {
      case 'price':
        return void (await staff.send('PATCH', `bookings/${id}/final-price`, {
          finalPrice: 42_500 + step.cents,
        }));
      case 'charge':
        await fail(step.fault);
        return void (await charge(id, step.cents, { password: 'correct horse' } as object));
      case 'refund':
        await fail(step.fault);
        return void (await refund(id, step.cents));
      case 'cancel':
        await fail(step.fault);
        return void (await cancel(id, { refundAmount: step.cents, reason: 'Random' }));
      case 'reopen':
        return reopen();
      case 'dashboard refund':
        return void (await post('refunds', { payment_intent: depositIntent, amount: String(step.cents) }));
      case 'dispute':
        return dispute();
      case 'dispute won':
        return closeDispute('won');
      case 'dispute lost':
        return closeDispute('lost');
      case 'send a link':
        return sendLink();
      case 'pay on a link':
        return payOnLink();
      case 'settle':
        return void (await settle());
      case 'old news': {
        const events = await ownEvents(id);
        const event = events[step.which % events.length];
        return event && void (await apply(event));
      }
    }
  };

  return {
    id,
    take,
    /** Removes all faults, runs the tasks, and applies all events, oldest last. */
    end: async () => {
      await control('reset');
      await settle();
      for (const event of (await ownEvents(id)).toReversed()) await apply(event);
    },
    booking: async () => {
      const [booking] = await rows<Money>(
        `SELECT deposit_amount AS depositAmount, paid_amount AS paidAmount, due_again_amount AS dueAgainAmount, balance_due AS balanceDue, additional_payment_amount AS additionalPaymentAmount,
          refund_amount AS refundAmount, final_price AS finalPrice, payment_status AS paymentStatus, status
         FROM bookings WHERE id = ?`,
        id,
      );
      if (!booking) throw new Error('The booking is gone');
      return booking;
    },
  };
}

type Money = Balance & {
  balanceDue: number;
  additionalPaymentAmount: number | null;
  refundAmount: number | null;
  paymentStatus: string;
};

/** The sum that succeeded refunds and lost disputes took back, capped at the amount of each payment. */
async function takenBack(bookingId: number): Promise<number> {
  return sumTakenBack(
    await rows<{ amount: number; takenBack: number }>(
      `SELECT amount, (SELECT coalesce(sum(amount), 0) FROM transactions
          WHERE payment_id = paid.id AND status = 'succeeded') AS takenBack
       FROM transactions AS paid WHERE booking_id = ? AND type = 'payment' AND status = 'succeeded'`,
      bookingId,
    ),
  );
}

/** The events that Stripe sent about a booking's payments. */
async function ownEvents(bookingId: number): Promise<Event[]> {
  const { events, payment_intents } = await control<{
    events: Event[];
    payment_intents: { id: string; metadata: Record<string, string> }[];
  }>('state');
  const own = await rows<{ id: string }>('SELECT id FROM transactions WHERE booking_id = ?', bookingId);
  const ids = new Set([
    ...own.map(({ id }) => id),
    ...payment_intents
      .filter(({ metadata }) => metadata.booking_id === String(bookingId))
      .map(({ id }) => id),
  ]);
  return events.filter(({ data: { object } }) => ids.has(object.id) || ids.has(object.payment_intent ?? ''));
}

async function lostDisputes(bookingId: number): Promise<number> {
  const [row] = await rows<{ sum: number | null }>(
    "SELECT sum(amount) AS sum FROM transactions WHERE booking_id = ? AND kind = 'dispute'",
    bookingId,
  );
  return row?.sum ?? 0;
}
