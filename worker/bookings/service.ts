import { type BookingStatus, isOver, STATUS_EMAIL_DELAY_SECONDS } from '#domain/bookings.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { commitChange, insertEntry } from '#worker/history/repo.ts';
import { staleError } from '#worker/history/stale.ts';
import { busyBooking, refusalOf } from '#worker/operations/begin.ts';
import { findLive } from '#worker/operations/repo.ts';
import { announce } from '#worker/outbox/announce.ts';
import { endOpenLink } from '#worker/pay-links/end.ts';
import type { LinkEnd } from '#worker/pay-links/repo.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import { type Condition, daysFollowing, hiddenFlag, holdsToItsEnd, moveTo } from './days.ts';
import { listBookingEvents } from './history.ts';
import { settlePaymentStatus } from './money-repo.ts';
import {
  type BookingChanges,
  type BookingRecord,
  findRecord,
  isBookingAt,
  updateRecord,
} from './records-repo.ts';
import { isStatusEmailed, replaceStatusEmail } from './status-emails-repo.ts';

/** Others may come between read and write again and again; nobody is kept waiting for ever. */
const TRIES = 5;

/** A write on one booking. `version`: the one that was read, or null to write whatever came meanwhile. */
export type Write = { id: number; version: number | null };
/** The payment link that a change ended, its amount in cents. */
type EndedPayLink = { amount: number } | null;
type Values = Record<string, string | number | null>;
type Change = {
  changes: BookingChanges;
  before: Values;
  after: Values;
  /** That the change can be made, decided in the statement that makes it. */
  only?: Condition;
  /** What is written with it, while `condition` (that the change was made) holds. */
  alongside?: (condition: Condition) => ReturnType<Context['db']['run']>[];
  /** Why it could not be made, where the version was not the reason. */
  refusal?: () => Promise<AppError | null>;
};

export async function getBooking(ctx: Context, id: number): Promise<BookingRecord> {
  const record = await findRecord(ctx.db, id);
  if (!record) throw new AppError('not_found', 'There is no such booking.');
  return record;
}

/**
 * A booking for a change of it. `version`: the one that the caller has seen, of If-Match; null accepts any.
 * Throws 409 stale when the booking has another version.
 */
export async function getBookingAt(ctx: Context, { id, version }: Write): Promise<BookingRecord> {
  const record = await getBooking(ctx, id);
  if (version === null || version === record.version) return record;
  throw await staleError(ctx, subjectOf(id), version);
}

/** Sets any status, in any order (SPEC 4). Cancelled and completed give days back; leaving them takes a unit again. */
export async function setBookingStatus(
  ctx: Context,
  actor: Actor,
  given: Write & { status: BookingStatus; notifyCustomer: boolean },
) {
  const { id, status } = given;
  const isEmailed = given.notifyCustomer && isStatusEmailed(status);
  let emailId = null as string | null;
  let endedPayLink = null as EndedPayLink;
  const record = await changeBooking(ctx, actor, {
    ...given,
    before: async () => {
      if (status === 'cancelled')
        endedPayLink ??= await cancelOpenPayments(ctx, id, { reason: 'status', endedBy: actor.userId });
    },
    plan: async (record) => {
      emailId = isEmailed ? ctx.newId() : null;
      return {
        changes: { status },
        before: { status: record.status },
        after: { status },
        alongside: (condition) => [
          ...daysFollowing(ctx, record, { status, condition }),
          ...replaceStatusEmail(ctx, record, { emailId, status, condition }),
        ],
      };
    },
    isDone: (record) => record.status === status,
  });
  if (emailId) await announce(ctx, emailId, { delaySeconds: STATUS_EMAIL_DELAY_SECONDS });
  return { record, endedPayLink };
}

