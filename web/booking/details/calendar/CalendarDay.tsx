import type { Day } from '#domain/days.ts';
import { spokenDay } from '#web/ui/dates/month.ts';
import { DAY_LOOKS } from './day-looks.ts';

type Props = {
  day: Day;
  isFree: boolean;
  isPast: boolean;
  isToday: boolean;
  place: 'start' | 'within' | 'outside';
  isTabStop: boolean;
  isWalkedTo: boolean;
  onPick: () => void;
};

const PLACES = { start: DAY_LOOKS.start, within: DAY_LOOKS.within, outside: '' };

/** A day to press. One that cannot be picked can still be walked over by keyboard, so that the way past it is open. */
export function CalendarDay(props: Props) {
  const { day, isFree, isPast, isToday, place, isTabStop, isWalkedTo, onPick } = props;
  const isOff = !isFree && place !== 'start';
  const freeLook = place === 'start' ? '' : `${DAY_LOOKS.free} hover:bg-brand-soft hover:text-ink`;
  const look = isOff ? offLook(isPast) : freeLook;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cell of a grid, which can be selected
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <td role="gridcell" aria-selected={place === 'start'} className="p-0">
      <button
        type="button"
        data-day={day}
        tabIndex={isTabStop ? 0 : -1}
        disabled={isOff && !isWalkedTo}
        aria-disabled={isOff && isWalkedTo ? true : undefined}
        aria-label={`${spokenDay(day)}${isOff ? ', unavailable' : ''}${isToday ? ', today' : ''}`}
        aria-current={isToday ? 'date' : undefined}
        onClick={isOff ? undefined : onPick}
        className={`relative flex h-11 w-full items-center justify-center rounded-md tabular-nums ${look} ${PLACES[place]} ${
          isToday ? DAY_LOOKS.today : ''
        }`}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
}

function offLook(isPast: boolean): string {
  return isPast ? DAY_LOOKS.past : DAY_LOOKS.soldOut;
}
