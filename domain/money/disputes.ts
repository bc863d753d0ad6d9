/** Stripe's statuses of a dispute in the API version that worker/base/platform/stripe.ts names, and their labels. */
const LABELS = {
  needs_response: 'Dispute needs a response',
  under_review: 'Dispute under review',
  won: 'Dispute won',
  lost: 'Dispute lost',
  prevented: 'Dispute prevented',
  appeal_needs_response: 'Appeal needs a response',
  appeal_under_review: 'Appeal under review',
  warning_needs_response: 'Inquiry needs a response',
  warning_under_review: 'Inquiry under review',
  warning_closed: 'Inquiry closed',
} as const;

/** Statuses in which the bank holds the money, and the payment cannot be refunded. */
export const OPEN_DISPUTE_STATUSES = [
  'needs_response',
  'under_review',
  'appeal_needs_response',
  'appeal_under_review',
] as const;

/** Statuses in which Stripe waits for an answer of the business, by a deadline. */
export const UNANSWERED_DISPUTE_STATUSES = [
  'needs_response',
  'appeal_needs_response',
  'warning_needs_response',
] as const;

/** Whether this status of a dispute blocks refunds of its payment; an inquiry blocks nothing. */
export function isDisputeOpen(status: string | null): boolean {
  return OPEN_DISPUTE_STATUSES.some((open) => open === status);
}

/** The label of a status; an unknown status as 'Dispute: ' and its words. */
export function disputeLabel(status: string): string {
  return Object.hasOwn(LABELS, status)
    ? LABELS[status as keyof typeof LABELS]
    : `Dispute: ${status.replaceAll('_', ' ')}`;
}

/**
 * What a status means for the ledger: a lost dispute has a row; an appeal leaves the row unchanged until the bank
 * decides; with any other status there is no row.
 */
export function ledgerEffectOf(status: string): 'booked' | 'none' | 'unchanged' {
  if (status === 'lost') return 'booked';
  return status.startsWith('appeal_') ? 'unchanged' : 'none';
}

/** Stripe's id of a dispute; older ones begin with dp_. */
export function isDisputeId(id: string): boolean {
  return /^(du|dp)_/.test(id);
}
