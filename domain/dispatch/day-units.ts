import { handlingOf, needsEmptyUnit } from './load.ts';
import { isLiveStop } from './stops.ts';
import type {
  DayOfUnits,
  LaterStop,
  ProblemReason,
  RouteUnits,
  StopProblem,
  StopUnits,
  UnitAt,
  UnitRoute,
  UnitStop,
} from './unit-day.ts';
import {
  type Aboard,
  broughtId,
  collectedIdOf,
  computeReach,
  countUnitsAboard,
  isPast,
  isTaking,
  isToBring,
  listStopsToYard,
  moveUnits,
  presentUnitKey,
  unitKey,
} from './units-aboard.ts';

/**
 * Drives all routes of a day at their times: for each stop, where its unit is, what is on the truck behind it, and why it
 * is impossible. At the start and at each yard stop a truck loads the fewest units with which it comes farthest: those
 * that its next stops bring, as far as they are in that yard, empty, by then. An impossible stop moves nothing. Stops that
 * are over are what they are: `places` already has what they moved. By the id of the route.
 */
export function followUnits(day: DayOfUnits): Map<number, RouteUnits> {
  const drive = new DayDrive(day);
  for (const route of day.routes) if (isBegun(route)) drive.replay(route);
  for (const { route, index } of listComingEvents(day.routes)) drive.run(route, index);
  return drive.results;
}

const isBegun = ({ stops }: UnitRoute) => stops.some(({ status }) => status !== 'pending');
type Event = { route: UnitRoute; index: number; atMs: number };

/** What is still to happen, in the order of time: index -1 is the start of a route, the number of stops its end. */
function listComingEvents(routes: readonly UnitRoute[]): Event[] {
  const events = routes.flatMap((route) => {
    const { stops, startMs, endMs } = route;
    const own: Event[] = isBegun(route) ? [] : [{ route, index: -1, atMs: startMs }];
    let atMs = startMs;
    for (const [index, stop] of stops.entries()) {
      if (isPast(stop)) continue;
      atMs = Math.max(atMs, stop.leavesMs);
      own.push({ route, index, atMs });
    }
    return [...own, { route, index: stops.length, atMs: Math.max(atMs, endMs) }];
  });
  return events.sort((a, b) => a.atMs - b.atMs);
}

class DayDrive {
  readonly results = new Map<number, RouteUnits>();
  readonly #day: DayOfUnits;
  readonly #places: Map<number, UnitAt>;
  readonly #aboard = new Map<number, Aboard>();
  readonly #undelivered: Set<number>;
  /** 'booking unit' of the stops that still have to bring one. */
  readonly #toBring = new Set<string>();
  /** 'booking unit' of the units that a stop took away. */
  readonly #taken = new Set<string>();

  constructor(day: DayOfUnits) {
    this.#day = day;
    this.#places = new Map(day.places);
    this.#undelivered = new Set(day.undelivered);
    for (const { id, stops } of day.routes) {
      this.results.set(id, { before: { empty: 0, full: 0 }, stops: [] });
      this.#aboard.set(id, new Map());
      for (const stop of stops) {
        if (isToBring(stop)) this.#toBring.add(unitKey(stop.bookingId, stop.unitId));
        if (isTaking(stop) && (stop.status === 'completed' || stop.status === 'delivered'))
          this.#taken.add(presentUnitKey(stop));
      }
    }
    for (const [unitId, at] of day.places) {
      if (at.place === 'truck' && at.routeId !== null) this.#aboardOf(at.routeId).set(unitId, at.isFull);
    }
  }

  /** The stops of a route that are over. What the truck carries now is what was recorded. */
  replay(route: UnitRoute): void {
    const { stops, startMs, startSiteId } = route;
    const aboard = this.#aboardOf(route.id);
    for (const stop of stops) if (isPast(stop) && stop.unitId !== null) aboard.delete(collectedIdOf(stop, 0));
    this.#load(route, 0, { atMs: startMs, siteId: startSiteId });
    for (const [index, stop] of stops.entries()) {
      if (!isPast(stop)) continue;
      if (stop.status !== 'attempted') this.#repeat(route, index);
      this.#record(route, index, { unitAt: null, after: countUnitsAboard(aboard), problem: null });
    }
    for (const unitId of aboard.keys()) {
      const isHere = unitId < 0 || this.#isOn(route.id, unitId);
      if (!isHere) aboard.delete(unitId);
    }
    for (const [unitId, at] of this.#places) {
      if (at.place === 'truck' && at.routeId === route.id) aboard.set(unitId, at.isFull);
    }
  }

