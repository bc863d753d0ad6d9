import type { StopType } from './stops.ts';

/** Stops that put the waste of a customer on the truck. */
export const LOAD_TYPES = [
  'exchange',
  'dump_and_return',
  'live_load',
  'final_pickup',
] as const satisfies StopType[];

export function isLoadType(type: StopType): boolean {
  return (LOAD_TYPES as readonly StopType[]).includes(type);
}

/** A stop that puts a load on the truck. */
export type RouteLoad = {
  stopId: number;
  bookingId: number;
  stopOrder: number;
  /** 'live': the stop still has to be made. 'not_made': it was attempted, or taken off before it was made. */
  state: 'done' | 'live' | 'not_made';
  /** In milliseconds, by the driver or by staff; null unless it is done. */
  doneAtMs: number | null;
  /** A dump fee was made for it that is not voided. */
  isBilled: boolean;
};

/** The stop at which a driver recorded a ticket, its position on the route, and when. */
export type TicketPosition = { stopId: number; stopOrder: number; atMs: number };

export type TicketRoute = {
  loads: readonly RouteLoad[];
  /** The order of the disposal stops that are on the route. */
  disposalOrders: readonly number[];
  /** Loads of earlier days that are still on the truck, the latest first. */
  earlierLoads: readonly RouteLoad[];
};

/**
 * Which load a ticket is for: that of its own stop; else the first one since the disposal stop before it, then earlier
 * ones of the route, then those that the driver made before it in another order than planned, then those that are on
 * the truck since an earlier day. 'waiting': the load is not recorded yet. 'billed': every load has its fee, `load` is
 * the one that it looks like.
 */
export function findLoadOfTicket(
  ticket: TicketPosition,
  { loads, disposalOrders, earlierLoads }: TicketRoute,
): { status: 'found' | 'billed'; load: RouteLoad } | { status: 'waiting' } {
  const own = loads.find(({ stopId }) => stopId === ticket.stopId);
  if (own) return { status: own.isBilled ? 'billed' : 'found', load: own };
  const ordered = loads.toSorted((a, b) => a.stopOrder - b.stopOrder || a.stopId - b.stopId);
  const before = ordered.filter(({ stopOrder }) => stopOrder < ticket.stopOrder);
  const start = Math.max(0, ...disposalOrders.filter((order) => order < ticket.stopOrder));
  const since = before.filter(({ stopOrder }) => stopOrder > start);
  const isFree = ({ state, isBilled }: RouteLoad) => state === 'done' && !isBilled;
  const free = since.find(isFree);
  if (free) return { status: 'found', load: free };
  // The driver records in order: the next report of the phone, or staff, say whether this load was made.
  if (since.some(({ state, isBilled }) => state === 'live' && !isBilled)) return { status: 'waiting' };
  const madeBefore = ordered
    .filter(({ doneAtMs }) => doneAtMs !== null && doneAtMs <= ticket.atMs)
    .toSorted((a, b) => (a.doneAtMs ?? 0) - (b.doneAtMs ?? 0));
  const other = before.find(isFree) ?? madeBefore.find(isFree) ?? earlierLoads.find(isFree);
  if (other) return { status: 'found', load: other };
  const billed = since.findLast(({ isBilled }) => isBilled);
  return billed ? { status: 'billed', load: billed } : { status: 'waiting' };
}

/** Ticket numbers are compared without case and spaces: they are typed from paper. */
export function ticketKey(number: string): string {
  return number.replaceAll(/\s+/g, '').toLowerCase();
}
