import type { Context } from '#worker/context.ts';
import { findEntry } from '#worker/history/repo.ts';
import { accountChangedLetter } from '#worker/mail/account-changed.ts';
import { businessOf } from '#worker/mail/business.ts';
import { findUser } from './repo.ts';

type Told = { userId: number; recipient: string | null; version: number | null; noticeId: string };

/** Tells the owner of an account, at the address it had before, that somebody else changed it. */
export async function tellOfChange(ctx: Context, { userId, recipient, version, noticeId }: Told) {
  if (!recipient || version === null) throw new Error(`Notice ${noticeId} names no recipient`);
  const user = await findUser(ctx.db, userId);
  const entry = await findEntry(ctx.db, { subject: 'user', subjectId: userId, version });
  if (!user || !entry) throw new Error(`Notice ${noticeId} is about no change`);
  const letter = accountChangedLetter({
    name: user.firstName ?? user.username,
    changedBy: entry.actorName,
    changed: Object.keys(entry.after ?? {}),
    business: businessOf(ctx.settings),
  });
  await ctx.mail.send({ ...letter, to: recipient, cause: noticeId });
}
