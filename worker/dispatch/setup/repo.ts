import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import type { NewSite } from '#contract/sites.ts';
import type { NewTruck } from '#contract/trucks.ts';
import type { DayHours } from '#domain/dispatch/places.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Db } from '#worker/base/db/client.ts';
import { dispatchSettings, sites, trucks } from '#worker/base/db/schema/dispatch.ts';
import { driverRoutes } from '#worker/base/db/schema/drivers.ts';
import { isAnyUnitAt } from '#worker/fleet/locations/repo.ts';

export type TruckRow = typeof trucks.$inferSelect & { routeDays: Day[] };
export type SiteRow = typeof sites.$inferSelect & { dayHours: SiteDay[] };
export type SiteDay = DayHours & { day: Day };
export type DispatchSettingsRow = typeof dispatchSettings.$inferSelect;

/** 'Truck 2' comes before 'Truck 10', as in the list of units. */
function byName(name: SQL): SQL {
  return sql`lower(rtrim(${name}, '0123456789')), printf('%020d', substr(${name}, length(rtrim(${name}, '0123456789')) + 1))`;
}

const MAX_ROUTE_DAYS = 30;

/** A truck with the days of its unfinished routes from today on. */
const truckFields = (today: Day) => ({
  ...getTableColumns(trucks),
  routeDays: sql`(
    SELECT json_group_array(date ORDER BY date) FROM (
      SELECT DISTINCT date FROM driver_routes WHERE truck_id = trucks.id AND ${isToCome(today)}
      ORDER BY date LIMIT ${MAX_ROUTE_DAYS}))`.mapWith((text: string) => JSON.parse(text) as Day[]),
});

export function listTruckRows(db: Db, today: Day): Promise<TruckRow[]> {
  return db
    .select(truckFields(today))
    .from(trucks)
    .where(isNull(trucks.deletedAt))
    .orderBy(byName(sql`name`), trucks.id);
}

export async function findTruck(db: Db, id: number, today: Day): Promise<TruckRow | null> {
  const [row] = await db
    .select(truckFields(today))
    .from(trucks)
    .where(and(eq(trucks.id, id), isNull(trucks.deletedAt)));
  return row ?? null;
}

export function insertTruck(db: Db, row: NewTruck & { createdAt: number }) {
  return db.insert(trucks).values(row).returning();
}

/** The id of the truck with a name, inside a statement of the same batch. */
export const truckIdOf = (name: string): SQL =>
  sql`(SELECT id FROM trucks WHERE lower(name) = lower(${name}) AND deleted_at IS NULL)`;

type Versioned = { version: number };

/** `changes.version`: the new version. */
export function updateTruckRow(
  db: Db,
  id: number,
  changes: Partial<Omit<TruckRow, 'routeDays'>> & Versioned,
) {
  return db.update(trucks).set(changes).where(eq(trucks.id, id));
}

export const isTruckAt = (id: number, version: number): SQL =>
  sql`EXISTS (SELECT 1 FROM trucks WHERE id = ${id} AND version = ${version} AND deleted_at IS NULL)`;

export function deleteTruckRow(db: Db, id: number, { version, nowMs }: Versioned & { nowMs: number }) {
  return db.run(sql`UPDATE trucks SET deleted_at = ${nowMs}, version = ${version} WHERE id = ${id}`);
}

