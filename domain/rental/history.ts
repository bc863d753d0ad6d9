import { lineName } from '#domain/catalog/price-texts.ts';
import type { QuoteLine } from '#domain/catalog/quote.ts';
import { REMOVABLE_JOB_FIELDS } from '#domain/jobs/added-jobs.ts';
import { JOB_LABELS, type JobType } from '#domain/jobs/jobs.ts';
import { windowName } from '#domain/jobs/time-windows.ts';
import { declineText } from '#domain/money/cards.ts';
import { disputeLabel } from '#domain/money/disputes.ts';
import { paymentMethodLabel } from '#domain/money/recorded.ts';
import { formatDay } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { NOTIFICATION_LABELS } from '#domain/shared/notifications.ts';
import { fieldLabel, fieldText, sentenceCase, ticketText } from './booking-fields.ts';

/** Why a payment link ended without a payment. */
export const LINK_END_REASONS = [
  'withdrawn',
  'status',
  'price',
  'charge',
  'refund',
  'replaced',
  'expired',
  'payment',
] as const;
export type LinkEndReason = (typeof LINK_END_REASONS)[number];

const LINK_ENDS: Readonly<Record<LinkEndReason, string>> = {
  withdrawn: 'withdrawn',
  // The link ends before the change, which can still fail.
  status: 'the booking was being cancelled',
  price: 'the final price was being changed',
  charge: 'a charge of the card on file was being started',
  refund: 'a refund was being started',
  replaced: 'replaced by a new one',
  expired: 'not paid in time',
  payment: 'a payment outside Stripe was being recorded',
};

type Values = Readonly<Record<string, unknown>>;
export type HistoryFacts = { action: string; before: Values | null; after: Values | null };

/** An entry of a booking's history in one sentence, for staff. Amounts are in cents. */
export function historyText({ action, before, after }: HistoryFacts): string {
  const text = TEXTS[action];
  if (text) return text(after ?? {});
  return before || after
    ? changesText(before ?? {}, after ?? {}) || sentenceCase(action)
    : sentenceCase(action);
}

const usd = (value: unknown) => formatUsd(typeof value === 'number' ? value : 0);
const because = (reason: unknown) =>
  typeof reason === 'string' && reason !== '' ? `: ${isolated(reason)}` : '';
const startedBy = ({ startedBy: name }: Values, what = '') =>
  typeof name === 'string' ? ` (${what}started by ${isolated(name)})` : '';

