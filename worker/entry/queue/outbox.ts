import type { Context } from '#worker/base/context.ts';
import { updateStripeCustomer } from '#worker/bookings/details/stripe-customer.ts';
import {
  sendBookingCancelledEmail,
  sendBookingChangedEmail,
  sendBookingConfirmedEmail,
  sendDepositPaidEmail,
  sendFinalPriceEmail,
} from '#worker/bookings/emails.ts';
import { sendBookingMadeEmail, sendBookingReleasedEmail } from '#worker/bookings/new/emails.ts';
import {
  sendBookingReminderEmail,
  sendDeliveryReminderEmail,
  sendNewBookingEmail,
  sendOverdueDigest,
  sendRentalLateEmail,
  sendReturnReminderEmail,
  sendStillPendingEmail,
} from '#worker/bookings/reminders/emails.ts';
import { storePublicCatalog } from '#worker/catalog/edge-copy.ts';
import {
  sendArrivalWindowEmail,
  sendOnTheWayEmail,
  sendUnitPickedUpEmail,
  sendUnitPlacedEmail,
  sendVisitMovedEmail,
} from '#worker/dispatch/customer-emails.ts';
import {
  writeArrivalWindowText,
  writeOnTheWayText,
  writePlacedText,
} from '#worker/dispatch/customer-texts.ts';
import { sendStopAttemptedEmail } from '#worker/driver/emails.ts';
import { NOT_SAVED } from '#worker/money/charges/card-repo.ts';
import { saveCard } from '#worker/money/charges/save-card.ts';
import { sendBalanceChargedEmail, sendMoneyAlertEmail, sendRefundMadeEmail } from '#worker/money/emails.ts';
import { sendPayLinkEmail } from '#worker/money/links/tasks.ts';
import { sendUnbookedPaymentEmail } from '#worker/money/reconciliation/unbooked.ts';
import {
  type OutboxHandler,
  type OutboxHandlers,
  processPending,
  processRow,
} from '#worker/notify/outbox/process.ts';
import type { OutboxRow } from '#worker/notify/outbox/repo.ts';
import {
  sendCustomerText,
  sendTextsLimitedEmail,
  type TextDraft,
  type UnsentText,
} from '#worker/notify/texts/send.ts';
import { endSessionsOf } from '#worker/people/auth/account-change.ts';
import { findUser } from '#worker/people/auth/repo.ts';
import { sendPasswordResetEmail } from '#worker/people/auth/reset.ts';
import { sendSignInLinkEmail } from '#worker/people/auth/sign-in-links.ts';
import { sendAccountChangedEmail } from '#worker/people/users/tasks.ts';
import type { BookingNotification } from '#worker/rental/notification-subject.ts';
import { readLegalText } from '#worker/settings/terms/service.ts';
import { settleAnyOperation } from './operations.ts';
import { queueSpanMs } from './retry-policy.ts';
import { handleStripeEvent } from './stripe-events.ts';

