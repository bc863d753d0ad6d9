import type { Day } from '#domain/days.ts';
import { spokenDay } from '#web/ui/dates/month.ts';

type Props = {
  day: Day;
  isFree: boolean;
  isPast: boolean;
  isToday: boolean;
  rangePosition: 'start' | 'within' | 'outside';
  isTabStop: boolean;
  isKeyboardFocused: boolean;
  onPick: () => void;
};

/** Classes of a day in each state, used by the calendar and its legend. No state differs by color alone. */
const DAY_CLASSES = {
  free: 'font-semibold',
  soldOut: 'text-ink-soft line-through',
  past: 'text-edge',
  start: 'bg-brand text-on-brand font-semibold',
  within: 'bg-brand-soft text-ink rounded-none border-y-2 border-brand',
  /** A bar below the number, so that a sold-out day's strike-through stays visible. */
  today:
    "after:absolute after:bottom-1 after:h-0.75 after:w-5 after:rounded-full after:bg-signal-line after:content-['']",
} as const;

const RANGE_CLASSES = { start: DAY_CLASSES.start, within: DAY_CLASSES.within, outside: '' };

/** A day of the calendar. Arrow keys can also move over a day that cannot be picked. */
export function CalendarDay(props: Props) {
  const { day, isFree, isPast, isToday, rangePosition, isTabStop, isKeyboardFocused, onPick } = props;
  const isOff = !isFree && rangePosition !== 'start';
  const freeClass = rangePosition === 'start' ? '' : `${DAY_CLASSES.free} hover:bg-brand-soft hover:text-ink`;
  const stateClass = isOff ? offClass(isPast) : freeClass;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid, which can be selected
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <td role="gridcell" aria-selected={rangePosition === 'start'} className="p-0">
      <button
        type="button"
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        disabled={isOff && !isKeyboardFocused}
        aria-disabled={isOff && isKeyboardFocused ? true : undefined}
        aria-label={`${spokenDay(day)}${isOff ? ', unavailable' : ''}${isToday ? ', today' : ''}`}
        aria-current={isToday ? 'date' : undefined}
        onClick={isOff ? undefined : onPick}
        className={`relative flex h-11 w-full items-center justify-center rounded-md tabular-nums ${stateClass} ${RANGE_CLASSES[rangePosition]} ${
          isToday ? DAY_CLASSES.today : ''
        }`}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

function offClass(isPast: boolean): string {
  return isPast ? DAY_CLASSES.past : DAY_CLASSES.soldOut;
}

const SAMPLES = [
  ['Can be picked', DAY_CLASSES.free],
  ['Sold out', DAY_CLASSES.soldOut],
  ['Chosen', DAY_CLASSES.start],
  ['Today', DAY_CLASSES.today],
];

/** Legend of the calendar: a sample of each state of a day. */
export function CalendarLegend() {
  return (
    <ul aria-label="Legend" className="mt-4 flex flex-wrap gap-x-4 gap-y-2 px-2.5 text-sm sm:px-0">
      {SAMPLES.map(([words, dayClass]) => (
        <li key={words} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={`relative flex size-8 items-center justify-center rounded-md border border-line tabular-nums ${dayClass}`}
          >
            12
          </span>
          {words}
        </li>
      ))}
    </ul>
  );
}
