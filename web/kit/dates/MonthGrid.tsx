import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { type Day, monthOf } from '#domain/shared/days.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { dayByKey, listWeeksOfMonth, monthTitle, shiftMonth, WEEKDAYS } from './month.ts';

type BarProps = {
  /** The id of the title. */
  id: string;
  /** 'yyyy-mm' */
  month: string;
  /** What the month is for; only read out. */
  label?: string;
  /** Months before the first and after the last day are not shown. */
  firstDay?: Day;
  lastDay?: Day;
  onTurn: (month: string) => void;
  className?: string;
};

/** The title of a month, between the buttons that show the one before and after it. */
export function MonthBar({ id, month, label, firstDay, lastDay, onTurn, className = '' }: BarProps) {
  const isFirst = firstDay !== undefined && month <= monthOf(firstDay);
  const isLast = lastDay !== undefined && month >= monthOf(lastDay);
  return (
    <div className={`flex items-center justify-between ${className}`}>
      <button
        type="button"
        aria-label="Previous month"
        disabled={isFirst}
        onClick={() => onTurn(shiftMonth(month, -1))}
        className={TURN}
      >
        <Icon name="left" />
      </button>
      <p id={id} aria-live="polite" className="font-display font-semibold text-xl">
        {label && <span className="sr-only">{label}, </span>}
        {monthTitle(month)}
      </p>
      <button
        type="button"
        aria-label="Next month"
        disabled={isLast}
        onClick={() => onTurn(shiftMonth(month, 1))}
        className={TURN}
      >
        <Icon name="right" />
      </button>
    </div>
  );
}

const TURN =
  'touch inline-flex min-w-11 items-center justify-center rounded-md border border-line bg-surface hover:border-ink disabled:border-transparent disabled:text-line';

type GridProps = Omit<ComponentProps<'table'>, 'children'> & {
  /** 'yyyy-mm' */
  month: string;
  /** Keys walk its days (useDayWalk), which are MonthDays. Without it, a table with a cell for each day. */
  isWalked?: boolean;
  /** The padding of the weekdays. */
  headClassName: string;
  caption?: ReactNode;
  children: (day: Day) => ReactNode;
};

/** The days of a month in weeks from Sunday. */
export function MonthGrid({ month, isWalked, headClassName, caption, children, ...table }: GridProps) {
  return (
    <table
      {...table}
      role={isWalked ? 'grid' : undefined}
      className={`w-full table-fixed ${table.className}`}
    >
      {caption}
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th
              key={name}
              scope="col"
              abbr={name}
              className={`text-center font-normal text-ink-soft text-xs ${headClassName}`}
            >
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {listWeeksOfMonth(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (monthOf(day) === month ? children(day) : <td key={day} />))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type DayProps = ComponentProps<'button'> & {
  day: Day;
  /** Read out instead of the number. */
  label: string;
  isToday: boolean;
  isPicked?: boolean;
  /** One day of a grid: the others are reached with keys. */
  isTabStop: boolean;
};

/** A day that can be picked. `children`: signs beside its number. */
export function MonthDay({ day, label, isToday, isPicked, isTabStop, children, ...button }: DayProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid, which can be selected
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <td role="gridcell" aria-selected={isPicked} className="p-0">
      <button
        {...button}
        type="button"
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        aria-current={isToday ? 'date' : undefined}
        className={`relative flex w-full items-center justify-center tabular-nums ${button.className}`}
      >
        {Number(day.slice(8))}
        {children}
      </button>
    </td>
  );
}

type Walk = {
  /** Keys do not leave these days. */
  firstDay: Day;
  lastDay: Day;
  /** The day that has the focus, or will get it. */
  walkedTo: Day | null;
  onWalk: (day: Day) => void;
};

/**
 * For the element around the days of one or more months: arrow keys move the focus by a day or a week, Home and End to the
 * ends of the week, Page Up and Page Down by a month.
 */
export function useDayWalk<Box extends HTMLElement>({ firstDay, lastDay, walkedTo, onWalk }: Walk) {
  const ref = useRef<Box>(null);
  useEffect(() => {
    if (walkedTo) ref.current?.querySelector<HTMLElement>(`[data-day="${walkedTo}"]`)?.focus();
  }, [walkedTo]);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    const target = from && dayByKey(event.key, from, { firstDay, lastDay });
    if (!target) return;
    event.preventDefault();
    onWalk(target);
  };
  return { ref, onKeyDown };
}
