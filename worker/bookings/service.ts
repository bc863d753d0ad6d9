import { type BookingSummary, bookingSummary } from '#contract/bookings.ts';
import { DEFAULT_LIMIT } from '#contract/lists.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import {
  type AttentionReason,
  type BookingStatus,
  isOver,
  mostUrgent,
  STATUS_EMAIL_DELAY_SECONDS,
} from '#domain/rental/bookings.ts';
import { CANCELLED_UNCHANGED } from '#domain/rental/bulk-actions.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { TaskStep } from '#worker/base/history/repo.ts';
import type { ListPage } from '#worker/base/lists/list-repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { type BookingFilter, pageOfBookings } from '#worker/bookings/list/repo.ts';
import { labelRental } from '#worker/catalog/labels.ts';
import { assertInCatalog } from '#worker/catalog/names.ts';
import { updatePaymentStatus, updateReopenedPaymentStatus } from '#worker/money/ledger/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import {
  deleteAttention,
  updatePermitAttention,
  updateUnitAttention,
} from '#worker/rental/attention-repo.ts';
import { type BookingVersion, toBookings } from '#worker/rental/service.ts';
import { earlyPickupDay, followStatus, reasonNotCancellable, releaseCancelled } from './cancel/days.ts';
import { changeBooking } from './change.ts';
import { hasUnitUntilEnd, moveTo, unitInRole, unitNeededUntil } from './days.ts';
import {
  hasUnsentConfirmedEmail,
  isStatusEmailed,
  replaceFinalPriceEmail,
  replaceStatusEmail,
} from './emails-repo.ts';
import { isPermitMissing } from './permits.ts';
import { findFinalPriceLines, isSamePrice } from './price/proposal.ts';
import { checkReopening } from './reopening.ts';
import type { BookingRow } from './repo.ts';
import { type ChangedBooking, NO_ROUTE_CHECK, type RouteCheck } from './route-check.ts';

/**
 * Sets any status, in any order; only a completed rental cannot be cancelled: it is reopened first. 'cancelled' and 'completed' release days; any other status after them takes a
 * unit and truck moves again, and are refused while they break a calendar rule that `override` does not name. A cancelled
 * booking is reopened only if `dueAgain` is the sum of its refunds.
 */
export async function setBookingStatus(
  ctx: Context,
  actor: Actor,
  input: BookingVersion & {
    status: BookingStatus;
    notifyCustomer: boolean;
    /** For 'completed': whether the unit has been picked up; the default is true. */
    pickedUp?: boolean;
    override?: readonly CalendarRefusal[];
    /** The refunds of a cancelled booking that are due again, in cents, as the caller knows them. */
    dueAgain?: number | undefined;
    /** An action on many bookings: cancelled ones are not reopened. */
    isBulk?: boolean;
    /** The step of a task that the change does, at most once. */
    step?: TaskStep;
  },
) {
  const { id, status } = input;
  const isEmailed = input.notifyCustomer && isStatusEmailed(status);
  let emailId = null as string | null;
  let droppedEmail = false;
  const { record, endedPayLink } = await changeBooking(ctx, actor, {
    ...input,
    endsLink: (record) => {
      if (status !== 'cancelled') return null;
      // Before the link ends: a change that is not allowed ends nothing.
      const reason = reasonNotCancellable(record);
      if (reason !== null) throw new AppError('conflict', reason);
      return 'status';
    },
    plan: async (record) => {
      if (input.isBulk && record.status === 'cancelled') throw new AppError('conflict', CANCELLED_UNCHANGED);
      emailId = isEmailed ? ctx.newId() : null;
      droppedEmail = await hasUnsentConfirmedEmail(ctx.db, id);
      const isMissing = await isPermitMissing(ctx, record, { status });
      const { overridden, dueAgain, guards } = await checkReopening(ctx, record, input);
      const pickupDue = status === 'cancelled' ? earlyPickupDay(ctx, record) : null;
      return {
        changes: { status },
        before: { status: record.status },
        after: {
          status,
          ...(pickupDue && { pickupDue }),
          ...(status === 'completed' && input.pickedUp === false && { pickedUp: false }),
          ...(overridden.length > 0 && { overriddenRules: overridden.join(', ') }),
          ...(dueAgain > 0 && { dueAgain }),
        },
        guards,
        writes: [
          ...(status === 'cancelled'
            ? releaseCancelled(ctx, record, { pickupDay: pickupDue, nowMs: ctx.now() })
            : followStatus(ctx, record, { status, isPickedUp: input.pickedUp ?? true })),
          updatePermitAttention(ctx.db, id, { isMissing, nowMs: ctx.now() }),
          ...replaceStatusEmail(ctx, record, { emailId, status }),
          updateReopenedPaymentStatus(ctx.db, id),
        ],
      };
    },
    isDone: (record) => record.status === status,
  });
  if (emailId) await enqueueOutboxRow(ctx, emailId, { delaySeconds: STATUS_EMAIL_DELAY_SECONDS });
  return { record, endedPayLink, droppedEmail };
}

/**
 * Sets the total of the rental, deposit included; the payment status follows from it. The customer is e-mailed after 15
 * seconds, unless the price is set again within them.
 */
