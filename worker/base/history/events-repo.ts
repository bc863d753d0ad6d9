import { type SQL, sql } from 'drizzle-orm';
import { ACTOR_LABELS } from '#domain/accounts/access.ts';
import type { Db } from '#worker/base/db/client.ts';
import { insertEntry, nameOf, REPORTED } from './repo.ts';

type EventActor = { type: 'staff'; userId: number } | { type: keyof typeof ACTOR_LABELS };

export type BookingEvent = {
  /** The id, or an expression that finds it inside a statement of the same batch. */
  bookingId: number | SQL;
  actor: EventActor;
  /** One of the actions in domain/rental/history.ts, which defines its `details`. */
  action: string;
  details: Record<string, string | number | boolean | null>;
  /** The staff member who started the charge or refund of the entry; stored as details.startedBy (the name). */
  startedBy?: number | null;
  /** Further details, as expressions: the id of a row that the same batch inserts. */
  computed?: Readonly<Record<string, SQL>>;
  /** True if it was sent to the customer; their address is stored as details.to. */
  isToCustomer?: boolean;
  transactionId?: string | null;
  nowMs: number;
};

/** For a batch: a history entry that does not change the version of the booking. */
export function insertBookingEvent(db: Db, event: BookingEvent) {
  return insert(db, event, sql`NULL`);
}

/** For a batch: a history entry with a new version of the booking. */
export function insertBookingChange(db: Db, event: BookingEvent) {
  return [
    db.run(sql`UPDATE bookings SET version = version + 1 WHERE id = ${event.bookingId}`),
    insert(db, event, sql`b.version`),
  ] as const;
}

function insert(db: Db, event: BookingEvent, version: SQL) {
  const { bookingId, actor, action, startedBy, isToCustomer, nowMs } = event;
  const isStaff = actor.type === 'staff';
  const name = isStaff ? nameOf(actor.userId) : sql`${ACTOR_LABELS[actor.type]}`;
  const facts = [
    sql`${JSON.stringify(event.details)}`,
    ...(startedBy ? [sql`'$.startedBy', ${nameOf(startedBy)}, '$.startedById', ${startedBy}`] : []),
    ...(isToCustomer ? [sql`'$.to', b.email`] : []),
    ...Object.entries(event.computed ?? {}).map(([name, value]) => sql`${`$.${name}`}, ${value}`),
  ];
  return db.run(sql`
    INSERT INTO history (subject, subject_id, version, action, actor_type, actor_id, actor_name, before, after,
      transaction_id, created_at)
    SELECT 'booking', b.id, ${version}, ${action}, ${actor.type}, ${isStaff ? actor.userId : null}, ${name}, NULL,
      json_insert(${sql.join(facts, sql`, `)}), ${event.transactionId ?? null}, ${nowMs}
    FROM bookings b WHERE b.id = ${bookingId} ${REPORTED}`);
}

/** For a batch: a history entry that does not change the version of the account. */
export function insertAccountEvent(
  db: Db,
  event: { userId: number; actor: { userId: number; username: string }; action: string; nowMs: number },
) {
  const { userId, actor, action, nowMs } = event;
  return insertEntry(
    db,
    { subject: 'user', subjectId: userId, version: sql`NULL` },
    { action, actor, before: null, after: null, nowMs },
  );
}
