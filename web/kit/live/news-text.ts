import type { BookingHistoryEntry } from '#contract/history.ts';
import { fieldLabel } from '#domain/rental/booking-fields.ts';

/** The words for a field in 'Dana Cole changed the price'. The label of the history is the default. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  finalPrice: 'price',
  dumpsterNumber: 'dumpster',
  needsAttention: 'attention flag',
  placement: 'place for the unit',
  zip: 'ZIP code',
  exchangeDay: 'day of the exchange',
  payLinkEnds: 'end of the payment link',
  permitExpires: 'last day of the permit',
  refundAmount: 'refunds',
};

/**
 * Who did what just now, by the new entries of a booking's history, newest first; null without any. An e-mail that was
 * sent is none: it follows the change that it reports, and would replace it on the page.
 */
export function newsText(entries: readonly BookingHistoryEntry[]): string | null {
  const latest = entries.find(({ action }) => action !== 'email_sent');
  if (!latest) return null;
  const { before, changedBy, text, actorType, action } = latest;
  if (action === 'message_sent') return `${changedBy} wrote a message just now`;
  const fields = before ? Object.keys(before) : [];
  if (actorType === 'staff' && fields.length > 0) {
    return `${changedBy} changed the ${listed(fields.map(wordOf))} just now`;
  }
  return `Just now, by ${changedBy}: ${text}`;
}

function wordOf(field: string): string {
  return FIELD_WORDS[field] ?? fieldLabel(field).toLowerCase();
}

/** 'price', 'price and status', 'price, status and dumpster'. */
function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
