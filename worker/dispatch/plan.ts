import type { BoardJob } from '#contract/dispatch.ts';
import { findZone } from '#domain/catalog/zones.ts';
import { needsEmptyUnit } from '#domain/dispatch/load.ts';
import type { UnitPlace } from '#domain/dispatch/places.ts';
import { geocodeKey, type Point } from '#domain/dispatch/travel.ts';
import { proposeUnits } from '#domain/dispatch/unit-proposals.ts';
import { isJobBeforeStart } from '#domain/jobs/jobs.ts';
import { later } from '#domain/rental/availability.ts';
import { instantOn } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { toJobs } from '#worker/bookings/jobs/service.ts';
import { loadLabels } from '#worker/catalog/labels.ts';
import { getCardOf } from '#worker/catalog/rate-cards.ts';
import { type DriveTable, ESTIMATED_DRIVES } from '#worker/places/routing/drives.ts';
import {
  type AboardRow,
  type CheckedJobRow,
  listGeocodes,
  listYardUnits,
  type PointRow,
} from './locations-repo.ts';
import {
  type AbsenceRow,
  type PlanRouteRow,
  type PlanRows,
  type PlanScope,
  type PlanSiteRow,
  type PlanStopRow,
  readPlanRows,
  type TimesRow,
} from './plan-repo.ts';

/** Where the unit of a job is, and from which day on it is no longer at another booking. */
type UnitFacts = { place: UnitPlace; bookingId: number | null; collectedOn: string | null };

/** A job, with what its warnings need. `view` and `material` are null for a job that was read for the checks alone. */
export type PlannedJob = {
  view: BoardJob | null;
  row: CheckedJobRow;
  point: Point | null;
  unit: UnitFacts | null;
  /** The name of the material in the booking's catalog; null where customers do not choose one. */
  material: string | null;
};

/** Routes with their stops and jobs, as the database has them. */
export type Plan = {
  today: string;
  times: TimesRow;
  timeZone: string;
  sites: ReadonlyMap<number, PlanSiteRow>;
  routes: readonly PlanRouteRow[];
  stops: readonly PlanStopRow[];
  jobs: ReadonlyMap<number, PlannedJob>;
  /** The trucks and drivers that are out on the day. */
  absences: readonly AbsenceRow[];
  /** The units on trucks and at disposal sites. */
  aboard: readonly AboardRow[];
  /** Estimates until withRouteDrives adds what the provider answered. */
  drives: DriveTable;
  /** The pending stops of jobs that the scope names. */
  named: readonly {
    id: number;
    routeId: number;
    jobId: number | null;
    plannedMinutes: number | null;
    areMinutesSet: boolean;
  }[];
};

/** Reads the routes of a day with its open jobs, or one route with some jobs. */
export async function loadPlan(ctx: Context, scope: PlanScope): Promise<Plan> {
  return makePlan(ctx, await readPlanRows(ctx.db, scope));
}

/** The plan of rows that are read. */
export async function makePlan(ctx: Context, read: PlanRows): Promise<Plan> {
  const { left, named } = read;
  const [[times], sites, routes, stops, readJobs, version, absences, aboard] = read.rows;
  const rows = readJobs.map((row) => onStoppedTruck(row, absences));
  const checked = read.checked.map((row) => onStoppedTruck(row, absences));
  if (!times) throw new Error('The row of dispatch_settings is missing: a migration inserts it');
  const [{ card, zoneZips }, views, locations, labelsOf] = await Promise.all([
    getCardOf(ctx, version),
    toJobs(ctx, rows),
    findLocations(ctx, [...rows, ...checked], absences),
    loadLabels(ctx, rows),
  ]);
  const zoneNames = new Map(card.area.zones.map(({ id, name }) => [id, name]));
  const today = ctx.today();
  const leftOf = new Map(left.map(({ jobId, ...stop }) => [jobId, stop]));
  const shown = rows.map((row, index): PlannedJob => {
    const view = views[index];
    if (!view) throw new Error('toJobs returned fewer jobs than rows');
    const { mapPoint, unit, proposedUnit } = locations(row);
    const zone = findZone(zoneZips, row.zip);
    const facts = {
      dumpsterType: row.dumpsterType,
      zone: zone === null ? null : (zoneNames.get(zone) ?? null),
      unitRole: row.unitRole,
      collectedRole: row.collectedRole,
      unitPlace: unit?.place ?? null,
      isUnitAway: isUnitAway({ row, unit }, { day: later(row.dueDay, today), today }),
      proposedUnit,
      mapPoint,
      leftOn: leftOf.get(row.id) ?? null,
    };
    const material = labelsOf(row).materialName;
    return { view: Object.assign(view, facts), row, point: mapPoint, unit, material };
  });
  const others = checked.map((row): PlannedJob => {
    const { mapPoint, unit } = locations(row);
    return { view: null, row, point: mapPoint, unit, material: null };
  });
  const all = others.length === 0 ? shown : [...shown, ...others].toSorted((a, b) => byDue(a.row, b.row));
  return {
    today,
    times,
    timeZone: ctx.settings.timeZone,
    sites: new Map(sites.map((site) => [site.id, site])),
    routes,
    stops,
    jobs: new Map(all.map((job) => [job.row.id, job])),
    absences,
    aboard,
    drives: ESTIMATED_DRIVES,
    named,
  };
}

