import { BOOKING_STATUSES, type BookingStatus } from '#domain/rental/bookings.ts';
import { addDays, type Day, isDay, monthOf } from '#domain/shared/days.ts';
import { listDaysOfWeek, listWeeksOfMonth, monthTitle, shiftMonth } from '#web/kit/dates/month.ts';

export type CalendarView = 'month' | 'week';

/** What the address of the calendar says. `day` is any day of the shown month or week. */
export type CalendarState = {
  view: CalendarView;
  day: Day;
  dumpsterType: string | null;
  status: BookingStatus | null;
};

export function readCalendarState(params: URLSearchParams, today: Day): CalendarState {
  const [day, view] = [params.get('day') ?? '', params.get('view')];
  return {
    view: view === 'week' || view === 'month' ? view : defaultView(),
    day: isDay(day) ? day : today,
    dumpsterType: params.get('dumpsterType'),
    status: BOOKING_STATUSES.find((status) => status === params.get('status')) ?? null,
  };
}

/** Phones and tablets show a list of days: the week has today near its beginning. */
function defaultView(): CalendarView {
  return window.matchMedia('(max-width: 1023px)').matches ? 'week' : 'month';
}

/** The address of a state; what is the same without it is left out. */
export function calendarParams(
  { view, day, dumpsterType, status }: CalendarState,
  today: Day,
): URLSearchParams {
  const entries = { view: view !== defaultView() && view, day: day !== today && day, dumpsterType, status };
  const named = Object.entries(entries).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return new URLSearchParams(named);
}

/** Whole weeks from Sunday: those of the month, or one. */
export function calendarDays({ view, day }: Pick<CalendarState, 'view' | 'day'>): Day[] {
  return view === 'week' ? listDaysOfWeek(day) : listWeeksOfMonth(monthOf(day)).flat();
}

export function calendarWindow(state: Pick<CalendarState, 'view' | 'day'>): { from: Day; to: Day } {
  const days = calendarDays(state);
  return { from: days[0] ?? state.day, to: days.at(-1) ?? state.day };
}

/** The same state one month or week earlier (-1) or later (1). */
export function turned(state: CalendarState, by: -1 | 1): CalendarState {
  const day = state.view === 'week' ? addDays(state.day, by * 7) : `${shiftMonth(monthOf(state.day), by)}-01`;
  return { ...state, day };
}

const SHORT = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const shortDate = (day: Day) => SHORT.format(Date.parse(`${day}T00:00:00Z`));

/** 'November 2026', or 'Nov 22 - 28, 2026' as 'Nov 22 to Nov 28, 2026'. */
export function windowTitle({ view, day }: Pick<CalendarState, 'view' | 'day'>): string {
  if (view === 'month') return monthTitle(monthOf(day));
  const { from, to } = calendarWindow({ view, day });
  return `${shortDate(from)} to ${shortDate(to)}, ${to.slice(0, 4)}`;
}
