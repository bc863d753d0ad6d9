import { eq, type SQL, sql } from 'drizzle-orm';
import { SIGN_IN_LINK_ATTEMPTS } from '#domain/accounts/sign-in-links.ts';
import type { Db } from '#worker/base/db/client.ts';
import { countAtMost } from '#worker/base/db/rate-limits-repo.ts';
import { readRows } from '#worker/base/db/rows.ts';
import { signInLinks } from '#worker/base/db/schema/users.ts';

/** A link to store: who asked for it, where and when. */
export type SignInLinkRequest = { id: string; username: string; deviceHash: string; createdAt: number };

/** Limits by the parts of their keys, between which the id of the account is, and the start of windows that still count. */
export type ReachableLimits = {
  startedSince: number;
  limits: { key: [string] | [string, string]; allowed: number }[];
};
type Admission = { reachable: ReachableLimits; counts: { key: string; allowed: number }[] };

/**
 * For a batch: stores a link for the active account with an e-mail address, while one of the reachable limits is reached
 * and the counts of requests admit it.
 */
export function insertSignInLink(
  db: Db,
  { id, username, deviceHash, createdAt }: SignInLinkRequest,
  { reachable, counts }: Admission,
) {
  return db.run(sql`
    INSERT INTO sign_in_links (id, user_id, device_hash, created_at)
    SELECT ${id}, users.id, ${deviceHash}, ${createdAt} FROM users
    WHERE lower(username) = lower(${username}) AND is_active = 1 AND email IS NOT NULL AND (${sql.join(reachable.limits.map(isReachedIn(reachable)), sql` OR `)})
      AND ${sql.join(counts.map(countAtMost), sql` AND `)}`);
}

const isReachedIn =
  ({ startedSince }: ReachableLimits) =>
  ({ key: [before, after], allowed }: ReachableLimits['limits'][number]): SQL => {
    const key = after === undefined ? sql`${before}` : sql`${before} || users.id || ${after}`;
    return sql`EXISTS (SELECT 1 FROM rate_limits
      WHERE key = ${key} AND count >= ${allowed} AND window_started_at > ${startedSince})`;
  };

/** For the batch of insertSignInLink: the e-mail with the link, if it was stored. Returns a row if so. */
export function insertSignInLinkNotification(db: Db, { id, linkId }: { id: string; linkId: string }) {
  return db.run(sql`
    INSERT INTO outbox (id, kind, user_id, subject, created_at)
    SELECT ${id}, 'sign-in-link', user_id, id, created_at FROM sign_in_links WHERE id = ${linkId} RETURNING id`);
}

/** Sets the token of a link that was not opened. False if it was opened, or has ended with a change of its account. */
export async function storeLinkToken(
  db: Db,
  { id, tokenHash, expiresAt }: { id: string; tokenHash: string; expiresAt: number },
): Promise<boolean> {
  const stored = await db
    .update(signInLinks)
    .set({ tokenHash, expiresAt })
    .where(sql`id = ${id} AND opened_at IS NULL`)
    .returning({ id: signInLinks.id });
  return stored.length > 0;
}

/** Opens a link of an active account on the device that asked for it, once. Returns the username; null if it cannot be opened. */
export async function redeemSignInLink(
  db: Db,
  { tokenHash, deviceHash, nowMs }: { tokenHash: string; deviceHash: string; nowMs: number },
): Promise<string | null> {
  const [opened] = await readRows(
    db,
    { username: sql<string>`(SELECT username FROM users WHERE users.id = user_id)` },
    (columns) => sql`
      UPDATE sign_in_links SET opened_at = ${nowMs}
      WHERE token_hash = ${tokenHash} AND device_hash = ${deviceHash} AND ${isOpenable(nowMs)}
      RETURNING ${columns}`,
  );
  return opened?.username ?? null;
}

/** Whether a link could be opened on another device. */
export async function isForOtherDevice(
  db: Db,
  { tokenHash, nowMs }: { tokenHash: string; nowMs: number },
): Promise<boolean> {
  const found = await db.all(
    sql`SELECT 1 FROM sign_in_links WHERE token_hash = ${tokenHash} AND ${isOpenable(nowMs)}`,
  );
  return found.length > 0;
}

const isOpenable = (nowMs: number) => sql`opened_at IS NULL AND expires_at > ${nowMs}
  AND EXISTS (SELECT 1 FROM users WHERE users.id = user_id AND is_active = 1)`;

/** Takes an attempt of a link that was opened on the device since an instant. False without one. */
export async function takeLinkAttempt(
  db: Db,
  { userId, deviceHash, openedSince }: { userId: number; deviceHash: string; openedSince: number },
): Promise<boolean> {
  const taken = await db.all(sql`
    UPDATE sign_in_links SET attempts = attempts + 1 WHERE id = (
      SELECT id FROM sign_in_links WHERE user_id = ${userId} AND device_hash = ${deviceHash}
        AND opened_at > ${openedSince} AND attempts < ${SIGN_IN_LINK_ATTEMPTS} LIMIT 1)
    RETURNING 1`);
  return taken.length > 0;
}

/** For the batch of a change of an account: its links end. */
export function deleteSignInLinks(db: Db, userId: number) {
  return db.delete(signInLinks).where(eq(signInLinks.userId, userId));
}
