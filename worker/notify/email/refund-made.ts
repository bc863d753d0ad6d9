import { refundWayText } from '#domain/money/refund-ways.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { type Business, type EmailFact, renderEmail } from './layout.ts';
import { type EmailBooking, questions, rentalFacts } from './rental.ts';

/** Cents that were refunded, cents that are pending at the bank, and what staff paid out of the refunded cents. */
export type EmailRefund = {
  succeeded: number;
  pending: number;
  paidOut: readonly { method: string; amount: number }[];
};

type EmailInput = {
  booking: EmailBooking & { refundAmount: number | null };
  refund: EmailRefund;
  business: Business;
};

/** The e-mail to the customer about a refund: succeeded and pending parts, not failed ones. */
export function refundMadeEmail({ booking, refund, business }: EmailInput) {
  const amount = formatUsd(refund.succeeded + refund.pending);
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your refund of ${amount}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      ...refundSentences(refund),
      ...stillPending(refund),
      ...(byCard(refund) > 0 ? [BANK_DAYS] : []),
    ],
    facts: [...sums(booking, refund), ...rentalFacts(booking)],
    closing: [questions(booking, business)],
    business,
  });
}

/** What went back, in one paragraph; empty without a refund. */
export function refundParagraph(refund: EmailRefund): string[] {
  const sentences = [...refundSentences(refund), ...(byCard(refund) > 0 ? [BANK_DAYS] : [])];
  return sentences.length > 0 ? [sentences.join(' ')] : [];
}

const BANK_DAYS = 'Banks usually take 5 to 10 days to show a refund.';

function byCard({ succeeded, pending, paidOut }: EmailRefund): number {
  return paidOut.reduce((rest, { amount }) => rest - amount, succeeded + pending);
}

/** How each part went back. */
function refundSentences(refund: EmailRefund): string[] {
  const card = byCard(refund);
  return [
    ...(card > 0 ? [`We have refunded ${formatUsd(card)} to the card that you paid with.`] : []),
    ...refund.paidOut.map(
      ({ method, amount }) =>
        `We have paid ${formatUsd(amount)} back to you ${refundWayText({ paymentMethod: method, last4: null })}.`,
    ),
  ];
}

function stillPending({ succeeded, pending }: EmailRefund): string[] {
  if (pending === 0) return [];
  return [
    succeeded === 0
      ? 'Your bank has not confirmed it yet: it is on its way.'
      : `Your bank has not confirmed ${formatUsd(pending)} of it yet: this part is on its way.`,
  ];
}

function sums({ refundAmount }: EmailInput['booking'], { succeeded, pending }: EmailRefund): EmailFact[] {
  const before = (refundAmount ?? 0) - succeeded;
  return [
    { name: 'Refunded now', value: formatUsd(succeeded + pending) },
    ...(pending > 0 ? [{ name: 'Of this on its way', value: formatUsd(pending) }] : []),
    ...(before > 0 ? [{ name: 'Refunded in total', value: formatUsd(before + succeeded + pending) }] : []),
  ];
}
