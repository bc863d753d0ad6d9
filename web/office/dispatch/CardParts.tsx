import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BoardJob, BoardStop } from '#contract/dispatch.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { customerFullName } from '#web/kit/ui/names.ts';
import { bookingPath } from '#web/paths.ts';
import { STOP_SIGNS } from './words.ts';

/** What is dragged, as the data of the drag and drop library. */
export type Dragged =
  | { kind: 'job'; job: BoardJob }
  | { kind: 'stop'; stop: BoardStop & { id: number }; routeId: number };

export const CARD = 'rounded-md border bg-surface text-sm';
export const CARD_MENU =
  '-mr-1 flex size-6 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink max-md:size-11 pointer-coarse:size-11';

/** Badges in a line of text: a dozen routes stand side by side, and their cards have two lines. */
export const TIGHT_BADGE = 'shrink-0 empty:hidden [&>span]:px-1 [&>span]:py-0 [&>span]:leading-4';

/** The type of a stop as a sign in a box, with its name for screen readers. */
export function TypeSign({ type }: Pick<BoardStop, 'type'>) {
  return (
    <span
      title={STOP_LABELS[type]}
      className="flex size-5 shrink-0 items-center justify-center rounded-sm bg-sunk font-semibold text-xs leading-none"
    >
      <span aria-hidden="true">{STOP_SIGNS[type]}</span>
      <span className="sr-only">{STOP_LABELS[type]}</span>
    </span>
  );
}

export function BookingLink({ job }: { job: BoardJob }) {
  return (
    <Link
      to={bookingPath(job.bookingId)}
      draggable={false}
      title={job.company ?? customerFullName(job)}
      className="min-w-0 flex-1 truncate font-semibold hover:underline"
    >
      <bdi>{job.company ?? customerFullName(job)}</bdi>
    </Link>
  );
}

export function JobNotes({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-xs tabular-nums empty:hidden">
      {children}
    </div>
  );
}
