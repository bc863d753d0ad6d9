import type { BookingHistoryEntry } from '#contract/history.ts';
import { ACTOR_LABELS } from '#domain/accounts/access.ts';
import { agreedSums } from '#domain/catalog/agreement.ts';
import { historyText } from '#domain/rental/history.ts';
import { isoInstant } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { type HistoryRow, listFullNames, listHistoryEntries } from '#worker/base/history/repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import { type LedgerFact, listLedgerFacts } from './history-repo.ts';

const LIMIT = 200;

/** The history of a booking, newest first; the latest 200 entries. */
export async function listBookingEvents(ctx: Context, id: number): Promise<BookingHistoryEntry[]> {
  const [booking, rows, facts] = await Promise.all([
    getBooking(ctx, id),
    listHistoryEntries(ctx.db, { subject: 'booking', subjectId: id }, LIMIT),
    listLedgerFacts(ctx.db, id, LIMIT),
  ]);
  const names = await listFullNames(ctx.db, [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]);
  const booked: Draft[] =
    // A booking by staff has an entry of its own.
    booking.source === 'phone'
      ? []
      : [{ id: 0, action: 'booked', actorType: 'customer', at: booking.createdAt, after: null }];
  // The sort is stable, so entries with equal instants keep this order.
  const oldestFirst = [
    ...booked,
    ...facts.toReversed().map((fact) => ledgerHistoryEntry(fact, booking)),
    ...rows.toReversed().map((row) => ofRow(row, names)),
  ];
  return oldestFirst
    .toSorted((a, b) => a.at - b.at)
    .toReversed()
    .slice(0, LIMIT)
    .map(toEntry);
}

type Draft = Pick<BookingHistoryEntry, 'id' | 'action' | 'actorType' | 'after'> &
  Partial<Pick<BookingHistoryEntry, 'before' | 'transactionId'>> & {
    /** Milliseconds. */
    at: number;
    /** The name of a staff member. */
    name?: string;
  };

function toEntry({ at, name, before = null, transactionId = null, ...entry }: Draft): BookingHistoryEntry {
  const { actorType, action, after } = entry;
  return {
    ...entry,
    changedBy: actorType === 'staff' ? (name ?? '') : ACTOR_LABELS[actorType],
    changedAt: isoInstant(at),
    before,
    text: historyText({ action, before, after }),
    transactionId,
  };
}

function ledgerAction({ kind, status }: LedgerFact): string {
  if (kind === 'refund') return `refund_${status}`;
  return { deposit: 'deposit_paid', balance: 'payment_made', dispute: 'dispute' }[kind];
}

function ledgerHistoryEntry(
  fact: LedgerFact,
  { createdAt: bookedAt, quote }: Pick<BookingRecord, 'createdAt' | 'quote'>,
): Draft {
  const { id, kind, amount, place, happenedAt, isByStaff } = fact;
  const isPayment = kind === 'deposit' || kind === 'balance';
  return {
    // Negative and unique, so that it never equals the id of a history row.
    id: -place,
    action: ledgerAction(fact),
    actorType: isPayment ? 'customer' : 'stripe',
    // Stripe's clock can differ, so no entry is dated before the booking.
    at: kind === 'deposit' ? bookedAt : Math.max(happenedAt, bookedAt),
    after: {
      amount,
      ...(kind === 'deposit' && agreedSums({ quote }, amount).isInFull && { isWholePrice: true }),
      ...(kind === 'refund' && !isByStaff && { isFromDashboard: true }),
      ...(kind === 'dispute' && { status: 'lost' }),
    },
    transactionId: id,
  };
}

function ofRow(row: HistoryRow, names: ReadonlyMap<number, string>): Draft {
  const { id, action, actorType, before, after, transactionId, createdAt: at } = row;
  const name = names.get(row.actorId ?? 0) ?? row.actorName;
  return { id, action, actorType, before, after, transactionId, at, name };
}
