import { later } from '#domain/rental/availability.ts';
import { type BookingStatus, firstFreedDay, isOver } from '#domain/rental/bookings.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertBookingChange } from '#worker/base/history/events-repo.ts';
import { updateJobsOfBooking } from '#worker/fleet/jobs/repo.ts';
import {
  recordJobLocations,
  recordUnitOnSite,
  replaceUnitOnSite,
} from '#worker/fleet/locations/jobs-repo.ts';
import {
  assignUnit,
  findTakenDays,
  findUnitState,
  isUnitFreeForBooking,
  listFreeUnits,
  reassignUnit,
  releaseDays,
} from '#worker/fleet/units/booking-days-repo.ts';
import type { Days } from '#worker/fleet/units/free-units-repo.ts';
import { toDumpsters } from '#worker/fleet/units/service.ts';
import { updateUnitAttention } from '#worker/rental/attention-repo.ts';
import {
  type BookingRecord,
  type BookingUnit,
  findCurrentUnit,
  lacksUnit,
  listBookingUnits,
  unlessPickedUp,
} from '#worker/rental/repo.ts';

/** Whether the booking has a unit until its pickup. A reopened booking may have lost it. */
export function hasUnitUntilEnd(record: BookingRecord): boolean {
  return listBookingUnits(record).some(({ endDate }) => endDate >= record.pickupDay);
}

/** The remaining days of a booking, pickup day included; null when its rental is past. */
function daysToCome({ deliveryDate, pickupDay }: BookingRecord, today: Day): Days | null {
  if (pickupDay < today) return null;
  return { start: deliveryDate > today ? deliveryDate : today, end: pickupDay };
}

/**
 * For a batch: releases or takes the booking's days and truck jobs for a new status, and flags a booking without a
 * unit. A unit that is on site keeps its days until its final pickup is done. `isPickedUp`: what staff say about the
 * unit of a completed booking.
 */
export function daysFollowing(
  ctx: Context,
  record: BookingRecord,
  { status, isPickedUp = true }: { status: BookingStatus; isPickedUp?: boolean },
) {
  const { db } = ctx;
  const bookingId = record.id;
  const today = ctx.today();
  const nowMs = ctx.now();
  const from = firstFreedDay(status, today);
  if (from === null && !isOver(record.status)) return [];
  const isOnSite = record.siteStatus === 'on_site';
  const located = { bookingId, userId: null, today, nowMs };
  const jobs = [
    ...updateJobsOfBooking(db, { bookingId, status, isOnSite, isPickedUp, today, nowMs }),
    ...recordJobLocations(db, located),
  ];
  if (from !== null) {
    const keepsDays = status === 'cancelled' ? isOnSite : !isPickedUp;
    return [
      ...(keepsDays ? [] : releaseDays(db, { bookingId, from })),
      ...updateUnitAttention(db, bookingId, { neededUntil: null, nowMs }),
      ...jobs,
    ];
  }
  const days = daysToCome(record, today);
  if (!days) return jobs;
  const { dumpsterType } = record;
  // After the jobs: a unit that staff marked as picked up is not needed again.
  const neededUntil = unlessPickedUp(bookingId, days.end);
  return [
    ...jobs,
    ...reassignUnit(db, { bookingId, days, dumpsterType, nowMs }),
    ...updateUnitAttention(db, bookingId, { neededUntil, nowMs }),
    recordUnitOnSite(db, located),
  ];
}

/** The last day for which the booking needs a unit; null when it needs none any more. */
export function unitNeededUntil(ctx: Context, record: BookingRecord): Day | null {
  return isOver(record.status) || record.siteStatus === 'picked_up'
    ? null
    : (daysToCome(record, ctx.today())?.end ?? null);
}

/** The unit of a booking that a call names by its role; without a role the one that is on site, else the next one. */
export function unitInRole(record: BookingRecord, role: string | undefined): BookingUnit | null {
  if (role === undefined) return findCurrentUnit(record);
  return listBookingUnits(record).find((unit) => unit.role === role) ?? null;
}

/**
 * The change that gives a booking another unit in a role, for one transaction. Throws not_found or conflict with the
 * reason.
 */
export async function moveTo(
  ctx: Context,
  record: BookingRecord,
  { dumpsterId, role, userId }: { dumpsterId: number; role?: string | undefined; userId: number },
) {
  const former = unitInRole(record, role);
  if (role !== undefined && role !== 'first' && !former)
    throw new AppError('conflict', 'This booking has no such exchange.');
  const days = movableDays(ctx, record, former);
  if (typeof days === 'string') throw new AppError('conflict', days);
  const unit = await findUnitState(ctx.db, dumpsterId);
  if (!unit || unit.isDeleted) throw new AppError('not_found', 'There is no such unit.');
  const isOwn = listBookingUnits(record).some((one) => one.id === dumpsterId && one.role !== former?.role);
  if (isOwn) throw new AppError('conflict', `Unit ${unit.dumpsterNumber} is another unit of this booking.`);
  const { db } = ctx;
  const bookingId = record.id;
  const today = ctx.today();
  const nowMs = ctx.now();
  const taken = { bookingId, role: former?.role ?? 'first', dumpsterId, days, nowMs };
  const isOnSite = record.siteStatus === 'on_site' && former?.role === findCurrentUnit(record)?.role;
  const formerId = former?.id ?? null;
  return {
    before: { dumpsterNumber: former?.number ?? null },
    after: { dumpsterNumber: unit.dumpsterNumber },
    guards: { unit_free: isUnitFreeForBooking(dumpsterId, days, bookingId) },
    writes: [
      ...assignUnit(db, taken),
      ...updateUnitAttention(db, bookingId, { neededUntil: record.pickupDay, nowMs }),
      ...(isOnSite ? replaceUnitOnSite(db, { bookingId, formerId, userId, today, nowMs }) : []),
    ],
    refusal: () => findUnitConflict(ctx, { dumpsterId, days, bookingId }),
  };
}

