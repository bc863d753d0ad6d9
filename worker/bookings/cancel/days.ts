import { later } from '#domain/rental/availability.ts';
import type { BookingStatus } from '#domain/rental/bookings.ts';
import { type CalendarWarning, calendarWarnings } from '#domain/rental/calendar-warnings.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { readTogether } from '#worker/base/db/rows.ts';
import { readMovesTaken } from '#worker/bookings/changes/calendar.ts';
import { daysFollowing } from '#worker/bookings/days.ts';
import { getCardOf } from '#worker/catalog/rate-cards.ts';
import { selectPublishedVersion } from '#worker/catalog/repo.ts';
import { keepOnlyPickup, listClosedDays } from '#worker/fleet/jobs/repo.ts';
import { updateUnitAttention } from '#worker/rental/attention-repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { clearCancellation, keepDaysUntil, storeCancellation } from './repo.ts';

/**
 * When a unit that is on site is due back if its booking is cancelled: today, also if today is closed or full (BOOKINGS
 * 3). Null before the delivery, and after the pickup.
 */
export function earlyPickupDay(ctx: Context, { siteStatus }: BookingRecord): Day | null {
  return siteStatus === 'on_site' ? ctx.today() : null;
}

/** The calendar rules that a pickup on `day` breaks. They hold no cancellation off. */
export async function listPickupWarnings(ctx: Context, id: number, day: Day): Promise<CalendarWarning[]> {
  const [version, closed] = await readTogether(ctx.db, [
    selectPublishedVersion(ctx.db),
    listClosedDays(ctx.db, day),
  ]);
  const { card } = await getCardOf(ctx, version);
  const moves = [{ type: 'final_pickup' as const, dueDay: day }];
  return calendarWarnings(moves, {
    calendar: { rules: card.calendar, closedDays: new Set(closed.map((row) => row.day)) },
    firstDay: day,
    movesTaken: await readMovesTaken(ctx, id, moves),
  });
}

/** Why a booking cannot be cancelled; null if it can. */
export function reasonNotCancellable({ status }: Pick<BookingRecord, 'status'>): string | null {
  if (status === 'cancelled') return 'This booking is cancelled already.';
  return status === 'completed' ? 'This rental is completed. It can no longer be cancelled.' : null;
}

/**
 * For the batch that cancels a booking, after its status: releases its days and jobs. A unit on site keeps its days
 * until the early pickup is done.
 */
export function releaseCancelled(
  ctx: Context,
  record: BookingRecord,
  { pickupDay, nowMs }: { pickupDay: Day | null; nowMs: number },
) {
  const { db } = ctx;
  const { id: bookingId } = record;
  const stored = storeCancellation(db, { bookingId, nowMs });
  if (pickupDay === null) return [stored, ...daysFollowing(ctx, record, { status: 'cancelled' })];
  return [
    stored,
    // A planned exchange ended the days of the unit on site too early: they last until its pickup, whenever that is.
    ...keepDaysUntil(db, { bookingId, until: [pickupDay, later(pickupDay, record.pickupDay)] }),
    ...updateUnitAttention(db, bookingId, { neededUntil: null, nowMs }),
    ...keepOnlyPickup(db, { bookingId, pickupDay, nowMs }),
  ];
}

/** For the batch of a change to another status: releases or takes the days, and ends an earlier cancellation. */
export function followStatus(
  ctx: Context,
  record: BookingRecord,
  change: { status: BookingStatus; isPickedUp: boolean },
) {
  return [
    ...(record.status === 'cancelled' ? [clearCancellation(ctx.db, record.id)] : []),
    ...daysFollowing(ctx, record, change),
  ];
}
