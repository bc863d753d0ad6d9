import { nextCustomerHour } from '#domain/dispatch/customer-hours.ts';
import { DAY_MS, instantOn } from '#domain/shared/days.ts';
import { textErrorWords } from '#domain/shared/texts.ts';
import type { Context } from '#worker/base/context.ts';
import { textPhone } from '#worker/base/platform/phone-numbers.ts';
import { STOPPED_CODE, type TextPort, TextProviderError } from '#worker/base/platform/texts.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { textsLimitedEmail } from '#worker/notify/email/texts-limited.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import type { HandlerResult } from '#worker/notify/outbox/process.ts';
import type { BookingNotification } from '#worker/rental/notification-subject.ts';
import {
  applyTextReport,
  findDecidingConsent,
  findLatestStopOrStart,
  findTextMessage,
  insertTextMessage,
  insertTextReply,
  insertTextsLimitedAlert,
  listKnownProviderIds,
  readTextLimit,
  type TextMessageRow,
  touchTextMessage,
} from './repo.ts';

/** The text as it would be sent now. `untilMs`: after it the text is outdated, and is dropped. */
export type TextDraft = { phone: string; body: string; untilMs: number };

/** A text that must not be sent any more, with the reason for staff. */
export type UnsentText = { dropReason: string };

/** After a call without an answer, the provider's list may not show the text for this long. */
const UNANSWERED_MS = 60_000;

/**
 * Sends the text of an outbox row at most once. A row that was attempted before is first looked up at the provider, which
 * has no idempotency key. A text that must not be sent is dropped with the reason; one outside 8 AM to 8 PM
 * waits.
 */
export async function sendCustomerText(
  ctx: Context,
  notification: BookingNotification,
  write: () => Promise<TextDraft | UnsentText>,
): Promise<HandlerResult> {
  const { outboxId } = notification;
  const earlier = await findTextMessage(ctx.db, outboxId);
  if (earlier?.providerId) return { messageId: earlier.providerId };
  const { texts } = ctx;
  if (!texts) return { dropReason: 'texts are not set up' };
  if (earlier) return repeatText(ctx, texts, earlier);
  const draft = await write();
  if ('dropReason' in draft) return draft;
  const phone = textPhone(draft.phone);
  if (phone === null) return { dropReason: 'the phone number cannot get texts' };
  const refusal = await findRefusal(ctx, { bookingId: notification.bookingId, phone });
  if (refusal) return { dropReason: refusal };
  const dueMs = nextCustomerHour(ctx.now(), ctx.settings.timeZone);
  if (dueMs > draft.untilMs || ctx.now() > draft.untilMs) return { dropReason: 'it was too late to send it' };
  if (dueMs > ctx.now()) return { dueAt: dueMs };
  const { emailRecipients: recipients } = ctx.settings;
  if (recipients && !recipients.includes(phone)) return { isWithheld: true };
  const nowMs = ctx.now();
  const text = { outboxId, bookingId: notification.bookingId, phone, body: draft.body };
  const isStored = await insertTextMessage(ctx.db, { ...text, nowMs }, startOfDayMs(ctx));
  if (!isStored) return refuseNewNumber(ctx);
  return postText(ctx, texts, text);
}

function startOfDayMs(ctx: Context): number {
  return instantOn(ctx.today(), '00:00', ctx.settings.timeZone);
}

/** The day's number of first texts is used up. The business gets one e-mail about it. */
async function refuseNewNumber(ctx: Context): Promise<HandlerResult> {
  const day = ctx.today();
  const alert = { id: ctx.newId(), day, createdAt: ctx.now() };
  ctx.log.warn('texts_limited', { day });
  if (await insertTextsLimitedAlert(ctx.db, alert)) await enqueueOutboxRow(ctx, alert.id);
  return { dropReason: 'the limit of new numbers for texts was reached on this day' };
}

/** E-mails the business that new numbers get no texts for the rest of a day. */
export async function sendTextsLimitedEmail(ctx: Context, { id, day }: { id: string; day: string }) {
  const business = await readEmailBusiness(ctx);
  const { newTextNumbers } = await readTextLimit(ctx.db);
  const url = siteUrl(ctx.settings, '/admin/settings/dispatch/times');
  const email = textsLimitedEmail({ day, newTextNumbers, url, business });
  await ctx.mail.send({ ...email, to: business.email, dedupeKey: id });
}

