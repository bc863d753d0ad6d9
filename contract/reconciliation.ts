import * as z from 'zod/mini';
import { DIFFERENCE_KINDS } from '#domain/reconciliation.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '#domain/transactions.ts';
import { endpoint } from './endpoint.ts';
import { cents, instant } from './fields.ts';
import { listQuery, rowNumber } from './lists.ts';

export const ISSUE_STATES = ['open', 'settled'] as const;

const status = z.nullable(z.enum(TRANSACTION_STATUSES));

/** Where our ledger and Stripe disagree, or did when it was found. Null is what a side does not have; cents. */
export const reconciliationIssue = z.object({
  id: z.int(),
  /** Stripe's id: pi_ of a payment, re_ of a refund. */
  objectId: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  difference: z.enum(DIFFERENCE_KINDS),
  bookingId: z.nullable(z.int()),
  ledgerStatus: status,
  ledgerAmount: z.nullable(cents),
  stripeStatus: status,
  stripeAmount: z.nullable(cents),
  foundAt: instant,
  /** Null as long as it is open. */
  settledAt: z.nullable(instant),
  /** The username of whoever settled it; null as well where a later comparison found no difference. */
  settledBy: z.nullable(z.string()),
  /** Whether it has a page among the transactions by now. */
  isInLedger: z.boolean(),
});
export type ReconciliationIssue = z.output<typeof reconciliationIssue>;

export const lastReconciliation = z.object({
  /** Null before the first. */
  ranAt: z.nullable(instant),
  /** Compared, of the last days. */
  payments: z.int(),
  refunds: z.int(),
  /** Found, and open then. */
  differences: z.int(),
});
export type LastReconciliation = z.output<typeof lastReconciliation>;

export const listReconciliationIssues = endpoint({
  name: 'listReconciliationIssues',
  method: 'GET',
  path: '/api/admin/reconciliation',
  summary: 'Where our ledger and Stripe disagree or have disagreed, latest first.',
  access: 'office:read',
  query: z.omit(listQuery(['id'], { state: z.optional(z.enum(ISSUE_STATES, 'There is no such state')) }), {
    search: true,
  }),
  reply: z.array(reconciliationIssue),
  errors: ['invalid', 'unauthenticated', 'forbidden'],
});

export const getLastReconciliation = endpoint({
  name: 'getLastReconciliation',
  method: 'GET',
  path: '/api/admin/reconciliation/last',
  summary: 'When our ledger was last compared with Stripe, and what came of it.',
  access: 'office:read',
  reply: lastReconciliation,
  errors: ['unauthenticated', 'forbidden'],
});

export const settleReconciliationIssue = endpoint({
  name: 'settleReconciliationIssue',
  method: 'POST',
  path: '/api/admin/reconciliation/:id/settle',
  summary:
    'Reads the payment or refund again at Stripe and enters it in the ledger; settled when both agree then, else a conflict that says what still differs.',
  access: 'reconciliation:settle',
  params: z.strictObject({ id: rowNumber }),
  reply: reconciliationIssue,
  errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'provider_unavailable'],
});
