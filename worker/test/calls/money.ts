import type { BookingPayments } from '#contract/payments.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { Firm } from './firm.ts';
import { beside, once } from './once.ts';
import type { PreparedCalls, System } from './system.ts';

/** The deposit of a new order, paid at Stripe; no booking is made of it yet. */
export async function payDeposit(firm: Firm): Promise<{ paymentIntent: string; clientSecret: string }> {
  const { clientSecret } = await firm.holdUnit();
  const paymentIntent = clientSecret.split('_secret_')[0] ?? '';
  const card = {
    key: 'pk_test_local',
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2035',
    'payment_method_data[card][cvc]': '123',
  };
  await stripePost(firm.system, `/v1/payment_intents/${paymentIntent}/confirm`, new URLSearchParams(card));
  return { paymentIntent, clientSecret };
}

async function stripePost(system: System, path: string, body: URLSearchParams | object): Promise<void> {
  const isForm = body instanceof URLSearchParams;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const init = { method: 'POST', headers: { 'Content-Type': type, Authorization: 'Bearer sk_test_local' } };
  const reply = await system.stripe(path, { ...init, body: isForm ? body.toString() : JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
}

/** A booking of a customer who paid the deposit by card, with a final price above it. */
async function bookPaid(firm: Firm): Promise<Booking> {
  const body = await payDeposit(firm);
  const { booking } = await firm.visitor.post<{ booking: { id: number } }>('booking-status', body);
  await firm.owner.send('PATCH', `bookings/${booking.id}/final-price`, {
    body: { finalPrice: 60_000, notifyCustomer: false },
  });
  return firm.readBooking(booking.id);
}

/** A paid booking that calls read. */
const paidOf = once(bookPaid);

const cash = ({ today }: Firm) => ({ method: 'cash', amount: 10_000, day: today });

/** Payments of bookings. */
export const MONEY_CALLS: PreparedCalls = {
  listTransactions: beside(paidOf),
  exportTransactions: beside(paidOf),
  getTransaction: async (firm) => ({ params: { id: (await paidOf(firm)).stripePaymentIntentId ?? '' } }),
  getBookingPayments: async (firm) => ({ params: { id: (await paidOf(firm)).id } }),
  recordPayment: async (firm) => {
    const { id, version } = await firm.book();
    return { params: { id }, version, body: cash(firm) };
  },
  voidPayment: async (firm) => {
    const { id } = await firm.book();
    await firm.owner.post(`bookings/${id}/payments`, cash(firm));
    const { payments } = await firm.owner.get<BookingPayments>(`bookings/${id}/payments`);
    const { version } = await firm.readBooking(id);
    return { params: { id, paymentId: payments[0]?.id ?? '' }, version, body: { reason: 'Entered twice' } };
  },
  processRemainingPayment: async (firm) => {
    const { id: bookingId } = await bookPaid(firm);
    // The card is saved.
    await firm.system.runCron('outbox');
    return {
      version: (await firm.readBooking(bookingId)).version,
      body: { bookingId, chargeAmount: 17_500 },
    };
  },
  refundPayment: async (firm) => {
    const { id: bookingId, version } = await bookPaid(firm);
    return { version, body: { bookingId, amount: 1000, reason: 'Late', notifyCustomer: false } };
  },
  resolveOperation: async (firm) => {
    const { id } = await bookPaid(firm);
    await stripePost(firm.system, '/__control/fail-next', {
      path: '/v1/refunds',
      times: 40,
      status: 500,
      when: 'before',
    });
    const refund = { bookingId: id, amount: 1000, reason: 'Late', notifyCustomer: false };
    await firm.owner.post('refund-payment', refund);
    await firm.system.stripe('/__control/fail-next', { method: 'DELETE' });
    const { version } = await firm.readBooking(id);
    return { params: { id }, version, body: { stop: false } };
  },
  createPayLink: async ({ book }) => {
    const { id, version } = await book();
    return { params: { id }, version };
  },
  withdrawPayLink: async ({ book, owner, readBooking }) => {
    const { id } = await book();
    await owner.post(`bookings/${id}/pay-link`);
    return { params: { id }, version: (await readBooking(id)).version };
  },
  listReconciliationIssues: () => ({}),
  getLastReconciliation: async ({ system }) => {
    await system.runCron('reconcile');
    return {};
  },
  settleReconciliationIssue: async (firm) => {
    const { id, stripePaymentIntentId } = await paidOf(firm);
    const issue = firm.next();
    await firm.system.execute(
      `INSERT INTO reconciliation_issues (id, object_id, difference, booking_id, found_at)
       VALUES (${issue}, '${stripePaymentIntentId}', 'status', ${id}, ${Date.now()})`,
    );
    return { params: { id: issue } };
  },
};
