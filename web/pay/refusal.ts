import { CallError } from '#web/api/call.ts';

/** Why a link's payment could not be opened, as the customer is told. */
export type Refusal = {
  /** 'changed': the link is no longer what the page shows. 'paid': Stripe has the money. */
  why: 'busy' | 'paid' | 'changed' | 'failed';
  message: string;
};

const BUSY = 'Our office is working on this payment right now. Please try again in a moment.';
const FAILED = 'We could not open the payment. You were not charged. Please try again.';

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof CallError) || !error.reply) return { why: 'failed', message: FAILED };
  const { code, message } = error.reply;
  switch (code) {
    case 'busy':
      return { why: 'busy', message: BUSY };
    case 'nothing_due':
    case 'already_paid':
      return { why: 'paid', message };
    case 'conflict':
      return { why: 'changed', message };
    case 'not_found':
    case 'unauthenticated':
    case 'forbidden':
      return { why: 'changed', message: FAILED };
    case 'too_many':
    case 'provider_unavailable':
      return { why: 'failed', message };
    default:
      return { why: 'failed', message: FAILED };
  }
}
