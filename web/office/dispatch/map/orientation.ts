import type { Board } from '#contract/dispatch.ts';
import { METERS_PER_MILE, metersBetween, type Point } from '#domain/dispatch/travel.ts';
import type { Mark } from './marks.ts';

/** What a map without names shows to find one's way by: the towns of the jobs, and circles of whole miles around the yard. */
export type Orientation = {
  towns: readonly { name: string; point: Point }[];
  rings: readonly { miles: number; points: readonly Point[] }[];
};

/** Without marks there is nothing to find. */
export const NO_ORIENTATION: Orientation = { towns: [], rings: [] };

const STEPS_MILES = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const RINGS = 3;
const RING_POINTS = 72;
const METERS_PER_DEGREE = 111_195;

export function computeOrientation(board: Board, marks: readonly Mark[]): Orientation {
  const towns = listTowns(board);
  const yard = board.sites.find(({ kind, lat }) => kind === 'yard' && lat !== null);
  const center =
    yard && yard.lat !== null && yard.lng !== null
      ? { lat: yard.lat, lng: yard.lng }
      : computeMiddle(marks.map(({ point }) => point));
  if (!center) return NO_ORIENTATION;
  const farthest = Math.max(...marks.map(({ point }) => metersBetween(center, point)), 0);
  const step = STEPS_MILES.find((miles) => miles * METERS_PER_MILE * RINGS >= farthest) ?? 1000;
  const rings = Array.from({ length: RINGS }, (_, index) => {
    const miles = step * (index + 1);
    return { miles, points: circleAround(center, miles * METERS_PER_MILE) };
  });
  return { towns, rings };
}

/** The middle of the jobs of each town. */
function listTowns({ jobs, routes }: Board): Orientation['towns'] {
  const all = [...jobs, ...routes.flatMap(({ stops }) => stops.flatMap(({ job }) => job ?? []))];
  const known = all.filter(({ mapPoint }) => mapPoint !== null);
  return [...Map.groupBy(known, ({ city, state }) => `${city.trim()}, ${state}`)].flatMap(([name, group]) => {
    const point = computeMiddle(group.flatMap(({ mapPoint }) => mapPoint ?? []));
    return point ? [{ name, point }] : [];
  });
}

function computeMiddle(points: readonly Point[]): Point | null {
  if (points.length === 0) return null;
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    lat: sum(points.map(({ lat }) => lat)) / points.length,
    lng: sum(points.map(({ lng }) => lng)) / points.length,
  };
}

/** A closed line. It begins in the north, where its label is. */
function circleAround({ lat, lng }: Point, meters: number): Point[] {
  const narrowing = Math.cos((lat * Math.PI) / 180);
  return Array.from({ length: RING_POINTS + 1 }, (_, index) => {
    const angle = (index % RING_POINTS) * ((2 * Math.PI) / RING_POINTS);
    const degrees = meters / METERS_PER_DEGREE;
    return { lat: lat + degrees * Math.cos(angle), lng: lng + (degrees * Math.sin(angle)) / narrowing };
  });
}
