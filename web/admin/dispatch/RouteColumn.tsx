import { useDroppable } from '@dnd-kit/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { stopKeyOf } from '#web/api/dispatch.ts';
import { bookingPath, routeSheetPath } from '#web/paths.ts';
import { RowButton } from '#web/table/RowButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { MenuButton, type MenuItem } from '#web/ui/MenuButton.tsx';
import { clockText, loadText, milesText, minutesText } from '#web/ui/route-texts.ts';
import { routeCode } from './map/marks.ts';
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
      className={`flex w-80 shrink-0 flex-col rounded-lg border bg-paper max-md:w-full ${
        isTarget || isOver ? 'border-brand outline-1 outline-brand' : 'border-line'
      }`}
    >
      <RouteHead board={board} route={route} actions={actions} onHistory={onHistory} />
      <ol className="flex-1 px-2 pb-2">
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
            <DriveText minutes={route.driveHomeMinutes} meters={null} />
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

function RouteHead({ board, route, actions, onHistory }: Omit<Props, 'target' | 'onRecord'>) {
  const { timeZone } = board;
  const sums = [
    `${route.stops.length} ${route.stops.length === 1 ? 'stop' : 'stops'}`,
    route.stops.length > 0 ? minutesText(route.minutes) : null,
    milesText(route.meters),
  ].filter(Boolean);
  const changed = route.stops.filter(({ changedAt }) => changedAt !== null).length;
  const isLateStart = route.publishedAt !== null && route.startsAt > board.dayStart;
  return (
    <header className="space-y-1.5 rounded-t-lg border-line border-b bg-surface p-2.5">
      <div className="flex items-start gap-2">
        <h3 id={`route-${route.id}`} className="min-w-0 flex-1 font-semibold text-base leading-tight">
          <span className="flex items-baseline gap-1.5">
            <span
              title="The sign of the route on the map"
              className="shrink-0 rounded-sm bg-sunk px-1 text-sm"
            >
              {routeCode(board.routes.indexOf(route))}
            </span>
            <bdi className="min-w-0 truncate">{route.driver.name}</bdi>
          </span>
          <span className="block truncate font-normal text-ink-soft text-sm">
            <bdi>{route.truck?.name ?? 'No truck'}</bdi>
            {route.truck && `, ${route.truck.capacity === 1 ? '1 unit' : `${route.truck.capacity} units`}`}
          </span>
        </h3>
        {route.publishedAt === null ? (
          actions && (
            <RowButton
              onClick={actions.onPublish}
              disabled={actions.isPublishing}
              aria-label={`Publish the route of ${route.driver.name}`}
              className="!border-brand !text-brand-strong"
            >
              {actions.isPublishing ? 'Publishing...' : 'Publish'}
            </RowButton>
          )
        ) : (
          <Badge variant="good">{changed > 0 ? `Published, ${changed} changed` : 'Published'}</Badge>
        )}
        <MenuButton
          label={`Actions for the route of ${route.driver.name}`}
          items={routeMenu(board, { route, actions, onHistory })}
          className="touch -mr-1 flex size-9 items-center justify-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink max-md:size-11"
        >
          <span aria-hidden="true">⋯</span>
        </MenuButton>
      </div>
      <p className="wrap-anywhere text-ink-soft text-xs tabular-nums">
        {route.start?.name ?? 'Start'} {clockText(route.startsAt, timeZone)}
        {isLateStart && ', not begun yet'} · {sums.join(' · ')}
        {route.stops.length > 0 && ` · leaves with ${loadText(route.loadAtStart)}`}
      </p>
      {route.notes && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line text-xs">
          {route.notes}
        </p>
      )}
      {route.warnings.map(({ code, text }) => (
        <p key={code} className="flex items-start gap-1 font-semibold text-danger text-xs">
          <Icon name="warning" className="mt-0.5 size-3.5" />
          <bdi className="wrap-anywhere min-w-0">{text}</bdi>
        </p>
      ))}
      <Link
        to={routeSheetPath(route.day, route.id)}
        className="sr-only focus:not-sr-only focus:font-semibold focus:text-brand focus:text-xs"
      >
        Print the route of {route.driver.name}
      </Link>
    </header>
  );
}

function routeMenu(
  board: Board,
  { route, actions, onHistory }: Pick<Props, 'route' | 'actions' | 'onHistory'>,
): MenuItem[] {
  const print: MenuItem = {
    label: 'Print route',
    onPick: () => window.open(routeSheetPath(route.day, route.id), '_self'),
  };
  const history: MenuItem = { label: 'Show history', onPick: onHistory };
  if (!actions) return [print, history];
  const places = board.sites.map(
    ({ id, kind, name }): MenuItem => ({
      label: `Add ${name}`,
      id: `site ${id}`,
      group: 'Add a stop',
      onPick: () => actions.onAddPlace(kind, id),
    }),
  );
  const hasBegun = route.stops.some(({ status }) => status !== 'pending');
  return [
    ...places,
    { label: 'Add a break', group: 'Add a stop', onPick: () => actions.onAddPlace('break', null) },
    ...(route.stops.length > 1
      ? [{ label: 'Optimize route', group: 'Route', onPick: actions.onOptimize }]
      : []),
    { label: 'Edit route', group: 'Route', onPick: actions.onChangeCrew },
    { label: 'Sign-in link for the driver', group: 'Route', onPick: actions.onLink },
    { ...print, group: 'Route' },
    { ...history, group: 'Route' },
    ...(hasBegun ? [] : [{ label: 'Remove route', group: 'Route', onPick: actions.onRemove }]),
  ];
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
  const { setNodeRef } = useDroppable({
    id: `before ${route.id} ${stopKeyOf(stop)}`,
    data: { routeId: route.id, index } satisfies DropTarget,
    disabled: !actions || stop.status !== 'pending',
  });
  return (
    <li ref={setNodeRef}>
      <DriveText minutes={stop.driveMinutes} meters={stop.meters} />
      <RouteStopCard
        stop={stop}
        route={route}
        index={index}
        timeZone={board.timeZone}
        menu={stopMenu(route, { stop, index, actions, onRecord })}
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