/** Throws for a job that was read for the checks alone. */
export function getJobView({ view, row }: PlannedJob): BoardJob {
  if (!view)
    throw new Error(`Job ${row.id} was read without what a screen shows: read the plan with showsDay`);
  return view;
}

/** The order in which the statements of jobs return them: units are proposed in it. */
function byDue(a: CheckedJobRow, b: CheckedJobRow): number {
  const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return (
    compare(a.dueDay, b.dueDay) ||
    Number(a.timeWindow === 'any') - Number(b.timeWindow === 'any') ||
    compare(a.timeWindow, b.timeWindow) ||
    a.bookingId - b.bookingId ||
    a.id - b.id
  );
}

/**
 * Whether the unit that a job brings cannot be loaded on `day`. A unit on a truck is back in the yard on the next day; one
 * at another booking is back from the day on which a job collects it.
 */
function isUnitAway(
  { row: { type, bookingId }, unit }: Pick<PlannedJob, 'row' | 'unit'>,
  { day, today }: { day: string; today: string },
): boolean {
  if (!unit || unit.place === 'yard' || unit.bookingId === bookingId || !needsEmptyUnit(type)) return false;
  const isBack = unit.collectedOn !== null && unit.collectedOn <= day;
  return unit.place === 'truck' ? day <= today : !isBack;
}

/** A function that says where the address and the unit of a job are. */
async function findLocations(ctx: Context, rows: readonly CheckedJobRow[], absences: readonly AbsenceRow[]) {
  const stuck = new Set(absences.flatMap(({ unitIds }) => unitIds));
  const isUsable = ({ id }: { id: number }) => !stuck.has(id);
  const pointOf = await findPoints(ctx, rows);
  const isToBring = ({ type, status, unitId, unitAt }: CheckedJobRow) =>
    needsEmptyUnit(type) && isJobBeforeStart(status) && (unitId === null || unitAt !== 'yard');
  const today = ctx.today();
  const demands = rows
    .filter(isToBring)
    .toSorted(byDue)
    .map(({ id, dumpsterType, dueDay, pickupDay }) => {
      const from = later(dueDay, today);
      return { jobId: id, dumpsterType, from, to: later(pickupDay, from) };
    });
  const proposals = proposeUnits(demands, (await listYardUnits(ctx.db, demands)).filter(isUsable));
  return (row: CheckedJobRow) => ({
    mapPoint: pointOf(row),
    unit: unitOf(row),
    proposedUnit: proposals.get(row.id) ?? null,
  });
}

type AddressRow = Parameters<typeof geocodeKey>[0] & PointRow;

/** A function that returns the point of an address. Reads only those that the database names by another key. */
export async function findPoints(ctx: Context, rows: readonly AddressRow[]) {
  const otherKeys = rows.map(geocodeKey).filter((key, index) => key !== rows[index]?.addressKey);
  const points = await listGeocodes(ctx.db, [...new Set(otherKeys)]);
  const pointOf = new Map(points.map(({ address, ...point }) => [address, point]));
  return (row: AddressRow) => {
    const key = geocodeKey(row);
    return key === row.addressKey ? readPoint(row) : (pointOf.get(key) ?? null);
  };
}

type Stopped = Pick<AbsenceRow, 'unitIds' | 'unitsTruckId' | 'createdAt'>;

/** The job with its unit on the truck that is out with it, until the day is over. */
export function onStoppedTruck<R extends CheckedJobRow>(row: R, absences: readonly Stopped[]): R {
  const stopped = absences.find(({ unitIds }) => row.unitId !== null && unitIds.includes(row.unitId));
  if (!stopped) return row;
  return {
    ...row,
    unitAt: 'truck',
    unitTruckId: stopped.unitsTruckId,
    unitSinceMs: stopped.createdAt,
    unitBookingId: null,
    unitSiteId: null,
    unitRouteId: null,
    collectedOn: null,
  };
}

function readPoint({ pointLat: lat, pointLng: lng, pointPrecision: precision }: PointRow) {
  return lat === null || lng === null || precision === null ? null : { lat, lng, precision };
}

export function unitOf({ unitId, unitAt: place, unitBookingId: bookingId, collectedOn }: CheckedJobRow) {
  return unitId === null ? null : { place, bookingId, collectedOn };
}

/** The yard that the route names, or else the first one. */
export function siteOf({ sites }: Pick<Plan, 'sites'>, id: number | null): PlanSiteRow | null {
  if (id !== null) return sites.get(id) ?? null;
  return [...sites.values()].find(({ kind, isDeleted }) => kind === 'yard' && !isDeleted) ?? null;
}

/** The instant of a time 'HH:MM' on the day of a route. A board asks for few of them, each for many stops. */
export function timeOn({ timeZone }: Pick<Plan, 'timeZone'>, day: string, time: string): number {
  const key = `${timeZone} ${day} ${time}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  const instant = instantOn(day, time, timeZone);
  if (instants.size >= MAX_INSTANTS) instants.clear();
  instants.set(key, instant);
  return instant;
}

/** To find an instant takes a dozen calls of Intl. */
const instants = new Map<string, number>();
const MAX_INSTANTS = 1000;
