import { DAY_LOOKS } from './day-looks.ts';

const SAMPLES = [
  ['Can be picked', DAY_LOOKS.free],
  ['Sold out', DAY_LOOKS.soldOut],
  ['Chosen', DAY_LOOKS.start],
  ['Today', DAY_LOOKS.today],
];

/** What the looks of a day mean, each beside a sample. */
export function CalendarLegend() {
  return (
    <ul aria-label="Legend" className="mt-4 flex flex-wrap gap-x-4 gap-y-2 px-2.5 text-sm sm:px-0">
      {SAMPLES.map(([words, look]) => (
        <li key={words} className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className={`relative flex size-8 items-center justify-center rounded-md border border-line tabular-nums ${look}`}
          >
            12
          </span>
          {words}
        </li>
      ))}
    </ul>
  );
}