/** The truck has no route to come, and no unit is on it. */
export function isTruckRemovable(id: number, today: Day): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM driver_routes WHERE ${isRouteOfTruck(id, today)})
    AND NOT ${isAnyUnitAt({ truckId: id })}`;
}

/** The day of the first unfinished route of a truck from today on. */
export function findTruckRouteDay(db: Db, id: number, today: Day): Promise<Day | null> {
  return findRouteDay(db, isRouteOfTruck(id, today));
}

function isRouteOfTruck(id: number, today: Day): SQL {
  return sql`truck_id = ${id} AND ${isToCome(today)}`;
}

function isToCome(today: Day): SQL {
  return sql`date >= ${today} AND removed_at IS NULL AND status <> 'finished'`;
}

async function findRouteDay(db: Db, where: SQL): Promise<Day | null> {
  const { date } = driverRoutes;
  const [row] = await db.select({ date }).from(driverRoutes).where(where).orderBy(date).limit(1);
  return row?.date ?? null;
}

/** A site with the days from today on that have hours of their own. */
const siteFields = (today: Day) => ({
  ...getTableColumns(sites),
  dayHours: sql`(
    SELECT json_group_array(json_object('day', h.day, 'opens', h.opens, 'closes', h.closes) ORDER BY h.day)
    FROM site_day_hours h WHERE h.site_id = sites.id AND h.day >= ${today})`.mapWith(
    (text: string) => JSON.parse(text) as SiteDay[],
  ),
});

/** Yards first. */
export function listSiteRows(db: Db, today: Day): Promise<SiteRow[]> {
  return db
    .select(siteFields(today))
    .from(sites)
    .where(isNull(sites.deletedAt))
    .orderBy(sql`kind <> 'yard'`, byName(sql`name`), sites.id);
}

export async function findSite(db: Db, id: number, today: Day): Promise<SiteRow | null> {
  const [row] = await db
    .select(siteFields(today))
    .from(sites)
    .where(and(eq(sites.id, id), isNull(sites.deletedAt)));
  return row ?? null;
}

export function insertSite(db: Db, row: NewSite & { createdAt: number }) {
  return db.insert(sites).values(row).returning();
}

/** The id of the site with a name, inside a statement of the same batch. */
export const siteIdOf = (name: string): SQL =>
  sql`(SELECT id FROM sites WHERE lower(name) = lower(${name}) AND deleted_at IS NULL)`;

/** `changes.version`: the new version. */
export function updateSiteRow(db: Db, id: number, changes: Partial<Omit<SiteRow, 'dayHours'>> & Versioned) {
  return db.update(sites).set(changes).where(eq(sites.id, id));
}

/** For a batch: replaces the days from today on. */
export function replaceSiteDays(
  db: Db,
  siteId: number,
  { days, today }: { days: readonly SiteDay[]; today: Day },
) {
  return [
    db.run(sql`
      DELETE FROM site_day_hours WHERE site_id = ${siteId} AND day >= ${today}`),
    db.run(sql`
      INSERT INTO site_day_hours (site_id, day, opens, closes)
      SELECT ${siteId}, value ->> '$.day', value ->> '$.opens', value ->> '$.closes'
      FROM json_each(${JSON.stringify(days)})`),
  ];
}

export const isSiteAt = (id: number, version: number): SQL =>
  sql`EXISTS (SELECT 1 FROM sites WHERE id = ${id} AND version = ${version} AND deleted_at IS NULL)`;

export function deleteSiteRow(db: Db, id: number, { version, nowMs }: Versioned & { nowMs: number }) {
  return db.run(sql`UPDATE sites SET deleted_at = ${nowMs}, version = ${version} WHERE id = ${id}`);
}

/** No route to come uses the site, no unit is there, and it is not the only yard. */
export function isSiteRemovable(id: number, today: Day): SQL {
  return sql`((SELECT kind FROM sites WHERE id = ${id}) <> 'yard' OR ${hasOtherYard(id)})
    AND NOT EXISTS (SELECT 1 FROM driver_routes WHERE ${isRouteOfSite(id, today)})
    AND NOT ${isAnyUnitAt({ siteId: id })}`;
}

function hasOtherYard(id: number): SQL {
  return sql`EXISTS (SELECT 1 FROM sites WHERE kind = 'yard' AND id <> ${id} AND deleted_at IS NULL)`;
}

export async function isOnlyYard(db: Db, id: number): Promise<boolean> {
  const found = await db
    .select({ id: sites.id })
    .from(sites)
    .where(sql`id = ${id} AND kind = 'yard' AND NOT ${hasOtherYard(id)}`);
  return found.length > 0;
}

/** The day of the first unfinished route from today on that starts, ends or stops at a site. */
export function findSiteRouteDay(db: Db, id: number, today: Day): Promise<Day | null> {
  return findRouteDay(db, isRouteOfSite(id, today));
}

function isRouteOfSite(id: number, today: Day): SQL {
  return sql`${isToCome(today)} AND (start_site_id = ${id} OR end_site_id = ${id} OR EXISTS (
    SELECT 1 FROM driver_route_stops stop
    WHERE stop.route_id = driver_routes.id AND stop.site_id = ${id} AND stop.removed_at IS NULL))`;
}

export async function readSettings(db: Db): Promise<DispatchSettingsRow> {
  const [row] = await db.select().from(dispatchSettings).where(eq(dispatchSettings.id, 1));
  if (!row) throw new Error('The row of dispatch_settings is missing: run the migrations');
  return row;
}

/** `changes.version`: the new version. */
export function updateSettings(db: Db, changes: Partial<DispatchSettingsRow> & Versioned) {
  return db.update(dispatchSettings).set(changes).where(eq(dispatchSettings.id, 1));
}

export const areSettingsAt = (version: number): SQL =>
  sql`EXISTS (SELECT 1 FROM dispatch_settings WHERE version = ${version})`;