/**
 * Gives an active booking that has no unit until its last day its previous unit or another one of its size, or flags it.
 * The history names the system. Null: there was nothing to change.
 */
export async function assignLostUnit(
  ctx: Context,
  record: BookingRecord,
): Promise<'assigned' | 'flagged' | null> {
  const isDone = isOver(record.status) || record.siteStatus === 'picked_up';
  const days = isDone ? null : daysToCome(record, ctx.today());
  if (!days || hasUnitUntilEnd(record)) return null;
  const { db } = ctx;
  const { id: bookingId, dumpsterType } = record;
  const latest = listBookingUnits(record).at(-1);
  const free = await listFreeUnits(db, days, record);
  const unit =
    free.find(({ id }) => id === latest?.id) ?? free.find((one) => one.dumpsterType === dumpsterType);
  if (!unit && record.attention.includes('no_unit')) return null;
  const guards = { lacks_unit: lacksUnit(bookingId, days.end) };
  const nowMs = ctx.now();
  const event = { bookingId, actor: { type: 'system' }, action: 'changed', nowMs } as const;
  if (!unit) {
    const details = { needsAttention: 'no_unit' };
    const writes = {
      change: insertBookingChange(db, { ...event, details }),
      attention: updateUnitAttention(db, bookingId, { neededUntil: days.end, nowMs }),
    };
    if (!(await unlessGuarded(['lacks_unit'], commit(ctx, { guards, writes })))) return null;
    ctx.log.warn('booking_needs_attention', { bookingId, needsAttention: 'no_unit' });
    return 'flagged';
  }
  const details = { dumpsterNumber: unit.dumpsterNumber };
  const role = latest?.role ?? 'first';
  const assigned = commit(ctx, {
    guards: { ...guards, unit_free: isUnitFreeForBooking(unit.id, days, bookingId) },
    writes: {
      change: insertBookingChange(db, { ...event, details }),
      attention: updateUnitAttention(db, bookingId, { neededUntil: null, nowMs }),
      days: assignUnit(db, { bookingId, role, dumpsterId: unit.id, days, nowMs }),
    },
  });
  return (await unlessGuarded(['lacks_unit', 'unit_free'], assigned)) && 'assigned';
}

/** The units that can take the place of the one in a role; empty when there are no days for which it is needed. */
export async function freeDumpsters(ctx: Context, record: BookingRecord, role: string | undefined) {
  const current = unitInRole(record, role);
  if (role !== undefined && role !== 'first' && !current) return [];
  const days = movableDays(ctx, record, current);
  if (typeof days === 'string') return [];
  const units = await listFreeUnits(ctx.db, days, record);
  const others = listBookingUnits(record).filter(({ role }) => role !== current?.role);
  return toDumpsters(
    ctx,
    units.filter(
      ({ id }) =>
        (id !== current?.id || !hasUnitUntilEnd(record)) && others.every((other) => other.id !== id),
    ),
  );
}

/** The days that another unit gets: those to come, up to the day on which this one is exchanged. */
function movableDays(ctx: Context, record: BookingRecord, unit: BookingUnit | null): Days | string {
  if (isOver(record.status)) return `This booking is ${record.status}: it holds no unit any more.`;
  if (record.siteStatus === 'picked_up') return 'The unit of this booking has been picked up.';
  const days = daysToCome(record, ctx.today());
  if (!days || !unit) return days ?? 'This rental is over.';
  const isLast = unit.role === listBookingUnits(record).at(-1)?.role;
  const start = later(unit.startDate, days.start);
  if (isLast) return { start, end: days.end };
  return unit.endDate < start ? 'This unit was exchanged.' : { start, end: unit.endDate };
}

/** Why a booking cannot have a unit on these days; null when it can. A new booking has the id 0. */
export async function findUnitConflict(
  ctx: Context,
  wanted: { dumpsterId: number; days: Days; bookingId: number },
): Promise<AppError | null> {
  const unit = await findUnitState(ctx.db, wanted.dumpsterId);
  if (!unit || unit.isDeleted) return new AppError('not_found', 'There is no such unit.');
  const name = `Unit ${unit.dumpsterNumber}`;
  if (!unit.isAvailable) return new AppError('conflict', `${name} is not in service.`);
  const taken = await findTakenDays(ctx.db, wanted);
  if (!taken) return null;
  const who = taken.bookingId === null ? 'a customer who is paying now' : `booking #${taken.bookingId}`;
  const when = `${formatDay(taken.startDate)} to ${formatDay(taken.endDate)}`;
  return new AppError('conflict', `${name} is taken by ${who} from ${when}.`);
}
