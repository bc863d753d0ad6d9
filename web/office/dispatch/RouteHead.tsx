import { Link } from 'react-router';
import type { Board, BoardRoute } from '#contract/dispatch.ts';
import { RowButton } from '#web/kit/table/RowButton.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Icon } from '#web/kit/ui/Icon.tsx';
import { MenuButton } from '#web/kit/ui/MenuButton.tsx';
import type { MenuItem } from '#web/kit/ui/OpenMenu.tsx';
import { clockText, milesText, minutesText } from '#web/kit/ui/route-texts.ts';
import { routeSheetPath } from '#web/paths.ts';
import { CARD_MENU, TIGHT_BADGE } from './CardParts.tsx';
import { InspectionState } from './inspections/InspectionState.tsx';
import { routeCode } from './map/marks.ts';
import { MessageState } from './messages/MessageState.tsx';
import type { RouteActions } from './RouteColumn.tsx';

type HeadProps = { board: Board; route: BoardRoute; actions: RouteActions | null; onHistory: () => void };

/** Who drives which truck, the sums of the route, and its menu. */
export function RouteHead({ board, route, actions, onHistory }: HeadProps) {
  const { timeZone } = board;
  const sums = [
    `${route.stops.length} ${route.stops.length === 1 ? 'stop' : 'stops'}`,
    route.stops.length > 0 ? minutesText(route.minutes) : null,
    milesText(route.meters),
  ].filter(Boolean);
  const changed = route.stops.filter(({ changedAt }) => changedAt !== null).length;
  const isLateStart = route.publishedAt !== null && route.startsAt > board.dayStart;
  return (
    <header className="space-y-1 rounded-t-lg border-line border-b bg-surface px-1.5 py-1 max-md:p-2.5">
      <div className="flex items-center gap-1">
        <h3
          id={`route-${route.id}`}
          className="flex min-w-0 flex-1 items-baseline gap-1.5 font-semibold text-sm leading-tight"
        >
          <span title="The sign of the route on the map" className="shrink-0 rounded-sm bg-sunk px-1">
            {routeCode(board.routes.indexOf(route))}
          </span>
          <bdi title={route.driver.name} className="min-w-0 truncate">
            {route.driver.name}
          </bdi>
        </h3>
        <MenuButton
          label={`Actions for the route of ${route.driver.name}`}
          items={routeMenu(board, { route, actions, onHistory })}
          className={CARD_MENU}
        >
          <span aria-hidden="true">⋯</span>
        </MenuButton>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-1.5">
        <p className="min-w-0 truncate text-ink-soft text-xs" title={truckText(route)}>
          <bdi>{truckText(route)}</bdi>
        </p>
        <PublishState route={route} actions={actions} changed={changed} />
      </div>
      <p className="wrap-anywhere text-ink-soft text-xs leading-4 tabular-nums">
        {route.start?.name ?? 'Start'} {clockText(route.startsAt, timeZone)}
        {isLateStart && ', not begun yet'} · {sums.join(' · ')}
      </p>
      <InspectionState route={route} mayWrite={actions !== null} />
      <MessageState route={route} mayWrite={actions !== null} />
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

type PublishProps = { route: BoardRoute; actions: RouteActions | null; changed: number };

function PublishState({ route, actions, changed }: PublishProps) {
  if (route.publishedAt !== null) {
    return (
      <span className={TIGHT_BADGE}>
        <Badge variant="good">{changed > 0 ? `Published, ${changed} changed` : 'Published'}</Badge>
      </span>
    );
  }
  if (!actions) return null;
  return (
    <RowButton
      onClick={actions.onPublish}
      disabled={actions.isPublishing}
      aria-label={`Publish the route of ${route.driver.name}`}
      className="!min-h-7 !border-brand !px-2 !py-0 !text-brand-strong max-md:!min-h-11 pointer-coarse:!min-h-11"
    >
      {actions.isPublishing ? 'Publishing...' : 'Publish'}
    </RowButton>
  );
}

/** 'Truck 1, 2 units'. */
const truckText = ({ truck }: BoardRoute) =>
  truck ? `${truck.name}, ${truck.capacity === 1 ? '1 unit' : `${truck.capacity} units`}` : 'No truck';

function routeMenu(board: Board, { route, actions, onHistory }: Omit<HeadProps, 'board'>): MenuItem[] {
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
  const absence = board.absences.find(
    ({ truckId, driverId }) =>
      (truckId !== null && truckId === route.truck?.id) || driverId === route.driver.id,
  );
  const hasBegun = route.stops.some(({ status }) => status !== 'pending');
  return [
    ...places,
    { label: 'Add a break', group: 'Add a stop', onPick: () => actions.onAddPlace('break', null) },
    ...(route.stops.length > 1
      ? [{ label: 'Optimize route', group: 'Route', onPick: actions.onOptimize }]
      : []),
    { label: 'Edit route', group: 'Route', onPick: actions.onChangeCrew },
    { label: 'Out from...', group: 'Route', onPick: actions.onOut },
    ...(absence
      ? [{ label: 'Back in service', group: 'Route', onPick: () => actions.onBack(absence.id) }]
      : []),
    { label: 'Sign-in link for the driver', group: 'Route', onPick: actions.onLink },
    { ...print, group: 'Route' },
    { ...history, group: 'Route' },
    ...(hasBegun ? [] : [{ label: 'Remove route', group: 'Route', onPick: actions.onRemove }]),
  ];
}