/** Why a number gets no texts about a booking; null when it may. */
async function findRefusal(
  ctx: Context,
  { bookingId, phone }: { bookingId: number; phone: string },
): Promise<string | null> {
  const [consent, keyword] = await Promise.all([
    findDecidingConsent(ctx.db, { bookingId, phone }),
    findLatestStopOrStart(ctx.db, phone),
  ]);
  if (keyword?.keyword === 'stop') return 'number stopped texts';
  if (!consent) return 'the customer agreed with another phone number';
  return consent.isGiven ? null : 'the customer withdrew the consent';
}

/** Another attempt with the stored words: the provider may have accepted the first. */
async function repeatText(ctx: Context, texts: TextPort, text: TextMessageRow): Promise<HandlerResult> {
  const waitUntilMs = text.updatedAt + unansweredMs(ctx);
  if (ctx.now() < waitUntilMs) return { dueAt: waitUntilMs };
  const found = await texts.listSame({ to: text.phone, body: text.body, sinceMs: text.createdAt - DAY_MS });
  const known = await listKnownProviderIds(
    ctx.db,
    found.map(({ providerId }) => providerId),
  );
  const accepted = found.find(({ providerId }) => !known.includes(providerId));
  if (accepted) return storeAccepted(ctx, text.outboxId, accepted);
  const refusal = await findRefusal(ctx, text);
  if (refusal) return { dropReason: refusal };
  const dueMs = nextCustomerHour(ctx.now(), ctx.settings.timeZone);
  if (dueMs > ctx.now()) return { dropReason: 'it was too late to send it' };
  await touchTextMessage(ctx.db, text.outboxId, ctx.now());
  return postText(ctx, texts, text);
}

/** RETRY_SECONDS (development) shortens it, as it does other delays. */
function unansweredMs({ settings }: Pick<Context, 'settings'>): number {
  return settings.retrySeconds === null ? UNANSWERED_MS : settings.retrySeconds * 1000;
}

type PreparedText = Pick<TextMessageRow, 'outboxId' | 'bookingId' | 'phone' | 'body'>;

async function postText(ctx: Context, texts: TextPort, text: PreparedText): Promise<HandlerResult> {
  const { outboxId, phone, body } = text;
  const callbackUrl = textCallbackUrl(ctx, outboxId);
  try {
    const result = await texts.send({ to: phone, body, callbackUrl });
    if (result.status === 'accepted') return await storeAccepted(ctx, outboxId, result.text);
    const nowMs = ctx.now();
    if (result.code === STOPPED_CODE) {
      // The provider knows of a STOP whose webhook did not arrive.
      const reply = {
        id: `refused:${outboxId}`,
        phone,
        keyword: 'stop' as const,
        body: '',
        receivedAt: nowMs,
      };
      await insertTextReply(ctx.db, reply);
      return { dropReason: 'number stopped texts' };
    }
    return { dropReason: lowerFirst(textErrorWords(String(result.code))) };
  } catch (error) {
    // The next attempt needs no wait: the provider did not accept this one.
    if (error instanceof TextProviderError && error.outcome === 'failed') {
      await touchTextMessage(ctx.db, outboxId, ctx.now() - unansweredMs(ctx));
    }
    throw error;
  }
}

async function storeAccepted(
  ctx: Context,
  outboxId: string,
  { providerId, status }: { providerId: string; status: TextMessageRow['status'] },
): Promise<HandlerResult> {
  await applyTextReport(ctx.db, { outboxId, providerId, status, errorCode: null, nowMs: ctx.now() });
  return { messageId: providerId };
}

/** Where the provider reports what became of a text. The outbox row identifies it even if the provider's answer is lost. */
function textCallbackUrl({ settings }: Pick<Context, 'settings'>, outboxId: string): string {
  return siteUrl(settings, `/api/texts/webhook?text=${encodeURIComponent(outboxId)}`);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
