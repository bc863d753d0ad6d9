import * as z from 'zod/mini';
import { SITE_KINDS, UNIT_PLACES } from '#domain/dispatch/places.ts';
import { ROUTE_STATUSES, STOP_STATUSES, STOP_TYPES } from '#domain/dispatch/stops.ts';
import { dayAbsence } from './absences.ts';
import { endpoint, errorReply } from './endpoint.ts';
import { day, freeText, idInput, instant } from './fields.ts';
import { job } from './jobs.ts';
import { rowNumber } from './lists.ts';
import { mapPoint } from './pins.ts';

/** Stops of one route. */
export const MAX_STOPS = 60;

/** What staff should look at before the day begins. A warning stops nothing. */
export const PLAN_WARNINGS = [
  'late',
  'overtime',
  'no_unit',
  'unit_elsewhere',
  'not_delivered',
  'not_on_map',
  'load',
  'site_closed',
  'waste',
  /** A dump and return without a disposal stop right behind it. */
  'no_disposal',
  'truck_out_of_service',
  /** The route got another truck while units of its stops were on the former one. */
  'unit_on_other_truck',
  'driver_inactive',
  /** The truck or the driver is out for the rest of the day. */
  'out',
  'conflict',
] as const;
const warning = z.object({ code: z.enum(PLAN_WARNINGS), text: z.string() });
export type PlanWarning = z.output<typeof warning>;

/** Why an order of stops is refused. 'load': yard stops make it possible (`addYardStops`). */
export const PLACEMENT_REFUSALS = [
  'load',
  'site_closed',
  'unit_elsewhere',
  /** Nothing is at the customer yet. */
  'not_delivered',
  'job_closed',
  'job_planned',
  'too_early',
  'stop_in_progress',
] as const;
export type PlacementRefusal = (typeof PLACEMENT_REFUSALS)[number];
const refused = z.object({
  code: z.enum(PLACEMENT_REFUSALS),
  text: z.string(),
  /** The job that is refused; null for a stop without one. */
  jobId: z.nullable(z.int()),
});

/** A stop that no truck can make as the day is planned. */
const blockingStop = z.object({
  stopId: z.nullable(z.int()),
  /** 'delivery of booking #12'. */
  stop: z.string(),
  text: z.string(),
});
export type BlockingStop = z.output<typeof blockingStop>;

const unit = z.object({ id: z.int(), number: z.string() });
const load = z.object({ empty: z.int(), full: z.int() });

/** A job with what planning needs. */
export const boardJob = z.extend(job, {
  /** '15-yard', by which jobs are filtered. */
  dumpsterType: z.string(),
  /** The zone of the address; null outside of every zone. */
  zone: z.nullable(z.string()),
  /** The roles of `unit` and `collectedUnit`, by which moveBooking changes them: 'first', 'exchange 1'; null without the unit. */
  unitRole: z.nullable(z.string()),
  collectedRole: z.nullable(z.string()),
  /** Where the unit of the job is now; null without a unit. */
  unitPlace: z.nullable(z.enum(UNIT_PLACES)),
  /** The unit to bring is not in the yard, and no job brings it back by the day on which it is due. */
  isUnitAway: z.boolean(),
  /** A unit of the size that is in the yard and free, if the one of a delivery is not in the yard. */
  proposedUnit: z.nullable(unit),
  /** The point of the address. Null while it is not known: the drive there counts as 20 minutes. */
  mapPoint: z.nullable(mapPoint),
  /** The stop of an earlier day that was not made. */
  leftOn: z.nullable(z.object({ stopId: z.int(), routeId: z.int(), day: z.string() })),
});
export type BoardJob = z.output<typeof boardJob>;

export const boardStop = z.object({
  /** Null in a preview: the stop is not stored. */
  id: z.nullable(z.int()),
  type: z.enum(STOP_TYPES),
  status: z.enum(STOP_STATUSES),
  /** Null for a yard, a disposal site or a break. */
  job: z.nullable(boardJob),
  site: z.nullable(z.object({ id: z.int(), name: z.string(), address: z.nullable(z.string()) })),
  minutes: z.int(),
  arrival: instant,
  departure: instant,
  /** The drive from the stop before. */
  driveMinutes: z.int(),
  meters: z.nullable(z.int()),
  waitingMinutes: z.int(),
  latenessMinutes: z.int(),
  /** The units on the truck when it leaves; null behind a stop that its load does not allow. */
  loadAfter: z.nullable(load),
  warnings: z.array(warning),
  isPinned: z.boolean(),
  /** When the stop was added or moved, or its window changed, after the route was published. */
  changedAt: z.nullable(instant),
  /** What the driver recorded. */
  departedAt: z.nullable(instant),
  arrivedAt: z.nullable(instant),
  outcomeReason: z.nullable(z.string()),
});
export type BoardStop = z.output<typeof boardStop>;

export const boardRoute = z.object({
  id: z.int(),
  day: z.string(),
  driver: z.object({ id: z.int(), name: z.string() }),
  truck: z.nullable(z.object({ id: z.int(), name: z.string(), plate: z.string(), capacity: z.int() })),
  /** The yards where it starts and ends; null: no yard is entered. */
  start: z.nullable(z.object({ id: z.int(), name: z.string() })),
  end: z.nullable(z.object({ id: z.int(), name: z.string() })),
  status: z.enum(ROUTE_STATUSES),
  publishedAt: z.nullable(instant),
  notes: z.nullable(z.string()),
  startsAt: instant,
  endsAt: instant,
  /** From the start to the end. */
  minutes: z.int(),
  driveMinutes: z.int(),
  meters: z.nullable(z.int()),
  driveHomeMinutes: z.int(),
  loadAtStart: load,
  warnings: z.array(warning),
  stops: z.array(boardStop),
  /** Incremented by every change of the route or its stops: the ETag. */
  version: z.int(),
});
export type BoardRoute = z.output<typeof boardRoute>;