/** The handler of each kind of outbox row. */
const HANDLERS: OutboxHandlers = {
  'end-sessions': endSessions,
  'password-reset': (ctx, row) => sendPasswordResetEmail(ctx, accountOf(row)),
  'sign-in-link': (ctx, row) => sendSignInLinkEmail(ctx, { ...accountOf(row), linkId: requireSubject(row) }),
  'account-changed': (ctx, row) => sendAccountChangedEmail(ctx, { ...row, ...accountOf(row) }),
  'deposit-paid': forBooking(sendDepositPaidEmail),
  'new-booking': forBooking(sendNewBookingEmail),
  'booking-made': forBooking((ctx, row) => sendBookingMadeEmail(ctx, row, readLegalText)),
  'booking-released': forBooking(sendBookingReleasedEmail),
  'balance-charged': forBooking(sendBalanceChargedEmail),
  'refund-made': forBooking(sendRefundMadeEmail),
  'pay-link': forBooking((ctx, row) => sendPayLinkEmail(ctx, row, { isReminder: false })),
  'pay-link-reminder': forBooking((ctx, row) => sendPayLinkEmail(ctx, row, { isReminder: true })),
  'booking-confirmed': forBooking(sendBookingConfirmedEmail),
  'booking-cancelled': forBooking(sendBookingCancelledEmail),
  'booking-changed': forBooking(sendBookingChangedEmail),
  'final-price': forBooking(sendFinalPriceEmail),
  'delivery-reminder': forBooking(sendDeliveryReminderEmail),
  'return-reminder': forBooking(sendReturnReminderEmail),
  'booking-reminder': forBooking(sendBookingReminderEmail),
  'arrival-window': forBooking((ctx, row) => sendArrivalWindowEmail(ctx, row, 'first')),
  'arrival-changed': forBooking((ctx, row) => sendArrivalWindowEmail(ctx, row, 'changed')),
  'driver-on-the-way': forBooking(sendOnTheWayEmail),
  'unit-delivered': forBooking(sendUnitPlacedEmail),
  'unit-exchanged': forBooking(sendUnitPlacedEmail),
  'unit-picked-up': forBooking(sendUnitPickedUpEmail),
  'text-window': byText((ctx, row) => writeArrivalWindowText(ctx, row, 'first')),
  'text-window-changed': byText((ctx, row) => writeArrivalWindowText(ctx, row, 'changed')),
  'text-on-the-way': byText(writeOnTheWayText),
  'text-delivered': byText(writePlacedText),
  'text-exchanged': byText(writePlacedText),
  'visit-moved': forBooking(sendVisitMovedEmail),
  'still-pending': forBooking(sendStillPendingEmail),
  'rental-late': forBooking(sendRentalLateEmail),
  'rental-overdue': sendOverdueDigest,
  'stop-attempted': forBooking(sendStopAttemptedEmail),
  'dispute-opened': forBooking((ctx, row) => sendMoneyAlertEmail(ctx, row, 'dispute-opened')),
  'refund-failed': forBooking((ctx, row) => sendMoneyAlertEmail(ctx, row, 'refund-failed')),
  'fraud-warning': forBooking((ctx, row) => sendMoneyAlertEmail(ctx, row, 'fraud-warning')),
  'unbooked-payment': (ctx, row) =>
    sendUnbookedPaymentEmail(ctx, { id: row.id, intentId: requireSubject(row) }),
  'texts-limited': (ctx, row) => sendTextsLimitedEmail(ctx, { id: row.id, day: requireSubject(row) }),
  'catalog-published': (ctx) => storePublicCatalog(ctx),
  'customer-changed': forBooking(updateStripeCustomer),
  'save-card': saveCardOf,
  'stripe-event': (ctx, row) => handleStripeEvent(ctx, requireSubject(row)),
  operation: (ctx, row) => settleAnyOperation(ctx, Number(requireSubject(row))),
  malformed: rejectMalformed,
};

/** Processes the outbox row of a queue message. */
export function processOutboxRow(ctx: Context, id: string): Promise<void> {
  return processRow(ctx, id, HANDLERS);
}

/**
 * For the cron: processes rows that the queue lost. With `includeRecent` also rows that the queue may still process.
 */
export function processPendingRows(ctx: Context, { includeRecent }: { includeRecent: boolean }) {
  return processPending(ctx, HANDLERS, { includeRecent, queueSpanMs: queueSpanMs(ctx) });
}

/** Ends the sessions a second time: a login can succeed between the first time and the commit of the change. */
async function endSessions(ctx: Context, { id, userId, exceptSessionId }: OutboxRow) {
  const accountId = requireId(userId, id);
  const user = await findUser(ctx.db, accountId);
  const ended = { exceptId: exceptSessionId };
  await (user ? endSessionsOf(ctx, user, ended) : ctx.sessions.endAll(accountId, ended));
}

async function saveCardOf(ctx: Context, row: OutboxRow, report: Parameters<OutboxHandler>[2]) {
  const card = { bookingId: requireId(row.bookingId, row.id), paymentMethodId: requireSubject(row) };
  if ((await saveCard(ctx, card)) === 'refused') report({ dropReason: NOT_SAVED });
}

function accountOf({ id, userId }: OutboxRow) {
  return { userId: requireId(userId, id), outboxId: id };
}

/** `postpone`: the e-mail is not sent before an instant. */
function forBooking(
  send: (
    ctx: Context,
    row: BookingNotification,
    postpone: (until: { dueAt: number }) => void,
  ) => Promise<void>,
): OutboxHandler {
  return (ctx, { id, bookingId, subject }, report) =>
    send(ctx, { outboxId: id, bookingId: requireId(bookingId, id), subject }, report);
}

function byText(
  write: (ctx: Context, row: BookingNotification) => Promise<TextDraft | UnsentText>,
): OutboxHandler {
  return async (ctx, { id, bookingId, subject }, report) => {
    const notification = { outboxId: id, bookingId: requireId(bookingId, id), subject };
    report(await sendCustomerText(ctx, notification, () => write(ctx, notification)));
  };
}

async function rejectMalformed(_ctx: Context, { id }: OutboxRow) {
  throw new Error(`Outbox row ${id} is a message of an unknown type`);
}

function requireSubject({ id, subject }: OutboxRow): string {
  if (subject === null) throw new Error(`Outbox row ${id} has no subject`);
  return subject;
}

function requireId(id: number | null, outboxId: string): number {
  if (id === null) throw new Error(`Outbox row ${outboxId} has no subject: set booking_id or user_id`);
  return id;
}
