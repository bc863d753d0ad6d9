import type * as dispatchPlan from '#contract/dispatch-plan.ts';
import type { DocsOf } from '#contract/endpoint-docs.ts';

export const dispatchPlanDocs: DocsOf<typeof dispatchPlan> = {
  proposeDayPlan: {
    summary:
      'Proposes routes for the open jobs of a day with all available drivers and trucks, or with `routeId` a better order of one route. A preview: it changes nothing. Pinned stops, and those in progress or done, stay.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found'],
    crossings: 7,
  },
  acceptDayPlan: {
    summary:
      'Stores a proposal: all of its routes or none. 409 stale if one of them, or a job, changed since: request a new proposal. A published route reaches its driver at once.',
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 8,
  },
};
