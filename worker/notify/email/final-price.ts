import type { BilledPrice } from '#domain/catalog/final-price.ts';
import { remainingAmount } from '#domain/money/balance.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { balanceSections, type PaidBalance, shownTicketPhotos } from './balance.ts';
import { type Business, renderEmail } from './layout.ts';
import { type EmailBooking, questions, rentalFacts } from './rental.ts';

type EmailInput = {
  booking: EmailBooking & PaidBalance & { finalPrice: number };
  price: BilledPrice;
  /** The attached photos of the dump tickets. */
  photos: readonly { contentId: string }[];
  business: Business;
};

/** The e-mail to the customer that staff set the final price, with the whole calculation. */
export function finalPriceEmail({ booking, price, photos, business }: EmailInput) {
  const total = formatUsd(booking.finalPrice);
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: the final price is ${total}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [`The final price of your rental is ${total}. ${dueText(booking)}`],
    photos: shownTicketPhotos(photos),
    facts: rentalFacts(booking),
    details: balanceSections(booking, price),
    closing: [questions(booking, business)],
    business,
  });
}

function dueText(booking: EmailInput['booking']): string {
  const due = remainingAmount(booking);
  if (due > 0)
    return `You have paid ${formatUsd(booking.paidAmount)}, and ${formatUsd(due)} is still to be paid. This e-mail charges nothing.`;
  return 'You have paid it, and nothing is left to pay.';
}
