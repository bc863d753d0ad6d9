import { useDraggable } from '@dnd-kit/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BoardJob, BoardRoute, BoardStop, PlanWarning } from '#contract/dispatch.ts';
import { needsEmptyUnit } from '#domain/dispatch/load.ts';
import { PLACE_LABELS } from '#domain/dispatch/places.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { windowText } from '#domain/time-windows.ts';
import { bookingPath } from '#web/paths.ts';
import { SelectBox } from '#web/table/SelectBox.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { MenuButton, type MenuItem } from '#web/ui/MenuButton.tsx';
import { customerFullName } from '#web/ui/names.ts';
import { loadText, minutesText, unitsText } from '#web/ui/route-texts.ts';
import { PlaceNote } from './map/pins.tsx';
import { SentWindow, StopClock, StopStatusBadge } from './StopParts.tsx';
import { jobName, STOP_SIGNS, stopTitle } from './words.ts';

/** What is dragged, as the data of the drag and drop library. */
export type Dragged =
  | { kind: 'job'; job: BoardJob }
  | { kind: 'stop'; stop: BoardStop & { id: number }; routeId: number };

const CARD = 'rounded-md border bg-surface text-sm';
const CARD_MENU =
  '-mr-1 flex size-6 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink max-md:size-11 pointer-coarse:size-11';

/** The type of a stop as a sign in a box, with its name for screen readers. */
function TypeSign({ type }: Pick<BoardStop, 'type'>) {
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

type JobCardProps = {
  job: BoardJob;
  today: string;
  /** Null for users who only read. */
  onWindow: (() => void) | null;
  /** Null if the job cannot be placed on this board. */
  selection: { isOn: boolean; onToggle: (options: { extends: boolean }) => void; onPlan: () => void } | null;
};

/** A job without a route. */
export function JobCard({ job, today, onWindow, selection }: JobCardProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `job ${job.id}`,
    data: { kind: 'job', job } satisfies Dragged,
    disabled: !selection,
  });
  const window = windowText(job.timeWindow);
  const isLate = job.dueDay < today || job.leftOn !== null;
  return (
    <li
      ref={setNodeRef}
      data-card={`job ${job.id}`}
      {...(selection && listeners)}
      className={`${CARD} flex gap-1 py-1.5 pr-2 ${selection?.isOn ? 'border-brand bg-brand-soft' : 'border-line'} ${
        selection ? 'cursor-grab pl-1' : 'pl-2'
      } ${isDragging ? 'opacity-45' : ''}`}
    >
      {selection && (
        <SelectBox label={`Select ${jobName(job)}`} isOn={selection.isOn} onToggle={selection.onToggle} />
      )}
      <div className="min-w-0 flex-1 space-y-0.5 pt-0.5">
        <div className="flex min-w-0 items-center gap-1.5">
          <TypeSign type={job.type} />
          <BookingLink job={job} />
          <span className="shrink-0 font-semibold text-xs">{job.sizeName}</span>
          {onWindow && (
            <MenuButton
              label={`More actions for ${jobName(job)}`}
              items={jobMenu(job, { onWindow, onPlan: selection?.onPlan })}
              className={CARD_MENU}
            >
              <span aria-hidden="true">⋯</span>
            </MenuButton>
          )}
        </div>
        <p className="truncate text-ink-soft text-xs" title={job.address}>
          <bdi>{[job.address, job.city].join(', ')}</bdi>
        </p>
        <JobNotes>
          {isLate && <Badge variant="danger">{lateText(job, today)}</Badge>}
          {window && <Badge variant="quiet">{window}</Badge>}
          {job.zone && <span>{job.zone}</span>}
          <UnitText job={job} />
          <PlaceNote job={job} />
        </JobNotes>
      </div>
      {selection && (
        <button
          type="button"
          data-primary=""
          aria-keyshortcuts="M"
          aria-label={`Plan ${jobName(job)}`}
          title="Choose route and position (M)"
          onClick={selection.onPlan}
          className="flex size-7 shrink-0 items-center justify-center self-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink max-md:size-11 pointer-coarse:size-11"
        >
          <Icon name="right" className="size-4" />
        </button>
      )}
    </li>
  );
}

function jobMenu(
  { bookingId }: BoardJob,
  { onWindow, onPlan }: { onWindow: () => void; onPlan: (() => void) | undefined },
): MenuItem[] {
  return [
    ...(onPlan ? [{ label: 'Plan...', keyHint: 'M', onPick: onPlan }] : []),
    { label: 'Time window', keyHint: 'W', onPick: onWindow },
    {
      label: `Open booking #${bookingId}`,
      onPick: () => window.open(bookingPath(bookingId), '_self'),
    },
  ];
}

function lateText({ dueDay, leftOn }: BoardJob, today: string): string {
  if (leftOn) return 'Not done on its route';
  const days = Math.round((Date.parse(today) - Date.parse(dueDay)) / 86_400_000);
  return days === 1 ? '1 day late' : `${days} days late`;
}

function BookingLink({ job }: { job: BoardJob }) {
  return (
    <Link
      to={bookingPath(job.bookingId)}
      draggable={false}
      className="min-w-0 flex-1 truncate font-semibold hover:underline"
    >
      <bdi>{job.company ?? customerFullName(job)}</bdi>
    </Link>
  );
}

