import type { Context } from '#worker/base/context.ts';
import { type Entry, insertEntry } from '#worker/base/history/repo.ts';
import { type BookingChanges, isBookingAt, updateRecord } from './repo.ts';

type Change = Pick<Entry, 'actor' | 'action' | 'before' | 'after' | 'transactionId'> & {
  record: { id: number; version: number };
  changes?: BookingChanges;
};

/** For commit(): a booking that was read at a version gets the next one, with its entry in the history. */
export function nextVersion(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { record: { id, version }, changes = {}, ...entry }: Change,
) {
  const of = { subject: 'booking' as const, subjectId: id, version: version + 1 };
  return {
    guards: { version: isBookingAt(id, version) },
    writes: [updateRecord(db, { id, version }, changes), insertEntry(db, of, { ...entry, nowMs: now() })],
  };
}
