import type { Agreement } from '#domain/catalog/agreement.ts';
import { agreedCancellation } from '#domain/catalog/agreement-texts.ts';
import { computePaidDeposit } from '#domain/money/balance.ts';
import { rentalCalendarFile } from '#domain/shared/calendar-file.ts';
import { type Day, formatWeekday } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
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
  const day = formatWeekday(booking.deliveryDate);
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
  timeZone: string;
  agreement: Agreement;
  /** A payment link was sent and no longer works. */
  hasEndedLink: boolean;
  /** The refund that the cancellation decided on, also of nothing; absent: staff decide later. */
  refund?: EmailRefund | null;
  /** The day of the pickup if the dumpster is on site. */
  pickupDay?: Day | null;
};

/** The e-mail that the booking is cancelled, with its refund. A refund that is made later has its own e-mail. */
export function bookingCancelledEmail(input: CancelledInput) {
  const { booking, agreement, business, hasEndedLink, refund = null, pickupDay = null } = input;
  const { timeZone, nowMs } = input;
  const rule = agreedCancellation(agreement, computePaidDeposit(booking), { ...booking, timeZone, nowMs });
  const [refundText = refund ? 'We refund nothing.' : 'We send you an e-mail when we make a refund.'] = refund
    ? refundParagraph(refund)
    : [];
  const email = renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your booking is cancelled`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `Your booking is cancelled.${truckText(input, pickupDay)}`,
      ...(hasEndedLink ? ['A payment link that we sent you for it no longer works.'] : []),
    ],
    facts: [...rentalFacts(booking), ...moneyFacts(booking, refund)],
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
  if (pickupDay !== null) return ` We pick up the dumpster on ${formatWeekday(pickupDay)}.`;
  return isBeforeDelivery(input) ? ' We do not deliver a dumpster.' : '';
}

function isBeforeDelivery({ booking, today }: EmailInput): boolean {
  return booking.deliveryDate >= today;
}

function moneyFacts(
  { paidAmount, refundAmount }: EmailInput['booking'],
  refund: EmailRefund | null,
): EmailFact[] {
  const refunded = refundAmount ?? 0;
  const kept = Math.max(0, paidAmount - refunded - (refund?.pending ?? 0));
  return [
    { name: 'Paid', value: formatUsd(paidAmount) },
    ...(refunded > 0 ? [{ name: 'Refunded so far', value: formatUsd(refunded) }] : []),
    ...(refund && paidAmount > 0 ? [{ name: 'We keep', value: formatUsd(kept) }] : []),
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
