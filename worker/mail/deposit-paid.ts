import { rentalCalendarFile } from '#domain/calendar-file.ts';
import { formatUsd } from '#domain/money.ts';
import type { TextFile } from '#worker/platform/mail.ts';
import { type Business, renderLetter } from './layout.ts';
import { type LetterBooking, placeOf, rentalFacts } from './rental.ts';

type Given = {
  booking: LetterBooking & { version: number; createdAt: number; depositAmount: number };
  /** Whether a dumpster is set aside for the days. */
  hasUnit: boolean;
  business: Business;
  /** The site's host name: calendar entries are told apart by it. */
  host: string;
};

/** What a customer is told once the deposit is paid, with the days for their calendar. */
export function depositPaidLetter(given: Given) {
  const { booking, hasUnit, business } = given;
  const letter = renderLetter({
    subject: `Booking #${booking.id} at ${business.name}: your deposit is paid`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: ['Thank you. We have received your deposit, and this is what you booked:'],
    facts: [...rentalFacts(booking), { name: 'Deposit paid', value: formatUsd(booking.depositAmount) }],
    closing: [
      hasUnit
        ? 'Our staff will confirm the delivery window with you.'
        : 'Our staff will call you about your delivery day and window.',
      'The final price adds dump fees, calculated at the end of your rental.',
      `Questions, or a detail that is wrong? Call ${business.phone} or write to ${business.email}, and name booking #${booking.id}.`,
    ],
    business,
  });
  return { ...letter, attachments: hasUnit ? [rentalDays(given)] : [] };
}

function rentalDays({ booking, business, host }: Given): TextFile {
  return rentalCalendarFile({
    booking,
    place: placeOf(booking),
    sequence: booking.version - 1,
    createdAt: booking.createdAt,
    business,
    host,
    note: 'Our staff will confirm the delivery window with you.',
  });
}
