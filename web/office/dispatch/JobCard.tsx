import { useDraggable } from '@dnd-kit/core';
import type { BoardJob } from '#contract/dispatch.ts';
import { needsEmptyUnit } from '#domain/dispatch/load.ts';
import { PLACE_LABELS } from '#domain/dispatch/places.ts';
import { windowText } from '#domain/jobs/time-windows.ts';
import { SelectBox } from '#web/kit/table/SelectBox.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import type { MenuItem } from '#web/kit/ui/OpenMenu.tsx';
import { unitsText } from '#web/kit/ui/route-texts.ts';
import { bookingPath } from '#web/paths.ts';
import { BookingLink, CARD, CARD_MENU, type Dragged, JobNotes, TypeSign } from './CardParts.tsx';
import { PlaceNote } from './map/pins.tsx';
import { jobName } from './words.ts';

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
  const isOnRouteOfToday = job.leftOn?.day === today;
  const isLate = !isOnRouteOfToday && (job.dueDay < today || job.leftOn !== null);
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
          {isOnRouteOfToday && <Badge variant="attention">Still on today's route</Badge>}
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