export const board = z.object({
  day: z.string(),
  today: z.string(),
  /** The next day on which trucks drive. */
  nextDay: z.string(),
  now: instant,
  timeZone: z.string(),
  /** When routes start and drivers should be back. */
  dayStart: instant,
  dayEnd: instant,
  /** True while drives are estimated from straight lines. */
  isEstimate: z.boolean(),
  /** Jobs without a route: late ones and those of the day. */
  jobs: z.array(boardJob),
  /** The jobs of the next day without a route. */
  nextJobs: z.array(boardJob),
  routes: z.array(boardRoute),
  drivers: z.array(z.object({ id: z.int(), name: z.string() })),
  trucks: z.array(z.object({ id: z.int(), name: z.string(), plate: z.string(), capacity: z.int() })),
  absences: z.array(dayAbsence),
  /** Latitude and longitude are null while the site has no point on the map. */
  sites: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(SITE_KINDS),
      name: z.string(),
      lat: z.nullable(z.number()),
      lng: z.nullable(z.number()),
    }),
  ),
});
export type Board = z.output<typeof board>;

/** The body of a 409 of these calls: the reason, and the board as it is now. */
export const boardConflict = z.extend(errorReply, {
  refused: z.optional(refused),
  /** The stops that cannot be made: of a route that is published, or of published routes after a change. */
  blocking: z.optional(z.array(blockingStop)),
  board: z.optional(board),
});
export type BoardConflict = z.output<typeof boardConflict>;

const byId = z.strictObject({ id: rowNumber });
const WRITE = { access: 'dispatch:write' } as const;
export const getBoard = endpoint({
  name: 'getBoard',
  method: 'GET',
  path: '/api/dispatch',
  access: 'office:read',
  query: z.strictObject({ day: z.optional(day) }),
  reply: board,
});

export const createRoute = endpoint({
  ...WRITE,
  name: 'createRoute',
  method: 'POST',
  path: '/api/dispatch/routes',
  body: z.strictObject({ day, driverId: idInput, truckId: idInput }),
  status: 201,
  reply: boardRoute,
});

export const changeRoute = endpoint({
  ...WRITE,
  name: 'changeRoute',
  method: 'PATCH',
  path: '/api/dispatch/routes/:id',
  params: byId,
  body: z.strictObject({
    driverId: z.optional(idInput),
    truckId: z.optional(idInput),
    startSiteId: z.optional(z.nullable(idInput)),
    endSiteId: z.optional(z.nullable(idInput)),
    notes: z.optional(freeText.check(z.maxLength(500, 'Must be at most 500 characters'))),
  }),
  reply: boardRoute,
});

export const removeRoute = endpoint({
  ...WRITE,
  name: 'removeRoute',
  method: 'DELETE',
  path: '/api/dispatch/routes/:id',
  params: byId,
  status: 204,
  reply: z.undefined(),
});

/** How long a driver can stay at a stop. */
export const MAX_MINUTES_AT_STOP = 600;
const minutesText = `Must be 0 to ${MAX_MINUTES_AT_STOP}`;
export const minutesInput = z
  .int('Must be minutes')
  .check(z.minimum(0, minutesText), z.maximum(MAX_MINUTES_AT_STOP, minutesText));

const stopSettings = {
  /** How long the driver stays; without it the stop keeps its minutes. */
  minutes: z.optional(minutesInput),
  /** A pinned stop keeps its position when a route is planned automatically. Absent: the pin stays as it is. */
  isPinned: z.optional(z.boolean('Must be true or false')),
};
/** A stop of the new order: one that exists (of this route, or a pending one of another route), a job, or a new stop at a site or for a break. */
const stopInput = z.union([
  z.strictObject({ stopId: idInput, ...stopSettings }),
  z.strictObject({ jobId: idInput, ...stopSettings }),
  z.strictObject({
    type: z.enum(['disposal', 'yard', 'break']),
    siteId: z.optional(idInput),
    ...stopSettings,
  }),
]);
export type StopInput = z.output<typeof stopInput>;

export const arrangeStops = endpoint({
  ...WRITE,
  name: 'arrangeStops',
  method: 'PUT',
  path: '/api/dispatch/routes/:id/stops',
  params: byId,
  body: z.strictObject({
    stops: z.optional(z.array(stopInput).check(z.maxLength(MAX_STOPS, `Must be at most ${MAX_STOPS} stops`))),
    jobIds: z.optional(z.array(idInput).check(z.maxLength(MAX_STOPS, `Must be at most ${MAX_STOPS} jobs`))),
    addYardStops: z.optional(z.boolean('Must be true or false')),
    preview: z.optional(z.boolean('Must be true or false')),
  }),
  reply: z.object({
    /** As it is stored, or in a preview as it would be: arrival, lateness and load of each stop. */
    route: boardRoute,
    /** In a preview: why the order cannot be stored. */
    refused: z.nullable(refused),
  }),
});
