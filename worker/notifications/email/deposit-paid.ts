import { rentalCalendarFile } from '#domain/calendar-file.ts';
import { type Agreement, agreedSums } from '#domain/catalog/agreement.ts';
import { extrasPart, pricePart, streetPart, wasteParts } from '#domain/catalog/agreement-parts.ts';
import { agreedCancellation, weightText } from '#domain/catalog/agreement-texts.ts';
import { formatUsd } from '#domain/money.ts';
import { paidDepositOf } from '#domain/payments/balance.ts';
import { type CardSummary, cardText } from '#domain/payments/cards.ts';
import type { TextFile } from '#worker/platform/mail.ts';
import type { PaidBalance } from './balance.ts';
import { type Business, type EmailFact, renderEmail, type Section } from './layout.ts';
import { type EmailBooking, placeOf, rentalFacts } from './rental.ts';
import { type RepeatLinkPart, repeatPart } from './repeat.ts';

type EmailInput = {
  booking: EmailBooking & PaidBalance & { createdAt: number };
  /** Of the calendar file. */
  sequence: number;
  agreement: Agreement;
  /** The card that paid; null if Stripe did not return it. */
  card: CardSummary | null;
  /** Whether a unit is reserved for the days. */
  hasUnit: boolean;
  business: Business;
  /** The site's host name, part of the id of a calendar entry. */
  host: string;
  timeZone: string;
  nowMs: number;
  /** The version of the terms that the customer accepted. */
  termsUrl: string;
  /** The link to book the same again; null without one. */
  repeat: RepeatLinkPart | null;
};

/** The e-mail to the customer after the payment at the booking, with a calendar file of the days. */
export function depositPaidEmail(input: EmailInput) {
  const { booking, agreement, hasUnit, business } = input;
  const paid = paidDepositOf(booking);
  const { dueLater, isInFull } = agreedSums(agreement, paid);
  const email = renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your ${isInFull ? 'rental' : 'deposit'} is paid`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `Thank you. We have received your ${isInFull ? 'payment' : 'deposit'}, and this is what you booked:`,
    ],
    facts: [...rentalFacts(booking), ...paymentFacts(input)],
    details: pricePart(agreement, paid),
    sections: [...policySections(input), ...repeatPart(input.repeat)],
    closing: [
      hasUnit
        ? 'Our staff will confirm the delivery window with you.'
        : 'Our staff will call you about your delivery day and window.',
      weightText(agreement),
      ...(dueLater > 0
        ? [`At the end of your rental we charge the remaining ${formatUsd(dueLater)} to the same card.`]
        : []),
      `Questions, or a detail that is wrong? Call ${business.phone} or write to ${business.email}, and name booking #${booking.id}.`,
    ],
    business,
  });
  return { ...email, attachments: hasUnit ? [rentalDays(input)] : [] };
}

/** A price has a section of its own with the payment in it. */
function paymentFacts({ booking, agreement, card }: EmailInput): EmailFact[] {
  const paid = paidDepositOf(booking);
  const { total } = agreedSums(agreement, paid);
  return [
    ...(total === null ? [{ name: 'Deposit paid', value: formatUsd(paid) }] : []),
    ...(card ? [{ name: 'Paid with', value: cardText(card) }] : []),
  ];
}

function policySections({ booking, agreement, termsUrl, business, timeZone, nowMs }: EmailInput): Section[] {
  const rule = agreedCancellation(agreement, paidDepositOf(booking), { ...booking, timeZone, nowMs });
  const waste: Section[] = wasteParts(agreement);
  const last = waste.pop();
  return [
    ...streetPart(agreement),
    ...extrasPart(agreement),
    {
      title: 'Changes and cancellation',
      paragraphs: [`Call ${business.phone} or write to ${business.email} as early as you can. ${rule}`],
    },
    ...waste,
    ...(last ? [{ ...last, link: { label: 'Terms of Service', url: termsUrl } }] : []),
  ];
}

function rentalDays({ booking, sequence, business, host }: EmailInput): TextFile {
  return rentalCalendarFile({
    booking,
    place: placeOf(booking),
    sequence,
    createdAt: booking.createdAt,
    business,
    host,
    note: 'Our staff will confirm the delivery window with you.',
  });
}
