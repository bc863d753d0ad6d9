import type { BookingTexts } from '#contract/texts.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { NOTIFICATION_KINDS } from '#domain/shared/notifications.ts';
import { SPOKEN_CONSENT_WORDING, type TextState, textErrorWords } from '#domain/shared/texts.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { findNames } from '#worker/base/history/repo.ts';
import { textPhone } from '#worker/base/platform/phone-numbers.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { findEmailBounce } from '#worker/notify/bounces/repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import {
  findDecidingConsent,
  findLatestStopOrStart,
  insertTextConsent,
  listTextMessages,
  listTextReplies,
  type TextConsentRow,
} from './repo.ts';

const MAX_MESSAGES = 20;
const MAX_REPLIES = 10;

export async function readBookingTexts(ctx: Context, bookingId: number): Promise<BookingTexts> {
  return loadBookingTexts(ctx, await getBooking(ctx, bookingId));
}

/**
 * Records what the customer said about texts. It does not change the version of the booking: nothing that others edit
 * depends on it. Throws conflict when the number cannot get texts.
 */
export async function setTextConsent(
  ctx: Context,
  actor: Actor,
  { bookingId, isGiven }: { bookingId: number; isGiven: boolean },
): Promise<BookingTexts> {
  const booking = await getBooking(ctx, bookingId);
  const phone = textPhone(booking.phone);
  if (phone === null) {
    throw new AppError(
      'conflict',
      'This phone number cannot get texts. They go to US and Canadian numbers only.',
    );
  }
  const current = await findDecidingConsent(ctx.db, { bookingId, phone });
  if ((current?.isGiven ?? false) === isGiven) return loadBookingTexts(ctx, booking);
  const nowMs = ctx.now();
  await commit(ctx, {
    writes: [
      insertTextConsent(ctx.db, {
        bookingId,
        phone,
        isGiven,
        source: 'staff',
        createdAt: nowMs,
        createdBy: actor.userId,
        wording: isGiven ? SPOKEN_CONSENT_WORDING : null,
      }),
      insertBookingEvent(ctx.db, {
        bookingId,
        actor: { type: 'staff', userId: actor.userId },
        nowMs,
        action: isGiven ? 'text_consent_given' : 'text_consent_withdrawn',
        details: {},
      }),
    ],
  });
  return loadBookingTexts(ctx, booking);
}

async function loadBookingTexts(
  ctx: Context,
  { id, phone: typed, email }: BookingRecord,
): Promise<BookingTexts> {
  const phone = textPhone(typed);
  const [consent, keyword, replies, messages, bounce] = await Promise.all([
    phone === null ? null : findDecidingConsent(ctx.db, { bookingId: id, phone }),
    phone === null ? null : findLatestStopOrStart(ctx.db, phone),
    phone === null ? [] : listTextReplies(ctx.db, phone, MAX_REPLIES),
    listTextMessages(ctx.db, id, MAX_MESSAGES),
    email === null ? null : findEmailBounce(ctx.db, email),
  ]);
  const stop = keyword?.keyword === 'stop' ? keyword : null;
  return {
    isOffered: ctx.texts !== null,
    state: stateOf({ phone, consent, isStopped: stop !== null }),
    consent: consent && (await consentView(ctx, consent)),
    stoppedAt: isoInstant(stop?.receivedAt ?? null),
    messages: messages.map(({ message, kind }) => ({
      id: message.outboxId,
      body: message.body,
      status: message.status,
      // A newer version of the Worker can write kinds that this one does not know.
      kind: NOTIFICATION_KINDS.includes(kind) ? kind : ('malformed' as const),
      reason: isUndelivered(message.status) ? textErrorWords(message.errorCode) : null,
      createdAt: isoInstant(message.createdAt),
    })),
    replies: replies
      .filter(({ body }) => body !== '')
      .map(({ receivedAt, ...reply }) => ({ ...reply, receivedAt: isoInstant(receivedAt) })),
    bounce: bounce && { reason: bounce.reason, bouncedAt: isoInstant(bounce.bouncedAt) },
  };
}

function isUndelivered(status: string): boolean {
  return status === 'undelivered' || status === 'failed';
}

type Known = { phone: string | null; consent: TextConsentRow | null; isStopped: boolean };

function stateOf({ phone, consent, isStopped }: Known): TextState {
  if (phone === null) return 'no_number';
  if (isStopped) return 'stopped';
  if (!consent) return 'not_asked';
  return consent.isGiven ? 'on' : 'withdrawn';
}

async function consentView(ctx: Context, consent: TextConsentRow) {
  const { isGiven, source, wording, ip, createdAt, createdBy } = consent;
  const names = createdBy === null ? null : await findNames(ctx.db, createdBy);
  return { isGiven, source, wording, ip, createdAt: isoInstant(createdAt), createdBy: names?.name ?? null };
}
