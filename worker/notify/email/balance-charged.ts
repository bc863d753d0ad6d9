import type { BilledPrice } from '#domain/catalog/final-price.ts';
import { remainingAmount } from '#domain/money/balance.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { balanceSections, type PaidBalance, shownTicketPhotos } from './balance.ts';
import { type Business, type EmailFact, renderEmail } from './layout.ts';
import { type EmailBooking, questions, rentalFacts } from './rental.ts';

type EmailInput = {
  booking: EmailBooking & PaidBalance;
  price: BilledPrice;
  /** The charged amount, in cents. */
  amount: number;
  /** The last four digits of the card, if they are known. */
  last4: string | null;
  /** The attached photos of the dump tickets. */
  photos: readonly { contentId: string }[];
  business: Business;
};

/** The e-mail to the customer about a charge after the deposit. */
export function balanceChargedEmail({ booking, price, amount, last4, photos, business }: EmailInput) {
  const card = last4 ? `card ending in ${last4}` : 'card';
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your card was charged ${formatUsd(amount)}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [`Thank you. Your ${card} was charged ${formatUsd(amount)} for your rental.`],
    photos: shownTicketPhotos(photos),
    facts: [...sums(booking, amount), ...rentalFacts(booking)],
    sections: balanceSections(booking, price, amount),
    closing: [questions(booking, business)],
    business,
  });
}

function sums(booking: EmailInput['booking'], amount: number): EmailFact[] {
  const remaining = remainingAmount(booking);
  return [
    { name: 'Charged now', value: formatUsd(amount) },
    { name: 'Paid in total', value: formatUsd(booking.paidAmount) },
    ...(remaining > 0 ? [{ name: 'Still to be paid', value: formatUsd(remaining) }] : []),
  ];
}
