import { rentalCalendarFile } from '#domain/calendar-file.ts';
import type { Agreement } from '#domain/catalog/agreement.ts';
import { agreedCancellation } from '#domain/catalog/agreement-texts.ts';
import { type Day, formatDay } from '#domain/days.ts';
import { formatUsd } from '#domain/money.ts';
import { paidDepositOf } from '#domain/payments/balance.ts';
import type { PaidBalance } from './balance.ts';
import { type Business, type EmailFact, renderEmail } from './layout.ts';
import { type EmailRefund, refundParagraph } from './refund-made.ts';
import { type EmailBooking, placeOf, questions, rentalFacts } from './rental.ts';

type EmailInput = {
  booking: EmailBooking & PaidBalance & { refundAmount: number | null; dumpsterId: number | null };
  /** Of the calendar file. */
  sequence: number;
  business: Business;
  /** The site's host name. */
  host: string;
  nowMs: number;
  /** Today in the time zone of the business. */
  today: Day;
};

/** The e-mail that staff have confirmed the booking. Its calendar file updates the entry of the first e-mail. */
export function bookingConfirmedEmail(input: EmailInput) {
  const { booking, business } = input;
  const day = formatDay(booking.deliveryDate);
  const email = renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your delivery is confirmed`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: isBeforeDelivery(input)
      ? [
          `Your booking is confirmed. We deliver your dumpster on ${day}.`,
          'Please keep the place for the dumpster clear on that day, and leave room for a truck to reach it.',
        ]
      : ['Your booking is confirmed.'],
    facts: rentalFacts(booking),
    closing: [questions(booking, business)],
    business,
  });
  const note = `Your delivery on ${day} is confirmed.`;
  return { ...email, attachments: booking.dumpsterId === null ? [] : [calendarFile(input, { note })] };
}

type CancelledInput = EmailInput & {
  agreement: Agreement;
  /** A payment link was sent and no longer works. */
  hasEndedLink: boolean;
  /** The refund that the cancellation made; absent: none. */
  refund?: EmailRefund;
  /** The day of the pickup if the dumpster is on site. */
  pickupDay?: Day | null;
};

/** The e-mail that the booking is cancelled, with its refund. A refund that is made later has its own e-mail. */
export function bookingCancelledEmail(input: CancelledInput) {
  const { booking, agreement, business, hasEndedLink, refund, pickupDay = null } = input;
  const rule = agreedCancellation(agreement, paidDepositOf(booking));
  const [refundText = 'We send you an e-mail when we make a refund.'] = refund ? refundParagraph(refund) : [];
  const email = renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your booking is cancelled`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `Your booking is cancelled.${truckText(input, pickupDay)}`,
      ...(hasEndedLink ? ['A payment link that we sent you for it no longer works.'] : []),
    ],
    facts: [...rentalFacts(booking), ...moneyFacts(booking)],
    sections: [{ title: 'Refunds', paragraphs: [rule, refundText] }],
    closing: [questions(booking, business)],
    business,
  });
  return {
    ...email,
    attachments: [calendarFile(input, { note: 'This booking is cancelled.', isCancelled: true })],
  };
}

function truckText(input: EmailInput, pickupDay: Day | null): string {
  if (pickupDay !== null) return ` We pick up the dumpster on ${formatDay(pickupDay)}.`;
  return isBeforeDelivery(input) ? ' We do not deliver a dumpster.' : '';
}

function isBeforeDelivery({ booking, today }: EmailInput): boolean {
  return booking.deliveryDate >= today;
}

function moneyFacts(booking: EmailInput['booking']): EmailFact[] {
  const refunded = booking.refundAmount ?? 0;
  return [
    { name: 'Paid', value: formatUsd(booking.paidAmount) },
    ...(refunded > 0 ? [{ name: 'Refunded so far', value: formatUsd(refunded) }] : []),
  ];
}

function calendarFile(
  { booking, sequence, business, host, nowMs }: EmailInput,
  words: { note: string; isCancelled?: boolean },
) {
  const place = placeOf(booking);
  return rentalCalendarFile({
    booking,
    place,
    sequence,
    createdAt: nowMs,
    business,
    host,
    ...words,
  });
}
