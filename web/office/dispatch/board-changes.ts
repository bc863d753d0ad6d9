import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { stopKeyOf } from '#web/api/dispatch.ts';

/** What is placed: open jobs, stops of a route, or a new stop without a customer. */
export type Placed =
  | { kind: 'jobs'; jobIds: readonly number[] }
  | { kind: 'stop'; stopId: number }
  | { kind: 'new_stop'; type: 'disposal' | 'yard' | 'break'; siteId: number | null };

/** Where it goes: before the stop at `index`, behind all stops if null. */
export type StopPlacement = { routeId: number; index: number | null; placed: Placed };

/** A stop that is not placed any more. */
export type StopRemoval = { routeId: number; stopId: number };

/** The board as it will be: jobs leave the list or their former route, and stand on the new one without times. */
export function showPlacement(board: Board, { routeId, index, placed }: StopPlacement): Board {
  const target = board.routes.find(({ id }) => id === routeId);
  const added = stopsFor(board, placed);
  if (!target || added.length === 0) return board;
  const keys = new Set(added.map(stopKeyOf));
  const before = index === null ? undefined : target.stops[index];
  const without = ({ stops }: BoardRoute) => stops.filter((stop) => !keys.has(stopKeyOf(stop)));
  const routes = board.routes.map((route) => {
    const kept = without(route);
    if (route.id !== routeId) return kept.length === route.stops.length ? route : { ...route, stops: kept };
    const at = nextPlace(target, { before, kept });
    return { ...route, stops: kept.toSpliced(at, 0, ...added) };
  });
  const jobIds = new Set(added.flatMap(({ job }) => job?.id ?? []));
  const isLeft = ({ id }: BoardJob) => !jobIds.has(id);
  return { ...board, jobs: board.jobs.filter(isLeft), nextJobs: board.nextJobs.filter(isLeft), routes };
}

/** The index of the stop before which the new ones go, counted without those that move; behind what is not pending. */
function nextPlace(
  { stops }: BoardRoute,
  { before, kept }: { before: BoardStop | undefined; kept: readonly BoardStop[] },
): number {
  if (!before) return kept.length;
  const begun = kept.filter(({ status }) => status !== 'pending').length;
  for (let index = stops.indexOf(before); index < stops.length; index += 1) {
    const at = kept.indexOf(stops[index] as BoardStop);
    if (at >= 0) return Math.max(at, begun);
  }
  return kept.length;
}

function stopsFor(board: Board, placed: Placed): BoardStop[] {
  switch (placed.kind) {
    case 'stop':
      return board.routes.flatMap(({ stops }) => stops.filter(({ id }) => id === placed.stopId)).slice(0, 1);
    case 'new_stop': {
      const site = board.sites.find(({ id }) => id === placed.siteId);
      return [
        {
          ...NEW_STOP,
          type: placed.type,
          job: null,
          site: site ? { id: site.id, name: site.name, address: null } : null,
        },
      ];
    }
    default: {
      const jobs = new Map([...board.jobs, ...board.nextJobs].map((job) => [job.id, job]));
      return placed.jobIds.flatMap((id) => {
        const job = jobs.get(id);
        return job ? [{ ...NEW_STOP, id: job.leftOn?.stopId ?? null, type: job.type, job, site: null }] : [];
      });
    }
  }
}

/** Its times are shown once the server has computed them. */
const NEW_STOP = {
  id: null,
  status: 'pending',
  minutes: 0,
  arrival: '',
  departure: '',
  driveMinutes: 0,
  meters: null,
  waitingMinutes: 0,
  latenessMinutes: 0,
  loadAfter: null,
  isPinned: false,
  changedAt: null,
  departedAt: null,
  arrivedAt: null,
  outcomeReason: null,
  warnings: [],
} satisfies Partial<BoardStop>;

export function showRemoval(board: Board, { routeId, stopId }: StopRemoval): Board {
  const routes = board.routes.map((route) =>
    route.id === routeId ? { ...route, stops: route.stops.filter(({ id }) => id !== stopId) } : route,
  );
  const stop = board.routes.find(({ id }) => id === routeId)?.stops.find(({ id }) => id === stopId);
  const job = stop?.job;
  if (!job) return { ...board, routes };
  const opened: BoardJob = { ...job, status: 'open' };
  return job.dueDay > board.day
    ? { ...board, routes, nextJobs: [...board.nextJobs, opened] }
    : { ...board, routes, jobs: [...board.jobs, opened] };
}

/** What staff set for a stop. */
export type StopEdit = { routeId: number; key: string; minutes?: number; isPinned?: boolean };

export function showEdit(board: Board, { routeId, key, ...settings }: StopEdit): Board {
  const edit = (stop: BoardStop) => (stopKeyOf(stop) === key ? { ...stop, ...settings } : stop);
  return {
    ...board,
    routes: board.routes.map((route) =>
      route.id === routeId ? { ...route, stops: route.stops.map(edit) } : route,
    ),
  };
}

/** The board with the earlier stops of a route: jobs come back from other routes, and those added since are open. */
export function showRestored(board: Board, routeId: number, stops: readonly BoardStop[]): Board {
  const now = new Map(board.routes.flatMap((route) => route.stops).map((stop) => [stopKeyOf(stop), stop]));
  const keys = new Set(stops.map(stopKeyOf));
  const restored = stops.map((stop) => ({ ...stop, id: now.get(stopKeyOf(stop))?.id ?? null }));
  const route = board.routes.find(({ id }) => id === routeId);
  const opened = (route?.stops ?? []).flatMap((stop): BoardJob[] =>
    stop.job && !keys.has(stopKeyOf(stop)) ? [{ ...stop.job, status: 'open' }] : [],
  );
  const isElsewhere = ({ id }: BoardJob) => !keys.has(`job ${id}`);
  return {
    ...board,
    jobs: [...board.jobs.filter(isElsewhere), ...opened],
    nextJobs: board.nextJobs.filter(isElsewhere),
    routes: board.routes.map((one) =>
      one.id === routeId
        ? { ...one, stops: restored }
        : { ...one, stops: one.stops.filter((stop) => !keys.has(stopKeyOf(stop))) },
    ),
  };
}

/** The jobs of a failed placement that can still be placed on the board as it is now. */
export function stillPossible(
  board: Board,
  { placed, routeId, ...placement }: StopPlacement,
): StopPlacement | null {
  if (!board.routes.some(({ id }) => id === routeId)) return null;
  const isKnown =
    placed.kind !== 'stop' || board.routes.some(({ stops }) => stops.some(({ id }) => id === placed.stopId));
  if (placed.kind !== 'jobs') return isKnown ? { ...placement, routeId, placed } : null;
  const open = new Set([...board.jobs, ...board.nextJobs].map(({ id }) => id));
  const jobIds = placed.jobIds.filter((id) => open.has(id));
  return jobIds.length > 0 ? { ...placement, routeId, placed: { kind: 'jobs', jobIds } } : null;
}
