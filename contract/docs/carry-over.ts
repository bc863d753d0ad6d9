import type * as carryOver from '#contract/carry-over.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const carryOverDocs: DocsOf<typeof carryOver> = {
  carryOver: {
    summary:
      'Moves jobs that were not done to the next working day, in one transaction: a delivery with its whole rental, a pickup or exchange with the days of its unit. Jobs that cannot move stay; the move of one can make room for another. A moved job leaves its route. `preview` writes nothing; its reply names each job that cannot be moved, and why. `notify`: each customer gets one e-mail.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
    crossings: 9,
  },
};
