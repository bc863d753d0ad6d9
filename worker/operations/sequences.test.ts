import fc from 'fast-check';
import { expect, it } from 'vitest';
import { paymentStatusOf } from '#domain/balance.ts';
import { applyEvent } from '#worker/payments/apply-event.ts';
import { call, captureLog } from '#worker/test/http.ts';
import { moneyCalls, paidBooking, sums } from '#worker/test/money.ts';
import { signedIn } from '#worker/test/office.ts';
import { addUnits, control, makeTestContext, pay, rows, startOver } from '#worker/test/world.ts';
import { settleOpenOperations } from './jobs.ts';

type Event = { type: string; data: { object: { id: string; payment_intent?: string } } };
type Step =
  | { act: 'price' | 'charge' | 'refund' | 'dashboard refund'; cents: number }
  | { act: 'dispute' | 'dispute won' | 'dispute lost' | 'pay on a link' | 'send a link' | 'settle' }
  | { act: 'old news'; which: number }
  | { act: 'fault'; path: string; rule: object };

const cents = fc.integer({ min: 1, max: 12 }).map((n) => n * 5000);
const amount = fc.constantFrom<'price' | 'charge' | 'refund' | 'dashboard refund'>(
  'price',
  'charge',
  'charge',
  'refund',
  'dashboard refund',
);
const plain = fc.constantFrom<
  'dispute' | 'dispute won' | 'dispute lost' | 'pay on a link' | 'send a link' | 'settle'
>('dispute', 'dispute won', 'dispute lost', 'pay on a link', 'send a link', 'settle');
const rule = fc.constantFrom(
  { status: 500, when: 'before' },
  { status: 500, when: 'after' },
  { drop: true, when: 'before' },
  { drop: true, when: 'after' },
  { status: 429, when: 'before' },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: amount, cents }) },
  { weight: 3, arbitrary: fc.record({ act: plain }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('old news' as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('fault' as const),
      path: fc.constantFrom('/v1/payment_intents', '/v1/payment_intents/', '/v1/refunds'),
      rule,
    }),
  },
);

it('whatever is done in whatever order, the ledger is what Stripe holds, and nobody pays or gets back too much', async () => {
  captureLog();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const story = await begin();
      for (const each of steps) {
        const before = (await sums(story.id)).stripe;
        await story.take(each);
        const { stripe } = await sums(story.id);
        expect(stripe.refunded).toBeLessThanOrEqual(stripe.paid);
        const { finalPrice } = await story.booking();
        if (stripe.paid > before.paid) expect(stripe.paid).toBeLessThanOrEqual(finalPrice ?? 0);
      }
      await story.end();
      const { ledger, stripe } = await sums(story.id);
      expect(ledger).toEqual(stripe);
      const booking = await story.booking();
      expect(booking.depositAmount + (booking.additionalPaymentAmount ?? 0)).toBe(stripe.paid);
      expect(booking.refundAmount ?? 0).toBe(stripe.refunded + (await lostDisputes(story.id)));
      expect(booking.paymentStatus).toBe(paymentStatusOf(booking));
    }),
    { numRuns: 12 },
  );
}, 180_000);

/** A booking, and everything that may happen to its money. */
async function begin() {
  await startOver();
  await addUnits(3);
  const staff = await signedIn('chief', 'super_admin');
  const { charge, refund } = moneyCalls(staff, call);
  const { id, depositIntent } = await paidBooking({ finalPrice: 90_000 });
  const { ctx } = makeTestContext();
  ctx.send = () => Promise.resolve();
  let link: string | null = null;

  const settle = () => settleOpenOperations(ctx, { isForced: true });
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

  const take = async (step: Step) => {
    switch (step.act) {
      case 'price':
        return void (await staff.send('PATCH', `bookings/${id}/final-price`, {
          finalPrice: 42_500 + step.cents,
        }));
      case 'charge':
        return void (await charge(id, step.cents, { password: 'correct horse' } as object));
      case 'refund':
        return void (await refund(id, step.cents));
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
      case 'fault':
        return void (await control('fail-next', { path: step.path, method: 'POST', times: 2, ...step.rule }));
    }
  };

  return {
    id,
    take,
    /** Faults over, all news delivered, oldest last, and the jobs run. */
    end: async () => {
      await control('reset');
      await settle();
      for (const event of (await ownEvents(id)).toReversed()) await apply(event);
    },
    booking: async () => {
      const [booking] = await rows<Money>(
        `SELECT deposit_amount AS depositAmount, additional_payment_amount AS additionalPaymentAmount,
          refund_amount AS refundAmount, final_price AS finalPrice, payment_status AS paymentStatus
         FROM bookings WHERE id = ?`,
        id,
      );
      if (!booking) throw new Error('The booking is gone');
      return booking;
    },
  };
}

type Money = Parameters<typeof paymentStatusOf>[0] & { paymentStatus: string };

/** What Stripe has told of a booking's payments. */
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
