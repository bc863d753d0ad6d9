import type { Context } from '#worker/context.ts';
import { siteUrl } from '#worker/notifications/email/business.ts';
import { sha256 } from '#worker/platform/digest.ts';
import { newToken } from '#worker/sessions/sessions.ts';
import { insertToken } from './repo.ts';

/**
 * A new URL of a payment link: 256 random bits, stored only as SHA-256. It works as long as the link is open, and so do
 * the URLs created before it.
 */
export async function newPayUrl(ctx: Context, payLinkId: string): Promise<string> {
  const token = newToken();
  await insertToken(ctx.db, { payLinkId, tokenHash: await sha256(token), createdAt: ctx.now() });
  return siteUrl(ctx.settings, `/pay/${token}`);
}
