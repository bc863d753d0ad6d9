import type { DriverStop } from '#contract/driver-routes.ts';
import type { DriverRoutes } from '#web/driver/outbox/database.ts';

/** What the office changed on today's route while the driver had it. */
export type RouteChange = { added: number; removed: number; changed: number };

/** Compares two replies of the server. Null if today's route of the same driver has the same stops in the same order. */
export function routeChange(before: DriverRoutes | null, now: DriverRoutes | null): RouteChange | null {
  if (!before || !now || before.driver.id !== now.driver.id || before.today !== now.today) return null;
  const [old, fresh] = [todayStops(before), todayStops(now)];
  const known = new Map(old.map((stop, index) => [stop.id, { stop, index }]));
  const freshIds = new Set(fresh.map(({ id }) => id));
  const removed = old.filter(({ id }) => !freshIds.has(id)).length;
  const added = fresh.filter(({ id }) => !known.has(id)).length;
  const changed = fresh.filter((stop) => {
    const earlier = known.get(stop.id)?.stop;
    return earlier && earlier.changedAt !== stop.changedAt;
  }).length;
  return added + removed + changed > 0 ? { added, removed, changed } : null;
}

function todayStops({ routes, today }: DriverRoutes): DriverStop[] {
  return routes.filter(({ day }) => day === today).flatMap(({ stops }) => stops);
}

/** '1 stop added, 2 stops changed.' */
export function routeChangeText({ added, removed, changed }: RouteChange): string {
  const parts = [
    [added, 'added'],
    [removed, 'removed'],
    [changed, 'changed'],
  ] as const;
  return `${parts
    .filter(([count]) => count > 0)
    .map(([count, verb]) => `${count} ${count === 1 ? 'stop' : 'stops'} ${verb}`)
    .join(', ')}.`;
}
