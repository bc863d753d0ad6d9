import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { SizeAvailability } from '#contract/inventory.ts';
import { addDays, type Day, weekdayOf } from '#domain/shared/days.ts';
import { availabilityQuery } from '#web/api/inventory.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { monthTitle, spokenDay, WEEKDAYS } from '#web/kit/dates/month.ts';
import { LoadFailure } from '#web/kit/table/LoadFailure.tsx';

const COMING_DAYS = 30;

/** The free units of each size on each of the next days. */
export function ComingDays() {
  const id = useId();
  const today = todayHere();
  const window = { from: today, to: addDays(today, COMING_DAYS - 1) };
  const { data, error, isFetching, refetch } = useQuery(availabilityQuery(window));
  const sizes = data?.filter((size) => size.total > 0);
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={id} className="text-xl">
          Coming 30 days
        </h2>
        <p className="text-ink-soft text-sm">
          Dumpsters free each day. The fuller the bar, the more are free.
        </p>
      </div>
      {error && (
        <LoadFailure
          failed="The coming days could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div role="status" className="rounded-lg border border-line bg-surface p-4">
          <span className="sr-only">Loading the coming days...</span>
          <div aria-hidden="true" className="h-62 animate-pulse rounded-sm bg-sunk" />
        </div>
      )}
      {sizes?.length === 0 && (
        <p className="rounded-lg border border-line border-dashed px-4 py-6 text-center text-ink-soft">
          Nothing to show before there is a dumpster.
        </p>
      )}
      {sizes && sizes.length > 0 && <Strip sizes={sizes} labelledBy={id} />}
    </section>
  );
}

function Strip({ sizes, labelledBy }: { sizes: readonly SizeAvailability[]; labelledBy: string }) {
  const days = sizes[0]?.days.map(({ day }) => day) ?? [];
  return (
    // A group, because the section around it is already a landmark with this name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-labelledby={labelledBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table aria-labelledby={labelledBy} className="w-full border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            <th scope="col" className="sticky left-0 z-[1] border-line border-r bg-surface px-3 text-left">
              <span className="sr-only">Size</span>
            </th>
            {days.map((day, index) => (
              <DayHeading key={day} day={day} isFirst={index === 0} />
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map((size) => (
            <tr key={size.dumpsterType}>
              <th
                scope="row"
                className="sticky left-0 z-[1] whitespace-nowrap border-line border-t border-r bg-surface px-3 text-left font-semibold"
              >
                {size.dumpsterType}
              </th>
              {size.days.map(({ day, free }) => (
                <FreeCell key={day} day={day} free={free} inService={size.inService} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The name of the month is shown on its first day. */
function DayHeading({ day, isFirst }: { day: Day; isFirst: boolean }) {
  const isWeekend = [0, 6].includes(weekdayOf(day));
  return (
    <th
      scope="col"
      abbr={spokenDay(day)}
      className={`min-w-7 px-0.5 pt-1 pb-1.5 text-center font-normal text-xs ${isWeekend ? 'bg-sunk' : ''}`}
    >
      <span className="sr-only">{spokenDay(day)}</span>
      <span aria-hidden="true">
        <span className="block h-4 whitespace-nowrap font-semibold text-ink-soft">
          {isFirst || day.endsWith('-01') ? monthTitle(day.slice(0, 7)).slice(0, 3) : ''}
        </span>
        <span className="block text-ink-soft">{WEEKDAYS[weekdayOf(day)]?.slice(0, 2)}</span>
        <span
          className={`block font-semibold tabular-nums ${isFirst ? 'underline decoration-2 decoration-signal-line underline-offset-4' : ''}`}
        >
          {Number(day.slice(8))}
        </span>
      </span>
    </th>
  );
}

/** Heights of the bar, from no unit free to all. */
const BARS = ['h-0', 'h-1', 'h-2', 'h-3', 'h-4'];

function FreeCell({ day, free, inService }: { day: Day; free: number; inService: number }) {
  const level = computeLevel(free, inService);
  return (
    <td
      data-day={day}
      className={`border-line border-t px-0.5 py-1.5 text-center align-bottom tabular-nums ${free === 0 ? 'hatched font-semibold text-danger' : ''}`}
    >
      {free}
      <span aria-hidden="true" className="mx-auto mt-1 flex h-4 w-4 items-end rounded-[1px] bg-sunk">
        <span className={`block w-full rounded-[1px] bg-brand ${BARS[level]}`} />
      </span>
    </td>
  );
}

/** Full only if all units are free, and empty only if none is. */
function computeLevel(free: number, inService: number): number {
  if (free === 0) return 0;
  return free >= inService
    ? BARS.length - 1
    : Math.max(1, Math.floor((free / inService) * (BARS.length - 1)));
}
