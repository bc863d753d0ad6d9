import type { Board, BoardJob } from '#contract/dispatch.ts';
import type { Point } from '#domain/dispatch/travel.ts';

/** '42.65120, -73.75510': about a meter. */
export function coordinatesText({ lat, lng }: Point): string {
  return `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
}

/** The latitude and longitude of a text such as '42.6512, -73.7551', as other maps copy them. Null: it has none. */
export function parseCoordinates(text: string): Point | null {
  const [, first, second] =
    /^\s*\(?\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*[,; ]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*\)?\s*$/.exec(
      text.replace('−', '-'),
    ) ?? [];
  if (first === undefined || second === undefined) return null;
  const [lat, lng] = [Number(first), Number(second)];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

const STEP = 0.0001;

/** Where an arrow key moves a pin: about 10 m, with Shift 100 m. Null for other keys. */
export function movedByKey(
  { lat, lng }: Point,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Point | null {
  const step = shiftKey ? 10 * STEP : STEP;
  const moves: Record<string, [number, number]> = {
    ArrowUp: [step, 0],
    ArrowDown: [-step, 0],
    ArrowLeft: [0, -step],
    ArrowRight: [0, step],
  };
  const move = moves[key];
  return move ? { lat: lat + move[0], lng: lng + move[1] } : null;
}

/** Where to look for a job whose address was not found: at a job with the same ZIP code, else in the same city, else at a yard. */
export function findPointNear(
  { jobs, nextJobs, routes, sites }: Board,
  { zip, city }: BoardJob,
): Point | null {
  const all = [...jobs, ...nextJobs, ...routes.flatMap(({ stops }) => stops.flatMap(({ job }) => job ?? []))];
  const known = all.filter(({ mapPoint }) => mapPoint !== null);
  const [yard] = sites.flatMap(({ kind, lat, lng }) =>
    kind === 'yard' && lat !== null && lng !== null ? [{ lat, lng }] : [],
  );
  const near = known.find((job) => job.zip === zip) ?? known.find((job) => job.city === city);
  return near?.mapPoint ?? yard ?? known[0]?.mapPoint ?? null;
}
