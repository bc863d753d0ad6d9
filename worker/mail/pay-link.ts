import { type Day, formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { type Business, renderLetter } from './layout.ts';
import { type LetterBooking, questions, rentalFacts } from './rental.ts';

type Given = {
  booking: LetterBooking;
  /** Cents to be paid. */
  amount: number;
  /** The day on which the link ends. */
  until: Day;
  url: string;
  isReminder: boolean;
  business: Business;
};

/** A customer's way to pay what is still due, and the reminder of it. The address is a secret of its reader. */
export function payLinkLetter({ booking, amount, until, url, isReminder, business }: Given) {
  const sum = formatUsd(amount);
  const end = isReminder ? `${sum} is still to be paid` : `please pay ${sum}`;
  const lead = isReminder
    ? `A reminder: the remaining balance of your rental, ${sum}, is still to be paid.`
    : `The remaining balance of your rental is ${sum}, and it could not be charged to the card that we have on file.`;
  return renderLetter({
    subject: `Booking #${booking.id} at ${business.name}: ${end}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [lead, 'Please pay it with the button below. Any card will do, and it takes a minute.'],
    facts: [...rentalFacts(booking), { name: 'To be paid', value: sum }],
    button: { label: `Pay ${sum}`, url },
    closing: [
      `The button works until ${formatDay(until)}. It is meant for you: please do not pass it on.`,
      `If you have paid meanwhile, there is nothing left to do. ${questions(booking, business)}`,
    ],
    business,
  });
}
