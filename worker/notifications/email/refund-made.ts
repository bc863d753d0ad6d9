import { formatUsd } from '#domain/money.ts';
import { type Business, type EmailFact, renderEmail } from './layout.ts';
import { type EmailBooking, questions, rentalFacts } from './rental.ts';

type EmailInput = {
  booking: EmailBooking & { refundAmount: number | null };
  /** Cents that were refunded, cents that are pending at the bank, and what staff paid out of the refunded cents. */
  refund: { succeeded: number; pending: number; paidOut?: number };
  business: Business;
};

/** The e-mail to the customer about a refund: succeeded and pending parts, not failed ones. */
export function refundMadeEmail({ booking, refund, business }: EmailInput) {
  const amount = formatUsd(refund.succeeded + refund.pending);
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your refund of ${amount}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      ...waysOf(refund),
      ...stillPending(refund),
      ...(byCard(refund) > 0 ? ['Banks usually take 5 to 10 days to show a refund.'] : []),
    ],
    facts: [...sums(booking, refund), ...rentalFacts(booking)],
    closing: [questions(booking, business)],
    business,
  });
}

function byCard({ succeeded, pending, paidOut = 0 }: EmailInput['refund']): number {
  return succeeded + pending - paidOut;
}

function waysOf(refund: EmailInput['refund']): string[] {
  const card = byCard(refund);
  return [
    ...(card > 0 ? [`We have refunded ${formatUsd(card)} to the card that you paid with.`] : []),
    ...(refund.paidOut ? [`We have paid ${formatUsd(refund.paidOut)} back to you.`] : []),
  ];
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
