import { Link } from 'react-router';
import type { Job } from '#contract/jobs.ts';
import { JOB_LABELS } from '#domain/jobs/jobs.ts';
import { formatTime } from '#domain/shared/days.ts';
import { site } from '#web/config.ts';
import { describeLateness } from '#web/kit/dates/late.ts';
import { telHref } from '#web/kit/ui/ContactLinks.tsx';
import { Drawing, Icon } from '#web/kit/ui/Icon.tsx';
import { addressText, customerFullName, mapHref } from '#web/kit/ui/names.ts';
import { bookingPath } from '#web/paths.ts';

type Props = {
  job: Job;
  /** Today in the business's time zone. */
  day: string;
  className: string;
  isPending: boolean;
  /** Null for users who may not mark jobs. */
  onMark: ((isDone: boolean) => void) | null;
};

const PIN =
  'M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11Zm0-13.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z';
const LINE_LINK =
  'inline-flex min-w-0 items-center gap-1 underline-offset-4 hover:text-ink hover:underline max-md:min-h-11 pointer-coarse:min-h-11';

/** One job in two lines: customer, unit and size; address with a map, and phone. */
export function JobItem({ job, day, className, isPending, onMark }: Props) {
  const { bookingId, company, placement, sizeName, unit, phoneDisplay, status } = job;
  const isDone = status === 'done';
  const address = addressText(job);
  return (
    <li
      className={`flex items-center gap-2 px-3 py-1 md:min-h-10 md:py-0.5 ${isDone ? 'bg-sunk/60' : ''} ${className}`}
    >
      <div className={`min-w-0 flex-1 ${isDone ? 'text-ink-soft' : ''}`}>
        <p className="flex min-w-0 items-center gap-x-2 text-sm leading-5 max-md:flex-wrap">
          {isDone && <Icon name="check" className="size-4 text-brand max-md:mt-2" />}
          <Link
            to={bookingPath(bookingId)}
            className="min-w-0 font-semibold underline-offset-4 hover:underline max-md:wrap-anywhere max-md:flex-[1_0_80%] max-md:pt-2.5 max-md:pb-0.5 md:truncate md:pointer-coarse:py-2.5"
          >
            <bdi>{company ?? customerFullName(job)}</bdi>
            <span className="sr-only">, booking #{bookingId}</span>
          </Link>
          <span className="shrink-0 text-ink-soft text-xs">
            <bdi className="font-semibold text-ink">{unit?.number ?? 'No unit'}</bdi> {sizeName}
          </span>
          <Flag job={job} day={day} />
        </p>
        <p className="flex min-w-0 items-center gap-x-3 text-ink-soft text-xs leading-4 max-md:flex-wrap">
          <a
            href={mapHref(address)}
            target="_blank"
            rel="noreferrer"
            className={LINE_LINK}
            title={placement ?? undefined}
          >
            <Drawing d={PIN} className="size-3.5" />
            <span className="sr-only">Map of</span>{' '}
            <bdi className="max-md:wrap-anywhere md:truncate">{address}</bdi>
          </a>
          {phoneDisplay !== '' && (
            <a href={telHref(phoneDisplay)} className={`shrink-0 tabular-nums max-md:hidden ${LINE_LINK}`}>
              <Icon name="phone" className="size-3.5" />
              <bdi>{phoneDisplay}</bdi>
            </a>
          )}
        </p>
      </div>
      {phoneDisplay !== '' && (
        <a
          href={telHref(phoneDisplay)}
          aria-label={`Call ${phoneDisplay}`}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink md:hidden"
        >
          <Icon name="phone" className="size-5" />
        </a>
      )}
      {onMark && (
        <button
          type="button"
          aria-disabled={isPending}
          onClick={() => onMark(!isDone)}
          className={`inline-flex min-h-7.5 w-16 shrink-0 items-center justify-center rounded-md border font-semibold text-sm transition-colors max-md:min-h-11 pointer-coarse:min-h-11 ${
            isDone
              ? 'border-transparent text-ink-soft hover:border-edge hover:text-ink'
              : 'border-edge bg-surface hover:border-brand hover:bg-brand-soft hover:text-brand-strong'
          }`}
        >
          {isPending ? '...' : isDoneText(isDone)}
          <span className="sr-only">
            : {JOB_LABELS[job.type].toLowerCase()} of booking #{bookingId}, {customerFullName(job)}
          </span>
        </button>
      )}
    </li>
  );
}

const isDoneText = (isDone: boolean) => (isDone ? 'Undo' : 'Done');

/** When a job was done, or why it is late. */
function Flag({ job, day }: { job: Job; day: string }) {
  const { status, doneAt } = job;
  if (status === 'done') {
    return (
      doneAt && <span className="shrink-0 text-xs">{formatTime(Date.parse(doneAt), site.timeZone)}</span>
    );
  }
  const late = describeLateness({ ...job, isDone: false }, day);
  return late && <span className="shrink-0 font-semibold text-danger text-xs">{late.text}</span>;
}
