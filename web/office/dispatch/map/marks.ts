import type { Board, BoardJob, BoardRoute, BoardStop } from '#contract/dispatch.ts';
import type { MapPoint } from '#contract/pins.ts';
import { isExactPoint } from '#domain/dispatch/places.ts';
import { isLiveStop } from '#domain/dispatch/stops.ts';
import type { Point } from '#domain/dispatch/travel.ts';
import { clockText } from '#web/kit/ui/route-texts.ts';
import { jobName, routeName, STOP_SIGNS, stopTitle } from '#web/office/dispatch/words.ts';

/** A mark on the map. Each is also a card of the board, or a site in its list. */
export type Mark = {
  /** 'stop 12', 'job 7' or 'site 1': of stops and jobs also the name of the card. */
  key: string;
  kind: 'stop' | 'job' | 'site';
  point: Point;
  /** Offset from its point in pixels: marks with one point are drawn in a ring around it. */
  offset: [number, number];
  /** 'A3', '↓'. */
  text: string;
  /** Read out. */
  name: string;
  /** Which of the routes; null without one. */
  route: number | null;
  isDone: boolean;
  isExact: boolean;
  /** The job whose pin can be placed; null for sites and stops without a job. */
  job: BoardJob | null;
};

/** A route from its start to its end over its stops, as far as they are on the map. */
export type RouteLine = { route: number; points: Point[] };

/** 'A', 'B' ... 'Z', 'AA': names a route without its color. */
export function routeCode(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${routeCode(Math.floor(index / 26) - 1)}${last}`;
}

/** What the map of a board shows: open jobs of the day, stops in order, and sites. */
export function listMapMarks(board: Board): Mark[] {
  const jobs = board.jobs.map((job) => markOfJob(job));
  const stops = board.routes.flatMap((route, index) =>
    route.stops.map((stop, order) => markOfStop(board, { route, index, stop, order })),
  );
  const marks = [...board.sites.map(markOfSite), ...stops, ...jobs].filter((mark) => mark !== null);
  return spread(marks);
}

export function listRouteLines(board: Board): RouteLine[] {
  return board.routes.map((route, index) => ({
    route: index,
    points: [
      pointOfSite(board, route.start?.id ?? null),
      ...route.stops.map((stop) => pointOfStop(board, stop)),
      pointOfSite(board, route.end?.id ?? null),
    ].filter((point) => point !== null),
  }));
}

/** How many of the day's jobs and stops of jobs are not on the map, and how many only by their street or ZIP code. */
export function countInexact(board: Board): { missing: number; inexact: number } {
  const jobs = [
    ...board.jobs,
    ...board.routes.flatMap(({ stops }) =>
      stops.flatMap(({ job, status }) => (job && isLiveStop(status) ? job : [])),
    ),
  ];
  return {
    missing: jobs.filter(({ mapPoint }) => mapPoint === null).length,
    inexact: jobs.filter(({ mapPoint }) => mapPoint !== null && !isExactPoint(mapPoint.precision)).length,
  };
}

const NOWHERE: Pick<Mark, 'offset' | 'route' | 'isDone' | 'isExact' | 'job'> = {
  offset: [0, 0],
  route: null,
  isDone: false,
  isExact: true,
  job: null,
};

function markOfJob(job: BoardJob): Mark | null {
  if (!job.mapPoint) return null;
  const isExact = isExactPoint(job.mapPoint.precision);
  return {
    ...NOWHERE,
    key: `job ${job.id}`,
    kind: 'job',
    point: pointOf(job.mapPoint),
    text: STOP_SIGNS[job.type],
    name: `${jobName(job)}, no route${exactText(isExact)}`,
    isExact,
    job,
  };
}

type StopAt = { route: BoardRoute; index: number; stop: BoardStop; order: number };

function markOfStop(board: Board, { route, index, stop, order }: StopAt): Mark | null {
  const point = pointOfStop(board, stop);
  if (!point) return null;
  const isExact = stop.job?.mapPoint ? isExactPoint(stop.job.mapPoint.precision) : true;
  const isDone = !isLiveStop(stop.status);
  const text = `${routeCode(index)}${order + 1}`;
  const clock = stop.arrival === '' ? '' : `, ${clockText(stop.arrival, board.timeZone)}`;
  return {
    ...NOWHERE,
    key: `stop ${stop.id ?? `new ${index} ${order}`}`,
    kind: 'stop',
    point,
    text,
    name: `${text}: ${stopTitle(stop)}, ${routeName(route)}${clock}${isDone ? ', done' : ''}${exactText(isExact)}`,
    route: index,
    isDone,
    isExact,
    job: stop.job,
  };
}

function markOfSite({ id, kind, name, lat, lng }: Board['sites'][number]): Mark | null {
  if (lat === null || lng === null) return null;
  const label = kind === 'yard' ? 'Yard' : 'Disposal site';
  return {
    ...NOWHERE,
    key: `site ${id}`,
    kind: 'site',
    point: { lat, lng },
    text: STOP_SIGNS[kind],
    name: `${label}: ${name}`,
  };
}

const exactText = (isExact: boolean) => (isExact ? '' : ', address not exact');

const pointOf = ({ lat, lng }: MapPoint): Point => ({ lat, lng });

/** Null for a stop that is not on the map. */
export function pointOfStop(board: Board, { type, job, site }: BoardStop): Point | null {
  if (job) return job.mapPoint && pointOf(job.mapPoint);
  if (site) return pointOfSite(board, site.id);
  return type === 'yard' ? pointOfSite(board, null) : null;
}

/** Of the first yard without an id. Null if it is not on the map. */
export function pointOfSite({ sites }: Board, id: number | null): Point | null {
  const site = sites.find((one) => (id === null ? one.kind === 'yard' : one.id === id));
  return site && site.lat !== null && site.lng !== null ? { lat: site.lat, lng: site.lng } : null;
}

/** The width of a mark, with the space beside it. */
const MARK_PX = 34;

/** Without a geocoder all addresses of a ZIP code have one point: their marks are drawn in a ring around it. */
function spread(marks: readonly Mark[]): Mark[] {
  const placeOf = ({ point }: Mark) => `${point.lat.toFixed(4)} ${point.lng.toFixed(4)}`;
  const groups = Map.groupBy(marks, placeOf);
  return marks.map((mark) => {
    const group = groups.get(placeOf(mark)) ?? [];
    const around = group.filter(({ kind }) => kind !== 'site');
    // A site stays where it is.
    if (mark.kind === 'site' || group.length === 1) return mark;
    const radius = Math.max(MARK_PX * 0.8, (around.length * MARK_PX) / (2 * Math.PI));
    const angle = (2 * Math.PI * around.indexOf(mark)) / around.length - Math.PI / 2;
    return { ...mark, offset: [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))] };
  });
}
