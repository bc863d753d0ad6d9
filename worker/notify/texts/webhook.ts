import { AppError } from '#domain/shared/errors.ts';
import { cutText } from '#domain/shared/text.ts';
import { replyKeyword, textErrorWords } from '#domain/shared/texts.ts';
import type { Context } from '#worker/base/context.ts';
import { isSameSecret } from '#worker/base/platform/digest.ts';
import { textSignature, textStatusOf } from '#worker/base/platform/texts.ts';
import { siteUrl } from '#worker/notify/email/layout.ts';
import { applyTextReport, insertTextReply, markTextDelivery } from './repo.ts';

/** A text has at most 1,600 characters. */
const MAX_BODY = 1600;
/** Of a text that the provider accepted and whose row is not stored yet: the provider repeats the call. */
const NOT_STORED = 'This text is not stored yet. Send the report again.';

type WebhookCall = { form: string; query: string; signature: string | null };

/**
 * POST /api/texts/webhook: a report about a text, or a text from a customer. The signature is of PUBLIC_URL, not of the
 * request's own address, which differs behind Pages. Safe to repeat.
 */
export async function receiveTextWebhook(ctx: Context, { form, query, signature }: WebhookCall) {
  const fields = new URLSearchParams(form);
  const url = siteUrl(ctx.settings, `/api/texts/webhook${query}`);
  const keys = ctx.settings.textKeys;
  const isSigned =
    keys !== null &&
    signature !== null &&
    (await isSameSecret(signature, await textSignature(keys.authToken, { url, fields })));
  if (!isSigned) throw new AppError('invalid', 'The signature does not fit.');
  if (fields.has('MessageStatus')) return receiveReport(ctx, fields, new URLSearchParams(query));
  if (fields.has('Body') && fields.has('From')) return receiveReply(ctx, fields);
}

async function receiveReport(ctx: Context, fields: URLSearchParams, query: URLSearchParams) {
  const providerId = fields.get('MessageSid') ?? '';
  const status = textStatusOf(fields.get('MessageStatus') ?? '');
  const errorCode = fields.get('ErrorCode') || null;
  const outboxId = query.get('text');
  const nowMs = ctx.now();
  const isKnown = await applyTextReport(ctx.db, { outboxId, providerId, status, errorCode, nowMs });
  if (!isKnown) throw new AppError('not_found', NOT_STORED);
  if (status === 'delivered') await markTextDelivery(ctx.db, providerId, null);
  if (status === 'undelivered' || status === 'failed') await storeFailure(ctx, providerId, errorCode);
}

async function storeFailure(ctx: Context, providerId: string, errorCode: string | null) {
  await markTextDelivery(ctx.db, providerId, { reason: textErrorWords(errorCode), nowMs: ctx.now() });
  ctx.log.warn('text_not_delivered', { providerId, errorCode });
}

async function receiveReply(ctx: Context, fields: URLSearchParams) {
  const body = fields.get('Body') ?? '';
  const keyword = replyKeyword(body, fields.get('OptOutType') ?? '');
  await insertTextReply(ctx.db, {
    id: fields.get('MessageSid') ?? ctx.newId(),
    phone: fields.get('From') ?? '',
    keyword,
    body: cutText(body, MAX_BODY),
    receivedAt: ctx.now(),
  });
  ctx.log.info('text_received', { keyword });
}
