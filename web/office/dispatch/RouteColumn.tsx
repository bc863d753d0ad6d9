import { useDroppable } from '@dnd-kit/core';
import { Fragment } from 'react';
import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { stopKeyOf } from '#web/api/dispatch.ts';
import { Icon } from '#web/kit/ui/Icon.tsx';
import type { MenuItem } from '#web/kit/ui/OpenMenu.tsx';
import { clockText } from '#web/kit/ui/route-texts.ts';
import { bookingPath } from '#web/paths.ts';
import { usePlacePin } from './map/pins.tsx';
import { RouteHead } from './RouteHead.tsx';
import { RouteStopCard } from './RouteStopCard.tsx';
import { DriveText } from './StopParts.tsx';
import type { UnitSide } from './UnitDialog.tsx';
import { routeName } from './words.ts';

/** Before which stop a drop goes; null: behind all. */
export type DropTarget = { routeId: number; index: number | null };

export type RouteActions = {
  onPlan: (stop: BoardStop & { id: number }) => void;
  onMove: (stop: BoardStop & { id: number }, index: number | null) => void;
  onTakeOff: (stop: BoardStop & { id: number }) => void;
  onChangeUnit: (job: BoardJob, side: UnitSide) => void;
  onChangeWindow: (job: BoardJob) => void;
  onChangeMinutes: (stop: BoardStop) => void;
  onPin: (stop: BoardStop) => void;
  onAddPlace: (type: 'disposal' | 'yard' | 'break', siteId: number | null) => void;
  onPublish: () => void;
  onChangeCrew: () => void;
  onOptimize: () => void;
  onLink: () => void;
  onOut: () => void;
  onBack: (absenceId: number) => void;
  onRemove: () => void;
  isPublishing: boolean;
};

type Props = {
  board: Board;
  route: BoardRoute;
  target: DropTarget | null;
  actions: RouteActions | null;
  onHistory: () => void;
  onRecord: (stopId: number) => void;
};

/** A route as a column: who drives which truck, its sums, and its stops in order. */
export function RouteColumn({ board, route, target, actions, onHistory, onRecord }: Props) {
  const { timeZone } = board;
  const { setNodeRef, isOver } = useDroppable({
    id: `route ${route.id}`,
    data: { routeId: route.id, index: null } satisfies DropTarget,
    disabled: !actions,
  });
  const isTarget = target?.routeId === route.id;
  return (
    <section
      ref={setNodeRef}
      aria-labelledby={`route-${route.id}`}
      data-route={route.id}
      data-drop-into={isTarget ? '' : undefined}
      className={`flex flex-col rounded-lg border bg-paper max-md:w-full md:min-w-42 md:max-w-80 md:flex-1 ${
        isTarget || isOver ? 'border-brand outline-1 outline-brand' : 'border-line'
      }`}
    >
      <RouteHead board={board} route={route} actions={actions} onHistory={onHistory} />
      <ol className="flex-1 px-1 pb-1 max-md:px-2 max-md:pb-2">
        {route.stops.map((stop, index) => (
          <Fragment key={stopKeyOf(stop)}>
            <StopRow
              board={board}
              route={route}
              stop={stop}
              index={index}
              actions={actions}
              onRecord={onRecord}
              isTarget={isTarget && target.index === index}
            />
          </Fragment>
        ))}
        {route.stops.length > 0 && (
          <li>
            <DriveText
              minutes={route.driveHomeMinutes}
              meters={null}
              load={loadBefore(route, route.stops.length)}
            />
            <p className="wrap-anywhere pl-2.5 text-ink-soft text-xs tabular-nums">
              <Icon name="check" className="mr-1 inline size-3" />
              <bdi>{route.end?.name ?? 'Back'}</bdi> {clockText(route.endsAt, timeZone)}
            </p>
          </li>
        )}
        {route.stops.length === 0 && (
          <li className="rounded-md border border-edge border-dashed p-4 text-center text-ink-soft text-sm">
            {actions ? 'Drop jobs here, or select jobs and choose "Add to route".' : 'No stops yet.'}
          </li>
        )}
      </ol>
    </section>
  );
}

type StopRowProps = {
  board: Board;
  route: BoardRoute;
  stop: BoardStop;
  index: number;
  actions: RouteActions | null;
  onRecord: (stopId: number) => void;
  isTarget: boolean;
};

