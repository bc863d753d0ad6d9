import type { Context } from '#worker/context.ts';
import { siteUrl } from '#worker/notifications/email/business.ts';
import { sha256 } from '#worker/platform/digest.ts';
import { newToken } from '#worker/sessions/sessions.ts';
import { insertToken } from './repo.ts';

/**
 * A new address for a pay link: 256 random bits, of which only the SHA-256 is kept. It works as long as the link;
 * so do those made before it.
 */
export async function newPayUrl(ctx: Context, payLinkId: string): Promise<string> {
  const token = newToken();
  await insertToken(ctx.db, { payLinkId, tokenHash: await sha256(token), createdAt: ctx.now() });
  return siteUrl(ctx.settings, `/pay/${token}`);
}
