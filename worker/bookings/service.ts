import { type BookingSummary, bookingSummary } from '#contract/bookings.ts';
import { DEFAULT_LIMIT } from '#contract/lists.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import { type BookingStatus, isOver, STATUS_EMAIL_DELAY_SECONDS } from '#domain/bookings.ts';
import { AppError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import {
  type BookingChanges,
  type BookingRecord,
  isBookingAt,
  updateRecord,
} from '#worker/booking-records/repo.ts';
import {
  type BookingVersion,
  getBooking,
  getBookingAt,
  toBookings,
} from '#worker/booking-records/service.ts';
import { pageOfBookings } from '#worker/bookings/list/repo.ts';
import { labelRental } from '#worker/catalog/labels.ts';
import { assertInCatalog } from '#worker/catalog/names.ts';
import type { Context } from '#worker/context.ts';
import { commitChange, insertEntry } from '#worker/history/repo.ts';
import { retryOnVersionConflict, VersionConflict } from '#worker/history/version-conflict.ts';
import type { ListPage } from '#worker/lists/list-repo.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { endOpenLink } from '#worker/payments/charges/end-open-link.ts';
import type { LinkEnd } from '#worker/payments/charges/repo.ts';
import { updatePaymentStatus } from '#worker/payments/ledger/repo.ts';
import { findLive } from '#worker/payments/operations/repo.ts';
import { busyBooking, constraintErrorOf } from '#worker/payments/operations/start.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import { type Condition, daysFollowing, hasUnitUntilEnd, hiddenFlag, moveTo } from './days.ts';
import { hasUnsentStatusEmail, isStatusEmailed, replaceStatusEmail } from './emails-repo.ts';
import { listBookingEvents } from './history.ts';
import type { BookingRow } from './repo.ts';

/** The payment link that a change ended, with its amount in cents. */
type EndedPayLink = { amount: number } | null;
type Values = Record<string, string | number | null>;
type Change = {
  changes: BookingChanges;
  before: Values;
  after: Values;
  /** A condition in the statement that makes the change: the change is still allowed. */
  only?: Condition;
  /** Further statements of the batch. `condition` is true when the change was made. */
  alongside?: (condition: Condition) => ReturnType<Context['db']['run']>[];
  /** The reason when the change was not made although the version matches. */
  refusal?: () => Promise<AppError | null>;
};

/**
 * Sets any status, in any order (SPEC 4). 'cancelled' and 'completed' release days; any other status after them takes a
 * unit again.
 */
export async function setBookingStatus(
  ctx: Context,
  actor: Actor,
  input: BookingVersion & { status: BookingStatus; notifyCustomer: boolean },
) {
  const { id, status } = input;
  const isEmailed = input.notifyCustomer && isStatusEmailed(status);
  let emailId = null as string | null;
  let droppedEmail = false;
  const { record, endedPayLink } = await changeBooking(ctx, actor, {
    ...input,
    endsLink: status === 'cancelled' ? 'status' : null,
    plan: async (record) => {
      emailId = isEmailed ? ctx.newId() : null;
      droppedEmail = await hasUnsentStatusEmail(ctx.db, id);
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
  if (emailId) await enqueueOutboxRow(ctx, emailId, { delaySeconds: STATUS_EMAIL_DELAY_SECONDS });
  return { record, endedPayLink, droppedEmail };
}

/** Sets the total of the rental, deposit included; the payment status follows from it. */
export function setFinalPrice(ctx: Context, actor: Actor, input: BookingVersion & { finalPrice: number }) {
  const { finalPrice } = input;
  return changeBooking(ctx, actor, {
    ...input,
    endsLink: 'price',
    plan: async (record) => ({
      changes: { finalPrice },
      before: { finalPrice: record.finalPrice },
      after: { finalPrice },
      alongside: (condition) => [updatePaymentStatus(ctx.db, record.id, condition)],
    }),
    isDone: (record) => record.finalPrice === finalPrice,
  });
}

/** Moves a booking to another unit that is free for its remaining days. */
export async function moveBooking(
  ctx: Context,
  actor: Actor,
  input: BookingVersion & { dumpsterId: number },
) {
  const { record } = await changeBooking(ctx, actor, {
    ...input,
    plan: async (record) => ({ changes: {}, ...(await moveTo(ctx, record, input.dumpsterId)) }),
    isDone: (record) =>
      record.dumpsterId === input.dumpsterId && !isOver(record.status) && hasUnitUntilEnd(record),
  });
  return record;
}

/**
 * Clears the flag of a payment mismatch after staff have checked it. A booking without a unit is then flagged
 * for that; only assigning a unit clears that flag: 409.
 */
export async function clearAttention(ctx: Context, actor: Actor, input: BookingVersion) {
  const { record } = await changeBooking(ctx, actor, {
    ...input,
    plan: async (record) => {
      const { needsAttention } = record;
      if (needsAttention === 'no_unit') throw new AppError('conflict', NO_UNIT);
      const changes = { needsAttention: hiddenFlag(ctx, record) };
      return { changes, before: { needsAttention }, after: changes };
    },
    isDone: ({ needsAttention }) => needsAttention === null,
  });
  return record;
}

const NO_UNIT = 'This booking has no dumpster. The flag goes by itself once it has one.';

/** One page of the bookings for staff. `isCounted: false` omits the total. */
export async function listBookings(
  ctx: Context,
  request: Omit<Parameters<typeof pageOfBookings>[1], 'timeZone' | 'limit'> & { limit?: number | undefined },
): Promise<ListPage<Booking>> {
  await assertInCatalog(ctx, request.filter);
  const { limit = DEFAULT_LIMIT } = request;
  const { timeZone } = ctx.settings;
  const page = await pageOfBookings(ctx.db, { ...request, limit, timeZone });
  return { ...page, rows: await toBookings(ctx, page.rows) };
}

export async function bookingHistory(ctx: Context, id: number) {
  return listBookingEvents(ctx, await getBooking(ctx, id));
}

type Planned = BookingVersion & {
  /** Set if an open payment link must end before the change. */
  endsLink?: LinkEnd['reason'] | null;
  plan: (record: BookingRecord) => Promise<Change>;
  /** True when there is nothing to change. */
  isDone: (record: BookingRecord) => boolean;
};

/** Commits the change, its further statements and its history in one transaction. */
async function changeBooking(
  ctx: Context,
  actor: Actor,
  { id, version, endsLink, plan, isDone }: Planned,
): Promise<{ record: BookingRecord; endedPayLink: EndedPayLink }> {
  let endedPayLink = null as EndedPayLink;
  try {
    return await retryOnVersionConflict(ctx, async () => {
      const record = await getBookingAt(ctx, { id, version });
      if (isDone(record)) return { record, endedPayLink };
      if (endsLink) {
        endedPayLink ??= await cancelOpenPayments(ctx, id, { reason: endsLink, endedBy: actor.userId });
      }
      const change = await plan(record);
      if (await written(ctx, actor, { record, change })) {
        return { record: await getBooking(ctx, id), endedPayLink };
      }
      const refusal = await change.refusal?.();
      if (refusal) throw refusal;
      return new VersionConflict(subjectOf(record.id), record.version);
    });
  } catch (error) {
    throw endedPayLink && error instanceof AppError ? withEndedLink(error, endedPayLink) : error;
  }
}

/** The payment link has ended at Stripe although the change failed afterwards, so the error says that. */
function withEndedLink(error: AppError, { amount }: { amount: number }): AppError {
  const text = `The payment link for ${formatUsd(amount)} has ended.`;
  const { body } = error.extras;
  const events = Array.isArray(body?.events) ? [text, ...body.events] : [text];
  return new AppError(error.code, `${error.message} ${text}`, {
    ...error.extras,
    body: { ...body, endedPayLink: { amount }, events },
  });
}

/**
 * An open charge or payment link has the amount that was due, so the price cannot change and the booking cannot be
 * cancelled now.
 */
async function cancelOpenPayments(ctx: Context, id: number, end: LinkEnd): Promise<EndedPayLink> {
  if (await findLive(ctx.db, id)) throw busyBooking();
  const link = await endOpenLink(ctx, id, end);
  return link && { amount: link.amount };
}

/** False if another change came first, for example a charge or payment link that began after the read. */
async function written(ctx: Context, actor: Actor, what: { record: BookingRecord; change: Change }) {
  try {
    return await write(ctx, actor, what);
  } catch (error) {
    if (constraintErrorOf(error)) return false;
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
    // Before the days: it rejects the whole batch if another change has this version.
    insertEntry(ctx.db, { ...subjectOf(record.id), version: next }, entry),
    ...(change.alongside?.(condition) ?? []),
  ]);
}

const subjectOf = (id: number) => ({ subject: 'booking' as const, subjectId: id });

/** The fields of a booking that a customer sees. */
export async function summaryOf(ctx: Context, booking: BookingRow): Promise<BookingSummary> {
  return bookingSummary.parse(await labelRental(ctx, booking));
}
