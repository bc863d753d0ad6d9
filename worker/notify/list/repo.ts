import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { QueryOf } from '#contract/endpoint.ts';
import type { listNotifications, Notification } from '#contract/notifications.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { NOTIFICATION_KINDS, type NotificationState, plainReason } from '#domain/shared/notifications.ts';
import type { Db } from '#worker/base/db/client.ts';
import { limitTo, readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { outbox } from '#worker/base/db/schema/outbox.ts';
import { type ListPage, type ListParams, MAX_COUNTED } from '#worker/base/lists/list-repo.ts';
import { readPage } from '#worker/base/lists/repo.ts';

export type NotificationFilter = Pick<QueryOf<typeof listNotifications>, 'state' | 'kind' | 'bookingId'>;

/** A failed event or operation also counts as done when its own cron task has processed it. */
const DONE_AT = sql<number | null>`coalesce(o.done_at, CASE o.kind
  WHEN 'stripe-event' THEN (SELECT processed_at FROM stripe_events WHERE id = o.subject)
  WHEN 'operation' THEN (SELECT updated_at FROM payment_operations
    WHERE id = CAST(o.subject AS INTEGER) AND state IN ('succeeded', 'failed', 'canceled')) END)`;

const o = alias(outbox, 'o');
const FIELDS = {
  id: o.id,
  kind: o.kind,
  bookingId: o.bookingId,
  userId: o.userId,
  username: sql<string | null>`(SELECT username FROM users WHERE id = o.user_id)`,
  createdAt: o.createdAt,
  doneAt: DONE_AT,
  isWithheld: o.isWithheld,
  heldAt: o.heldAt,
  diedAt: sql<number | null>`CASE WHEN ${DONE_AT} IS NULL THEN o.dead_at END`,
  attempts: o.attempts,
  dropReason: o.dropReason,
  undeliveredAt: o.undeliveredAt,
  undeliveredReason: o.undeliveredReason,
  error: sql<string | null>`CASE WHEN o.done_at IS NOT NULL OR ${DONE_AT} IS NULL THEN o.error END`,
  replayedAt: o.replayedAt,
  replayedBy: sql<string | null>`(SELECT username FROM users WHERE id = o.replayed_by)`,
};
type Row = SelectedRow<typeof FIELDS>;

const SOURCE = {
  fields: FIELDS,
  id: sql`o.rowid`,
  sorts: { createdAt: sql`o.created_at` },
  numbers: ['createdAt'],
  defaultSort: '-createdAt',
};

const STATES: Readonly<Record<NotificationState, SQL>> = {
  sent: sql`${DONE_AT} IS NOT NULL AND o.is_withheld = 0 AND o.drop_reason IS NULL AND o.undelivered_at IS NULL`,
  undelivered: sql`o.undelivered_at IS NOT NULL`,
  dropped: sql`o.drop_reason IS NOT NULL`,
  withheld: sql`o.is_withheld = 1`,
  dead: sql`o.done_at IS NULL AND ${DONE_AT} IS NULL AND o.dead_at IS NOT NULL`,
  held: sql`o.done_at IS NULL AND o.dead_at IS NULL AND o.held_at IS NOT NULL`,
  waiting: sql`o.done_at IS NULL AND ${DONE_AT} IS NULL AND o.dead_at IS NULL AND o.held_at IS NULL`,
};

/** One page, newest first. Each filter is read along an index in the order of the list. */
export async function pageOfNotifications(
  db: Db,
  { filter, ...request }: Pick<ListParams, 'sort' | 'limit' | 'cursor'> & { filter: NotificationFilter },
): Promise<ListPage<Notification>> {
  const source = { ...SOURCE, from: sql`outbox o INDEXED BY ${sql.raw(indexFor(filter))}` };
  const page = await readPage(db, source, { ...request, where: conditionsOf(filter) });
  return { ...page, rows: page.rows.map(asNotification) };
}

export async function findNotification(db: Db, id: string): Promise<Notification | null> {
  const [row] = await readRows(
    db,
    FIELDS,
    (columns) => sql`SELECT ${columns} FROM outbox o WHERE o.id = ${id}`,
  );
  return row ? asNotification(row) : null;
}

/** For a batch: one row with the number that failed, counted up to MAX_COUNTED + 1. */
export const FAILED_COUNT = {
  fields: {
    count: sql<number>`(SELECT count(*) FROM (
      SELECT 1 FROM outbox o INDEXED BY outbox_waiting WHERE ${STATES.dead} ${limitTo(MAX_COUNTED + 1)}))`,
  },
  query: (columns: SQL) => sql`SELECT ${columns}`,
};

/** The filter's index with the fewest rows. */
function indexFor({ state, kind, bookingId }: NotificationFilter): string {
  if (bookingId !== undefined) return 'outbox_booking';
  if (state === 'waiting' || state === 'dead' || state === 'held') return 'outbox_waiting';
  if (state === 'withheld') return 'outbox_withheld';
  if (state === 'dropped') return 'outbox_dropped';
  if (state === 'undelivered') return 'outbox_undelivered';
  return kind === undefined ? 'outbox_created' : 'outbox_kind';
}

function conditionsOf({ state, kind, bookingId }: NotificationFilter): SQL[] {
  return [
    ...(state === undefined ? [] : [STATES[state]]),
    ...(kind === undefined ? [] : [sql`o.kind = ${kind}`]),
    ...(bookingId === undefined ? [] : [sql`o.booking_id = ${bookingId}`]),
  ];
}

function asNotification({
  isWithheld,
  heldAt,
  dropReason,
  undeliveredAt,
  undeliveredReason,
  ...row
}: Row): Notification {
  const isCounted = row.attempts > 0 || !UNCOUNTED_KINDS.includes(row.kind);
  return {
    ...row,
    // A newer version of the Worker can write kinds that this one does not know.
    kind: NOTIFICATION_KINDS.includes(row.kind) ? row.kind : 'malformed',
    state: outcomeOf({ isWithheld, dropReason, undeliveredAt }) ?? stateOf({ ...row, heldAt }),
    attempts: isCounted ? row.attempts : null,
    createdAt: isoInstant(row.createdAt),
    doneAt: isoInstant(row.doneAt),
    diedAt: isoInstant(row.diedAt),
    error: errorOf({ error: row.error, dropReason, undeliveredReason }),
    replayedAt: isoInstant(row.replayedAt),
  };
}

type Outcome = Pick<Row, 'isWithheld' | 'dropReason' | 'undeliveredAt'>;

/** What became of a row that was done without reaching anyone; null for all others. */
function outcomeOf({ isWithheld, dropReason, undeliveredAt }: Outcome): NotificationState | null {
  if (isWithheld) return 'withheld';
  if (dropReason !== null) return 'dropped';
  return undeliveredAt === null ? null : 'undelivered';
}

function errorOf({
  error,
  dropReason,
  undeliveredReason,
}: Pick<Row, 'error' | 'dropReason' | 'undeliveredReason'>) {
  if (dropReason !== null) return `Dropped: ${dropReason}`;
  const why = undeliveredReason ?? error;
  return why === null ? null : plainReason(why);
}

/** The queue does not store the attempts of these kinds. */
const UNCOUNTED_KINDS: readonly string[] = ['operation', 'malformed'];

function stateOf({ doneAt, diedAt, heldAt }: Pick<Row, 'doneAt' | 'diedAt' | 'heldAt'>): NotificationState {
  if (doneAt !== null) return 'sent';
  if (diedAt !== null) return 'dead';
  return heldAt === null ? 'waiting' : 'held';
}
