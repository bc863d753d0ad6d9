import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Today } from '#contract/today.ts';
import { can } from '#domain/accounts/access.ts';
import type { BookingWork } from '#domain/rental/work-lists.ts';
import { useTabSession } from '#web/api/session.ts';
import { useJobMarks } from '#web/kit/form/use-job-marks.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { bookingWorkPath } from '#web/paths.ts';
import { JobItem } from './JobItem.tsx';

/** The rows that are shown at first: on narrow screens, and on wide ones, where a full day fits. */
const FIRST = { narrow: 5, wide: 15 };

type Props = { title: string; work: BookingWork; day: string; section: Today['deliveries'] };

/**
 * The jobs of a kind: late ones first, then those of today. Those that were done when the page opened come last; what is
 * marked later stays where it is, so that no other row comes under the pointer.
 */
export function JobSection({ title, work, day, section }: Props) {
  const { count, done, jobs } = section;
  const id = useId();
  const { sessionState } = useTabSession();
  const mayWrite = sessionState.status === 'signedIn' && can(sessionState.role, 'bookings:write');
  const { mark, pendingId } = useJobMarks();
  const [showsAll, setShowsAll] = useState(false);
  const [doneBefore] = useState(() => new Set(jobs.filter(isDone).map(({ id: job }) => job)));
  const ordered = jobs.toSorted((a, b) => Number(doneBefore.has(a.id)) - Number(doneBefore.has(b.id)));
  const isHidden = (index: number) => {
    if (showsAll || index < FIRST.narrow) return '';
    return index < FIRST.wide ? 'max-lg:hidden' : 'hidden';
  };
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <header className="flex min-h-9 items-center justify-between gap-3 border-line border-b bg-sunk px-3">
        <h3 id={id} className="font-sans font-semibold text-sm">
          <Link
            to={bookingWorkPath(work)}
            className="inline-flex items-center underline-offset-4 hover:underline max-md:min-h-11 pointer-coarse:min-h-11"
          >
            {title} <span className="ml-1.5 tabular-nums">{count}</span>
          </Link>
        </h3>
        {count !== 0 && (
          <p className="text-ink-soft text-xs tabular-nums">
            {done} of {count} done
          </p>
        )}
      </header>
      {jobs.length === 0 ? (
        <p className="px-3 py-2.5 text-ink-soft text-sm">No {title.toLowerCase()} today.</p>
      ) : (
        <ul className="divide-y divide-line">
          {ordered.map((job, index) => (
            <JobItem
              key={job.id}
              job={job}
              day={day}
              className={isHidden(index)}
              isPending={pendingId === job.id}
              onMark={mayWrite ? (isNowDone) => mark(job, isNowDone) : null}
            />
          ))}
        </ul>
      )}
      {!showsAll && jobs.length > FIRST.narrow && (
        <div className={`border-line border-t p-2 ${jobs.length > FIRST.wide ? '' : 'lg:hidden'}`}>
          <RowButton className="w-full" onClick={() => setShowsAll(true)}>
            Show all {jobs.length}
            <span className="sr-only"> {title.toLowerCase()}</span>
          </RowButton>
        </div>
      )}
    </section>
  );
}

const isDone = ({ status }: Today['deliveries']['jobs'][number]) => status === 'done';