  #repeat(route: UnitRoute, index: number): void {
    const stop = route.stops[index];
    const aboard = this.#aboardOf(route.id);
    if (!stop) return;
    if (handlingOf(stop.type) === 'reloads') {
      aboard.clear();
      this.#load(route, index + 1, { atMs: stop.leavesMs, siteId: stop.siteId ?? route.startSiteId });
    } else moveUnits(aboard, stop, index);
  }

  run(route: UnitRoute, index: number): void {
    const { stops, startMs, startSiteId, endMs, endSiteId } = route;
    const stop = stops[index];
    if (!stop) {
      if (index < 0) this.#load(route, 0, { atMs: startMs, siteId: startSiteId });
      else this.#unload(route, { atMs: endMs, siteId: endSiteId });
      return;
    }
    const unitAt = stop.unitId === null ? null : this.#placeOf(stop.unitId);
    const problem = this.#problemAt(route, index);
    if (!problem) this.#make(route, index);
    this.#record(route, index, { unitAt, after: countUnitsAboard(this.#aboardOf(route.id)), problem });
  }

  #record({ id }: UnitRoute, index: number, units: StopUnits): void {
    const result = this.results.get(id);
    if (result) result.stops[index] = units;
  }

  #make(route: UnitRoute, index: number): void {
    const stop = route.stops[index];
    if (!stop) return;
    const { type, bookingId, unitId, siteId, leavesMs } = stop;
    const aboard = this.#aboardOf(route.id);
    if (handlingOf(type) === 'reloads') {
      const at = { atMs: leavesMs, siteId: siteId ?? route.startSiteId };
      this.#unload(route, at);
      this.#load(route, index + 1, at);
      return;
    }
    moveUnits(aboard, stop, index);
    for (const [id, isFull] of aboard) this.#place(id, { place: 'truck', routeId: route.id, isFull });
    if (isTaking(stop)) this.#taken.add(presentUnitKey(stop));
    if (!isToBring(stop)) return;
    this.#taken.delete(unitKey(bookingId, unitId));
    if (bookingId !== null && unitId !== null) this.#place(unitId, { place: 'booking', bookingId });
    this.#toBring.delete(unitKey(bookingId, unitId));
    if (type === 'delivery' && bookingId !== null) this.#undelivered.delete(bookingId);
  }

  #unload(route: UnitRoute, { atMs, siteId }: YardVisit): void {
    const aboard = this.#aboardOf(route.id);
    for (const [id, isFull] of aboard) this.#place(id, { place: 'yard', siteId, sinceMs: atMs, isFull });
    aboard.clear();
  }

  #load(route: UnitRoute, from: number, at: YardVisit): void {
    const aboard = this.#aboardOf(route.id);
    const offered = this.#offered(route, from, at);
    let best = { units: 0, reached: -1 };
    for (let units = 0; units <= offered.length && aboard.size + units <= route.capacity; units += 1) {
      const loaded = new Map([...aboard, ...offered.slice(0, units).map((id) => [id, false] as const)]);
      const reached = computeReach(route, from, { loaded, offered });
      if (reached > best.reached) best = { units, reached };
    }
    for (const id of offered.slice(0, best.units)) {
      aboard.set(id, false);
      this.#place(id, { place: 'truck', routeId: route.id, isFull: false });
    }
    const result = this.results.get(route.id);
    if (result && from === 0) result.before = countUnitsAboard(aboard);
  }

  /** The units that the stops up to the next yard stop bring and that are in the yard, in the order of the stops. */
  #offered({ stops, id }: UnitRoute, from: number, { atMs, siteId }: YardVisit): number[] {
    const offered = new Set<number>();
    for (const [index, stop] of listStopsToYard(stops, from)) {
      if (!needsEmptyUnit(stop.type)) continue;
      const unitId = broughtId(stop, index);
      const at = this.#placeOf(unitId);
      const isHere =
        at.place === 'yard' &&
        !at.isFull &&
        at.sinceMs <= atMs &&
        (at.siteId ?? siteId) === (siteId ?? at.siteId);
      if (unitId < 0 || (isHere && !this.#aboardOf(id).has(unitId))) offered.add(unitId);
    }
    return [...offered];
  }

  #problemAt(route: UnitRoute, index: number): StopProblem | null {
    const stop = route.stops[index];
    if (!stop) return null;
    const handling = handlingOf(stop.type);
    const aboard = this.#aboardOf(route.id);
    const problem = (reason: ProblemReason, at: UnitAt | null = null, until: LaterStop | null = null) => ({
      reason,
      unitId: stop.unitId,
      at,
      until,
    });
    if (this.#isNotDelivered(stop)) return problem('not_delivered');
    if (handling !== 'brings' && this.#taken.has(presentUnitKey(stop))) return problem('taken');
    if (handling === 'brings' || handling === 'swaps') {
      const unitId = broughtId(stop, index);
      const isFull = aboard.get(unitId);
      if (isFull !== undefined) return isFull ? problem('not_dumped') : null;
      const at = this.#placeOf(unitId);
      if (at.place === 'yard') return problem(reasonInYard(route, at), at);
      // It is there already, as staff recorded.
      if (at.place === 'booking' && at.bookingId === stop.bookingId) return null;
      return problem('elsewhere', at, this.#leavesLater(unitId, at, stop.leavesMs));
    }
    const needsRoom = handling === 'collects' || handling === 'carries';
    return needsRoom && aboard.size >= route.capacity ? problem('truck_full') : null;
  }

  /** Whether there is nothing to collect or carry at the customer yet. */
  #isNotDelivered(stop: UnitStop): boolean {
    const { type, bookingId } = stop;
    const handling = handlingOf(type);
    if (handling !== 'collects' && handling !== 'carries' && type !== 'exchange') return false;
    return (
      (bookingId !== null && this.#undelivered.has(bookingId)) || this.#toBring.has(presentUnitKey(stop))
    );
  }

  /** What moves a unit that is not in a yard, later on the day. */
  #leavesLater(unitId: number, at: UnitAt, afterMs: number): LaterStop | null {
    if (at.place === 'truck') return at.routeId === null ? null : this.#nextYard(at.routeId, afterMs);
    if (at.place !== 'booking') return null;
    const takes = (stop: UnitStop, index: number) =>
      isLiveStop(stop.status) &&
      stop.bookingId === at.bookingId &&
      (stop.type === 'final_pickup' || stop.type === 'exchange') &&
      collectedIdOf(stop, index) === unitId;
    const found = this.#day.routes.flatMap((route) =>
      route.stops.flatMap((stop, index) =>
        takes(stop, index) ? [{ routeId: route.id, index, atMs: stop.leavesMs }] : [],
      ),
    );
    return found.sort((a, b) => a.atMs - b.atMs)[0] ?? null;
  }

  #nextYard(routeId: number, afterMs: number): LaterStop | null {
    const route = this.#day.routes.find(({ id }) => id === routeId);
    if (!route) return null;
    const index = route.stops.findIndex(
      (stop) => stop.type === 'yard' && isLiveStop(stop.status) && stop.leavesMs >= afterMs,
    );
    const stop = route.stops[index];
    return { routeId, index: stop ? index : null, atMs: stop?.leavesMs ?? route.endMs };
  }

  #placeOf(unitId: number): UnitAt {
    return this.#places.get(unitId) ?? IN_YARD;
  }

  #place(unitId: number, at: UnitAt): void {
    if (unitId > 0) this.#places.set(unitId, at);
  }

  #isOn(routeId: number, unitId: number): boolean {
    const at = this.#placeOf(unitId);
    return at.place === 'truck' && at.routeId === routeId;
  }

  #aboardOf(routeId: number): Aboard {
    const known = this.#aboard.get(routeId);
    if (known) return known;
    const empty: Aboard = new Map();
    this.#aboard.set(routeId, empty);
    return empty;
  }
}

/** Why a truck does not have a unit that is in a yard. */
function reasonInYard(
  { startSiteId }: UnitRoute,
  { isFull, siteId }: Extract<UnitAt, { place: 'yard' }>,
): ProblemReason {
  if (isFull) return 'not_dumped';
  return siteId === null || startSiteId === null || siteId === startSiteId ? 'not_loaded' : 'other_yard';
}

type YardVisit = { atMs: number; siteId: number | null };

const IN_YARD: UnitAt = { place: 'yard', siteId: null, sinceMs: Number.NEGATIVE_INFINITY, isFull: false };
