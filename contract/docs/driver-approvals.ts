import type * as driverApprovals from '#contract/driver-approvals.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const driverApprovalsDocs: DocsOf<typeof driverApprovals> = {
  listWaitingActions: {
    summary:
      'Lists the actions of deactivated drivers whose effects wait for a decision, in the order in which they were done; at most 200.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  decideWaitingAction: {
    summary:
      'Approves a waiting action, which then has its effects, or rejects it: it stays on record without effects. `conflict` says why an approved action did not have all of its effects; the list of conflicts has it, too. Repeating a decision changes nothing. 409 conflict says why it cannot be approved.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'busy'],
    crossings: 8,
  },
};
