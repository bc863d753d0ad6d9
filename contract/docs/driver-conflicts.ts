import type * as driverConflicts from '#contract/driver-conflicts.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const driverConflictsDocs: DocsOf<typeof driverConflicts> = {
  listDriverConflicts: {
    summary:
      'Lists the open conflicts: what drivers recorded that differs from the plan or an earlier record. Oldest first, at most 200. The facts stay stored after a conflict is resolved.',
    errors: ['unauthenticated', 'forbidden'],
    crossings: 1,
  },
  resolveDriverConflict: {
    summary:
      'Marks a conflict as resolved, after a dispatcher has corrected what was wrong. A ticket of a resolved conflict no longer adds a dump fee. Repeating the call changes nothing.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
    crossings: 3,
  },
};