function JobNotes({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-xs tabular-nums empty:hidden">
      {children}
    </div>
  );
}

/** The unit, and where it is if the driver cannot load it in the yard. */
function UnitText({ job }: { job: BoardJob }) {
  const { type, unitPlace, isUnitAway } = job;
  const text = unitsText(job);
  if (!needsEmptyUnit(type)) return text && <bdi>{text}</bdi>;
  if (!job.unit) {
    return (
      <>
        <span className="font-semibold text-danger">No unit</span>
        <ProposedUnit job={job} />
      </>
    );
  }
  return (
    <>
      <span>
        <bdi>{text}</bdi>
        {isUnitAway && unitPlace && (
          <span className="font-semibold text-danger"> {PLACE_LABELS[unitPlace].toLowerCase()}</span>
        )}
      </span>
      {isUnitAway && <ProposedUnit job={job} />}
    </>
  );
}

/** The unit that the dialog preselects. */
function ProposedUnit({ job: { proposedUnit } }: { job: BoardJob }) {
  if (!proposedUnit) return <span>none free in the yard</span>;
  return (
    <span>
      proposed: <bdi className="font-semibold text-ink">{proposedUnit.number}</bdi>
    </span>
  );
}

type StopCardProps = {
  stop: BoardStop;
  route: BoardRoute;
  index: number;
  timeZone: string;
  menu: readonly MenuItem[];
  mayMove: boolean;
  /** Null if the stop has no unit or the user may not change it. */
  onChangeUnit: (() => void) | null;
  isTarget: boolean;
};

/** A stop of a route with its times. */
export function RouteStopCard(props: StopCardProps) {
  const { stop, route, index, timeZone, menu, mayMove, onChangeUnit, isTarget } = props;
  const { id, job, status } = stop;
  const isMovable = mayMove && status === 'pending' && id !== null;
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `stop ${id ?? `new ${route.id} ${index}`}`,
    data: { kind: 'stop', stop: { ...stop, id: id ?? 0 }, routeId: route.id } satisfies Dragged,
    disabled: !isMovable,
  });
  const window = job && windowText(job.timeWindow);
  const isOver = status === 'delivered' || status === 'completed';
  return (
    <div
      ref={setNodeRef}
      data-card={`stop ${id}`}
      data-drop-before={isTarget ? '' : undefined}
      {...(isMovable && listeners)}
      className={`${CARD} relative px-2 py-1.5 ${isOver ? 'border-line bg-sunk text-ink-soft' : 'border-line'} ${
        isMovable ? 'cursor-grab' : ''
      } ${isDragging ? 'opacity-45' : ''} ${
        isTarget ? 'before:absolute before:inset-x-0 before:-top-1.5 before:h-0.5 before:bg-brand' : ''
      }`}
    >
      <div className="flex min-w-0 items-center gap-1.5">
        <TypeSign type={stop.type} />
        {job ? <BookingLink job={job} /> : <bdi className="min-w-0 flex-1 truncate">{stopTitle(stop)}</bdi>}
        <StopClock stop={stop} timeZone={timeZone} />
        {menu.length > 0 && (
          <MenuButton label={`Actions for ${stopTitle(stop)}`} items={menu} className={CARD_MENU}>
            <span aria-hidden="true">⋯</span>
          </MenuButton>
        )}
      </div>
      {job && (
        <p className="truncate text-ink-soft text-xs" title={job.address}>
          <bdi>{[job.address, job.city].join(', ')}</bdi>
        </p>
      )}
      <JobNotes>
        <StopStatusBadge stop={stop} />
        {stop.isPinned && <Badge variant="quiet">Pinned</Badge>}
        {job && (
          <span>
            <bdi>{job.sizeName}</bdi>
            {unitsText(job) && (
              <>
                {' '}
                <bdi className="font-semibold text-ink">{unitsText(job)}</bdi>
              </>
            )}
          </span>
        )}
        {window && <span>{window}</span>}
        {stop.waitingMinutes > 0 && <span>waits {minutesText(stop.waitingMinutes)}</span>}
        {stop.loadAfter && stop.type !== 'break' && (
          <span title="Units on the truck after this stop">truck: {loadText(stop.loadAfter)}</span>
        )}
        {job && !isOver && <PlaceNote job={job} />}
      </JobNotes>
      <SentWindow stop={stop} day={route.day} timeZone={timeZone} />
      {stop.warnings.map(({ code, text }) => (
        <p key={code} className="mt-0.5 flex items-start gap-1 font-semibold text-danger text-xs">
          <Icon name="warning" className="mt-0.5 size-3.5" />
          <span>
            <bdi>{text}</bdi>
            {onChangeUnit && status === 'pending' && UNIT_WARNINGS.has(code) && (
              <>
                {' '}
                <button
                  type="button"
                  aria-label={`Choose the unit of ${stopTitle(stop)}`}
                  className="text-brand hover:underline max-md:min-h-11 pointer-coarse:min-h-11"
                  onClick={onChangeUnit}
                >
                  Choose unit
                </button>
              </>
            )}
          </span>
        </p>
      ))}
    </div>
  );
}

/** What another unit puts right. */
const UNIT_WARNINGS: ReadonlySet<string> = new Set<PlanWarning['code']>(['no_unit', 'unit_elsewhere']);
