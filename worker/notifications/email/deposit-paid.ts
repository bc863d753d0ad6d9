import { rentalCalendarFile } from '#domain/calendar-file.ts';
import { formatUsd } from '#domain/money.ts';
import { type CardSummary, cardText } from '#domain/payments/cards.ts';
import { CANCELLATION_RULE, PROHIBITED_WASTE } from '#domain/policy-texts.ts';
import type { TextFile } from '#worker/platform/mail.ts';
import { type Business, type EmailFact, renderEmail, type Section } from './layout.ts';
import { type EmailBooking, placeOf, rentalFacts } from './rental.ts';

type EmailInput = {
  booking: EmailBooking & { version: number; createdAt: number; depositAmount: number };
  /** The card that paid the deposit; null if Stripe did not return it. */
  card: CardSummary | null;
  /** Whether a unit is reserved for the days. */
  hasUnit: boolean;
  business: Business;
  /** The site's host name, part of the id of a calendar entry. */
  host: string;
  termsUrl: string;
};

/** The e-mail to the customer after the deposit is paid, with a calendar file of the days. */
export function depositPaidEmail(input: EmailInput) {
  const { booking, hasUnit, business } = input;
  const email = renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your deposit is paid`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: ['Thank you. We have received your deposit, and this is what you booked:'],
    facts: [...rentalFacts(booking), ...depositFacts(input)],
    sections: policySections(input),
    closing: [
      hasUnit
        ? 'Our staff will confirm the delivery window with you.'
        : 'Our staff will call you about your delivery day and window.',
      'The final price adds dump fees, calculated at the end of your rental.',
      `Questions, or a detail that is wrong? Call ${business.phone} or write to ${business.email}, and name booking #${booking.id}.`,
    ],
    business,
  });
  return { ...email, attachments: hasUnit ? [rentalDays(input)] : [] };
}

function depositFacts({ booking, card }: EmailInput): EmailFact[] {
  return [
    { name: 'Deposit paid', value: formatUsd(booking.depositAmount) },
    ...(card ? [{ name: 'Paid with', value: cardText(card) }] : []),
  ];
}

function policySections({ termsUrl, business }: EmailInput): Section[] {
  return [
    {
      title: 'Changes and cancellation',
      paragraphs: [
        `Call ${business.phone} or write to ${business.email} as early as you can. ${CANCELLATION_RULE}`,
      ],
    },
    {
      title: 'What must not go in',
      paragraphs: [PROHIBITED_WASTE.lead],
      items: PROHIBITED_WASTE.items,
      after: [PROHIBITED_WASTE.consequence],
      link: { label: 'Terms of Service', url: termsUrl },
    },
  ];
}

function rentalDays({ booking, business, host }: EmailInput): TextFile {
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
