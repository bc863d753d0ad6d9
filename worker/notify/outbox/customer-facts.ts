import { nextCustomerHour } from '#domain/dispatch/customer-hours.ts';
import type { JobType } from '#domain/jobs/jobs.ts';
import type { Day } from '#domain/shared/days.ts';
import { HOUR_MS } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import {
  type BookingNotificationInput,
  deleteUnsentNotification,
  IS_NOT_CANCELLED,
  insertBookingNotification,
} from './repo.ts';

type PlacedFact = 'delivered' | 'exchanged' | 'picked_up';

/** What a customer is written about once. */
export type CustomerFact = {
  bookingId: number;
  /** The messages wait this long at least, so that an undo takes them back. */
  delayMs?: number;
} & (
  | { type: 'on_the_way'; stopId: number }
  /** `atMs`: when the driver did it, which may be long before the phone sends it. */
  | { type: PlacedFact; jobId: number; atMs: number }
  /** The window of a job on a day, its one change, and a job that was carried over to the day. */
  | { type: 'arrival_window' | 'arrival_changed' | 'visit_moved'; jobId: number; day: Day }
);

const EMAIL_KINDS = {
  on_the_way: 'driver-on-the-way',
  delivered: 'unit-delivered',
  exchanged: 'unit-exchanged',
  picked_up: 'unit-picked-up',
  arrival_window: 'arrival-window',
  arrival_changed: 'arrival-changed',
  visit_moved: 'visit-moved',
} as const;

/** Stored for customers who agreed to texts, while texts are set up. A move to another day is an e-mail only. */
const TEXT_KINDS: Partial<Record<CustomerFact['type'], BookingNotificationInput['kind']>> = {
  on_the_way: 'text-on-the-way',
  delivered: 'text-delivered',
  exchanged: 'text-exchanged',
  arrival_window: 'text-window',
  arrival_changed: 'text-window-changed',
};

/** `outboxIds`: enqueue them after the batch. A row that was not inserted is ignored there. */
export type CustomerMessages = { statements: ReturnType<Context['db']['run']>[]; outboxIds: string[] };

/**
 * For a batch: the messages to a customer about a fact. Each is stored once for the fact, so a
 * repeated call adds none; a cancelled booking gets none. What just happened is due at once, and the rest outside of 8 AM
 * to 8 PM at 8 AM.
 */
export function insertCustomerFact(ctx: Context, fact: CustomerFact): CustomerMessages {
  const nowMs = ctx.now();
  const id = ctx.newId();
  const earliest = nowMs + (fact.delayMs ?? 0);
  const dueAt = justHappened(fact, nowMs) ? earliest : nextCustomerHour(earliest, ctx.settings.timeZone);
  const common = {
    bookingId: fact.bookingId,
    subject: factSubject(fact),
    createdAt: nowMs,
    ...(dueAt > nowMs && { dueAt }),
  };
  const textKind = TEXT_KINDS[fact.type];
  const messages = [
    { ...common, id, kind: EMAIL_KINDS[fact.type] },
    ...(ctx.texts && textKind ? [{ ...common, id: ctx.newId(), kind: textKind }] : []),
  ];
  return {
    statements: messages.map((one) => insertBookingNotification(ctx.db, one, IS_NOT_CANCELLED)),
    outboxIds: messages.map((one) => one.id),
  };
}

const PLACED_FACTS: Partial<Record<JobType, PlacedFact>> = {
  delivery: 'delivered',
  exchange: 'exchanged',
  final_pickup: 'picked_up',
};

/** What the customer is written when a driver or staff record that a job is done; null: nothing. */
export function placedFact(type: JobType | null): PlacedFact | null {
  return (type && PLACED_FACTS[type]) ?? null;
}

/** For the batch that opens a job again: its messages that are not sent yet are not sent. */
export function deleteUnsentFacts(
  { db }: Pick<Context, 'db'>,
  { bookingId, jobId, type }: { bookingId: number; jobId: number; type: JobType },
) {
  const fact = placedFact(type);
  const kinds = fact ? [EMAIL_KINDS[fact], TEXT_KINDS[fact]].filter((kind) => kind !== undefined) : [];
  return kinds.map((kind) => deleteUnsentNotification(db, `${kind}:${bookingId}:${jobId}`));
}

/** For an event of the last hour the e-mail is sent at any hour: the customer can be at the truck. */
function justHappened(fact: CustomerFact, nowMs: number): boolean {
  return fact.type === 'on_the_way' || ('atMs' in fact && nowMs - fact.atMs < HOUR_MS);
}

/** '31' or '31:2026-11-24': with the kind and the booking, it names the fact. */
function factSubject(fact: CustomerFact): string {
  if (fact.type === 'on_the_way') return String(fact.stopId);
  return 'day' in fact ? `${fact.jobId}:${fact.day}` : String(fact.jobId);
}

/** The stop or job of the subject of a stored row, with the day if it names one. Throws for another text. */
export function readFactSubject(subject: string): { id: number; day: Day } {
  const [id, day = ''] = subject.split(':');
  if (!Number(id)) throw new Error(`'${subject}' does not name a stop or a job`);
  return { id: Number(id), day };
}
