import { useId, useState } from 'react';
import { type Day, daysOfMonth, monthOf } from '#domain/shared/days.ts';
import { Drawing } from '#web/kit/ui/Icon.tsx';
import { MonthBar, MonthDay, MonthGrid, useDayWalk } from './MonthGrid.tsx';
import { spokenDay } from './month.ts';

/**
 * 'staffOnly': customers cannot choose the day. 'taken': something else is in the way. Both can be picked, so that the
 * page can say what would have to change. 'off': cannot be picked.
 */
type PickerDayState = 'free' | 'staffOnly' | 'taken' | 'off';
/** `text`: why the day is not free, in a few words: 'closed'. */
export type DayMark = { state: PickerDayState; text: string | null };

type Props = {
  label: string;
  today: Day;
  /** Days before the first and after the last one cannot be reached. */
  firstDay: Day;
  lastDay: Day;
  /** 'yyyy-mm' */
  month: string;
  onMonth: (month: string) => void;
  /** A day without a mark is not loaded yet; it can be picked. */
  marks: ReadonlyMap<Day, DayMark>;
  isLoading: boolean;
  picked: Day | null;
  /** The day as it is booked now. */
  current: Day | null;
  /** The days of the rental, which are shown as one bar. */
  range: { from: Day; to: Day } | null;
  describedBy?: string | undefined;
  /** Whether it takes the focus when it appears; true without it. */
  takesFocus?: boolean;
  /** `isByKey`: picked by keyboard or by a screen reader, not by a pointer. */
  onPick: (day: Day, isByKey: boolean) => void;
};

/** A month of days for staff. Enter, Space and a click pick. */
export function DayPicker(props: Props) {
  const { label, firstDay, lastDay, month, onMonth, marks, isLoading, picked, current, onPick } = props;
  const { takesFocus = true } = props;
  const titleId = useId();
  const [walkedTo, setWalkedTo] = useState<Day | null>(takesFocus ? (picked ?? current ?? firstDay) : null);
  const inBounds = (day: Day | null): day is Day => !!day && firstDay <= day && day <= lastDay;
  const tabStop = [walkedTo, picked, current, ...daysOfMonth(month)].find(
    (day) => inBounds(day) && monthOf(day) === month,
  );
  const walk = useDayWalk<HTMLTableElement>({
    firstDay,
    lastDay,
    walkedTo,
    onWalk: (day) => {
      setWalkedTo(day);
      onMonth(monthOf(day));
    },
  });
  const turn = (to: string) => {
    setWalkedTo(null);
    onMonth(to);
  };
  const pick = (day: Day, isByKey: boolean) => {
    setWalkedTo(day);
    onPick(day, isByKey);
  };
  return (
    <div>
      <MonthBar
        id={titleId}
        month={month}
        label={label}
        firstDay={firstDay}
        lastDay={lastDay}
        onTurn={turn}
      />
      <MonthGrid
        {...walk}
        isWalked
        month={month}
        aria-labelledby={titleId}
        aria-describedby={props.describedBy}
        aria-busy={isLoading}
        headClassName="py-1.5"
        className="mt-1"
      >
        {(day) => (
          <PickerDay
            key={day}
            day={day}
            mark={inBounds(day) ? (marks.get(day) ?? LOADING) : OFF}
            isToday={day === props.today}
            isCurrent={day === current}
            isPicked={day === picked}
            isWithin={isBetween(day, props.range)}
            isTabStop={day === tabStop}
            onPick={(isByKey) => pick(day, isByKey)}
          />
        )}
      </MonthGrid>
    </div>
  );
}

const LOADING: DayMark = { state: 'free', text: null };
const OFF: DayMark = { state: 'off', text: null };

function isBetween(day: Day, range: Props['range']): boolean {
  return range !== null && range.from <= day && day <= range.to;
}

