/** Statuses in which a dispute's money is with the bank, and its payment cannot be refunded. */
const OPEN = ['needs_response', 'under_review'];

/** Whether a payment whose dispute has this status is under dispute; an inquiry blocks nothing. */
export function isDisputeOpen(status: string | null): boolean {
  return status !== null && OPEN.includes(status);
}

/** A bank only asks: no money has moved. */
export function isDisputeInquiry(status: string): boolean {
  return status.startsWith('warning_');
}
