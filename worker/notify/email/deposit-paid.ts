import { type Agreement, agreedSums } from '#domain/catalog/agreement.ts';
import { extrasPart, pricePart, streetPart, wasteParts } from '#domain/catalog/agreement-parts.ts';
import { agreedCancellation, weightText } from '#domain/catalog/agreement-texts.ts';
import { computePaidDeposit } from '#domain/money/balance.ts';
import { type CardSummary, cardText } from '#domain/money/cards.ts';
import { dumpstersText, numbersText } from '#domain/rental/orders.ts';
import { rentalCalendarFile } from '#domain/shared/calendar-file.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { TextFile } from '#worker/base/platform/mail.ts';
import type { PaidBalance } from './balance.ts';
import { type Business, type EmailFact, renderEmail, type Section } from './layout.ts';
import { type EmailBooking, placeOf, rentalFacts } from './rental.ts';
import { type RepeatLinkPart, repeatPart } from './repeat.ts';

type EmailInput = {
  booking: EmailBooking & PaidBalance & { createdAt: number };
  /** The bookings of the order, for most only the booking. `sequence`: of the calendar file. */
  order: readonly { id: number; sequence: number; hasUnit: boolean }[];
  agreement: Agreement;
  /** The card that paid; null if Stripe did not return it. */
  card: CardSummary | null;
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

/**
 * The e-mail to the customer after the payment at the booking, with a calendar file of the days. Of an order of several
 * dumpsters there is one e-mail with all numbers; the booking is one of them, and its amounts are those of each.
 */
export function depositPaidEmail(input: EmailInput) {
  const { booking, agreement, business } = input;
  const numbers = input.order.map(({ id }) => id);
  const hasUnit = input.order.every((one) => one.hasUnit);
  const paid = computePaidDeposit(booking);
  const { dueLater, isInFull } = agreedSums(agreement, paid);
  const email = renderEmail({
    subject: `${bookingsText(numbers)} at ${business.name}: your ${isInFull ? 'rental' : 'deposit'} is paid`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `Thank you. We have received your ${isInFull ? 'payment' : 'deposit'}, and this is what you booked:`,
    ],
    facts: [...rentalFacts(booking, numbers), ...paymentFacts(input)],
    details: [...pricePart(agreement, paid).map((part) => ofEach(part, numbers)), ...orderPart(input)],
    sections: [...policySections(input), ...repeatPart(input.repeat)],
    closing: [
      hasUnit
        ? 'Our staff will confirm the delivery window with you.'
        : 'Our staff will call you about your delivery day and window.',
      weightText(agreement),
      ...(dueLater > 0
        ? [
            `At the end of your rental we charge the remaining ${formatUsd(dueLater)}${numbers.length > 1 ? ' for each dumpster' : ''} to the same card.`,
          ]
        : []),
      `Questions, or a detail that is wrong? Call ${business.phone} or write to ${business.email}, and name ${bookingsText(numbers).toLowerCase()}.`,
    ],
    business,
  });
  const files = input.order.filter((one) => one.hasUnit).map((one) => rentalDays(input, one));
  return { ...email, attachments: files };
}

/** 'Booking #7'; 'Bookings #7 and #8'. */
function bookingsText(numbers: readonly number[]): string {
  return `Booking${numbers.length > 1 ? 's' : ''} ${numbersText(numbers)}`;
}

/** The price lines are those of one dumpster. */
function ofEach(part: Section, numbers: readonly number[]): Section {
  return numbers.length > 1 ? { ...part, title: `${part.title}, for each dumpster` } : part;
}

/** The sums of an order of several dumpsters. */
function orderPart({ booking, agreement, order }: EmailInput): Section[] {
  const quantity = order.length;
  if (quantity === 1) return [];
  const paid = computePaidDeposit(booking);
  const { total, dueLater, isInFull } = agreedSums(agreement, paid);
  const sumOf = (name: string, cents: number): EmailFact => ({ name, value: formatUsd(cents * quantity) });
  return [
    {
      title: `For all ${dumpstersText(quantity)}`,
      sums: [
        ...(total === null ? [] : [{ ...sumOf('Total', total), isTotal: true }]),
        sumOf(isInFull ? 'Paid' : 'Deposit paid', paid),
        ...(dueLater > 0 ? [sumOf('Due at the end of your rental', dueLater)] : []),
      ],
      after: ['Each dumpster is a booking of its own, which you can change or cancel alone.'],
    },
  ];
}

/** A price has a section of its own with the payment in it. */
function paymentFacts({ booking, agreement, card, order }: EmailInput): EmailFact[] {
  const paid = computePaidDeposit(booking);
  const { total } = agreedSums(agreement, paid);
  return [
    ...(total === null ? [{ name: 'Deposit paid', value: formatUsd(paid * order.length) }] : []),
    ...(card ? [{ name: 'Paid with', value: cardText(card) }] : []),
  ];
}

function policySections({ booking, agreement, termsUrl, business, timeZone, nowMs }: EmailInput): Section[] {
  const rule = agreedCancellation(agreement, computePaidDeposit(booking), { ...booking, timeZone, nowMs });
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

function rentalDays(
  { booking, business, host }: EmailInput,
  { id, sequence }: EmailInput['order'][number],
): TextFile {
  return rentalCalendarFile({
    booking: { ...booking, id },
    place: placeOf(booking),
    sequence,
    createdAt: booking.createdAt,
    business,
    host,
    note: 'Our staff will confirm the delivery window with you.',
  });
}
