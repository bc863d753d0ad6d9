import { WEEKDAYS } from './month.ts';

/** The heading row of a month's table: two letters of each weekday. `className`: the padding of the cells. */
export function WeekdayHead({ className }: { className: string }) {
  return (
    <thead>
      <tr>
        {WEEKDAYS.map((name) => (
          <th
            key={name}
            scope="col"
            abbr={name}
            className={`text-center font-normal text-ink-soft text-xs ${className}`}
          >
            {name.slice(0, 2)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