function StopRow({ board, route, stop, index, actions, onRecord, isTarget }: StopRowProps) {
  const { job } = stop;
  const placePin = usePlacePin();
  const { setNodeRef } = useDroppable({
    id: `before ${route.id} ${stopKeyOf(stop)}`,
    data: { routeId: route.id, index } satisfies DropTarget,
    disabled: !actions || stop.status !== 'pending',
  });
  return (
    <li ref={setNodeRef}>
      <DriveText minutes={stop.driveMinutes} meters={stop.meters} load={loadBefore(route, index)} />
      <RouteStopCard
        stop={stop}
        route={route}
        index={index}
        timeZone={board.timeZone}
        menu={[...stopMenu(route, { stop, index, actions, onRecord }), ...pinItems(job, placePin)]}
        mayMove={actions !== null}
        onChangeUnit={job && actions && (() => actions.onChangeUnit(job, 'moved'))}
        isTarget={isTarget}
      />
    </li>
  );
}

function stopMenu(
  route: BoardRoute,
  {
    stop,
    index,
    actions,
    onRecord,
  }: { stop: BoardStop; index: number } & Pick<StopRowProps, 'actions' | 'onRecord'>,
): MenuItem[] {
  const { id, job, status } = stop;
  const open: MenuItem[] = job
    ? [
        {
          label: `Open booking #${job.bookingId}`,
          onPick: () => window.open(bookingPath(job.bookingId), '_self'),
        },
      ]
    : [];
  if (id === null) return open;
  if (status !== 'pending') return [{ label: 'Show what was recorded', onPick: () => onRecord(id) }, ...open];
  if (!actions) return open;
  const own = { ...stop, id };
  const firstPending = route.stops.findIndex((one) => one.status === 'pending');
  const up: MenuItem[] =
    index > firstPending ? [{ label: 'Move up', onPick: () => actions.onMove(own, index - 1) }] : [];
  const after = index + 2 >= route.stops.length ? null : index + 2;
  const down: MenuItem[] =
    index + 1 < route.stops.length ? [{ label: 'Move down', onPick: () => actions.onMove(own, after) }] : [];
  return [
    { label: 'Move to...', keyHint: 'M', onPick: () => actions.onPlan(own) },
    ...up,
    ...down,
    ...unitItems(job, actions),
    ...(job ? [{ label: 'Time window', keyHint: 'W', onPick: () => actions.onChangeWindow(job) }] : []),
    {
      label: stop.isPinned ? 'Stop keeping in this position' : 'Keep in this position',
      onPick: () => actions.onPin(own),
    },
    { label: `Change minutes (${stop.minutes})`, onPick: () => actions.onChangeMinutes(own) },
    { label: job ? 'Take off the route' : 'Remove stop', onPick: () => actions.onTakeOff(own) },
    ...open,
  ];
}

/** The units on the truck on its way to a stop, or home behind the last one. */
function loadBefore({ loadAtStart, stops }: BoardRoute, index: number) {
  const before = stops.slice(0, index).findLast(({ type }) => type !== 'break');
  return before ? before.loadAfter : loadAtStart;
}

/** The card shows where an address is not exact; a pin that staff placed changes here. */
function pinItems(job: BoardJob | null, placePin: ReturnType<typeof usePlacePin>): MenuItem[] {
  if (!job || !placePin || job.mapPoint?.precision !== 'manual') return [];
  return [{ label: 'Change pin', onPick: () => placePin(job) }];
}

/** Of an exchange, both units. */
function unitItems(job: BoardJob | null, { onChangeUnit }: RouteActions): MenuItem[] {
  if (!job) return [];
  const moved = { onPick: () => onChangeUnit(job, 'moved') };
  if (job.type !== 'exchange') return [{ label: job.unit ? 'Change unit' : 'Assign unit', ...moved }];
  const detail = (unit: BoardJob['unit']) => ({ detail: unit?.number ?? 'none' });
  const collected = { ...detail(job.collectedUnit), onPick: () => onChangeUnit(job, 'collected') };
  return [
    { label: 'Change unit to bring', ...detail(job.unit), ...moved },
    ...(job.collectedRole === null ? [] : [{ label: 'Correct unit to take away', ...collected }]),
  ];
}

/** The name of a route in lists. */
export const routeOption = (route: BoardRoute) => ({ value: String(route.id), label: routeName(route) });
