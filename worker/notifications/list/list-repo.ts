import { type SQL, sql } from 'drizzle-orm';
import type { QueryOf } from '#contract/endpoint.ts';
import type { listNotifications, Notification } from '#contract/notifications.ts';
import { isoInstant } from '#domain/days.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationState,
  plainReason,
} from '#domain/notifications.ts';
import type { Db } from '#worker/db/client.ts';
import { ACCOUNT_NOTIFICATION_KINDS, BOOKING_NOTIFICATION_KINDS } from '#worker/db/schema/outbox.ts';
import { COUNTED, type ListRequest, type Page, readPage } from '#worker/lists/repo.ts';
import { LETTERS_A_NOTICE, lastReplays } from './repo.ts';

export type NotificationFilter = Pick<QueryOf<typeof listNotifications>, 'state' | 'kind' | 'bookingId'>;
export type ListedNotification = Notification & { isNotice: boolean };

type Row = {
  id: number;
  notificationId: string;
  kind: NotificationKind;
  bookingId: number | null;
  userId: number | null;
  username: string | null;
  createdAt: number;
  doneAt: number | null;
  diedAt: number | null;
  attempts: number | null;
  error: string | null;
};

/**
 * Two tables in one order, merged along their own: a notice's place is its row's number, a letter's that of the
 * notice after which it died. The columns of both are of the same types, or SQLite would read and sort everything.
 */
const NOTICES = sql`SELECT o.rowid AS place, o.rowid AS number, o.id AS notification_id, o.kind AS kind,
  o.booking_id AS booking_id, o.user_id AS user_id, o.created_at AS created_at, o.done_at AS done_at,
  o.dead_at AS dead_at, o.attempts AS attempts, o.error AS error FROM outbox o`;

const EVENT = sql`FROM stripe_events e WHERE e.id = json_extract(l.message, '$.eventId')`;
const OPERATION = sql`FROM payment_operations p
  WHERE json_extract(l.message, '$.type') = 'operation' AND p.id = json_extract(l.message, '$.id')`;
/** When it came right: sent again by hand, or done without it. */
const LETTER_DONE = sql`coalesce(l.replayed_at, (SELECT e.processed_at ${EVENT}),
  (SELECT p.updated_at ${OPERATION} AND p.state IN ('succeeded', 'failed', 'canceled')))`;
const LETTER_BOOKING = sql`coalesce((SELECT p.booking_id ${OPERATION}),
  (SELECT t.booking_id FROM transactions t WHERE t.id = (SELECT e.object_id ${EVENT})))`;
const LETTER_KIND = sql`CASE WHEN json_extract(l.message, '$.type') IN ('stripe-event', 'operation')
  THEN json_extract(l.message, '$.type') ELSE 'malformed' END`;

/** Letters are numbered above all notices: of one place the letter came later. */
const FIRST_LETTER = 2 ** 52;

/** Letters of notices are seen as those. */
const LETTERS = sql`SELECT CAST(l.rowid / ${sql.raw(String(LETTERS_A_NOTICE))} AS INTEGER), CAST(${sql.raw(String(FIRST_LETTER))} + l.rowid AS INTEGER), l.id,
  CAST(${LETTER_KIND} AS TEXT), CAST(${LETTER_BOOKING} AS INTEGER), CAST(NULL AS INTEGER), l.died_at,
  CAST(${LETTER_DONE} AS INTEGER), CAST(CASE WHEN ${LETTER_DONE} IS NULL THEN l.died_at END AS INTEGER),
  CAST((SELECT e.attempts ${EVENT}) AS INTEGER), CAST((SELECT e.error ${EVENT}) AS TEXT) FROM dead_letters l
  WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE id = json_extract(l.message, '$.id'))`;

/** Of the list without a filter, kept by triggers. */
const TOTAL = sql`SELECT value FROM totals WHERE name = 'deliveries'`;

const PLACE = sql`d.place`;
const source = (notices: SQL) => ({
  from: sql`(${notices} UNION ALL ${LETTERS}) d`,
  columns: sql`d.number AS id, d.notification_id AS notificationId, d.kind, d.booking_id AS bookingId, d.user_id AS userId,
    (SELECT username FROM users WHERE id = d.user_id) AS username, d.created_at AS createdAt, d.done_at AS doneAt,
    d.dead_at AS diedAt, d.attempts, d.error`,
  id: sql`d.number`,
  sorts: { createdAt: PLACE },
  numbers: ['createdAt'],
  defaultSort: '-createdAt',
});

