import type { ChangePreview } from '#contract/booking-changes.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { todayHere } from '#web/kit/dates/moment.ts';

const MAX_NAME = 24;

/** The customer's first name for a button, shortened; '' without an e-mail address. */
export function notifiedName({ firstName, email }: Pick<Booking, 'firstName' | 'email'>): string {
  if (email === null) return '';
  const characters = [...firstName.trim()];
  return characters.length > MAX_NAME
    ? `${characters.slice(0, MAX_NAME - 1).join('')}…`
    : characters.join('');
}

/** 'Dec 4', with the year unless it is the present one. */
export function shortDay(day: Day): string {
  const text = formatDay(day);
  return day.slice(0, 4) === todayHere().slice(0, 4) ? text.replace(/, \d+$/, '') : text;
}

/** 'No change in price', '$35.00 more' or '$35.00 less'. */
export function differenceText(cents: number): string {
  if (cents === 0) return 'No change in price';
  return `${formatUsd(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}`;
}

/** The result of a preview in a few words. */
export function previewResult({ allowed, reasons, warnings, ...preview }: ChangePreview): string {
  if (allowed) return amountText(preview);
  const isRule = reasons.every(({ code }) => warnings.some(({ rule }) => rule === code));
  return isRule ? 'Allow the exceptions first' : 'Not possible this way';
}

/** The refund of a cancellation, the difference in price of any other change. */
function amountText({
  cancellation,
  difference,
}: Pick<ChangePreview, 'cancellation' | 'difference'>): string {
  if (!cancellation) return differenceText(difference);
  const { refundAmount } = cancellation;
  return refundAmount > 0 ? `${formatUsd(refundAmount)} refunded` : 'Nothing refunded';
}

/** The preview in a sentence, for screen readers. */
export function spokenPreview({ allowed, reasons, ...preview }: ChangePreview, what: string): string {
  if (!allowed) return reasons.map(({ message }) => message).join(' ');
  const { after, cancellation } = preview;
  if (cancellation) return `${what}: cancelled. ${amountText(preview)}.`;
  const days = `delivery ${formatDay(after.deliveryDate)}, last day ${formatDay(after.endDate)}`;
  return `${what}: ${days}. ${amountText(preview)}.`;
}
