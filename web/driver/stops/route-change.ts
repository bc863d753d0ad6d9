import type { DriverStop } from '#contract/driver-routes.ts';
import type { DriverRoutes } from '#web/driver/outbox/database.ts';
import { stopName } from '#web/driver/words.ts';

type StopChange = {
  stopId: number;
  name: string;
  /** 'added', 'removed', or what changed: 'address', 'notes'. */
  what: string[];
};

/** What the office changed on today's route while the driver had it, one entry a stop. Not empty. */
export type RouteChange = StopChange[];

/**
 * Compares two replies of the server. Null if today's route of the same driver shows nothing new, and for a route that is
 * new as a whole.
 */
export function routeChange(before: DriverRoutes | null, now: DriverRoutes | null): RouteChange | null {
  if (!before || !now || before.driver.id !== now.driver.id || before.today !== now.today) return null;
  const [old, fresh] = [byId(before), byId(now)];
  if (old.size === 0) return null;
  const changes = [
    ...[...fresh.values()].map((stop) => changeOf(stop, differencesOf(old.get(stop.id), stop))),
    ...[...old.values()].filter(({ id }) => !fresh.has(id)).map((stop) => changeOf(stop, ['removed'])),
  ].filter(({ what }) => what.length > 0);
  return changes.length > 0 ? changes : null;
}

function byId({ routes, today }: DriverRoutes): Map<number, DriverStop> {
  const stops = routes.filter(({ day }) => day === today).flatMap((route) => route.stops);
  return new Map(stops.map((stop) => [stop.id, stop]));
}

const changeOf = (stop: DriverStop, what: string[]): StopChange => ({
  stopId: stop.id,
  name: stopName(stop),
  what,
});

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

function differencesOf(before: DriverStop | undefined, now: DriverStop): string[] {
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
    const before = known.get(change.stopId)?.what ?? [];
    const isWhole = change.what.includes('removed') || change.what.includes('added');
    const what = isWhole ? change.what : [...new Set([...before, ...change.what])];
    known.set(change.stopId, { ...change, what });
  }
  return [...known.values()];
}

/** 'Ada Lovelace: added', 'Bob Moss: address, notes'. */
export function routeChangeText({ name, what }: StopChange): string {
  return `${name}: ${what.includes('added') ? 'added' : what.join(', ')}`;
}
