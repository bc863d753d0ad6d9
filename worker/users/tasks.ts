import { findUser } from '#worker/auth/repo.ts';
import type { Context } from '#worker/context.ts';
import { findEntry, type HistoryRow } from '#worker/history/repo.ts';
import {
  type AccountChangeSource,
  accountChangedLetter,
} from '#worker/notifications/email/account-changed.ts';
import { businessOf } from '#worker/notifications/email/business.ts';

type Told = { userId: number; recipient: string | null; version: number | null; noticeId: string };

/** E-mails the owner of an account what was changed, to the address that it had before. */
export async function tellOfChange(ctx: Context, { userId, recipient, version, noticeId }: Told) {
  if (!recipient || version === null) throw new Error(`Notice ${noticeId} names no recipient`);
  const user = await findUser(ctx.db, userId);
  const entry = await findEntry(ctx.db, { subject: 'user', subjectId: userId, version });
  if (!user || !entry) throw new Error(`Notice ${noticeId} is about no change`);
  const letter = accountChangedLetter({
    name: user.firstName ?? usernameBefore(entry) ?? user.username,
    source: sourceOf(entry),
    changedBy: entry.actorName,
    changed: Object.keys(entry.after ?? {}),
    business: businessOf(ctx.settings),
  });
  await ctx.mail.send({ ...letter, to: recipient, cause: noticeId });
}

/** The letter names no new value, the username included. */
function usernameBefore({ before }: HistoryRow): string | null {
  return typeof before?.username === 'string' ? before.username : null;
}

function sourceOf({ action, actorId, subjectId }: HistoryRow): AccountChangeSource {
  if (action === 'reset') return 'reset-link';
  return actorId === subjectId ? 'owner' : 'colleague';
}