const TEXTS: Readonly<Record<string, (details: Values) => string>> = {
  booked: (details) => bookedText(details),
  unpaid_cancelled: ({ amount }) => `Booking cancelled: ${usd(amount)} was not paid in time`,
  terms_accepted: () => 'Terms accepted on the payment page',
  deposit_paid: ({ amount, isWholePrice }) => `${isWholePrice ? 'Price' : 'Deposit'} of ${usd(amount)} paid`,
  charge_started: ({ amount }) => `Charge of ${usd(amount)} started`,
  charged: (details) => `Charge of ${usd(details.charged)} succeeded${startedBy(details)}`,
  charge_declined: (details) => `${declineText(String(details.reason))}${startedBy(details, 'charge ')}`,
  charge_canceled: (details) => `Charge of ${usd(details.notCharged)} was not made${startedBy(details)}`,
  card_not_saved: () => 'Card not saved',
  card_gone: () => 'The card on file can no longer be charged',
  payment_made: ({ amount }) => `${usd(amount)} paid through the payment link`,
  payment_declined: ({ reason }) => `${declineText(String(reason))} (payment link)`,
  refund_started: ({ amount, discountAmount, refundReason }) =>
    `Refund of ${usd(amount)} started${typeof discountAmount === 'number' ? `, ${usd(discountAmount)} of it a discount` : ''}${because(refundReason)}`,
  refund_pending: (details) => `Refund of ${usd(details.amount)} is pending at the bank${origin(details)}`,
  refund_succeeded: (details) => `Refund of ${usd(details.amount)} succeeded${origin(details)}`,
  payment_recorded: ({ amount, method, day, reference }) =>
    `Payment of ${usd(amount)} recorded: ${recordedText(method, reference)}, received on ${formatDay(String(day))}`,
  payment_voided: ({ amount, method, reference, voidReason }) =>
    `Payment of ${usd(amount)} (${recordedText(method, reference)}) voided${because(voidReason)}`,
  refund_paid_out: ({ amount, method, reference }) =>
    `Refund of ${usd(amount)} paid out: ${recordedText(method, reference)}`,
  refund_failed: (details) =>
    typeof details.amount === 'number'
      ? `Refund of ${usd(details.amount)} failed${because(failure(details.reason))}${origin(details)}`
      : 'The refund failed. Nothing was refunded',
  refund_stopped: ({ amount }) => `Refund of ${usd(amount)} was stopped before Stripe made it`,
  cancel_started: ({ amount, proposed, refundReason }) =>
    `Cancellation started with ${refundText(amount, proposed)}${because(refundReason)}`,
  cancel_failed: (details) =>
    `The booking was not cancelled: ${cancelFailure(details.reason)}${startedBy(details)}`,
  pay_link_sent: ({ payLink, to }) =>
    `Payment link for ${usd(payLink)} sent${typeof to === 'string' ? ` to ${to}` : ''}`,
  pay_link_opened: ({ payLink }) => `Payment link for ${usd(payLink)} opened`,
  pay_link_ended: ({ payLink, reason }) => `Payment link for ${usd(payLink)} ended: ${linkEnd(reason)}`,
  pay_link_withdrawn: ({ payLink }) => `Payment link for ${usd(payLink)} ended: ${LINK_ENDS.withdrawn}`,
  dispute: ({ amount, status }) => disputeText(String(status), usd(amount)),
  email_sent: ({ kind, to }) => `E-mail sent to ${to}: ${emailName(kind)}`,
  email_failed: ({ kind, to }) => `E-mail could not be sent to ${to}: ${emailName(kind)}`,
  reminder_sent: () => 'Reminder sent',
  message_sent: ({ mentioned, excerpt }) => {
    const text = typeof mentioned === 'string' ? `Message to ${isolated(mentioned)}` : 'Message to the team';
    return typeof excerpt === 'string' ? `${text}: ${isolated(excerpt)}` : text;
  },
  text_consent_given: () => 'Customer agreed to text messages on the phone',
  text_consent_withdrawn: () => 'Consent to text messages withdrawn',
  personal_data_removed: () => 'Personal data of the customer removed',
  client_merged: ({ bookingId }) => `Client merged with the client of booking #${bookingId}`,
  client_separated: ({ bookingId }) => `Client separated from the client of booking #${bookingId}`,
  dump_ticket_added: ({ dumpTicket }) => `Dump ticket added: ${ticketText(dumpTicket)}`,
  dump_ticket_voided: ({ dumpTicket }) => `Dump ticket voided: ${ticketText(dumpTicket)}`,
  job_done: ({ job }) => `${jobLabel(job)} marked done`,
  driver_on_my_way: ({ job }) => `Driver on the way: ${jobLabel(job)}`,
  driver_arrived: ({ job }) => `Driver arrived: ${jobLabel(job)}`,
  driver_unit: ({ dumpsterNumber, former }) =>
    `Driver took unit ${isolated(String(dumpsterNumber))}${typeof former === 'string' ? ` instead of ${isolated(former)}` : ''}`,
  stop_attempted: ({ job, attemptReason, notes }) =>
    `${jobLabel(job)} could not be completed: ${attemptReason}${because(notes)}`,
  driver_conflict: ({ what, conflict }) => `The driver recorded '${what}', but ${conflict}`,
  pin_placed: ({ lat, lng }) => `Address placed on the map at ${lat}, ${lng}`,
  pin_removed: () => 'Pin on the map removed: the address is looked up again',
  job_carried_over: ({ job, day }) => `${jobLabel(job)} carried over to ${formatDay(String(day))}`,
  job_window_changed: ({ job, window, formerWindow }) =>
    `${jobLabel(job)}: time window changed from ${windowName(String(formerWindow))} to ${windowName(String(window))}`,
  job_undone: ({ job }) => `${jobLabel(job)} marked as not done`,
  price_addition_added: ({ priceAddition }) => `Added to the price: ${priceText(priceAddition)}`,
  price_addition_voided: ({ priceAddition }) => `Removed from the price: ${priceText(priceAddition)}`,
  kept_days_changed: keptDaysText,
};

/** Details exist for a booking that staff made. */
function bookedText(details: Values): string {
  const { source, payment, termsRead, overriddenRules, catalogPrice, agreedPrice, priceReason } = details;
  const { deliveryWindow, termsNotRead } = details;
  if (source !== 'phone') return 'Booking made';
  const method = BOOKED_PAYMENTS[String(payment)] ?? String(payment);
  const price =
    typeof agreedPrice === 'number'
      ? [`Price ${usd(agreedPrice)} agreed instead of ${usd(catalogPrice)}${because(priceReason)}`]
      : [];
  const overridden = typeof overriddenRules === 'string' ? overriddenRules.split(', ') : [];
  const calendar = overridden.filter((rule) => rule !== 'outside_area').join(', ');
  const rules = [
    ...(calendar ? [`Calendar rules overridden: ${calendar.replaceAll('_', ' ')}`] : []),
    ...(overridden.includes('outside_area') ? ['Outside of the service area'] : []),
  ];
  const window = typeof deliveryWindow === 'string' ? [`Delivery window: ${windowName(deliveryWindow)}`] : [];
  const terms = termsRead === true ? ['Terms read to the customer'] : [];
  if (typeof termsNotRead === 'string') terms.push(`Terms not read to the customer${because(termsNotRead)}`);
  return [`Booking made by phone (${method})`, ...window, ...price, ...rules, ...terms].join('. ');
}

