import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Board, BoardJob } from '#contract/dispatch.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { weekdayText } from '#web/kit/dates/moment.ts';
import { CONTROL } from '#web/kit/form/Field.tsx';
import { RowButton, rowButtonClass } from '#web/kit/table/RowButton.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import { dispatchPath } from '#web/paths.ts';
import { JobCard } from './JobCard.tsx';
import { type JobFilters, matchesJob, NO_FILTERS, useJobFilters } from './job-filters.ts';
import type { JobSelection } from './use-job-selection.ts';
import { routeName } from './words.ts';

type Props = {
  board: Board;
  selection: JobSelection | null;
  onPlan: (jobIds: readonly number[]) => void;
  /** Null for users who only read. */
  onWindow: ((job: BoardJob) => void) | null;
  onAdd: (routeId: number, jobIds: readonly number[]) => void;
};

/** More routes need the room of the list. */
const FEW_ROUTES = 3;

/** The jobs without a route: earlier ones first, those of the day, then those of the next day. */
export function JobPool({ board, selection, onPlan, onWindow, onAdd }: Props) {
  const { filters, setFilters, isFiltered } = useJobFilters();
  const jobs = board.jobs.filter(matchesJob(filters));
  const late = jobs.filter(({ dueDay, leftOn }) => dueDay < board.day || leftOn !== null);
  const due = jobs.filter((job) => !late.includes(job));
  const next = board.nextJobs.filter(matchesJob(filters));
  const shown = [...late, ...due].map(({ id }) => id);
  const cardOf = (job: BoardJob) => (
    <JobCard
      key={job.id}
      job={job}
      today={board.today}
      onWindow={onWindow && (() => onWindow(job))}
      selection={
        selection && {
          isOn: selection.ids.has(job.id),
          onToggle: ({ extends: isRange }) => selection.toggle(job.id, isRange ? shown : null),
          onPlan: () => onPlan(selection.ids.has(job.id) ? [...selection.ids] : [job.id]),
        }
      }
    />
  );
  return (
    <section
      aria-labelledby="open-jobs"
      // Sticks beside the routes and has its own scrollbar.
      className={`flex shrink-0 flex-col gap-2 max-md:w-full md:sticky md:top-16 md:-m-1 md:max-h-[calc(100dvh-4.5rem)] md:overflow-y-auto md:p-1 ${
        board.routes.length > FEW_ROUTES ? 'w-60 min-[100rem]:w-82' : 'w-74 lg:w-82'
      }`}
    >
      <div className="flex items-baseline justify-between gap-2">
        <h2 id="open-jobs" tabIndex={-1} className="scroll-mt-32 text-lg">
          Open jobs <span className="font-normal text-ink-soft tabular-nums">{board.jobs.length}</span>
        </h2>
        {selection && shown.length > 0 && (
          <RowButton
            className="!border-transparent !bg-transparent"
            onClick={() => selection.set(selection.ids.size === shown.length ? [] : shown)}
          >
            {selection.ids.size === shown.length ? 'Select none' : 'Select all'}
          </RowButton>
        )}
      </div>
      <FilterRow board={board} filters={filters} onChange={setFilters} />
      {selection && selection.ids.size > 0 && (
        <SelectionBar
          board={board}
          count={selection.ids.size}
          onAdd={(routeId) => onAdd(routeId, inOrder(shown, selection.ids))}
          onAddRoute={() => onPlan(inOrder(shown, selection.ids))}
          onClear={() => selection.set([])}
        />
      )}
      <JobGroup title={board.day > board.today ? 'Due earlier' : 'Late'} jobs={late} cardOf={cardOf} />
      <JobGroup
        title={board.day === board.today ? 'Today' : weekdayText(board.day)}
        jobs={due}
        cardOf={cardOf}
      />
      {shown.length === 0 && (
        <p className="rounded-md border border-edge border-dashed p-4 text-center text-ink-soft text-sm">
          {isFiltered && board.jobs.length > 0 ? (
            <>
              No open job matches the filters.{' '}
              <button
                type="button"
                className="font-semibold text-brand hover:underline"
                onClick={() => setFilters(NO_FILTERS)}
              >
                Clear filters
              </button>
            </>
          ) : (
            noJobsText(board)
          )}
        </p>
      )}
      {next.length > 0 && (
        <div className="mt-2 space-y-2 border-line border-t pt-3">
          <div className="flex items-center justify-between gap-2">
            <h3 className="font-semibold text-sm">
              {weekdayText(board.nextDay)}{' '}
              <span className="font-normal text-ink-soft tabular-nums">{next.length}</span>
            </h3>
            <Link to={dispatchPath(board.nextDay)} className={rowButtonClass()}>
              {board.day === board.today ? 'Plan tomorrow' : 'Plan this day'}
            </Link>
          </div>
          <ul aria-label={`Jobs of ${weekdayText(board.nextDay)}`} className="space-y-1.5">
            {next.map((job) => (
              <JobCard
                key={job.id}
                job={job}
                today={board.today}
                onWindow={onWindow && (() => onWindow(job))}
                selection={null}
              />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Why no job is open. */
const noJobsText = ({ routes }: Board) =>
  routes.some(({ stops }) => stops.some(({ job }) => job !== null))
    ? 'Every job of this day is on a route.'
    : 'No deliveries, exchanges or pickups are due on this day.';

/** The selected jobs in the order of the list. */
function inOrder(shown: readonly number[], ids: ReadonlySet<number>): number[] {
  return [...shown.filter((id) => ids.has(id)), ...[...ids].filter((id) => !shown.includes(id))];
}

type GroupProps = { title: string; jobs: readonly BoardJob[]; cardOf: (job: BoardJob) => ReactNode };

function JobGroup({ title, jobs, cardOf }: GroupProps) {
  if (jobs.length === 0) return null;
  return (
    <div className="space-y-1.5">
      <h3 className="font-semibold text-ink-soft text-sm">
        {title} <span className="font-normal tabular-nums">{jobs.length}</span>
      </h3>
      <ul aria-label={title} className="space-y-1.5">
        {jobs.map(cardOf)}
      </ul>
    </div>
  );
}

type FilterRowProps = { board: Board; filters: JobFilters; onChange: (filters: JobFilters) => void };

function FilterRow({ board, filters, onChange }: FilterRowProps) {
  const jobs = [...board.jobs, ...board.nextJobs];
  const types = [...new Set(jobs.map(({ type }) => type))].map((type) => ({
    value: type,
    label: JOB_LABELS[type],
  }));
  const sizes = [...new Map(jobs.map(({ dumpsterType, sizeName }) => [dumpsterType, sizeName]))]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }));
  const zones = [...new Set(jobs.map(({ zone }) => zone ?? 'none'))].map((zone) => ({
    value: zone,
    label: zone === 'none' ? 'No zone' : zone,
  }));
  const fields = [
    { key: 'type', label: 'Type', all: 'All types', options: types },
    { key: 'size', label: 'Size', all: 'All sizes', options: sizes },
    ...(zones.length > 1 ? [{ key: 'zone', label: 'Zone', all: 'All zones', options: zones }] : []),
  ];
  return (
    <div className="flex flex-wrap gap-1.5">
      <input
        type="search"
        aria-label="Search open jobs"
        placeholder="Name, address, unit or #number"
        value={filters.q}
        onChange={({ target }) => onChange({ ...filters, q: target.value })}
        className={`${CONTROL} min-w-0 basis-full !px-2 md:!min-h-9 md:!text-sm`}
      />
      {fields.map(({ key, label, all, options }) => (
        <select
          key={key}
          aria-label={label}
          value={filters[key as keyof JobFilters]}
          onChange={({ target }) => onChange({ ...filters, [key]: target.value })}
          className={`${CONTROL} min-w-0 flex-1 !px-2 md:!min-h-9 md:!text-sm`}
        >
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ))}
    </div>
  );
}

type SelectionBarProps = {
  board: Board;
  count: number;
  onAdd: (routeId: number) => void;
  onAddRoute: () => void;
  onClear: () => void;
};

function SelectionBar({ board, count, onAdd, onAddRoute, onClear }: SelectionBarProps) {
  const routes = board.routes.map((route) => ({
    label: routeName(route),
    id: String(route.id),
    detail: `${route.stops.length} stops`,
    onPick: () => onAdd(route.id),
  }));
  return (
    <section
      aria-label="Selected jobs"
      className="sticky top-28 z-10 flex items-center gap-1.5 rounded-md border border-brand md:top-2 bg-surface p-1.5 shadow-lift"
    >
      <p role="status" className="min-w-0 flex-1 pl-1 font-semibold text-sm tabular-nums">
        {count} selected
      </p>
      <MenuButton
        label="Add the selected jobs to a route"
        items={routes.length > 0 ? routes : [{ label: 'Add a route for them', onPick: onAddRoute }]}
        className={rowButtonClass('!border-brand !bg-brand !text-on-brand')}
      >
        Add to route
      </MenuButton>
      <RowButton onClick={onClear}>Clear</RowButton>
    </section>
  );
}
