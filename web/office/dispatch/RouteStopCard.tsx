import { useDraggable } from '@dnd-kit/core';
import type { BoardJob, BoardRoute, BoardStop, PlanWarning } from '#contract/dispatch.ts';
import { windowText } from '#domain/jobs/time-windows.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import type { MenuItem } from '#web/kit/ui/OpenMenu.tsx';
import { minutesText, unitsText } from '#web/kit/ui/route-texts.ts';
import { BookingLink, CARD, CARD_MENU, type Dragged, JobNotes, TIGHT_BADGE, TypeSign } from './CardParts.tsx';
import { PlaceSign } from './map/pins.tsx';
import { KeptWindow, MissedWindow, StopClock, StopStatusBadge } from './StopParts.tsx';
import { stopTitle } from './words.ts';

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
      className={`${CARD} relative px-1.5 max-md:px-2 max-md:py-1.5 ${isOver ? 'border-line bg-sunk text-ink-soft' : 'border-line'} ${
        isMovable ? 'cursor-grab' : ''
      } ${isDragging ? 'opacity-45' : ''} ${
        isTarget ? 'before:absolute before:inset-x-0 before:-top-1.5 before:h-0.5 before:bg-brand' : ''
      }`}
    >
      <div className="flex min-w-0 items-center gap-1.5">
        <TypeSign type={stop.type} />
        {job ? (
          <BookingLink job={job} />
        ) : (
          <bdi className="min-w-0 flex-1 truncate text-left">{stopTitle(stop)}</bdi>
        )}
        {job && !isOver && <PlaceSign job={job} />}
        {menu.length > 0 && (
          <MenuButton label={`Actions for ${stopTitle(stop)}`} items={menu} className={CARD_MENU}>
            <span aria-hidden="true">⋯</span>
          </MenuButton>
        )}
      </div>
      <div className="flex items-baseline gap-x-1.5 text-xs leading-4 max-md:flex-wrap">
        <StopClock stop={stop} timeZone={timeZone} />
        <KeptWindow stop={stop} day={route.day} timeZone={timeZone} />
        <span className={TIGHT_BADGE}>
          <StopStatusBadge stop={stop} />
        </span>
        {job && <JobLine job={job} />}
      </div>
      <JobNotes>
        {stop.isPinned && (
          <span className={TIGHT_BADGE}>
            <Badge variant="quiet">Position kept</Badge>
          </span>
        )}
        {window && <span>{window}</span>}
        {stop.waitingMinutes > 0 && <span>waits {minutesText(stop.waitingMinutes)}</span>}
      </JobNotes>
      <MissedWindow stop={stop} day={route.day} timeZone={timeZone} />
      {stop.warnings.map(({ code, text }) => (
        <p key={code} className="mt-0.5 flex items-start gap-1 font-semibold text-danger text-xs">
          <Icon name="warning" className="mt-0.5 size-3.5" />
          <span className="wrap-anywhere min-w-0">
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

/** Unit, size and address in one line. On phones, which have one column, they have all the lines they need. */
function JobLine({ job }: { job: BoardJob }) {
  const [units, address] = [unitsText(job), [job.address, job.city].join(', ')];
  return (
    <span
      title={[units, job.sizeName, address].filter(Boolean).join(' · ')}
      className="min-w-0 flex-1 text-ink-soft md:truncate"
    >
      {units && (
        <>
          <bdi className="font-semibold text-ink">{units}</bdi>{' '}
        </>
      )}
      <bdi>{job.sizeName}</bdi> <bdi>{address}</bdi>
    </span>
  );
}

/** What another unit puts right. */
const UNIT_WARNINGS: ReadonlySet<string> = new Set<PlanWarning['code']>(['no_unit', 'unit_elsewhere']);
