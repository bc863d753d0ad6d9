import type { Context } from '#worker/base/context.ts';
import { findEntry, type HistoryRow } from '#worker/base/history/repo.ts';
import { type AccountChangeSource, accountChangedEmail } from '#worker/notify/email/account.ts';
import { readEmailBusiness } from '#worker/notify/email/business.ts';
import { findUser } from '#worker/people/auth/repo.ts';

type AccountChange = { userId: number; recipient: string | null; version: number | null; outboxId: string };

/** E-mails the list of changed fields to the account's previous address. */
export async function sendAccountChangedEmail(
  ctx: Context,
  { userId, recipient, version, outboxId }: AccountChange,
) {
  if (!recipient || version === null) throw new Error(`Outbox row ${outboxId} has no recipient`);
  const user = await findUser(ctx.db, userId);
  const entry = await findEntry(ctx.db, { subject: 'user', subjectId: userId, version });
  if (!user || !entry)
    throw new Error(`Outbox row ${outboxId} names an account change that is not in the history`);
  const email = accountChangedEmail({
    name: user.firstName ?? usernameBefore(entry) ?? user.username,
    source: sourceOf(entry),
    changedBy: entry.actorName,
    changed: Object.keys(entry.after ?? {}),
    business: await readEmailBusiness(ctx),
  });
  await ctx.mail.send({ ...email, to: recipient, dedupeKey: outboxId });
}

/** The e-mail contains no new value, so the greeting uses the previous username. */
function usernameBefore({ before }: HistoryRow): string | null {
  return typeof before?.username === 'string' ? before.username : null;
}

function sourceOf({ action, actorId, subjectId }: HistoryRow): AccountChangeSource {
  if (action === 'reset') return 'reset-link';
  return actorId === subjectId ? 'owner' : 'colleague';
}
