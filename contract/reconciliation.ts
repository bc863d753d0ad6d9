import * as z from 'zod/mini';
import { DIFFERENCE_KINDS } from '#domain/money/reconciliation.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '#domain/money/transactions.ts';
import { endpoint } from './endpoint.ts';
import { cents, instant } from './fields.ts';
import { listQuery, rowNumber } from './lists.ts';

export const ISSUE_STATES = ['open', 'settled'] as const;

const status = z.nullable(z.enum(TRANSACTION_STATUSES));

/**
 * A difference between the ledger and Stripe when it was found. A side without the entry is null. Cents. 'amount_due':
 * the amount that a booking has as due, and on Stripe's side the one that its payments and refunds give.
 */
export const reconciliationIssue = z.object({
  id: z.int(),
  /** Stripe's id: pi_ of a payment, re_ of a refund. 'booking_17': the amount due of a booking. */
  objectId: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  difference: z.enum(DIFFERENCE_KINDS),
  bookingId: z.nullable(z.int()),
  ledgerStatus: status,
  ledgerAmount: z.nullable(cents),
  stripeStatus: status,
  stripeAmount: z.nullable(cents),
  foundAt: instant,
  /** Null while the difference is open. */
  settledAt: z.nullable(instant),
  /** The username of the user who settled it; null when a later comparison found no difference. */
  settledBy: z.nullable(z.string()),
  /** Whether the ledger has the entry now, so that it has a transaction page. */
  isInLedger: z.boolean(),
});
export type ReconciliationIssue = z.output<typeof reconciliationIssue>;

export const lastReconciliation = z.object({
  /** Null before the first comparison. */
  ranAt: z.nullable(instant),
  /** Payments and refunds that were compared. */
  payments: z.int(),
  refunds: z.int(),
  /** Differences found that were open then. */
  differences: z.int(),
});
export type LastReconciliation = z.output<typeof lastReconciliation>;

export const listReconciliationIssues = endpoint({
  name: 'listReconciliationIssues',
  method: 'GET',
  path: '/api/admin/reconciliation',
  access: 'office:read',
  query: z.omit(listQuery(['id'], { state: z.optional(z.enum(ISSUE_STATES, 'There is no such state')) }), {
    search: true,
  }),
  reply: z.array(reconciliationIssue),
});

export const getLastReconciliation = endpoint({
  name: 'getLastReconciliation',
  method: 'GET',
  path: '/api/admin/reconciliation/last',
  access: 'office:read',
  reply: lastReconciliation,
});

export const settleReconciliationIssue = endpoint({
  name: 'settleReconciliationIssue',
  method: 'POST',
  path: '/api/admin/reconciliation/:id/settle',
  access: 'reconciliation:settle',
  params: z.strictObject({ id: rowNumber }),
  reply: reconciliationIssue,
});
