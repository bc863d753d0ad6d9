import { type SQL, sql } from 'drizzle-orm';
import { ACTOR_LABELS } from '#domain/history.ts';
import type { Db } from '#worker/db/client.ts';
import { nameOf } from './repo.ts';

type EventActor = { type: 'staff'; userId: number } | { type: keyof typeof ACTOR_LABELS };

export type BookingEvent = {
  bookingId: number;
  actor: EventActor;
  /** One of the actions of domain/history.ts, which says what `details` hold. */
  action: string;
  details: Record<string, string | number | boolean | null>;
  /** The member of staff who started what the entry is about: details.startedBy is their name. */
  startedBy?: number | null;
  /** Whether it was sent to the customer: their address becomes details.to. */
  isToCustomer?: boolean;
  transactionId?: string | null;
  nowMs: number;
  /** Decided in the statement itself: before the statements of the batch that follow it. */
  condition?: SQL;
};

/** For a batch: an entry of a booking's history that leaves its version as it is. */
export function insertBookingEvent(db: Db, event: BookingEvent) {
  return insert(db, event, sql`NULL`);
}

/** The same, as the change that makes the booking's next version. */
export function insertBookingChange(db: Db, event: BookingEvent) {
  const { bookingId, condition = sql`1` } = event;
  return [
    db.run(sql`UPDATE bookings SET version = version + 1 WHERE id = ${bookingId} AND ${condition}`),
    insert(db, event, sql`b.version`),
  ] as const;
}

function insert(db: Db, event: BookingEvent, version: SQL) {
  const { bookingId, actor, action, startedBy, isToCustomer, nowMs, condition = sql`1` } = event;
  const isStaff = actor.type === 'staff';
  const name = isStaff ? nameOf(actor.userId) : sql`${ACTOR_LABELS[actor.type]}`;
  const facts = [
    sql`${JSON.stringify(event.details)}`,
    ...(startedBy ? [sql`'$.startedBy', ${nameOf(startedBy)}, '$.startedById', ${startedBy}`] : []),
    ...(isToCustomer ? [sql`'$.to', b.email`] : []),
  ];
  return db.run(sql`
    INSERT INTO history (subject, subject_id, version, action, actor_type, actor_id, actor_name, before, after,
      transaction_id, created_at)
    SELECT 'booking', b.id, ${version}, ${action}, ${actor.type}, ${isStaff ? actor.userId : null}, ${name}, NULL,
      json_insert(${sql.join(facts, sql`, `)}), ${event.transactionId ?? null}, ${nowMs}
    FROM bookings b WHERE b.id = ${bookingId} AND ${condition}`);
}
