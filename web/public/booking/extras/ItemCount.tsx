/** The most pieces of an item. */
const MAX_COUNT = 50;

type Props = {
  name: string;
  /** The price of one, such as '$35 each'. */
  hint?: string;
  count: number;
  max?: number;
  onCount: (count: number) => void;
};

/** How many pieces of an item, with a button for one less and one more. An entry of a list. */
export function ItemCount({ name, hint, count, max = MAX_COUNT, onCount }: Props) {
  const step = (by: number, sign: string, verb: string) => (
    <button
      type="button"
      aria-label={`${verb}: ${name}`}
      disabled={count + by < 0 || count + by > max}
      onClick={() => onCount(count + by)}
      className="touch inline-flex min-w-11 items-center justify-center rounded-md border border-edge font-semibold text-lg hover:border-ink disabled:border-line disabled:text-line"
    >
      {sign}
    </button>
  );
  return (
    <li className="flex items-center justify-between gap-3">
      <span className="wrap-anywhere min-w-0">
        {name}
        {hint && <span className="block text-ink-soft text-sm">{hint}</span>}
      </span>
      <span className="flex items-center gap-1">
        {step(-1, '\u2212', 'One less')}
        <span className="w-8 text-center font-semibold tabular-nums">{count}</span>
        {step(1, '+', 'One more')}
      </span>
    </li>
  );
}
