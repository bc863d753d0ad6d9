import type { CalendarRefusal } from '#domain/availability.ts';
import { type BookingStatus, isOver } from '#domain/bookings.ts';
import { calendarWarnings } from '#domain/calendar-warnings.ts';
import { firstDeliveryDay } from '#domain/catalog/delivery-days.ts';
import { findZone } from '#domain/catalog/zones.ts';
import { AppError } from '#domain/errors.ts';
import { truckMovesOf } from '#domain/jobs.ts';
import { streetRuleOf } from '#domain/permits.ts';
import type { BookingRecord } from '#worker/booking-records/repo.ts';
import { getCardOf } from '#worker/catalog/rate-cards.ts';
import { selectPublishedVersion } from '#worker/catalog/repo.ts';
import type { Context } from '#worker/context.ts';
import { orderTime } from '#worker/jobs/calendar.ts';
import { hasMovesLeftForBooking, listMovesOfOthers } from '#worker/jobs/moves-repo.ts';
import { listClosedDays } from '#worker/jobs/repo.ts';
import type { Condition } from './days.ts';

type Reopening = { status: BookingStatus; override?: readonly CalendarRefusal[] };

/**
 * Throws a conflict that names the calendar rules which a reopened booking breaks and staff have not overridden. Returns
 * the overridden ones, and a condition for the statement that reopens it: another booking can take the last truck move
 * of a day after this read. Nothing is checked for other changes of status.
 */
export async function checkReopening(
  ctx: Context,
  record: BookingRecord,
  { status, override = [] }: Reopening,
): Promise<{ overridden: CalendarRefusal[]; only?: Condition }> {
  if (!isOver(record.status) || isOver(status)) return { overridden: [] };
  const today = ctx.today();
  const moves = truckMovesOf(record).filter(({ dueDay }) => dueDay >= today);
  if (moves.length === 0) return { overridden: [] };
  const { id: bookingId, zip, placementType } = record;
  const [version, closed, taken] = await ctx.db.batch([
    selectPublishedVersion(ctx.db),
    listClosedDays(ctx.db, today),
    listMovesOfOthers(ctx.db, { bookingId, moves }),
  ]);
  const { card, zoneZips } = await getCardOf(ctx, version);
  const permit = streetRuleOf(card, { placementType, zone: findZone(zoneZips, zip) });
  const warnings = calendarWarnings(moves, {
    calendar: { rules: card.calendar, closedDays: new Set(closed.map(({ day }) => day)) },
    // The delivery of a completed booking is done, so it needs no lead time.
    firstDay: record.status === 'completed' ? today : firstDeliveryDay(card.calendar, orderTime(ctx), permit),
    movesTaken: new Map(taken.map(({ day, moves: count }) => [day, count])),
  });
  const open = warnings.filter(({ rule }) => !override.includes(rule));
  if (open.length > 0) {
    const texts = open.map(({ text }) => text).join(' ');
    throw new AppError('conflict', `${texts} Confirm that the booking is reopened anyway.`, {
      body: { warnings: open },
    });
  }
  const overridden = [...new Set(warnings.map(({ rule }) => rule))];
  const { maxTruckMovesPerDay: maxMovesPerDay } = card.calendar;
  if (maxMovesPerDay === null || override.includes('full')) return { overridden };
  return { overridden, only: hasMovesLeftForBooking({ bookingId, moves, maxMovesPerDay }) };
}
