import type { Board, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { planLoad } from '#domain/dispatch/load.ts';
import { estimateLeg } from '#domain/dispatch/travel.ts';
import { stopKeyOf } from '#web/api/dispatch.ts';
import { type Placed, showPlacement } from './board-changes.ts';
import { pointOfSite, pointOfStop } from './map/marks.ts';

/** A position among the stops of a route. */
export type Position = {
  /** Before the stop at this index; null: behind all. */
  index: number | null;
  /** What it adds to the drive, estimated from straight lines; null while the address is not on the map. */
  extraMinutes: number | null;
  /** Whether the truck has units and room for it without a further yard stop. */
  fitsLoad: boolean;
};

/** Where jobs or a stop can go on a route: at the end, or before a stop that is still to be made. */
export function positionsFor(board: Board, route: BoardRoute, placed: Placed): Position[] {
  const isPlaced = ({ id }: BoardStop) => placed.kind === 'stop' && id === placed.stopId;
  const before = route.stops.flatMap((stop, index) =>
    stop.status === 'pending' && !isPlaced(stop) ? [index] : [],
  );
  const rest = route.stops.filter((stop) => !isPlaced(stop));
  const restSeconds = driveSeconds(board, route, rest);
  return [null, ...before].map((index) => {
    const shown = showPlacement(board, { routeId: route.id, index, placed });
    const stops = shown.routes.find(({ id }) => id === route.id)?.stops ?? [];
    const extra = driveSeconds(board, route, stops) - restSeconds;
    const isKnown = addedTo(rest, stops).every(
      (stop) => stop.type === 'break' || pointOfStop(board, stop) !== null,
    );
    return { index, extraMinutes: isKnown ? Math.round(extra / 60) : null, fitsLoad: fitsLoad(route, stops) };
  });
}

/** The position with the least extra drive among those that the load of the truck allows; null if none is known. */
export function suggestPosition(positions: readonly Position[]): Position | null {
  let best: Position | null = null;
  for (const one of positions) {
    if (one.extraMinutes === null || !one.fitsLoad) continue;
    if (best === null || one.extraMinutes < (best.extraMinutes ?? 0)) best = one;
  }
  return best;
}

function addedTo(rest: readonly BoardStop[], stops: readonly BoardStop[]): BoardStop[] {
  const known = new Set(rest.map(stopKeyOf));
  return stops.filter((stop) => !known.has(stopKeyOf(stop)));
}

/** From the start over the stops to the end. A break is where the stop before it is. */
function driveSeconds(board: Board, { start, end }: BoardRoute, stops: readonly BoardStop[]): number {
  const path = [
    pointOfSite(board, start?.id ?? null),
    ...stops.filter(({ type }) => type !== 'break').map((stop) => pointOfStop(board, stop)),
    pointOfSite(board, end?.id ?? null),
  ];
  return path.slice(1).reduce((sum, to, index) => sum + estimateLeg(path[index] ?? null, to).seconds, 0);
}

function fitsLoad({ truck }: BoardRoute, stops: readonly BoardStop[]): boolean {
  // An attempted stop moved no unit.
  const types = stops.map(({ type, status }) => (status === 'attempted' ? 'break' : type));
  return planLoad(types, truck?.capacity ?? 1).problem === null;
}
