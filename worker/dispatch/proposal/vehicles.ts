import type { Plan } from '../plan.ts';
import type { PlanRouteRow } from '../plan-repo.ts';
import { type OpenRoute, openRoute } from './day-problem.ts';

type Named = { id: number; name: string };
type Crew = {
  day: string;
  trucks: readonly (Named & { plate: string; capacity: number })[];
  drivers: readonly Named[];
};

/** The routes that a proposal may change: those that are not finished and whose driver and truck work; or only the named one. */
export function plannableRoutes(plan: Plan, routeId?: number): OpenRoute[] {
  const isOpen = ({ id, status, isDriverActive, isTruckInService }: PlanRouteRow) =>
    routeId === undefined ? status !== 'finished' && isDriverActive && isTruckInService : id === routeId;
  return plan.routes.filter(isOpen).map((row) => openRoute(plan, row));
}

/** A route for each driver and truck that have none on the day. Their ids are negative: they are not stored. */
export function freshRoutes(plan: Plan, { day, trucks, drivers }: Crew): OpenRoute[] {
  const freeDrivers = drivers.filter(({ id }) => plan.routes.every(({ driverId }) => driverId !== id));
  const freeTrucks = trucks.filter(({ id }) => plan.routes.every(({ truckId }) => truckId !== id));
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
