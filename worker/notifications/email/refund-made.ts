import { formatUsd } from '#domain/money.ts';
import { type Business, type EmailFact, renderEmail } from './layout.ts';
import { type EmailBooking, questions, rentalFacts } from './rental.ts';

type EmailInput = {
  booking: EmailBooking & { refundAmount: number | null };
  /** Cents that were refunded, and cents that are pending at the bank. */
  refund: { succeeded: number; pending: number };
  business: Business;
};

/** The e-mail to the customer about a refund: succeeded and pending parts, not failed ones. */
export function refundMadeEmail({ booking, refund, business }: EmailInput) {
  const amount = formatUsd(refund.succeeded + refund.pending);
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your refund of ${amount}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `We have refunded ${amount} to the card that you paid with.`,
      ...stillPending(refund),
      'Banks usually take 5 to 10 days to show a refund.',
    ],
    facts: [...sums(booking, refund), ...rentalFacts(booking)],
    closing: [questions(booking, business)],
    business,
  });
}

function stillPending({ succeeded, pending }: EmailInput['refund']): string[] {
  if (pending === 0) return [];
  return [
    succeeded === 0
      ? 'Your bank has not confirmed it yet: it is on its way.'
      : `Your bank has not confirmed ${formatUsd(pending)} of it yet: this part is on its way.`,
  ];
}

function sums(
  { refundAmount }: EmailInput['booking'],
  { succeeded, pending }: EmailInput['refund'],
): EmailFact[] {
  const before = (refundAmount ?? 0) - succeeded;
  return [
    { name: 'Refunded now', value: formatUsd(succeeded + pending) },
    ...(pending > 0 ? [{ name: 'Of this on its way', value: formatUsd(pending) }] : []),
    ...(before > 0 ? [{ name: 'Refunded in total', value: formatUsd(before + succeeded + pending) }] : []),
  ];
}
