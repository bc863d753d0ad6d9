import type { ReplyOf } from '#contract/endpoint.ts';
import { type getTruckCalendar, MAX_CALENDAR_DAYS, type TruckDay } from '#contract/truck-calendar.ts';
import { isOverdue, type JobType } from '#domain/jobs/jobs.ts';
import { addDays, type Day, daysBetween, weekdayOf } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { readBatch } from '#worker/base/db/rows.ts';
import { assertInCatalog } from '#worker/catalog/names.ts';
import { getPublishedCard } from '#worker/catalog/rate-cards.ts';
import {
  type CalendarFilter,
  firstMoves,
  heldMovesByDay,
  movesByDayAndType,
  selectClosedDays,
} from './repo.ts';

const MAX_MOVES = 500;
const MAX_MOVES_OF_DAY = 20;
/** No day is between them. */
const NO_DAYS = { from: '9', to: '0' };
const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

/** The deliveries and pickups of a window. Throws `invalid` if it is longer than 42 days or its ends are swapped. */
export async function readTruckCalendar(
  ctx: Context,
  { from, to, ...filter }: { from: Day; to: Day } & CalendarFilter,
): Promise<ReplyOf<typeof getTruckCalendar>> {
  const count = daysBetween(from, to) + 1;
  if (count < 1 || count > MAX_CALENDAR_DAYS) {
    const message = `Must be 0 to ${MAX_CALENDAR_DAYS - 1} days after \`from\``;
    throw new AppError('invalid', message, { issues: [{ path: 'to', message }] });
  }
  await assertInCatalog(ctx, filter);
  const days = Array.from({ length: count }, (_, index) => addDays(from, index));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const window = { from, to };
  const [{ card }, [listed, all, matching, held, closed]] = await Promise.all([
    getPublishedCard(ctx),
    readBatch(ctx.db, [
      firstMoves({ days, perDay: MAX_MOVES_OF_DAY, ...filter }),
      movesByDayAndType(window, {}),
      movesByDayAndType(isFiltered ? window : NO_DAYS, filter),
      heldMovesByDay(window),
      selectClosedDays(window),
    ]),
  ]);
  const { deliveryWeekdays, maxTruckMovesPerDay } = card.calendar;
  const closedDays = new Map(closed.map(({ day, reason }) => [day, reason]));
  const countOf = (rows: readonly MoveCount[], day: Day, isCounted = (_type: JobType) => true) =>
    rows.reduce((sum, row) => sum + (row.day === day && isCounted(row.type) ? row.moves : 0), 0);
  const describe = (day: Day): TruckDay => {
    const weekday = weekdayOf(day);
    const weekly = deliveryWeekdays.includes(weekday) ? null : `Closed on ${WEEKDAYS[weekday]}`;
    const counted = isFiltered ? matching : all;
    return {
      day,
      closed: closedDays.get(day) ?? weekly,
      deliveries: countOf(counted, day, (type) => type === 'delivery'),
      exchanges: countOf(counted, day, (type) => type !== 'delivery' && type !== 'final_pickup'),
      pickups: countOf(counted, day, (type) => type === 'final_pickup'),
      truckMoves: countOf(all, day) + (held.find((row) => row.day === day)?.moves ?? 0),
    };
  };
  const today = ctx.today();
  return {
    today,
    maxTruckMovesPerDay,
    days: days.map(describe),
    moves: firstOfEachDay(listed, days).map(({ agreedPickupDay, siteStatus, ...move }) => ({
      ...move,
      isOverdue: isOverdue({ agreedPickupDay, siteStatus }, today),
    })),
  };
}

/** At most MAX_MOVES, as many of each day: a quiet day does not lose moves while there is room. */
function firstOfEachDay<Move extends { day: Day }>(listed: readonly Move[], days: readonly Day[]): Move[] {
  const byDay = Map.groupBy(listed, ({ day }) => day);
  const ofDays = days.map((day) => byDay.get(day) ?? []);
  let most = MAX_MOVES_OF_DAY;
  const first = () => ofDays.flatMap((moves) => moves.slice(0, most));
  while (most > 0 && first().length > MAX_MOVES) most -= 1;
  return first();
}

type MoveCount = { day: Day; type: JobType; moves: number };
