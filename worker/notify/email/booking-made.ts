import type { Agreement } from '#domain/catalog/agreement.ts';
import { extrasPart, streetPart, wasteParts } from '#domain/catalog/agreement-parts.ts';
import { agreedCancellation, weightText } from '#domain/catalog/agreement-texts.ts';
import { lineName } from '#domain/catalog/price-texts.ts';
import { expectedTotalOf } from '#domain/catalog/quote.ts';
import { rentalCalendarFile } from '#domain/shared/calendar-file.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { type Business, type EmailFact, renderEmail, type Section } from './layout.ts';
import { type EmailBooking, placeOf, questions, rentalFacts } from './rental.ts';
import { type RepeatLinkPart, repeatPart } from './repeat.ts';
import { staffEmail } from './staff-alerts.ts';
import { termsSections } from './terms-text.ts';

type EmailInput = {
  booking: EmailBooking & {
    createdAt: number;
    depositAmount: number;
    finalPrice: number | null;
    paidAmount: number;
  };
  /** Of the calendar file. */
  sequence: number;
  agreement: Agreement;
  /** Whether a unit is reserved for the days. */
  hasUnit: boolean;
  business: Business;
  /** The site's host name, part of the id of a calendar entry. */
  host: string;
  timeZone: string;
  nowMs: number;
  terms: { title: string; html: string };
  termsUrl: string;
  /** The link to book the same again; null without one. */
  repeat: RepeatLinkPart | null;
};

/** The e-mail to the customer of a booking by phone that is not paid by a link, with the terms and a calendar file. */
export function bookingMadeEmail(input: EmailInput) {
  const { booking, sequence, agreement, hasUnit, business, host } = input;
  const email = renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your rental is booked`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: ['Thank you for your call. This is what you booked:'],
    facts: rentalFacts(booking),
    details: [pricePartOf(input)],
    closing: [
      hasUnit
        ? 'Our staff will confirm the delivery window with you.'
        : 'Our staff will call you about your delivery day and window.',
      weightText(agreement),
      questions(booking, business),
    ],
    sections: [...policySections(input), ...repeatPart(input.repeat), ...termsPart(input)],
    business,
  });
  const note = 'Our staff will confirm the delivery window with you.';
  const { createdAt } = booking;
  const file = { booking, place: placeOf(booking), sequence, createdAt, business, host, note };
  return { ...email, attachments: hasUnit ? [rentalCalendarFile(file)] : [] };
}

/** The price lines, and what is paid and due now. */
function pricePartOf({ booking, agreement: { quote } }: EmailInput): Section {
  const { depositAmount, finalPrice, paidAmount } = booking;
  const total = expectedTotalOf(quote);
  const sumOf = (name: string, cents: number): EmailFact => ({ name, value: formatUsd(cents) });
  const lines = quote?.lines.filter(({ type }) => total !== null || type !== 'rental') ?? [];
  const isInFull = finalPrice !== null;
  const due = Math.max(0, (finalPrice ?? depositAmount) - paidAmount);
  return {
    title: 'Your price',
    sums: [
      ...lines.map((line) => sumOf(lineName(line), line.amount)),
      ...(total === null ? [] : [{ ...sumOf('Total', total), isTotal: true }]),
      ...(isInFull ? [] : [sumOf('Deposit', depositAmount)]),
      ...(paidAmount > 0 ? [sumOf('Paid', paidAmount)] : []),
      ...(due > 0 ? [sumOf(isInFull ? 'Still to be paid' : 'Deposit still to be paid', due)] : []),
    ],
  };
}

function policySections({ booking, agreement, business, timeZone, nowMs }: EmailInput): Section[] {
  const rule = agreedCancellation(agreement, booking.finalPrice ?? booking.depositAmount, {
    ...booking,
    timeZone,
    nowMs,
  });
  const contact = `Call ${business.phone} or write to ${business.email} as early as you can.`;
  return [
    ...streetPart(agreement),
    ...extrasPart(agreement),
    { title: 'Changes and cancellation', paragraphs: [`${contact} ${rule}`] },
    ...wasteParts(agreement),
  ];
}

function termsPart({ terms, termsUrl }: EmailInput): Section[] {
  const sections = termsSections(terms);
  const last = sections.pop();
  return last ? [...sections, { ...last, link: { label: `${terms.title} on our page`, url: termsUrl } }] : [];
}

/** The e-mail to the business that an unpaid booking by phone was cancelled at the end of its payment link. */
export function bookingReleasedEmail(input: {
  booking: EmailBooking;
  url: string;
  amount: number;
  business: Business;
}) {
  const { id } = input.booking;
  return staffEmail(input, {
    subject: `Booking #${id} was cancelled: its deposit was not paid`,
    paragraphs: [
      `The payment link for ${formatUsd(input.amount)} ended unpaid. Booking #${id} is cancelled, and its dumpster is free again.`,
      'Please call the customer if they still need the dumpster, and make a new booking.',
    ],
  });
}
