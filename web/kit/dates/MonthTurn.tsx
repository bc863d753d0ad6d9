import { Icon } from '#web/kit/ui/Icon.tsx';

type Props = { direction: 'left' | 'right'; label: string; isOff?: boolean; onTurn: () => void };

/** The button beside a month that shows the one before or after it. */
export function MonthTurn({ direction, label, isOff = false, onTurn }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isOff}
      onClick={onTurn}
      className="touch inline-flex min-w-11 items-center justify-center rounded-md border border-line bg-surface hover:border-ink disabled:border-transparent disabled:text-line"
    >
      <Icon name={direction} />
    </button>
  );
}
