import { findAbsence } from '#domain/dispatch/absences.ts';
import type { Plan } from '../plan.ts';
import type { PlanRouteRow } from '../plan-repo.ts';
import { type OpenRoute, openRoute } from './day-problem.ts';

type Named = { id: number; name: string };
type Crew = {
  day: string;
  trucks: readonly (Named & { plate: string; capacity: number })[];
  drivers: readonly Named[];
};

/** The routes that a proposal may change: those that are not finished and whose driver and truck work and are not out; or only the named one. */
export function plannableRoutes(plan: Plan, routeId?: number): OpenRoute[] {
  const isOpen = (row: PlanRouteRow) =>
    routeId === undefined
      ? row.status !== 'finished' &&
        row.isDriverActive &&
        row.isTruckInService &&
        !findAbsence(plan.absences, row)
      : row.id === routeId;
  return plan.routes.filter(isOpen).map((row) => openRoute(plan, row));
}

/** A route for each driver and truck that have none on the day and are not out. Their ids are negative: they are not stored. */
export function freshRoutes(plan: Plan, { day, trucks, drivers }: Crew): OpenRoute[] {
  const isIn = (crew: { truckId: number | null; driverId: number | null }) =>
    findAbsence(plan.absences, crew) === null;
  const freeDrivers = drivers.filter(
    ({ id }) => plan.routes.every(({ driverId }) => driverId !== id) && isIn({ driverId: id, truckId: null }),
  );
  const freeTrucks = trucks.filter(
    ({ id }) => plan.routes.every(({ truckId }) => truckId !== id) && isIn({ truckId: id, driverId: null }),
  );
  return freeDrivers.flatMap((driver, index): OpenRoute[] => {
    const truck = freeTrucks[index];
    if (!truck) return [];
    const row: PlanRouteRow = {
      id: -(index + 1),
      day,
      driverId: driver.id,
      driverName: driver.name,
      isDriverActive: true,
      status: 'pending',
      notes: null,
      startSiteId: null,
      endSiteId: null,
      publishedAt: null,
      version: 0,
      truckId: truck.id,
      truckName: truck.name,
      plate: truck.plate,
      capacity: truck.capacity,
      isTruckInService: true,
      unitsOnOtherTruck: null,
    };
    return [{ row, isNew: true, stored: [], kept: [], movable: [], replaced: [] }];
  });
}
