import { nextCustomerHour } from '#domain/dispatch/customer-hours.ts';
import { later } from '#domain/rental/availability.ts';
import { isOver } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertBookingChange } from '#worker/base/history/events-repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import { getBooking } from '#worker/rental/service.ts';
import {
  areDaysMovableTo,
  canKeepUnitUntil,
  clearUnitNotBack,
  type DaysInTheWay,
  extendSiteDays,
  findFreeUnit,
  findLateExchanges,
  findUnitAfter,
  flagUnitNotBack,
  type LateExchange,
  lacksFlag,
  listOverdue,
  moveDays,
  movePickupsToToday,
  replanExchanges,
  updatePickupDay,
} from './overdue-repo.ts';

/** Each needs a few queries, and an invocation has a thousand. */
const MAX_BOOKINGS = 150;

/**
 * Makes today the pickup day of each booking whose unit is overdue. An exchange that was not made in time is due today:
 * the unit on site keeps its days until then, and the next one begins. Bookings and holds that have the unit next move to
 * another one of their size. Without one, the next booking gets attention 'unit_not_back', and the days of the overdue
 * booking stay. Safe to repeat.
 */
export async function extendOverdue(ctx: Context) {
  const today = ctx.today();
  const counts = { examined: 0, extended: 0, moved: 0, blocked: 0 };
  const failures: unknown[] = [];
  for (const id of await listOverdue(ctx.db, { today, limit: MAX_BOOKINGS })) {
    counts.examined += 1;
    try {
      const { isExtended, moved } = await extend(ctx, id);
      counts.moved += moved;
      counts[isExtended ? 'extended' : 'blocked'] += 1;
    } catch (error) {
      // Such as a cancellation that runs: the other bookings are extended first.
      failures.push(error);
    }
  }
  await commit(ctx, { writes: movePickupsToToday(ctx.db, today, ctx.now()) });
  if (failures.length > 0) throw failures[0];
  return counts;
}

async function extend(ctx: Context, bookingId: number): Promise<{ isExtended: boolean; moved: number }> {
  const { db } = ctx;
  const today = ctx.today();
  const nowMs = ctx.now();
  await notifyLateCustomer(ctx, bookingId);
  let moved = 0;
  for (const days of await findUnitAfter(db, { bookingId, until: today })) {
    if (!(await moveAway(ctx, days, bookingId))) break;
    moved += 1;
  }
  const event = { bookingId, actor: { type: 'system' }, action: 'changed', nowMs } as const;
  const late = await planLateExchanges(ctx, bookingId);
  const { pickupDay } = await getBooking(ctx, bookingId);
  const details = { ...(pickupDay < today && { pickupDay: today }), ...exchangeDetails(late, today) };
  const replanned = replanExchanges(db, late, { bookingId, today, nowMs });
  const extended = commit(ctx, {
    guards: { keeps_unit: canKeepUnitUntil({ bookingId, day: today }) },
    writes: {
      change: insertBookingChange(db, { ...event, details }),
      days: [...replanned.days, extendSiteDays(db, { bookingId, end: today })],
      attention: clearUnitNotBack(db, bookingId),
      jobs: replanned.jobs,
      pickupDay: updatePickupDay(db, { bookingId, pickupDay: today, nowMs }),
    },
  });
  if (await unlessGuarded(['keeps_unit'], extended)) return { isExtended: true, moved };
  await flagNext(ctx, bookingId);
  return { isExtended: false, moved };
}

/** One e-mail for each agreed last day that passed: what each day costs, and how to have the unit picked up. */
async function notifyLateCustomer(ctx: Context, bookingId: number) {
  const { status, pickupDay, endDate } = await getBooking(ctx, bookingId);
  // The other case: only an exchange is late.
  if (isOver(status) || pickupDay >= ctx.today()) return;
  const nowMs = ctx.now();
  const id = ctx.newId();
  const dueAt = nextCustomerHour(nowMs, ctx.settings.timeZone);
  const row = { id, kind: 'rental-late', bookingId, subject: endDate, createdAt: nowMs, dueAt } as const;
  const stored = await insertBookingNotification(ctx.db, row);
  const delaySeconds = Math.ceil((dueAt - nowMs) / 1000);
  if (stored.meta.changes > 0) await enqueueOutboxRow(ctx, id, { delaySeconds });
}

/** The units for exchanges that were not made in time: their own, another one of the size, or null without one. */
async function planLateExchanges(
  { db, today: todayOf }: Context,
  bookingId: number,
): Promise<LateExchange[]> {
  const today = todayOf();
  const planned: LateExchange[] = [];
  for (const days of await findLateExchanges(db, { bookingId, today })) {
    const needed = { ...days, startDate: today, endDate: later(days.endDate, today) };
    // All of them are due today, so each needs a unit of its own.
    const except = planned.flatMap(({ unitId }) => unitId ?? []);
    const isOwn = days.isFree && !except.includes(days.unitId);
    const another = () => findFreeUnit(db, needed, { overdueId: bookingId, except });
    planned.push({ ...days, unitId: isOwn ? days.unitId : ((await another())?.id ?? null) });
  }
  return planned;
}

function exchangeDetails(late: readonly LateExchange[], today: Day) {
  if (late.length === 0) return {};
  const isPossible = late.every(({ unitId }) => unitId !== null);
  return isPossible ? { exchangeDay: today } : { exchange: 'cancelled, because no unit is free' };
}

/** Moves days of a booking or a hold to a free unit. False: none is free, or the unit was delivered. */
async function moveAway(ctx: Context, days: DaysInTheWay, overdueId: number): Promise<boolean> {
  const { db } = ctx;
  const unit = days.isDelivered ? null : await findFreeUnit(db, days, { overdueId });
  if (!unit) return false;
  const { bookingId } = days;
  const event = { actor: { type: 'system' }, action: 'changed', nowMs: ctx.now() } as const;
  const details = { dumpsterNumber: unit.number };
  const moved = commit(ctx, {
    guards: { movable: areDaysMovableTo(days, unit.id) },
    writes: {
      days: moveDays(db, days, unit.id),
      change: bookingId === null ? [] : insertBookingChange(db, { ...event, details, bookingId }),
    },
  });
  return (await unlessGuarded(['movable'], moved)) !== null;
}

async function flagNext(ctx: Context, bookingId: number): Promise<void> {
  const { db } = ctx;
  const today = ctx.today();
  const nowMs = ctx.now();
  for (const { bookingId: next } of await findUnitAfter(db, { bookingId, until: today })) {
    if (next === null) continue;
    const details = { needsAttention: 'unit_not_back' };
    const event = { bookingId: next, actor: { type: 'system' }, action: 'changed', nowMs } as const;
    const flagged = commit(ctx, {
      guards: { not_flagged: lacksFlag(next) },
      writes: {
        change: insertBookingChange(db, { ...event, details }),
        attention: flagUnitNotBack(db, { bookingId, until: today, nowMs }),
      },
    });
    if (await unlessGuarded(['not_flagged'], flagged)) {
      ctx.log.warn('booking_needs_attention', { bookingId: next, needsAttention: 'unit_not_back' });
    }
  }
}
