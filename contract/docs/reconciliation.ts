import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as reconciliation from '#contract/reconciliation.ts';

export const reconciliationDocs: DocsOf<typeof reconciliation> = {
  listReconciliationIssues: {
    summary: 'Lists differences between the ledger and Stripe, open and settled, latest first.',
    errors: ['invalid', 'unauthenticated', 'forbidden'],
    crossings: 1,
  },
  getLastReconciliation: {
    summary: 'Returns the time and result of the last comparison of the ledger with Stripe.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  settleReconciliationIssue: {
    summary:
      'Reads the payment or refund from Stripe and stores it in the ledger. Settles the difference when both agree; otherwise a conflict says what still differs.',
    errors: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'provider_unavailable'],
    crossings: 10,
  },
};
