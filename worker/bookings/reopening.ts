import { firstDeliveryDay } from '#domain/catalog/delivery-days.ts';
import { findStreetRule } from '#domain/catalog/permits.ts';
import { findZone } from '#domain/catalog/zones.ts';
import { listTruckMoves } from '#domain/jobs/jobs.ts';
import { dueAgainText } from '#domain/money/balance.ts';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import { type BookingStatus, isOver } from '#domain/rental/bookings.ts';
import { type CalendarWarning, calendarWarnings } from '#domain/rental/calendar-warnings.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { BatchGuard, Guards } from '#worker/base/db/commit.ts';
import { readTogether } from '#worker/base/db/rows.ts';
import { getCardOf } from '#worker/catalog/rate-cards.ts';
import { selectPublishedVersion } from '#worker/catalog/repo.ts';
import { orderTime } from '#worker/fleet/jobs/calendar.ts';
import { hasMovesLeftForBooking, listMovesOfOthers } from '#worker/fleet/jobs/moves-repo.ts';
import { listClosedDays } from '#worker/fleet/jobs/repo.ts';
import { hasRefundsDueAgain, sumRefundsDueAgain } from '#worker/money/refunds/repo.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';

type Reopening = {
  status: BookingStatus;
  override?: readonly CalendarRefusal[];
  dueAgain?: number | undefined;
};

/**
 * Throws a conflict that names the calendar rules which a reopened booking breaks and staff have not overridden, and the
 * refunds of a cancelled one, which are due again, unless `dueAgain` is their sum. Returns the overridden rules, that sum,
 * and the guards of the change that reopens the booking: another booking can take the last truck move of a day after
 * this read, or a refund can be made. Nothing is checked for other changes of status.
 */
export async function checkReopening(
  ctx: Context,
  record: BookingRecord,
  { status, override = [], dueAgain: known = 0 }: Reopening,
): Promise<{ overridden: CalendarRefusal[]; dueAgain: number; guards: Guards }> {
  const dueAgain = record.status === 'cancelled' ? await sumRefundsDueAgain(ctx.db, record.id) : 0;
  const { warnings, movesLeft } = await checkCalendar(ctx, record, { status, override });
  const open = warnings.filter(({ rule }) => !override.includes(rule));
  const isNamed = record.status !== 'cancelled' || known === dueAgain;
  if (open.length > 0 || !isNamed) {
    const texts = [...(dueAgain > 0 ? [dueAgainText(dueAgain)] : []), ...open.map(({ text }) => text)];
    throw new AppError('conflict', `${texts.join(' ')} Confirm that the booking is reopened anyway.`, {
      body: { warnings: open, dueAgain },
    });
  }
  const isCancelled = record.status === 'cancelled';
  return {
    overridden: [...new Set(warnings.map(({ rule }) => rule))],
    dueAgain,
    guards: {
      ...(isCancelled && { refunds: hasRefundsDueAgain(record.id, dueAgain) }),
      ...(movesLeft && { moves_left: movesLeft }),
    },
  };
}

/** The calendar rules that a reopened booking breaks, and the guard that it breaks no other one. */
async function checkCalendar(
  ctx: Context,
  record: BookingRecord,
  { status, override }: { status: BookingStatus; override: readonly CalendarRefusal[] },
): Promise<{ warnings: CalendarWarning[]; movesLeft: BatchGuard | null }> {
  if (!isOver(record.status) || isOver(status)) return { warnings: [], movesLeft: null };
  const today = ctx.today();
  const moves = listTruckMoves(record).filter(({ dueDay }) => dueDay >= today);
  if (moves.length === 0) return { warnings: [], movesLeft: null };
  const { id: bookingId, zip, placementType } = record;
  const [version, closed, taken] = await readTogether(ctx.db, [
    selectPublishedVersion(ctx.db),
    listClosedDays(ctx.db, today),
    listMovesOfOthers(ctx.db, { bookingId, moves }),
  ]);
  const { card, zoneZips } = await getCardOf(ctx, version);
  const permit = findStreetRule(card, { placementType, zone: findZone(zoneZips, zip) });
  const warnings = calendarWarnings(moves, {
    calendar: { rules: card.calendar, closedDays: new Set(closed.map(({ day }) => day)) },
    // The delivery of a completed booking is done, so it needs no lead time.
    firstDay: record.status === 'completed' ? today : firstDeliveryDay(card.calendar, orderTime(ctx), permit),
    movesTaken: new Map(taken.map(({ day, moves: count }) => [day, count])),
  });
  const { maxTruckMovesPerDay: maxMovesPerDay } = card.calendar;
  const isFree = maxMovesPerDay === null || override.includes('full');
  return {
    warnings,
    movesLeft: isFree ? null : hasMovesLeftForBooking({ bookingId, moves, maxMovesPerDay }),
  };
}
