import type { Agreement } from '#domain/catalog/agreement.ts';
import { weightText } from '#domain/catalog/agreement-texts.ts';
import { type Day, formatWeekday } from '#domain/shared/days.ts';
import { formatUsdWhole } from '#domain/shared/money.ts';
import { type Business, renderEmail } from './layout.ts';
import { type EmailBooking, placeOf, questions, rentalFacts } from './rental.ts';

type EmailInput = { booking: EmailBooking; business: Business };
type OnDay = EmailInput & {
  /** The day on which the e-mail is sent: it decides between 'tomorrow' and 'today'. */
  today: Day;
};
type Delivery = OnDay & {
  /** Whether staff have confirmed the booking and a unit is reserved. */
  isScheduled: boolean;
};

/** Sent the day before a delivery. The text announces the delivery only if it is confirmed and has a unit. */
export function deliveryReminderEmail({ booking, today, isScheduled, business }: Delivery) {
  const day = formatWeekday(booking.deliveryDate);
  const when = booking.deliveryDate > today ? 'tomorrow' : 'today';
  const lead = isScheduled
    ? `Your dumpster comes ${when}, ${day}. Please keep its place clear, and leave room for a truck to reach it.`
    : `Your delivery is planned for ${when}, ${day}. Our staff will confirm the delivery window with you.`;
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your delivery on ${day}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [lead],
    facts: rentalFacts(booking),
    closing: [...wordsForOneDay(booking), questions(booking, business)],
    business,
  });
}

/** A one-day rental gets no separate e-mail about its end, so this e-mail mentions it. */
function wordsForOneDay({ deliveryDate, endDate }: EmailBooking): string[] {
  if (endDate > deliveryDate) return [];
  return ['Your rental is for this one day: please have the dumpster filled by its end.'];
}

/** Sent the day before a rental ends. */
export function returnReminderEmail({
  booking,
  agreement,
  today,
  business,
}: OnDay & { agreement: Agreement }) {
  const { endDate, pickupDay } = booking;
  const { fillLine } = agreement.material;
  const limit = fillLine === null ? 'nothing above its rim' : `filled ${fillLine} at most`;
  const day = formatWeekday(endDate);
  const when = endDate > today ? 'Tomorrow' : 'Today';
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your rental ends on ${day}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `${when}, ${day}, is the last day of your rental. Please have everything in the dumpster by then, ${limit}, and keep the way clear for our truck.`,
      ...(pickupDay === endDate ? [] : [`We pick the dumpster up on ${formatWeekday(pickupDay)}.`]),
    ],
    facts: rentalFacts(booking),
    closing: [
      weightText(agreement),
      `Do you need the dumpster for longer? ${extraDayText(agreement)}Call ${business.phone}, and name booking #${booking.id}.`,
    ],
    business,
  });
}

/** Sent once, when the agreed days are over and the dumpster is still with the customer. */
export function rentalLateEmail({ booking, agreement, business }: EmailInput & { agreement: Agreement }) {
  const day = formatWeekday(booking.endDate);
  const { id } = booking;
  const price = extraDayText(agreement) || 'We can tell you what extra days cost. ';
  return renderEmail({
    subject: `Booking #${id} at ${business.name}: your rental ended on ${day}`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: [
      `The last day of your rental was ${day}, and the dumpster has not been picked up yet.`,
      price.trimEnd(),
      `To have it picked up, or to keep it longer, call ${business.phone} or write to ${business.email}, and name booking #${id}. If you have already asked for the pickup, please name the day for which you asked: our office checks which days are charged.`,
    ],
    facts: [
      { name: 'Booking', value: `#${id}` },
      { name: 'Last day', value: day },
      { name: 'Address', value: placeOf(booking) },
    ],
    business,
  });
}

function extraDayText({ rate, quote }: Agreement): string {
  if (!rate || rate.extraDay === null) return '';
  const tax = quote?.lines.some(({ type }) => type === 'tax') ? ' plus tax' : '';
  return `Each extra day costs ${formatUsdWhole(rate.extraDay)}${tax}. `;
}

/** The reminder that staff send by hand while a booking is pending. */
export function bookingReminderEmail({ booking, business }: EmailInput) {
  return renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: a reminder of your booking`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: ['This is a reminder of your booking with us. Please check that everything is still right:'],
    facts: rentalFacts(booking),
    closing: ['Our staff will confirm the delivery window with you.', questions(booking, business)],
    business,
  });
}
