import type { Board, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import { stopKeyOf } from '#web/api/dispatch.ts';
import { clockText, loadText, minutesText } from '#web/kit/ui/route-texts.ts';
import type { BoardChange } from './use-board.ts';

/**
 * What a change means for its route: 'Arrives 9:40 AM, 25 min late. The truck leaves with 2 empty.' `before`: the board
 * that was shown when the change was made. Empty for a stop that was taken off a route without problems.
 */
export function consequencesText(before: Board, change: BoardChange, route: BoardRoute): string {
  const { timeZone } = before;
  const known = before.routes.find(({ id }) => id === route.id);
  return [
    arrivalsText(changedStops(before, change, route), timeZone),
    latenessOfOthers(known, change, route),
    ...route.warnings.flatMap(({ code, text }) => (code === 'overtime' ? [`${text}.`] : [])),
    ...(known && isSameLoad(known, route) ? [] : [`The truck leaves with ${loadText(route.loadAtStart)}.`]),
  ]
    .filter(Boolean)
    .join(' ');
}

const isSameLoad = (a: BoardRoute, b: BoardRoute) =>
  a.loadAtStart.empty === b.loadAtStart.empty && a.loadAtStart.full === b.loadAtStart.full;

/** The stops that the change placed or edited. */
function changedStops(before: Board, change: BoardChange, { stops }: BoardRoute): BoardStop[] {
  const keys = changedKeys(before, change);
  return stops.filter((stop) => keys.has(stopKeyOf(stop)));
}

function changedKeys(before: Board, change: BoardChange): ReadonlySet<string> {
  if (change.type === 'edit') return new Set([change.edit.key]);
  if (change.type === 'remove') return new Set();
  const { placed } = change.placement;
  if (placed.kind === 'jobs') return new Set(placed.jobIds.map((id) => `job ${id}`));
  if (placed.kind === 'new_stop') return new Set();
  const moved = before.routes.flatMap(({ stops }) => stops).find(({ id }) => id === placed.stopId);
  return new Set(moved ? [stopKeyOf(moved)] : []);
}

function arrivalsText(stops: readonly BoardStop[], timeZone: string): string {
  const [first] = stops;
  const last = stops.at(-1);
  if (!first || !last) return '';
  if (first === last) {
    const late = first.latenessMinutes > 0 ? `, ${minutesText(first.latenessMinutes)} late` : '';
    return `Arrives ${clockText(first.arrival, timeZone)}${late}.`;
  }
  const late = stops.filter(({ latenessMinutes }) => latenessMinutes > 0).length;
  const times = `${clockText(first.arrival, timeZone)} to ${clockText(last.arrival, timeZone)}`;
  return `Arrives ${times}${late > 0 ? `, ${late} of ${stops.length} late` : ''}.`;
}

/** The number of other stops of the route that are late now and were not before. */
function latenessOfOthers(known: BoardRoute | undefined, change: BoardChange, route: BoardRoute): string {
  const wasInTime = new Set(
    known?.stops.filter(({ latenessMinutes }) => latenessMinutes === 0).map(stopKeyOf) ?? [],
  );
  const edited = change.type === 'edit' ? change.edit.key : null;
  const late = route.stops.filter(
    (stop) => stop.latenessMinutes > 0 && stopKeyOf(stop) !== edited && wasInTime.has(stopKeyOf(stop)),
  );
  if (late.length === 0) return '';
  return late.length === 1 ? '1 other stop is late now.' : `${late.length} other stops are late now.`;
}
