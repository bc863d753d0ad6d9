import type { DriverStop } from '#contract/driver-routes.ts';
import type { DriverRoutes } from '#web/driver/outbox/database.ts';
import { stopName } from '#web/driver/words.ts';

type StopChange = {
  stopId: number;
  name: string;
  /** 'added', 'removed', or what changed: 'address', 'notes'. */
  what: string[];
  /** Its place in the route before and now, from 1; null where it is not on the route. */
  from: number | null;
  to: number | null;
};

/** What the office changed on today's route while the driver had it, one entry a stop. Not empty. */
export type RouteChange = StopChange[];

/**
 * Compares two replies of the server. Null if today's route of the same driver shows nothing new, and for a route that is
 * new as a whole.
 */
export function routeChange(before: DriverRoutes | null, now: DriverRoutes | null): RouteChange | null {
  if (!before || !now || before.driver.id !== now.driver.id) return null;
  // The route of a day can be on the phone since the day before.
  const [old, fresh] = [stopsOf(before, now.today), stopsOf(now, now.today)];
  if (old.length === 0) return null;
  const placeIn = (stops: DriverStop[], id: number) => stops.findIndex((stop) => stop.id === id) + 1 || null;
  const changeOf = (stop: DriverStop, what: string[]): StopChange => ({
    stopId: stop.id,
    name: stopName(stop),
    what,
    from: placeIn(old, stop.id),
    to: placeIn(fresh, stop.id),
  });
  const changes = [
    ...fresh.map((stop) =>
      changeOf(
        stop,
        listStopDifferences(
          old.find(({ id }) => id === stop.id),
          stop,
        ),
      ),
    ),
    ...old.filter(({ id }) => placeIn(fresh, id) === null).map((stop) => changeOf(stop, ['removed'])),
  ].filter(({ what }) => what.length > 0);
  return changes.length > 0 ? changes : null;
}

function stopsOf({ routes }: DriverRoutes, day: string): DriverStop[] {
  return routes.filter((route) => route.day === day).flatMap(({ stops }) => stops);
}

/**
 * What a driver drives by. What drivers record themselves, times that follow from other stops, and the first window that
 * the customer is sent, which agrees with the plan, are no news.
 */
const NEWS: Readonly<Record<string, (stop: DriverStop, before: DriverStop) => unknown>> = {
  order: ({ changedAt }) => changedAt,
  address: ({ place }) => place?.address,
  phone: ({ customer }) => customer?.phone.number,
  time: ({ window, arrivalWindow }, before) =>
    [window, before.arrivalWindow && spanOf(arrivalWindow)].join('\n'),
  placement: ({ placement }) => placement,
  notes: ({ notes, dispatcherNotes }) => [notes, dispatcherNotes].join('\n'),
  size: ({ sizeName }) => sizeName,
  unit: ({ unit, collectedUnit }) => [unit?.number, collectedUnit?.number].join('\n'),
};

const spanOf = (span: DriverStop['arrivalWindow']) => span && `${span.from} ${span.to}`;

function listStopDifferences(before: DriverStop | undefined, now: DriverStop): string[] {
  if (!before) return ['added'];
  if (now.status !== 'pending' && now.status !== 'in_transit') return [];
  const hasOwnUnit = now.recorded.unit !== null || now.recorded.collectedUnit !== null;
  return Object.entries(NEWS)
    .filter(([name, read]) => read(before, before) !== read(now, before) && !(name === 'unit' && hasOwnUnit))
    .map(([name]) => name);
}

/** Adds later changes to those that the driver has not confirmed yet. */
export function mergedChange(earlier: RouteChange | null, later: RouteChange): RouteChange {
  const known = new Map(earlier?.map((change) => [change.stopId, change]));
  for (const change of later) {
    const before = known.get(change.stopId);
    const isWhole = change.what.includes('removed') || change.what.includes('added');
    const what = isWhole ? change.what : [...new Set([...(before?.what ?? []), ...change.what])];
    known.set(change.stopId, { ...change, what, from: before ? before.from : change.from });
  }
  return [...known.values()];
}

/** 'The office changed your route. 2 stops were removed.' */
export function routeChangeTitle(change: RouteChange): string {
  const removed = change.filter(({ what }) => what.includes('removed')).length;
  if (removed === 0) return 'The office changed your route.';
  return `The office changed your route. ${removed === 1 ? '1 stop was' : `${removed} stops were`} removed.`;
}

/** 'Stop 3, Ada Lovelace: added', 'Bob Moss: removed, was stop 4', 'Stop 2, Cy Long: was stop 5, notes'. */
export function routeChangeText({ name, what, from, to }: StopChange): string {
  if (what.includes('removed')) return `${name}: removed${from === null ? '' : `, was stop ${from}`}`;
  const isMoved = what.includes('order') && from !== null && from !== to;
  const words = what.map((each) => (each === 'order' && isMoved ? `was stop ${from}` : each));
  return `${to === null ? '' : `Stop ${to}, `}${name}: ${what.includes('added') ? 'added' : words.join(', ')}`;
}
