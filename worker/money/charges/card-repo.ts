import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#worker/base/db/client.ts';
import { readRows, type SelectedRow } from '#worker/base/db/rows.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import type { ChargedCard } from '#worker/money/operations/repo.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';

const KIND = 'save-card';
/** What staff read in the list of notifications. */
export const NOT_SAVED = 'Stripe did not save the card';

/** For the batch that makes a booking: its card, which paid without a customer at Stripe, is saved afterwards. */
export function insertCardTask(
  db: Db,
  task: { id: string; bookingId: SQL; paymentMethodId: string; createdAt: number },
) {
  const { paymentMethodId, ...row } = task;
  return insertBookingNotification(db, { ...row, kind: KIND, subject: paymentMethodId });
}

const taskOf = (bookingId: number) => sql`booking_id = ${bookingId} AND kind = ${KIND}`;

const UNSAVED_FIELDS = {
  paymentMethodId: sql<string>`subject`,
  isRefused: sql<boolean>`drop_reason IS NOT NULL`.mapWith(Boolean),
};
/** A card that is not saved: not yet, or because Stripe refused it. */
export type UnsavedCard = SelectedRow<typeof UNSAVED_FIELDS>;

/** The card of a booking that is not saved; null without one. */
export async function findUnsavedCard(db: Db, bookingId: number): Promise<UnsavedCard | null> {
  const [card] = await readRows(
    db,
    UNSAVED_FIELDS,
    (columns) => sql`
      SELECT ${columns} FROM outbox INDEXED BY outbox_booking
      WHERE ${taskOf(bookingId)} AND (done_at IS NULL OR drop_reason IS NOT NULL)`,
  );
  return card ?? null;
}

type Ended = { bookingId: number; nowMs: number };

type Saved = Ended & {
  card: ChargedCard;
  /** `id`: of the update of the contact; `sentVersion`: the booking's version whose contact the customer was created with. */
  contact: { id: string; sentVersion: number };
};

/**
 * For commit(): stores a card that was saved. The guard 'unsaved' fails when the booking has a customer already. The
 * customer gets the contact afterwards when another version of the booking was sent.
 */
export function storeSavedCard(db: Db, { bookingId, nowMs, card, contact }: Saved) {
  const update = {
    id: contact.id,
    kind: 'customer-changed',
    bookingId,
    subject: KIND,
    createdAt: nowMs,
  } as const;
  return {
    guards: {
      unsaved: sql`EXISTS (SELECT 1 FROM bookings WHERE id = ${bookingId} AND stripe_customer_id IS NULL)`,
    },
    writes: {
      card: db.run(sql`
        UPDATE bookings SET stripe_customer_id = ${card.customerId}, stripe_payment_method_id = ${card.paymentMethodId}
        WHERE id = ${bookingId}`),
      task: endTask(db, { bookingId, nowMs, dropReason: null }),
      update: insertBookingNotification(db, update, sql`version <> ${contact.sentVersion}`),
    },
  };
}

/** For commit(): ends the attempts to save a card. The guard 'waiting' fails when they have ended. */
export function storeRefusedCard(db: Db, { bookingId, nowMs }: Ended) {
  return {
    guards: {
      waiting: sql`EXISTS (SELECT 1 FROM outbox INDEXED BY outbox_booking WHERE ${taskOf(bookingId)} AND done_at IS NULL)`,
    },
    writes: {
      event: insertBookingEvent(db, {
        bookingId,
        actor: { type: 'stripe' },
        action: 'card_not_saved',
        details: {},
        nowMs,
      }),
      task: endTask(db, { bookingId, nowMs, dropReason: NOT_SAVED }),
    },
  };
}

function endTask(db: Db, { bookingId, nowMs, dropReason }: Ended & { dropReason: string | null }) {
  return db.run(sql`
    UPDATE outbox INDEXED BY outbox_booking SET done_at = ${nowMs}, dead_at = NULL, held_at = NULL, error = NULL, drop_reason = ${dropReason}
    WHERE ${taskOf(bookingId)} AND done_at IS NULL`);
}
