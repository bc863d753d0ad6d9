import { sendResetLink } from '#worker/auth/reset.ts';
import type { BookingNotice } from '#worker/booking-records/notification-subject.ts';
import { sendBookingCancelled, sendBookingConfirmed } from '#worker/bookings/status/emails.ts';
import { confirmBooking } from '#worker/bookings/tasks.ts';
import type { Context } from '#worker/context.ts';
import { countOnce } from '#worker/db/rate-limits-repo.ts';
import type { BOOKING_NOTICES } from '#worker/db/schema/outbox.ts';
import { giveUp } from '#worker/notifications/list/service.ts';
import { announce } from '#worker/notifications/outbox/announce.ts';
import {
  findWaiting,
  listWaiting,
  markDone,
  markFailed,
  type OutboxRow,
} from '#worker/notifications/outbox/repo.ts';
import {
  remindOfBooking,
  remindOfDelivery,
  remindOfOverdue,
  remindOfPending,
  remindOfReturn,
} from '#worker/notifications/reminders/emails.ts';
import { alertOfMoney, tellOfCharge, tellOfRefund } from '#worker/payments/emails.ts';
import { sendPayLink } from '#worker/payments/links/tasks.ts';
import { describeError } from '#worker/platform/log.ts';
import type { Mail } from '#worker/platform/mail.ts';
import { tellOfChange } from '#worker/users/tasks.ts';
import { MAX_ATTEMPTS, queueSpanMs } from './retry-policy.ts';

const BATCH = 100;
/** So long at most it takes to send a mail; who takes longer is dead. */
const CLAIM_MS = 15_000;
const LOOK_AGAIN_MS = 250;
/** What is younger the queue is still about to do. */
const WAIT_MS = 2 * 60_000;

/**
 * Does what a committed change asked for, whatever number of times it is told to: who comes while somebody is at it
 * waits, and takes over where they failed or died.
 */
export async function handleNotice(ctx: Context, id: string): Promise<void> {
  const notice = await findWaiting(ctx.db, id);
  if (!notice) return;
  if (isEarly(ctx, notice)) return announce(ctx, id, { delaySeconds: secondsUntilDue(ctx, notice) });
  if (!(await claim(ctx, notice))) {
    await ctx.pause(LOOK_AGAIN_MS);
    return handleNotice(ctx, id);
  }
  try {
    const sentTo = await perform(ctx, notice);
    await markDone(ctx.db, notice, { sentTo, nowMs: ctx.now() });
  } catch (error) {
    await markFailed(ctx.db, id, String(describeError(error).error));
    throw error;
  }
}

/** Notices that the queue lost, until they have failed so often that they are dead. Forced, those too that are young; a row with a later due time waits in either case. */
export async function handleWaitingNotices(ctx: Context, { isForced }: { isForced: boolean }) {
  const before = (ms: number) => ctx.now() - (isForced ? 0 : ms);
  const waiting = await listWaiting(ctx.db, {
    untried: before(WAIT_MS),
    tried: before(queueSpanMs(ctx)),
    limit: BATCH,
  });
  const counts = { examined: waiting.length, done: 0, failed: 0 };
  for (const { id, attempts } of waiting) {
    try {
      await handleNotice(ctx, id);
      counts.done += 1;
    } catch (error) {
      counts.failed += 1;
      ctx.log.error('notice_failed', { noticeId: id, ...describeError(error) });
      if (attempts + 1 >= MAX_ATTEMPTS) await giveUp(ctx, id);
    }
  }
  return counts;
}

function secondsUntilDue(ctx: Context, { dueAt }: OutboxRow): number {
  return Math.ceil(((dueAt ?? 0) - ctx.now()) / 1000);
}

const isEarly = (ctx: Context, row: OutboxRow) => secondsUntilDue(ctx, row) > 0;

/** For one at a time. Each try is claimed by itself, so that the next is free once one has failed. */
async function claim(ctx: Context, { id, attempts }: OutboxRow): Promise<boolean> {
  const key = `notice:${id}:${attempts}`;
  return (await countOnce(ctx.db, { key, windowMs: CLAIM_MS, nowMs: ctx.now() })).count === 1;
}

/** Does what the row asks for; the address of the e-mail that it sent, null where it sent none. */
async function perform(ctx: Context, notice: OutboxRow): Promise<string | null> {
  let sentTo: string | null = null;
  const send = async (mail: Mail) => {
    await ctx.mail.send(mail);
    sentTo = mail.to;
  };
  await handle({ ...ctx, mail: { send } }, notice);
  return sentTo;
}

async function handle(ctx: Context, notice: OutboxRow): Promise<void> {
  const { id, kind, exceptSessionId, recipient, version } = notice;
  switch (kind) {
    case 'end-sessions':
      // Again: somebody may have signed in between the first ending and the commit.
      await ctx.sessions.endAll(present(notice.userId), { exceptId: exceptSessionId });
      return;
    case 'password-reset':
      return sendResetLink(ctx, { userId: present(notice.userId), noticeId: id });
    case 'account-changed':
      return tellOfChange(ctx, { userId: present(notice.userId), recipient, version, noticeId: id });
    default:
      return tellOfBooking(ctx, kind, {
        noticeId: id,
        bookingId: present(notice.bookingId),
        about: notice.about,
      });
  }
}

function tellOfBooking(
  ctx: Context,
  kind: (typeof BOOKING_NOTICES)[number],
  notice: BookingNotice,
): Promise<void> {
  switch (kind) {
    case 'deposit-paid':
      return confirmBooking(ctx, notice);
    case 'balance-charged':
      return tellOfCharge(ctx, notice);
    case 'refund-made':
      return tellOfRefund(ctx, notice);
    case 'pay-link':
    case 'pay-link-reminder':
      return sendPayLink(ctx, notice, { isReminder: kind === 'pay-link-reminder' });
    case 'booking-confirmed':
      return sendBookingConfirmed(ctx, notice);
    case 'booking-cancelled':
      return sendBookingCancelled(ctx, notice);
    case 'delivery-reminder':
      return remindOfDelivery(ctx, notice);
    case 'return-reminder':
      return remindOfReturn(ctx, notice);
    case 'booking-reminder':
      return remindOfBooking(ctx, notice);
    case 'still-pending':
      return remindOfPending(ctx, notice);
    case 'rental-overdue':
      return remindOfOverdue(ctx, notice);
    case 'dispute-opened':
    case 'refund-failed':
    case 'fraud-warning':
      return alertOfMoney(ctx, notice, kind);
    default:
      // Written by a later Worker than this one: it waits for that one.
      throw new Error(`Notices of kind ${kind satisfies never} are unknown here`);
  }
}

/** What the table demands of a kind. */
function present(id: number | null): number {
  if (id === null) throw new Error('A notice is about nothing');
  return id;
}