const BOOKED_PAYMENTS: Readonly<Record<string, string>> = {
  link: 'payment link',
  cash: 'paid in cash',
  check: 'paid by check',
  transfer: 'paid by bank transfer',
  later: 'pays later',
};

/** 'a refund of $350.00 instead of the proposed $425.00'. */
function refundText(amount: unknown, proposed: unknown): string {
  const text = amount === 0 ? 'no refund' : `a refund of ${usd(amount)}`;
  return amount === proposed ? text : `${text} instead of the proposed ${usd(proposed)}`;
}

const CANCEL_FAILURES: Readonly<Record<string, string>> = {
  link_paid: 'the customer had just paid through the payment link',
  link_processing: "the customer's payment through the payment link was being processed",
  link_refused: 'the payment link could not be ended at Stripe',
  stopped: 'it was stopped',
};
const cancelFailure = (code: unknown) =>
  CANCEL_FAILURES[String(code)] ?? 'Stripe refused the refund, and nothing was refunded';

const origin = ({ isFromDashboard }: Values) => (isFromDashboard ? " (made in Stripe's Dashboard)" : '');
const failure = (code: unknown) =>
  typeof code === 'string' && code !== '' ? sentenceCase(code).toLowerCase() : null;
const jobLabel = (type: unknown) => JOB_LABELS[type as JobType] ?? sentenceCase(String(type));
/** 'check (1042)'. */
const recordedText = (method: unknown, reference: unknown) => {
  const label = paymentMethodLabel(String(method)).toLowerCase();
  return typeof reference === 'string' ? `${label} (${isolated(reference)})` : label;
};
const linkEnd = (reason: unknown) => LINK_ENDS[reason as LinkEndReason] ?? 'cancelled at Stripe';
const emailName = (kind: unknown) =>
  (NOTIFICATION_LABELS as Readonly<Record<string, string>>)[String(kind)] ?? sentenceCase(String(kind));

/** 'Mattress (2 × $35.00), $70.00'. */
function priceText(line: unknown): string {
  const added = line as QuoteLine;
  return `${isolated(lineName(added))}, ${usd(added.amount)}`;
}

/** 'Removed from the price: Kept 5 days longer (Nov 19 to 23). Reason: ...'. */
function keptDaysText({ askedDay, keptDays, isRemoved, voidReason }: Values): string {
  const cleared =
    askedDay === null ? ['No earlier pickup was asked for: the days count until the pickup'] : [];
  const asked =
    typeof askedDay === 'string' ? [`The customer asked for the pickup on ${formatDay(askedDay)}`] : cleared;
  const days = typeof keptDays === 'string' ? keptDays : 'days after the agreed pickup';
  const removed = isRemoved === true ? [`Removed from the price: ${days}${because(voidReason)}`] : [];
  const counted = isRemoved === false ? [`Counted in the price again: ${days}`] : [];
  return [...asked, ...removed, ...counted].join('. ');
}

function disputeText(status: string, amount: string): string {
  if (status === 'needs_response') return `Dispute of ${amount} opened`;
  if (status === 'warning_needs_response') return `Inquiry about ${amount} opened`;
  return `${disputeLabel(status)}: ${amount}`;
}

/** 'Status changed from Pending to Confirmed', one clause a field. */
function changesText(before: Values, after: Values): string {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => {
      const [from = '', to = ''] = [before, after].map((values) => isolated(fieldText(field, values[field])));
      const label = fieldLabel(field);
      const job = field in before && after[field] === null ? JOB_OF_FIELD.get(field) : undefined;
      if (job) return `${jobLabel(job)} on ${from} removed`;
      return field in before ? `${label} changed from ${from} to ${to}` : `${label}: ${to}`;
    })
    .join('. ');
}

const JOB_OF_FIELD = new Map<string, string>(
  Object.entries(REMOVABLE_JOB_FIELDS).map(([job, field]) => [field, job]),
);

/** Isolates bidirectional text, so that it cannot reorder the sentence around it. */
function isolated(text: string): string {
  return /\p{Bidi_Control}/u.test(text) ? `\u2068${text}\u2069` : text;
}
