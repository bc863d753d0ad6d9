import type { DriverRoute, DriverStop, listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { DEFAULT_INSPECTION_ITEMS } from '#domain/dispatch/inspections.ts';
import { listRefusedUnits, missingItems, recordedAt } from '#domain/dispatch/stop-log.ts';
import { DEFAULT_REQUIRED_ITEMS, isLiveStop, type RequiredItem } from '#domain/dispatch/stops.ts';
import { addDays, isoInstant } from '#domain/shared/days.ts';
import { getBusinessProfile } from '#worker/base/business/profile.ts';
import type { Context } from '#worker/base/context.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import { phoneFacts } from '#worker/base/platform/phone-numbers.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { loadLabels } from '#worker/catalog/labels.ts';
import { readPresentArrivals } from '#worker/dispatch/drives.ts';
import { toInspection } from '#worker/dispatch/inspections/service.ts';
import { toDriverMessage } from '#worker/dispatch/messages/service.ts';
import { findPoints } from '#worker/dispatch/plan.ts';
import { type RouteRow, readDriverRoutes, type StopRow } from './stops-repo.ts';

type Phone = DriverStop['officePhone'];
type Routes = Awaited<ReturnType<typeof readDriverRoutes>>;

const VERSION_LENGTH = 12;

/** The published routes of the driver, of yesterday, today and tomorrow. */
export async function loadDriverRoutes(
  ctx: Context,
  actor: Actor,
  known: { fleet?: string | undefined } = {},
): Promise<ReplyOf<typeof listDriverRoutes>> {
  const today = ctx.today();
  const window = { driverId: actor.userId, from: addDays(today, -1), to: addDays(today, 1), today };
  const read = await readDriverRoutes(ctx.db, window);
  // Before the first read of the profile it has no row.
  const officePhone = toPhone(read.officePhone ?? (await getBusinessProfile(ctx)).phone);
  const stops = await toStops(ctx, read, officePhone);
  const version = (await sha256(read.fleet)).slice(0, VERSION_LENGTH);
  return {
    driver: { id: actor.userId, name: read.driverName ?? actor.username },
    today,
    now: isoInstant(ctx.now()),
    officePhone,
    timeZone: ctx.settings.timeZone,
    fleet: { version, numbers: known.fleet === version ? null : read.fleet },
    routes: await Promise.all(
      read.routes.map((row) => withPresentTimes(ctx, toRoute(row, { ...read, stops }), { row, read })),
    ),
  };
}

/** The arrivals that the board shows now: those that are stored are from the last change of the order. */
async function withPresentTimes(
  ctx: Context,
  route: DriverRoute,
  { row, read }: { row: RouteRow; read: Routes },
): Promise<DriverRoute> {
  const isLeft = route.stops.some(({ status }) => isLiveStop(status));
  if (row.day !== ctx.today() || !isLeft) return route;
  const stops = read.stops.filter(({ routeId }) => routeId === row.id);
  const pointOf = await findPoints(ctx, stops.flatMap(bookingOf));
  const timed = stops.map((stop) => {
    const [booking] = bookingOf(stop);
    const job = booking ? { row: booking, point: pointOf(booking) } : null;
    return { ...stop, job, site: stop.siteId === null ? null : (read.sites.get(stop.siteId) ?? null) };
  });
  const plan = { ...read, timeZone: ctx.settings.timeZone };
  const arrivals = await readPresentArrivals(ctx, plan, { row, stops: timed });
  const plannedArrival = (stop: DriverStop, index: number) =>
    (isLiveStop(stop.status) && isoInstant(arrivals[index] ?? null)) || stop.plannedArrival;
  return {
    ...route,
    stops: route.stops.map((stop, index) => ({ ...stop, plannedArrival: plannedArrival(stop, index) })),
  };
}

/** The address and the window of a stop at a customer. */
function bookingOf({ jobId, timeWindow, address, city, state, zip, addressKey, ...point }: StopRow) {
  const isThere =
    jobId !== null &&
    timeWindow !== null &&
    address !== null &&
    city !== null &&
    state !== null &&
    zip !== null;
  return isThere ? [{ ...point, timeWindow, address, city, state, zip, addressKey: addressKey ?? '' }] : [];
}

type StopOfRoute = DriverStop & { routeId: number };

async function toStops(ctx: Context, read: Routes, officePhone: Phone): Promise<StopOfRoute[]> {
  const rentals = read.stops.flatMap((stop) => rentalOf(stop) ?? []);
  const labelsOf = await loadLabels(ctx, rentals);
  return read.stops.map((stop) => {
    const rental = rentalOf(stop);
    const required: readonly RequiredItem[] =
      read.requiredItems[stop.type] ?? DEFAULT_REQUIRED_ITEMS[stop.type];
    const actions = read.actions.filter(({ stopId }) => stopId === stop.id);
    const recorded = recordedAt(actions.filter(({ result }) => result === 'applied'));
    const photos = read.photos.flatMap(({ stopId, id, type }) =>
      stopId === stop.id && id !== null ? [{ id, type }] : [],
    );
    return {
      ...stop,
      ...factsOf(stop),
      place: placeOf(stop, read.onlyYard),
      sizeName: rental && labelsOf(rental).sizeName,
      requiredItems: [...required],
      missingItems: missingItems(required, { recorded, photos: photos.map(({ type }) => type) }),
      recorded: { ...recorded, refusedUnits: listRefusedUnits(actions), photos },
      officePhone,
    };
  });
}

/** Null for a stop without a customer. */
function rentalOf({ rentalType, dumpsterType, materialId, rateCardId }: StopRow) {
  return rentalType === null || dumpsterType === null
    ? null
    : { rentalType, dumpsterType, materialId, rateCardId };
}

function factsOf(stop: StopRow) {
  return {
    plannedArrival: isoInstant(stop.estimatedArrival),
    window: stop.timeWindow,
    arrivalWindow:
      stop.windowFromMs === null || stop.windowToMs === null
        ? null
        : { from: isoInstant(stop.windowFromMs), to: isoInstant(stop.windowToMs) },
    departedAt: isoInstant(stop.departedAt),
    arrivedAt: isoInstant(stop.actualArrival),
    changedAt: isoInstant(stop.changedAt),
    customer:
      stop.firstName === null
        ? null
        : { name: `${stop.firstName} ${stop.lastName ?? ''}`.trim(), phone: toPhone(stop.phone ?? '') },
    unit: unitOf(stop.unitId, stop.unitNumber),
    collectedUnit: unitOf(stop.collectedId, stop.collectedNumber),
  };
}

function placeOf(stop: StopRow, onlyYard: Site | null): DriverStop['place'] {
  if (stop.siteName !== null) {
    return siteOf({
      name: stop.siteName,
      address: stop.siteAddress,
      lat: stop.siteLat,
      lng: stop.siteLng,
    });
  }
  if (stop.type === 'yard') return onlyYard && siteOf(onlyYard);
  if (stop.address === null) return null;
  const address = `${stop.address}, ${stop.city}, ${stop.state} ${stop.zip}`;
  return { name: null, address, lat: null, lng: null };
}

type Site = { name: string | null; address: string | null; lat: number | null; lng: number | null };

function siteOf({ name, address, lat, lng }: Site): DriverStop['place'] {
  return name === null ? null : { name, address: address ?? '', lat, lng };
}

function unitOf(id: number | null, number: string | null) {
  return id === null ? null : { id, number: number ?? '' };
}

function toPhone(typed: string): Phone {
  return { number: typed, display: phoneFacts(typed).phoneDisplay };
}

function toRoute(
  row: RouteRow,
  {
    stops,
    inspections,
    messages,
  }: { stops: readonly StopOfRoute[] } & Pick<Routes, 'inspections' | 'messages'>,
): DriverRoute {
  const { id, day, status, notes, version, truckId, truckName, plate } = row;
  return {
    id,
    day,
    status,
    notes,
    version,
    truck: truckId === null ? null : { id: truckId, name: truckName ?? '', plate: plate ?? '' },
    start: siteOf({ name: row.startName, address: row.startAddress, lat: row.startLat, lng: row.startLng }),
    end: siteOf({ name: row.endName, address: row.endAddress, lat: row.endLat, lng: row.endLng }),
    inspection: inspectionOf(row, inspections),
    messages: messages.filter(({ routeId }) => routeId === id).map(toDriverMessage),
    stops: stops.filter(({ routeId }) => routeId === id),
  };
}

/** Null unless the firm asks for inspections. The last one of each kind counts. */
function inspectionOf(
  { id, truckId, truckItems }: RouteRow,
  { done, lastReports, settings }: Routes['inspections'],
): DriverRoute['inspection'] {
  if (!settings?.isOn) return null;
  const own = done.filter(({ routeId }) => routeId === id).map(toInspection);
  const last = lastReports.find((report) => report.truckId === truckId && report.routeId !== id);
  return {
    items: [...(settings.items ?? DEFAULT_INSPECTION_ITEMS), ...(truckItems ?? [])],
    before: own.findLast(({ kind }) => kind === 'before') ?? null,
    after: own.findLast(({ kind }) => kind === 'after') ?? null,
    lastReport: last ? toInspection(last) : null,
  };
}
