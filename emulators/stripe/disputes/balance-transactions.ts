import type Stripe from 'stripe';
import { type Complete, filledText, text } from '#emulators/stripe/http/params.ts';
import { listRoute, type Route, retrieveRoute } from '#emulators/stripe/http/route.ts';
import { datedPage } from '#emulators/stripe/http/shapes.ts';
import { stemId, stemOf } from '#emulators/stripe/ids.ts';
import type { World } from '#emulators/stripe/world.ts';

interface Booking {
  /** Cents; negative when money leaves. */
  amount: number;
  fee: number;
  currency: string;
  description: string | null;
  /** The charge, refund or dispute that it belongs to. */
  source: string;
  type: 'adjustment' | 'charge' | 'refund' | 'refund_failure';
}

const CATEGORIES = {
  adjustment: 'dispute',
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
};
const TWO_DAYS = 172_800;

/** Adds a balance transaction, in or out. */
export function book(world: World, booking: Booking): Stripe.BalanceTransaction {
  const { amount, fee, currency, description, source, type } = booking;
  return world.store.save<Stripe.BalanceTransaction>({
    id: stemId('txn', stemOf(source)),
    object: 'balance_transaction',
    amount,
    available_on: world.now + TWO_DAYS,
    balance_type: 'payments',
    created: world.now,
    currency,
    description,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: feeName(type), type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: CATEGORIES[type],
    source,
    status: 'pending',
    type,
  });
}

function feeName(type: Booking['type']): string {
  return type === 'adjustment' ? 'Dispute fee' : 'Stripe processing fees';
}

/** Stripe's fee for a card payment: 2.9 % and 30 cents. */
export function cardFee(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

export const balanceTransactionRoutes: Route[] = [
  retrieveRoute('balance_transaction', '/v1/balance_transactions/:id'),
  listRoute('balance_transaction', '/v1/balance_transactions', {
    shape: {
      ...datedPage,
      currency: text,
      payout: filledText,
      source: filledText,
      type: filledText,
    } satisfies Complete<Stripe.BalanceTransactionListParams>,
    filter: ({ currency, payout, source, type }) => ({ where: { currency, payout, source, type } }),
  }),
];
