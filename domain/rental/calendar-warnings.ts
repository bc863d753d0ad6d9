import { isWorkingDay } from '#domain/catalog/rental-days.ts';
import { movesByDay, type TruckMove } from '#domain/jobs/jobs.ts';
import { type Day, formatDay } from '#domain/shared/days.ts';
import type { BookingRules, CalendarRefusal } from './availability.ts';

/** A calendar rule that truck moves break, in one sentence for staff. They may override it. */
export type CalendarWarning = { rule: CalendarRefusal; text: string };

/**
 * The calendar rules that these truck moves break, in the order of their days. `movesTaken`: without moves of the same
 * booking.
 */
export function calendarWarnings(
  moves: readonly TruckMove[],
  { calendar, firstDay, movesTaken }: Pick<BookingRules, 'calendar' | 'firstDay' | 'movesTaken'>,
): CalendarWarning[] {
  const max = calendar.rules.maxTruckMovesPerDay;
  const perMove = moves.flatMap(({ type, dueDay }): CalendarWarning[] => {
    const move = `${MOVE_NAMES[type] ?? 'Pickup'} on ${formatDay(dueDay)}`;
    const isClosed = !isWorkingDay(calendar.rules, calendar.closedDays, dueDay);
    const closedText = calendar.closedDays.has(dueDay)
      ? 'closed day'
      : 'weekday without deliveries and pickups';
    const isTooSoon = type === 'delivery' && dueDay < firstDay;
    return [
      ...(isClosed ? [{ rule: 'closed' as const, text: `${move}: ${closedText}.` }] : []),
      ...(isTooSoon
        ? [
            {
              rule: 'too_soon' as const,
              text: `${move}: too soon, the first day for new orders is ${formatDay(firstDay)}.`,
            },
          ]
        : []),
    ];
  });
  const full = [...movesByDay(moves)].filter(
    ([day, needed]) => max !== null && (movesTaken.get(day) ?? 0) + needed > max,
  );
  return [...perMove, ...full.map(([day]) => ({ rule: 'full' as const, text: fullText(day, max) }))];
}

const MOVE_NAMES: Partial<Record<TruckMove['type'], string>> = { delivery: 'Delivery', exchange: 'Exchange' };

function fullText(day: Day, max: number | null): string {
  return `${formatDay(day)}: full, all ${max} truck moves of the day are taken.`;
}
