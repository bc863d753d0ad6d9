import { rentalCalendarFile } from '#domain/shared/calendar-file.ts';
import { type Day, formatWeekday, isDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { type Business, type EmailFact, renderEmail } from './layout.ts';
import { type EmailBooking, placeOf, questions, rentalFacts } from './rental.ts';

/** Fields of a history entry: what the change changed. */
type ChangedFields = { before: Record<string, unknown>; after: Record<string, unknown> };

type ChangedInput = {
  booking: EmailBooking & { finalPrice: number | null };
  /** Cents; null while only a deposit is agreed. */
  expectedTotal: number | null;
  /** Of the calendar file. */
  sequence: number;
  change: ChangedFields;
  business: Business;
  /** The site's host name. */
  host: string;
  nowMs: number;
};

/** The e-mail that staff changed the booking, with its new facts. Its calendar file updates the customer's entry. */
export function bookingChangedEmail(input: ChangedInput) {
  const { booking, sequence, change, business, host, nowMs } = input;
  const sentences = changedSentences(change);
  const email = renderEmail({
    subject: `Booking #${booking.id} at ${business.name}: your booking was changed`,
    greeting: `Hello ${booking.firstName},`,
    paragraphs: ['We changed your booking as agreed.', ...sentences],
    facts: [...rentalFacts(booking), ...priceFacts(input)],
    closing: [questions(booking, business)],
    business,
  });
  const file = rentalCalendarFile({
    booking,
    place: placeOf(booking),
    sequence,
    createdAt: nowMs,
    business,
    host,
    note: sentences[0] ?? 'Your booking was changed.',
  });
  return { ...email, attachments: [file] };
}

function changedSentences({ before, after }: ChangedFields): string[] {
  const day = (value: unknown) =>
    typeof value === 'string' && isDay(value) ? formatWeekday(value as Day) : null;
  const delivery = day(after.deliveryDate);
  const former = day(before.deliveryDate);
  const end = day(after.endDate);
  const exchange = day(after.exchangeDay);
  const emptied = day(after.dumpAndReturnDay);
  const relocated = day(after.relocationDay);
  const notExchanged = day(before.exchangeDay);
  const notEmptied = day(before.dumpAndReturnDay);
  const notRelocated = day(before.relocationDay);
  const size = typeof after.dumpsterType === 'string' ? after.dumpsterType : null;
  const rental = typeof after.rentalType === 'string' ? after.rentalType : null;
  return [
    delivery && `We deliver your dumpster on ${delivery}${former ? ` instead of ${former}` : ''}.`,
    end && !delivery && `The last day of your rental is now ${end}.`,
    size && `You get a ${size} dumpster.`,
    rental && `Your booking is now a ${rental}.`,
    exchange && `On ${exchange} we take the full dumpster away and bring you an empty one.`,
    emptied && `On ${emptied} we empty your dumpster and bring it back to the same place.`,
    relocated && `On ${relocated} we move your dumpster to another place on your site.`,
    notExchanged && `We do not come on ${notExchanged} to exchange your dumpster.`,
    notEmptied && `We do not come on ${notEmptied} to empty your dumpster.`,
    notRelocated && `We do not come on ${notRelocated} to move your dumpster.`,
    typeof after.keptCharge === 'number'
      ? `Its charge of ${formatUsd(after.keptCharge)} stays in the price as a cancellation fee.`
      : null,
    priceSentence(after.priceDifference),
    typeof after.payLinkEnds === 'string'
      ? `Please pay by ${after.payLinkEnds}: your payment link ends then, and without a payment so does your booking.`
      : null,
  ].filter((sentence) => typeof sentence === 'string');
}

function priceSentence(difference: unknown): string | null {
  if (typeof difference !== 'number' || difference === 0) return null;
  const isHigher = difference > 0;
  const amount = formatUsd(Math.abs(difference));
  return `The price is ${amount} ${isHigher ? 'higher' : 'lower'}. We ${isHigher ? 'charged' : 'refunded'} nothing with this change.`;
}

function priceFacts({ booking: { finalPrice }, expectedTotal }: ChangedInput): EmailFact[] {
  if (finalPrice !== null) return [{ name: 'Price', value: formatUsd(finalPrice) }];
  return expectedTotal === null ? [] : [{ name: 'Expected total', value: formatUsd(expectedTotal) }];
}
