import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { BoardRoute } from '#contract/dispatch.ts';
import { type Job, listJobs } from '#contract/jobs.ts';
import { JOB_LABELS, type JobType } from '#domain/jobs/jobs.ts';
import { windowText } from '#domain/jobs/time-windows.ts';
import { isDay } from '#domain/shared/days.ts';
import { call } from '#web/api/call.ts';
import { boardQuery } from '#web/api/dispatch.ts';
import { todayHere, weekdayText } from '#web/kit/dates/moment.ts';
import { TextField } from '#web/kit/form/TextField.tsx';
import { PATHS } from '#web/paths.ts';
import { RouteOfDay, RouteSheet } from './RouteSheet.tsx';
import {
  AddressLines,
  CustomerLines,
  SHEET_ROW_CLASS,
  SheetPage,
  SheetTable,
  UnitLines,
} from './SheetPage.tsx';

/** The most jobs that a reply lists. */
const MAX_JOBS = 500;

const dayJobsQuery = (day: string) =>
  queryOptions({
    queryKey: [listJobs.name, { day }],
    queryFn: ({ signal }) => call(listJobs, { query: { day }, signal }),
    refetchOnMount: 'always',
  });

/** The jobs of a day on paper, or the stops of one of its routes. The URL has the day and the route. */
export default function DaySheetPage() {
  const [params] = useSearchParams();
  const route = params.get('route');
  return route === null ? <DaySheet /> : <RouteSheet routeId={route} />;
}

/** The routes of a day with all their stops, then its deliveries, exchanges and pickups that are on none of them. */
function DaySheet() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('day') ?? '';
  const day = isDay(asked) ? asked : todayHere();
  const query = useQuery(dayJobsQuery(day));
  const plan = useQuery(boardQuery(day));
  const routes = plan.data?.routes ?? [];
  // Without the plan, a sheet would look complete and have no routes.
  const jobs = plan.data && query.data;
  const planned = new Set(routes.flatMap(({ stops }) => stops.flatMap(({ job }) => job?.id ?? [])));
  const others = jobs?.filter(({ id }) => !planned.has(id));
  const title = `${weekdayText(day)}, ${day.slice(0, 4)}`;
  return (
    <SheetPage
      title={`Jobs of ${weekdayText(day)}`}
      back={{ to: PATHS.adminTruckCalendar, text: 'Back to the calendar' }}
      query={query.error ? query : { ...plan, data: jobs }}
      failed="The jobs of the day could not be loaded."
      loading="Loading the jobs..."
      head={jobs ? { title, detail: [...routesText(routes), countsText(jobs)].join(' · ') } : null}
      tools={
        <TextField
          name="day"
          type="date"
          label="Day"
          value={day}
          onChange={({ target }) =>
            isDay(target.value) && setParams({ day: target.value }, { replace: true })
          }
          error={undefined}
        />
      }
    >
      {jobs?.length === 0 && routes.length === 0 && (
        <p className="py-6">No deliveries, exchanges or pickups on this day.</p>
      )}
      {plan.data && routes.map((route) => <RouteOfDay key={route.id} board={plan.data} route={route} />)}
      {others && others.length > 0 && (
        <>
          {routes.length > 0 && <h3 className="mt-6 font-semibold text-base">On no route of this day</h3>}
          <JobTable jobs={others} />
        </>
      )}
      {jobs?.length === MAX_JOBS && <p className="mt-2 font-semibold">Only the first 500 jobs are listed.</p>}
    </SheetPage>
  );
}

const routesText = ({ length }: readonly BoardRoute[]) => (length > 0 ? [`Routes: ${length}`] : []);

const GROUPS: readonly { title: string; has: (type: JobType) => boolean }[] = [
  { title: 'Deliveries', has: (type) => type === 'delivery' },
  { title: 'Exchanges', has: (type) => type !== 'delivery' && type !== 'final_pickup' },
  { title: 'Pickups', has: (type) => type === 'final_pickup' },
];

const groupsOf = (jobs: readonly Job[]) =>
  GROUPS.map(({ title, has }) => ({ title, jobs: jobs.filter(({ type }) => has(type)) })).filter(
    (group) => group.jobs.length > 0,
  );

function countsText(jobs: readonly Job[]): string {
  const counts = groupsOf(jobs).map(({ title, jobs: { length } }) => `${title}: ${length}`);
  return counts.join(' · ') || 'No jobs';
}

function JobTable({ jobs }: { jobs: readonly Job[] }) {
  return (
    <SheetTable label="Jobs" columns={['Done', 'Customer', 'Address', 'Unit', 'Notes']}>
      {groupsOf(jobs).map(({ title, jobs: grouped }) => (
        <tbody key={title}>
          <tr className="break-inside-avoid break-after-avoid">
            <th scope="rowgroup" colSpan={5} className="pt-3 pb-1 text-left font-semibold text-sm">
              {title} ({grouped.length})
            </th>
          </tr>
          {grouped.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </tbody>
      ))}
    </SheetTable>
  );
}

function JobRow({ job }: { job: Job }) {
  const { type, timeWindow, status, notes } = job;
  const window = windowText(timeWindow);
  const isUsual = type === 'delivery' || type === 'exchange' || type === 'final_pickup';
  return (
    <tr className={SHEET_ROW_CLASS}>
      <td className="whitespace-nowrap">
        <span
          aria-hidden="true"
          className="inline-flex size-4 items-center justify-center border border-current font-semibold leading-none"
        >
          {status === 'done' && '✓'}
        </span>
        <span className="sr-only">{status === 'done' ? 'Done' : 'Open'}</span>
        {window && <span className="mt-1 block whitespace-normal">{window}</span>}
      </td>
      <td>
        <CustomerLines job={job} />
        {!isUsual && ` ${JOB_LABELS[type]}`}
      </td>
      <td>
        <AddressLines job={job} />
      </td>
      <td>
        <UnitLines job={job} />
      </td>
      <td dir="auto">{notes}</td>
    </tr>
  );
}