/** One page, newest first. Few matches are looked up, many are met while reading along. */
export async function pageOfNotifications(
  db: Db,
  { filter, ...request }: Pick<ListRequest, 'sort' | 'limit' | 'cursor'> & { filter: NotificationFilter },
): Promise<Page<ListedNotification>> {
  const where = conditions(filter);
  const lookUp = where.length > 0 ? lookUpOf(filter) : null;
  const few = lookUp && source(sql`${NOTICES} ${lookUp}`);
  const isFew = few !== null && (await countUpTo(db, few.from, where)) <= COUNTED;
  const page = await readPage<Row>(db, isFew ? few : source(NOTICES), {
    ...request,
    where,
    indexed: isFew ? [] : ['createdAt'],
    ...(where.length === 0 && { total: TOTAL }),
  });
  return { ...page, rows: await shown(db, page.rows) };
}

export async function findNotification(db: Db, id: string): Promise<ListedNotification | null> {
  const { columns, from } = source(NOTICES);
  const [notification] = await shown(
    db,
    await db.all<Row>(sql`SELECT ${columns} FROM ${from} WHERE d.notification_id = ${id}`),
  );
  return notification ?? null;
}

const STATES: Readonly<Record<NotificationState, SQL>> = {
  sent: sql`d.done_at IS NOT NULL`,
  dead: sql`d.done_at IS NULL AND d.dead_at IS NOT NULL`,
  waiting: sql`d.done_at IS NULL AND d.dead_at IS NULL`,
};

function conditions({ state, kind, bookingId }: NotificationFilter): SQL[] {
  return [
    ...(state === undefined ? [] : [STATES[state]]),
    ...(kind === undefined ? [] : [sql`d.kind = ${kind}`]),
    ...(bookingId === undefined ? [] : [sql`d.booking_id = ${bookingId}`]),
  ];
}

/** Which notices can match, by the index that names the fewest; null: only reading along finds them. */
function lookUpOf({ state, kind, bookingId }: NotificationFilter): SQL | null {
  if (bookingId !== undefined)
    return sql`WHERE ${any(BOOKING_NOTIFICATION_KINDS.map((each) => caused(each, bookingId)))}`;
  if (state === 'waiting' || state === 'dead') return sql`INDEXED BY outbox_waiting WHERE o.done_at IS NULL`;
  if (kind === undefined) return null;
  if (isOneOf(BOOKING_NOTIFICATION_KINDS, kind))
    return sql`WHERE o.cause >= ${`${kind}:`} AND o.cause < ${`${kind};`}`;
  if (isOneOf(ACCOUNT_NOTIFICATION_KINDS, kind)) {
    return sql`WHERE o.user_id IN (SELECT id FROM users) AND o.kind = ${kind}`;
  }
  return sql`WHERE 0`;
}

/** 'kind:17' and whatever begins with 'kind:17:'. */
function caused(kind: string, bookingId: number): SQL {
  const cause = `${kind}:${bookingId}`;
  return sql`o.cause = ${cause} OR (o.cause >= ${`${cause}:`} AND o.cause < ${`${cause};`})`;
}

const any = (conditions: SQL[]) => sql.join(conditions, sql` OR `);
const isOneOf = (kinds: readonly NotificationKind[], kind: NotificationKind) => kinds.includes(kind);

async function countUpTo(db: Db, from: SQL, where: SQL[]): Promise<number> {
  const [row] = await db.all<{ count: number }>(sql`
    SELECT count(*) AS count FROM (SELECT 1 FROM ${from} WHERE ${sql.join(where, sql` AND `)} LIMIT ${COUNTED + 1})`);
  return row?.count ?? 0;
}

async function shown(db: Db, rows: readonly Row[]): Promise<ListedNotification[]> {
  const ids = rows.map(({ notificationId }) => notificationId);
  const replays = await lastReplays(db, ids);
  return rows.map(({ id: number, notificationId, ...row }) => {
    const replay = replays.get(notificationId);
    return {
      ...row,
      id: notificationId,
      // A later Worker than this one may have written others.
      kind: isOneOf(NOTIFICATION_KINDS, row.kind) ? row.kind : 'malformed',
      isNotice: number < FIRST_LETTER,
      state: stateOf(row),
      createdAt: isoInstant(row.createdAt),
      doneAt: isoInstant(row.doneAt),
      diedAt: isoInstant(row.diedAt),
      error: row.error === null ? null : plainReason(row.error),
      replayedAt: isoInstant(replay?.at ?? null),
      replayedBy: replay?.username ?? null,
    };
  });
}

function stateOf({ doneAt, diedAt }: Pick<Row, 'doneAt' | 'diedAt'>): NotificationState {
  if (doneAt !== null) return 'sent';
  return diedAt === null ? 'waiting' : 'dead';
}