export async function setFinalPrice(
  ctx: Context,
  actor: Actor,
  input: BookingVersion & { finalPrice: number; notifyCustomer: boolean },
) {
  const { finalPrice, notifyCustomer } = input;
  let emailId = null as string | null;
  const changed = await changeBooking(ctx, actor, {
    ...input,
    // Of the same price only the lines differ, so the link still asks for what is due.
    endsLink: (record) => (record.finalPrice === finalPrice ? null : 'price'),
    plan: async (record) => {
      emailId = notifyCustomer ? ctx.newId() : null;
      return {
        changes: { finalPrice, finalPriceLines: await findFinalPriceLines(ctx, record, finalPrice) },
        before: { finalPrice: record.finalPrice },
        after: { finalPrice },
        writes: [updatePaymentStatus(ctx.db, record.id), ...replaceFinalPriceEmail(ctx, record, emailId)],
      };
    },
    isDone: async (record) => {
      if (record.finalPrice !== finalPrice) return false;
      return isSamePrice(record.finalPriceLines, await findFinalPriceLines(ctx, record, finalPrice));
    },
  });
  if (emailId) await enqueueOutboxRow(ctx, emailId, { delaySeconds: STATUS_EMAIL_DELAY_SECONDS });
  return changed;
}

type MoveInput = BookingVersion & { dumpsterId: number; role?: string | undefined; check?: RouteCheck };

/** Moves a booking to another unit that is free for its remaining days. Throws conflict with what `check` finds. */
export async function moveBooking(ctx: Context, actor: Actor, input: MoveInput) {
  const { check = NO_ROUTE_CHECK } = input;
  const { record } = await changeBooking(ctx, actor, {
    ...input,
    plan: async (record) => {
      const move = await moveTo(ctx, record, { ...input, userId: actor.userId });
      const { broken, guard } = await check(ctx, movedUnitOf(record, input));
      if (broken) throw new AppError('conflict', broken);
      return { changes: {}, ...move, guards: { ...move.guards, routes: guard } };
    },
    isDone: (record) =>
      unitInRole(record, input.role)?.id === input.dumpsterId &&
      !isOver(record.status) &&
      hasUnitUntilEnd(record),
  });
  return record;
}

function movedUnitOf(record: Parameters<typeof moveTo>[1], { dumpsterId, role }: MoveInput): ChangedBooking {
  const { id: bookingId, deliveryDate, pickupDay, siteStatus } = record;
  const former = unitInRole(record, role);
  const isThere = siteStatus === 'on_site' && former?.role === unitInRole(record, undefined)?.role;
  const units = [{ role: former?.role ?? 'first', dumpsterId, isThere }];
  return { bookingId, deliveryDate, pickupDay, units, removedJobId: null };
}

/**
 * Clears the flag of a payment mismatch after staff have checked it. The other reasons end with their cause: 409. A
 * booking without a unit is flagged for that.
 */
export async function clearAttention(ctx: Context, actor: Actor, input: BookingVersion) {
  const { record } = await changeBooking(ctx, actor, {
    ...input,
    plan: async (record) => {
      const { id: bookingId, needsAttention, attention } = record;
      if (!attention.includes('payment_mismatch')) throw new AppError('conflict', reasonEnds(needsAttention));
      const neededUntil = unitNeededUntil(ctx, record);
      const lacksUnit = neededUntil !== null && !hasUnitUntilEnd(record);
      const left = attention.filter((reason) => reason !== 'payment_mismatch' && reason !== 'no_unit');
      const after = mostUrgent(lacksUnit ? [...left, 'no_unit'] : left);
      return {
        changes: {},
        before: { needsAttention },
        after: { needsAttention: after },
        writes: [
          deleteAttention(ctx.db, { bookingId, reason: 'payment_mismatch' }),
          ...updateUnitAttention(ctx.db, bookingId, { neededUntil, nowMs: ctx.now() }),
        ],
      };
    },
    isDone: ({ needsAttention }) => needsAttention === null,
  });
  return record;
}

function reasonEnds(reason: AttentionReason | null): string {
  if (reason === 'no_unit') return 'This booking has no unit. The flag is removed when it has one.';
  if (reason === 'unit_out_of_service') {
    return 'A unit of this booking is out of service. The flag is removed when the booking has another one, or the unit is back in service.';
  }
  if (reason === 'permit') {
    return 'The street permit is missing or ends before the pickup. The flag is removed when a valid one is entered.';
  }
  return 'The flag is removed when its cause is gone.';
}

/** One page of the bookings for staff. `isCounted: false` omits the total. */
export async function listBookings(
  ctx: Context,
  request: Omit<Parameters<typeof pageOfBookings>[1], 'timeZone' | 'today' | 'limit'> & {
    limit?: number | undefined;
  },
): Promise<ListPage<Booking>> {
  await assertInCatalog(ctx, request.filter);
  const { limit = DEFAULT_LIMIT } = request;
  const { timeZone } = ctx.settings;
  const page = await pageOfBookings(ctx.db, { ...request, limit, timeZone, today: ctx.today() });
  return { ...page, rows: await toBookings(ctx, page.rows) };
}

/** The ids of at most `limit` bookings that match. */
export async function listMatchingIds(ctx: Context, filter: BookingFilter, limit: number): Promise<number[]> {
  await assertInCatalog(ctx, filter);
  const { timeZone } = ctx.settings;
  const page = { filter, limit, isCounted: false, timeZone, today: ctx.today() };
  return (await pageOfBookings(ctx.db, page)).rows.map(({ id }) => id);
}

/** The fields of a booking that a customer sees. */
export async function readBookingSummary(ctx: Context, booking: BookingRow): Promise<BookingSummary> {
  return bookingSummary.parse(await labelRental(ctx, booking));
}
