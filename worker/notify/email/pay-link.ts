import type { BilledPrice } from '#domain/catalog/final-price.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { balanceSections, type PaidBalance } from './balance.ts';
import { type Business, renderEmail } from './layout.ts';
import { type EmailBooking, questions, rentalFacts } from './rental.ts';

type EmailInput = {
  booking: EmailBooking & PaidBalance;
  price: BilledPrice;
  /** The amount to pay, in cents. */
  amount: number;
  /** When the link ends: a day or a time of the business. */
  until: string;
  /** For the first payment of a booking by phone; null: a remaining balance. */
  deposit: { cancelsBooking: boolean } | null;
  url: string;
  /** Whether a charge of the card on file was declined before. */
  isDeclined: boolean;
  isReminder: boolean;
  business: Business;
};

/** The e-mail with a payment link for the amount due, and its reminder. The URL is secret. */
export function payLinkEmail(input: EmailInput) {
  const { booking, price, amount, until, url, deposit, isReminder, business } = input;
  const sum = formatUsd(amount);
  const end = isReminder ? `${sum} is still to be paid` : `please pay ${sum}`;
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: ${end}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      deposit ? depositLead(sum, { ...deposit, isReminder, until }) : leadOf(sum, input),
      'Please pay it with the button below. Any card will do, and it takes a minute.',
    ],
    facts: [{ name: 'To be paid', value: sum }, ...rentalFacts(booking)],
    button: { label: `Pay ${sum}`, url },
    sections: deposit ? [] : balanceSections(booking, price),
    closing: [
      `The button works until ${until}. It is meant for you: please do not pass it on.`,
      `If you have already paid, there is nothing left to do. ${questions(booking, business)}`,
    ],
    business,
  });
}

function leadOf(
  sum: string,
  { isDeclined, isReminder }: Pick<EmailInput, 'isDeclined' | 'isReminder'>,
): string {
  if (isReminder) return `A reminder: the remaining balance of your rental, ${sum}, is still to be paid.`;
  if (!isDeclined) return `The remaining balance of your rental is ${sum}.`;
  return `The remaining balance of your rental is ${sum}, and it could not be charged to the card that we have on file.`;
}

function depositLead(
  sum: string,
  { cancelsBooking, isReminder, until }: { cancelsBooking: boolean; isReminder: boolean; until: string },
): string {
  const lead = isReminder
    ? `A reminder: ${sum} is still to be paid for your rental.`
    : 'Thank you for your call.';
  const reserved = cancelsBooking
    ? `We keep the dumpster for you until ${until}. Without the payment by then, the booking is cancelled.`
    : 'Your dumpster is reserved.';
  return `${lead} ${reserved} To complete your booking, please pay ${sum}.`;
}