/** Sets the total of the rental, deposit included; the payment status follows from it. */
export async function setFinalPrice(ctx: Context, actor: Actor, given: Write & { finalPrice: number }) {
  const { finalPrice } = given;
  let endedPayLink = null as EndedPayLink;
  const record = await changeBooking(ctx, actor, {
    ...given,
    before: async () => {
      endedPayLink ??= await cancelOpenPayments(ctx, given.id, { reason: 'price', endedBy: actor.userId });
    },
    plan: async (record) => ({
      changes: { finalPrice },
      before: { finalPrice: record.finalPrice },
      after: { finalPrice },
      alongside: (condition) => [settlePaymentStatus(ctx.db, record.id, condition)],
    }),
    isDone: (record) => record.finalPrice === finalPrice,
  });
  return { record, endedPayLink };
}

/** Moves a booking to another unit that is free for the days it still has. */
export function moveBooking(ctx: Context, actor: Actor, given: Write & { dumpsterId: number }) {
  return changeBooking(ctx, actor, {
    ...given,
    plan: async (record) => ({ changes: {}, ...(await moveTo(ctx, record, given.dumpsterId)) }),
    isDone: (record) =>
      record.dumpsterId === given.dumpsterId && !isOver(record.status) && holdsToItsEnd(record),
  });
}

/**
 * Takes the flag of a payment that does not match away: somebody has looked. A booking that lacks a unit is flagged
 * for that instead, which no one but a unit takes away: 409.
 */
export function clearAttention(ctx: Context, actor: Actor, given: Write) {
  return changeBooking(ctx, actor, {
    ...given,
    plan: async (record) => {
      const { needsAttention } = record;
      if (needsAttention === 'no_unit') throw new AppError('conflict', NO_UNIT);
      const changes = { needsAttention: hiddenFlag(ctx, record) };
      return { changes, before: { needsAttention }, after: changes };
    },
    isDone: ({ needsAttention }) => needsAttention === null,
  });
}

const NO_UNIT = 'This booking has no dumpster. The flag goes by itself once it has one.';

export async function bookingHistory(ctx: Context, id: number) {
  return listBookingEvents(ctx, await getBooking(ctx, id));
}

type Planned = Write & {
  /** What has to be out of the way of the change; throws where it is not. */
  before?: () => Promise<void>;
  plan: (record: BookingRecord) => Promise<Change>;
  /** Whether there is nothing to change. */
  isDone: (record: BookingRecord) => boolean;
};

/** The change, what follows from it and its history, in one transaction. */
async function changeBooking(
  ctx: Context,
  actor: Actor,
  { id, version, before, plan, isDone }: Planned,
): Promise<BookingRecord> {
  for (let tries = 1; ; tries += 1) {
    const record = await getBookingAt(ctx, { id, version });
    if (isDone(record)) return record;
    await before?.();
    const change = await plan(record);
    if (await written(ctx, actor, { record, change })) return getBooking(ctx, id);
    const refusal = await change.refusal?.();
    if (refusal) throw refusal;
    if (tries === TRIES) throw await staleError(ctx, subjectOf(id), record.version);
  }
}

/** What is charged or waits for the customer is what was due: neither price nor cancellation comes under it. */
async function cancelOpenPayments(ctx: Context, id: number, end: LinkEnd): Promise<EndedPayLink> {
  if (await findLive(ctx.db, id)) throw busyBooking();
  const link = await endOpenLink(ctx, id, end);
  return link && { amount: link.amount };
}

/** False where somebody else was quicker, be it with a charge or a pay link that began after we had looked. */
async function written(ctx: Context, actor: Actor, what: { record: BookingRecord; change: Change }) {
  try {
    return await write(ctx, actor, what);
  } catch (error) {
    if (refusalOf(error)) return false;
    throw error;
  }
}

function write(
  ctx: Context,
  actor: Actor,
  { record, change }: { record: BookingRecord; change: Change },
): Promise<boolean> {
  const next = record.version + 1;
  const condition = isBookingAt(record.id, next);
  const { before, after } = change;
  const entry = { action: 'changed', actor, before, after, nowMs: ctx.now(), condition };
  return commitChange(ctx.db, [
    updateRecord(ctx.db, record, change),
    // Before the days: it refuses all of the batch where the version is somebody else's.
    insertEntry(ctx.db, { ...subjectOf(record.id), version: next }, entry),
    ...(change.alongside?.(condition) ?? []),
  ]);
}

const subjectOf = (id: number) => ({ subject: 'booking' as const, subjectId: id });
