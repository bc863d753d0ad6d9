import * as z from 'zod/mini';
import type { Context } from '#worker/base/context.ts';
import { deleteEmailBounce, markEmailBounced, storeEmailBounce } from './repo.ts';

const PREFIX = 'cf.email.sending.message.';

/** An event of Cloudflare's Email Sending, as its subscription puts it on a queue. Other events are ignored. */
const emailEvent = z.object({
  type: z.string().check(z.startsWith(PREFIX)),
  payload: z.object({
    messageId: z.optional(z.string()),
    recipient: z.string(),
    delivery: z.optional(z.object({ smtpResponse: z.optional(z.nullable(z.string())) })),
    bounce: z.optional(
      z.object({
        type: z.optional(z.string()),
        classification: z.optional(z.nullable(z.string())),
        reason: z.optional(z.nullable(z.string())),
      }),
    ),
    rejection: z.optional(
      z.object({
        party: z.optional(z.nullable(z.string())),
        detail: z.optional(z.nullable(z.string())),
      }),
    ),
  }),
});
export type EmailEvent = z.output<typeof emailEvent>;

/** Null if a queue message is no event of the e-mail service. */
export function findEmailEvent(body: unknown): EmailEvent | null {
  return emailEvent.safeParse(body).data ?? null;
}

const FAILED = ['bounced', 'rejected', 'complained', 'failed'];
const MAX_REASON = 160;

/**
 * Stores that an e-mail was not delivered, that its address does not accept e-mail, or that it does again. Safe to repeat.
 * https://developers.cloudflare.com/queues/event-subscriptions/events-schemas/
 */
export async function handleEmailEvent(ctx: Context, { type, payload }: EmailEvent): Promise<void> {
  const { messageId = null, delivery, bounce, rejection } = payload;
  const status = type.slice(PREFIX.length);
  const email = payload.recipient.trim().toLowerCase();
  if (status === 'delivered') return deleteEmailBounce(ctx.db, email);
  if (!FAILED.includes(status)) return;
  const words = bounce?.reason ?? bounce?.classification ?? rejection?.detail ?? delivery?.smtpResponse;
  const reason = (words || DEFAULT_REASONS[status] || 'The e-mail was not delivered').slice(0, MAX_REASON);
  const nowMs = ctx.now();
  if (isAddressRefused(status, rejection?.party)) {
    await storeEmailBounce(ctx.db, { email, reason, bouncedAt: nowMs });
  }
  if (messageId !== null) await markEmailBounced(ctx.db, { messageId, reason, nowMs });
  ctx.log.warn('email_not_delivered', { status });
}

/** False for an error of the e-mail service and a refusal of the sender: the customer's address can be valid. */
function isAddressRefused(status: string, party: string | null | undefined): boolean {
  if (status === 'rejected') return (party ?? 'recipient') === 'recipient';
  return status !== 'failed';
}

const DEFAULT_REASONS: Readonly<Record<string, string>> = {
  bounced: 'The mail server refused the e-mail',
  complained: 'The customer marked the e-mail as spam',
  failed: 'The e-mail service could not send it',
  rejected: 'The e-mail service does not send to this address',
};