type DayProps = {
  day: Day;
  mark: DayMark;
  isToday: boolean;
  isCurrent: boolean;
  isPicked: boolean;
  isWithin: boolean;
  isTabStop: boolean;
  onPick: (isByKey: boolean) => void;
};

/** No state differs by color alone. */
const STATE_CLASSES: Readonly<Record<PickerDayState, string>> = {
  free: 'font-semibold hover:bg-brand-soft hover:text-ink',
  staffOnly: 'text-ink-soft hover:bg-sunk',
  taken: 'text-ink-soft line-through hover:bg-sunk',
  off: 'text-edge',
};
/** A key, for days that only staff can choose. */
const KEY = 'M14.5 9.5m-5 0a5 5 0 1 0 10 0 5 5 0 1 0-10 0M11 13l-7 7m3-3 2.5 2.5';
const PICKED = 'bg-brand text-on-brand font-semibold';
const WITHIN = 'bg-brand-soft text-ink rounded-none';
const CURRENT = 'outline-2 -outline-offset-3 outline-brand outline-dashed';
const TODAY =
  "after:absolute after:bottom-1 after:h-0.75 after:w-5 after:rounded-full after:bg-signal-line after:content-['']";

function PickerDay({ day, mark, isToday, isCurrent, isPicked, isWithin, isTabStop, onPick }: DayProps) {
  const { state, text } = mark;
  const spoken = [
    spokenDay(day),
    isCurrent && 'booked now',
    text,
    state === 'staffOnly' && 'only staff can choose it',
    state === 'off' && 'unavailable',
    isToday && 'today',
  ].filter(Boolean);
  const within = isWithin ? WITHIN : '';
  return (
    <MonthDay
      day={day}
      label={spoken.join(', ')}
      isToday={isToday}
      isPicked={isPicked}
      isTabStop={isTabStop}
      // Not disabled: arrow keys also walk over days that cannot be picked.
      aria-disabled={state === 'off' ? true : undefined}
      title={text ?? undefined}
      // A click without a press comes from the keyboard or a screen reader.
      onClick={({ detail }) => state !== 'off' && onPick(detail === 0)}
      className={`h-10 rounded-md pointer-coarse:h-11 ${
        isPicked ? PICKED : `${STATE_CLASSES[state]} ${within}`
      } ${isCurrent && !isPicked ? CURRENT : ''} ${isToday ? TODAY : ''}`}
    >
      {state === 'staffOnly' && <Drawing d={KEY} className="absolute top-0.5 right-0.5 size-3.5" />}
    </MonthDay>
  );
}

const SAMPLES: readonly { text: string; classes: string; sign?: string; state: PickerDayState | null }[] = [
  { text: 'Free', classes: 'font-semibold', state: 'free' },
  { text: 'Only staff can choose', classes: STATE_CLASSES.staffOnly, sign: KEY, state: 'staffOnly' },
  { text: 'No unit free', classes: STATE_CLASSES.taken, state: 'taken' },
  { text: 'Booked now', classes: CURRENT, state: null },
];

type LegendProps = { marks: ReadonlyMap<Day, DayMark>; hasCurrent?: boolean };

/** What the looks of the days mean, of those that the month shows. */
export function DayPickerLegend({ marks, hasCurrent = true }: LegendProps) {
  const shown = new Set([...marks.values()].map(({ state }) => state));
  return (
    <ul aria-label="Legend" className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-ink-soft text-sm">
      {SAMPLES.filter(({ state }) => (state === null ? hasCurrent : shown.has(state))).map(
        ({ text, classes, sign }) => (
          <li key={text} className="flex items-center gap-2">
            <span
              aria-hidden="true"
              className={`flex size-6 items-center justify-center rounded-sm border border-line text-xs tabular-nums ${classes}`}
            >
              {sign ? <Drawing d={sign} className="size-4" /> : 12}
            </span>
            {text}
          </li>
        ),
      )}
    </ul>
  );
}
