import type { DocsOf } from '#contract/endpoint-docs.ts';
import type * as priceProposal from '#contract/price-proposal.ts';

export const priceProposalDocs: DocsOf<typeof priceProposal> = {
  getPriceProposal: {
    summary:
      "Returns the final price that follows from the agreed price, the additions, the dump tickets and the days for which the customer kept the dumpster longer, with the tax of the booking's rate card, and what can be added. With an included weight the weight above it is billed, otherwise the tickets' fees. The proposal is null while nothing is added to a deposit, and once the customer's personal data is removed.",
    errors: ['unauthenticated', 'forbidden', 'not_found'],
    crossings: 2,
  },
  addPriceAddition: {
    summary:
      "Adds extra days, an exchange, a dump and return, a charge item of the booking's rate card or an amount for extra weight to the proposed price. The final price stays until it is set again. If-Match is required, so that a repeated call adds nothing.",
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'stale'],
    crossings: 4,
  },
  voidPriceAddition: {
    summary: 'Removes an addition from the proposed price. The final price stays until it is set again.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 4,
  },
  changeKeptDays: {
    summary:
      'Says for which day the customer asked for a pickup that was made late, so that later days do not count, or takes the days after the agreed pickup off the proposed price with a reason. The final price stays until it is set again. If-Match is required. 409 conflict when the pickup is not late.',
    headers: ['If-Match'],
    errors: ['invalid', 'unauthenticated', 'forbidden', 'not_found', 'conflict', 'stale'],
    crossings: 3,
  },
};
