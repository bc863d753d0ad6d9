import * as z from 'zod/mini';
import { stripeIdOf } from '#domain/money/shares.ts';
import type { Context } from '#worker/base/context.ts';
import type { LedgerRow } from './repo.ts';

const metadata = z.record(z.string(), z.string());

/** The shown fields of a payment intent, the same in Stripe's answer and in the stored snapshot. */
const intentFacts = z.object({
  created: z.int(),
  status: z.string(),
  amount: z.int(),
  amount_received: z.int(),
  currency: z.string(),
  receipt_email: z.nullable(z.string()),
  metadata,
  last_payment_error: z.nullish(z.object({ message: z.nullish(z.string()), code: z.nullish(z.string()) })),
  payment_method_types: z.array(z.string()),
});

const refundFacts = z.object({
  created: z.int(),
  status: z.nullable(z.string()),
  amount: z.int(),
  currency: z.string(),
  metadata: z.nullable(metadata),
  failure_reason: z.nullish(z.string()),
});

const chargeFacts = z.object({
  id: z.string(),
  status: z.string(),
  created: z.int(),
  outcome: z.nullable(z.object({ type: z.string(), seller_message: z.nullable(z.string()) })),
});

/** Stripe's data of a transaction. */
export type StripeTransaction = {
  /** The payment itself, or the refunded payment. */
  intent: z.output<typeof intentFacts> | null;
  refund: z.output<typeof refundFacts> | null;
  /** Latest first. */
  charges: z.output<typeof chargeFacts>[];
};

/** Reads the current data from Stripe; throws ProviderError, or an error for an unknown format. */
export async function liveAccount(
  ctx: Context,
  row: LedgerRow,
  payment: LedgerRow,
): Promise<StripeTransaction> {
  const [intent, charges, refund] = await Promise.all([
    ctx.stripe.retrieveIntent(stripeIdOf(payment.id)),
    ctx.stripe.listCharges(stripeIdOf(payment.id)),
    row.kind === 'refund' ? ctx.stripe.retrieveRefund(stripeIdOf(row.id)) : null,
  ]);
  return {
    intent: intentFacts.parse(intent),
    refund: refund && refundFacts.parse(refund),
    charges: z.array(chargeFacts).parse(charges.data),
  };
}

const intentSnapshot = z.object({ latest_charge: z.nullable(chargeFacts) });

/** The stored data of the last read. Of the charges, only the latest is stored. */
export function storedAccount(row: LedgerRow, payment: LedgerRow): StripeTransaction {
  const latest = intentSnapshot.safeParse(payment.snapshot).data?.latest_charge;
  return {
    intent: intentFacts.safeParse(payment.snapshot).data ?? null,
    refund: row === payment ? null : (refundFacts.safeParse(row.snapshot).data ?? null),
    charges: latest ? [latest] : [],
  };
}
