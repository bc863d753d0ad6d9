import type { DayRefusal } from '#domain/rental/availability.ts';
import type { Day } from '#domain/shared/days.ts';
import { MonthDay } from '#web/kit/dates/MonthGrid.tsx';
import { spokenDay } from '#web/kit/dates/month.ts';
import { Drawing } from '#web/kit/ui/Icon.tsx';

/** 'off': past, beyond the horizon, or not loaded yet. */
export type UnavailableState = 'off' | DayRefusal;

type Props = {
  day: Day;
  state: 'free' | UnavailableState;
  isToday: boolean;
  rangePosition: 'start' | 'within' | 'outside';
  isTabStop: boolean;
  isKeyboardFocused: boolean;
  onPick: () => void;
};

/** Classes of a day in each state, used by the calendar and its legend. No state differs by color alone. */
const DAY_CLASSES = {
  free: 'font-semibold',
  off: 'text-edge',
  sold_out: 'text-ink-soft line-through',
  full: 'text-ink-soft line-through',
  closed: 'text-ink-soft',
  too_soon: 'text-ink-soft',
  start: 'bg-brand text-on-brand font-semibold',
  within: 'bg-brand-soft text-ink rounded-none border-y-2 border-brand',
  /** A bar below the number, so that a sold-out day's strike-through stays visible. */
  today:
    "after:absolute after:bottom-1 after:h-0.75 after:w-5 after:rounded-full after:bg-signal-line after:content-['']",
} as const;

const REFUSALS = { sold_out: 'Sold out', full: 'Fully booked', closed: 'Closed', too_soon: 'Too soon' };

/** A truck, a no-entry sign and a clock. A sold-out day has its strike-through. */
const SIGNS: Record<string, string> = {
  full: 'M2 6h11v10H2zm11 4h5l4 3v3h-9M7 19h0m10 0h0',
  closed: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM7.5 12h9',
  too_soon: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4v5l3.5 2',
};

const RANGE_CLASSES = { start: DAY_CLASSES.start, within: DAY_CLASSES.within, outside: '' };

/** A day of the calendar. Arrow keys can also move over a day that cannot be picked. */
export function CalendarDay(props: Props) {
  const { day, state, isToday, rangePosition, isTabStop, isKeyboardFocused, onPick } = props;
  const isOff = state !== 'free' && rangePosition !== 'start';
  const refusal = isOff && state !== 'off' ? state : null;
  const sign = SIGNS[refusal ?? ''];
  const freeClass = rangePosition === 'start' ? '' : `${DAY_CLASSES.free} hover:bg-brand-soft hover:text-ink`;
  return (
    <MonthDay
      day={day}
      label={`${spokenDay(day)}${isOff ? ', unavailable' : ''}${refusal ? `: ${REFUSALS[refusal].toLowerCase()}` : ''}${isToday ? ', today' : ''}`}
      isToday={isToday}
      isPicked={rangePosition === 'start'}
      isTabStop={isTabStop}
      disabled={isOff && !isKeyboardFocused}
      aria-disabled={isOff && isKeyboardFocused ? true : undefined}
      onClick={isOff ? undefined : onPick}
      className={`h-11 rounded-md disabled:pointer-events-none ${isOff ? DAY_CLASSES[state] : freeClass} ${RANGE_CLASSES[rangePosition]} ${
        isToday ? DAY_CLASSES.today : ''
      }`}
    >
      {sign && <Drawing d={sign} className="absolute top-0.5 right-0.5 size-3.5" />}
    </MonthDay>
  );
}

type LegendProps = { shown: Iterable<UnavailableState>; hasToday: boolean };

/**
 * A sample of each state that the month has. The chosen days need none: they are filled, and written beside the
 * calendar.
 */
export function CalendarLegend({ shown, hasToday }: LegendProps) {
  const reasons = new Set<string>(shown);
  const samples = [
    ['free', 'Can be picked'],
    ...Object.entries(REFUSALS).filter(([state]) => reasons.has(state)),
    ...(hasToday ? [['today', 'Today']] : []),
  ] as [keyof typeof DAY_CLASSES, string][];
  return (
    <ul aria-label="Legend" className="mt-4 flex flex-wrap gap-x-4 gap-y-2 px-2.5 text-sm sm:px-0">
      {samples.map(([state, words]) => (
        <li key={words} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={`relative flex size-8 items-center justify-center rounded-md border border-line tabular-nums ${DAY_CLASSES[state]}`}
          >
            {SIGNS[state] ? <Drawing d={SIGNS[state]} className="size-4.5" /> : 12}
          </span>
          {words}
        </li>
      ))}
    </ul>
  );
}
