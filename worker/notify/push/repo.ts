import { sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { commit } from '#worker/base/db/commit.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';

type NewSubscription = {
  userId: number;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  nowMs: number;
};

/** In place of an earlier one of the session, and of the browser: a phone can change hands. */
export async function replaceSubscription(db: Db, subscription: NewSubscription): Promise<void> {
  const { userId, sessionId, endpoint, p256dh, auth, nowMs } = subscription;
  await commit(
    { db },
    {
      writes: [
        db.run(sql`DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} OR session_id = ${sessionId}`),
        db.run(sql`
      INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
      VALUES (${userId}, ${sessionId}, ${endpoint}, ${p256dh}, ${auth}, ${nowMs})`),
      ],
    },
  );
}

export async function deleteSubscription(db: Db, endpoint: string, userId: number): Promise<void> {
  await db.run(sql`DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} AND user_id = ${userId}`);
}

const FIELDS = {
  userId: sql<number>`p.user_id`,
  sessionId: sql<string>`p.session_id`,
  endpoint: sql<string>`p.endpoint`,
  p256dh: sql<string>`p.p256dh`,
  auth: sql<string>`p.auth`,
  routeId: sql<number>`r.id`,
  day: sql<string>`r.date`,
  isFromDriver: sql<boolean>`x.action_id IS NOT NULL`.mapWith(Boolean),
};
export type PushRow = SelectedRow<typeof FIELDS>;

/** The browsers of those who have not read a message of a route. `key`: of the message. */
export function listUnreadBrowsers(db: Db, key: string): Promise<PushRow[]> {
  return readRows(
    db,
    FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM messages m JOIN route_messages x ON x.message_id = m.id
        JOIN driver_routes r ON r.id = x.route_id
        JOIN message_mentions n ON n.message_id = m.id AND n.read_at IS NULL
        JOIN users u ON u.id = n.user_id AND u.is_active = 1
        JOIN push_subscriptions p ON p.user_id = u.id
      WHERE m.idempotency_key = ${key} ORDER BY p.id`,
  );
}
