import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type Job, listJobs } from '#contract/jobs.ts';
import { isDay } from '#domain/days.ts';
import { JOB_LABELS, type JobType } from '#domain/jobs.ts';
import { businessQuery } from '#web/api/business.ts';
import { call } from '#web/api/call.ts';
import { TextField } from '#web/form/TextField.tsx';
import { bookingPath, PATHS } from '#web/paths.ts';
import { LoadFailure } from '#web/table/LoadFailure.tsx';
import { todayHere, weekdayText } from '#web/ui/dates/moment.ts';
import { windowText } from '#web/ui/dates/window-text.ts';
import { addressText, customerFullName } from '#web/ui/names.ts';
import { LoadingScreen } from '#web/ui/page/LoadingScreen.tsx';
import { PrintFrame, SHEET_CLASS, SheetHead } from './PrintFrame.tsx';
import { RouteSheet } from './RouteSheet.tsx';

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

/** The deliveries, exchanges and pickups of a day. */
function DaySheet() {
  const [params, setParams] = useSearchParams();
  const asked = params.get('day') ?? '';
  const day = isDay(asked) ? asked : todayHere();
  const { data: jobs, error, isFetching, refetch } = useQuery(dayJobsQuery(day));
  const { data: business } = useQuery(businessQuery);
  return (
    <PrintFrame
      title={`Jobs of ${weekdayText(day)}`}
      back={{ to: PATHS.adminTruckCalendar, text: 'Back to the calendar' }}
      isReady={jobs !== undefined}
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
      {jobs && (
        <article aria-label={`Jobs of ${weekdayText(day)}`} className={`${SHEET_CLASS} sm:!p-6`}>
          <SheetHead
            title={`${weekdayText(day)}, ${day.slice(0, 4)}`}
            detail={countsText(jobs)}
            business={business?.value ?? { name: '', phone: '' }}
          />
          {jobs.length === 0 ? (
            <p className="py-6">No deliveries, exchanges or pickups on this day.</p>
          ) : (
            <JobTable jobs={jobs} />
          )}
          {jobs.length === MAX_JOBS && (
            <p className="mt-2 font-semibold">Only the first 500 jobs are listed.</p>
          )}
        </article>
      )}
      {!jobs && error && (
        <LoadFailure
          failed="The jobs of the day could not be loaded."
          error={error}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!jobs && !error && <LoadingScreen>Loading the jobs...</LoadingScreen>}
    </PrintFrame>
  );
}

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

/** Rows break between pages, and each page repeats the headings. On a phone it scrolls sideways. */
function JobTable({ jobs }: { jobs: readonly Job[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section aria-label="Jobs" tabIndex={0} className="overflow-x-auto print:overflow-visible">
      <table className="w-full min-w-[44rem] border-collapse text-xs leading-snug print:min-w-0">
        <thead>
          <tr className="border-current border-b text-left *:py-1.5 *:pr-3 *:align-bottom">
            <th scope="col">Done</th>
            <th scope="col">Customer</th>
            <th scope="col">Address</th>
            <th scope="col">Dumpster</th>
            <th scope="col" className="w-1/4">
              Notes
            </th>
          </tr>
        </thead>
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
      </table>
    </section>
  );
}

function JobRow({ job }: { job: Job }) {
  const { bookingId, type, timeWindow, status, company, placement, notes, unit, sizeName } = job;
  const { phoneDisplay, secondPhoneDisplay } = job;
  const window = windowText(timeWindow);
  const isUsual = type === 'delivery' || type === 'exchange' || type === 'final_pickup';
  return (
    <tr className="wrap-anywhere break-inside-avoid border-current/40 border-b *:py-1.5 *:pr-3 *:align-top">
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
        <bdi className="block font-semibold">{customerFullName(job)}</bdi>
        {company !== null && <bdi className="block">{company}</bdi>}
        <bdi className="block tabular-nums">{phoneDisplay || 'No phone number'}</bdi>
        {secondPhoneDisplay !== null && <bdi className="block tabular-nums">{secondPhoneDisplay}</bdi>}
        <Link to={bookingPath(bookingId)} className="underline print:no-underline">
          #{bookingId}
        </Link>
        {!isUsual && ` ${JOB_LABELS[type]}`}
      </td>
      <td>
        <bdi className="block">{addressText(job)}</bdi>
        {placement !== null && (
          <span dir="auto" className="block">
            {placement}
          </span>
        )}
      </td>
      <td>
        <bdi className="block font-semibold">{unit?.number ?? 'No unit'}</bdi>
        {sizeName}
      </td>
      <td dir="auto">{notes}</td>
    </tr>
  );
}
