import { JOB_TYPES } from '#domain/jobs.ts';

/** A stop is made for a job, or without one at a disposal site, at a yard, or for a break. */
export const STOP_TYPES = [...JOB_TYPES, 'disposal', 'yard', 'break'] as const;
export type StopType = (typeof STOP_TYPES)[number];

/**
 * 'in_transit': the driver is on the way or has arrived. 'delivered': a delivery or an exchange is done; 'completed': any
 * other stop is done; 'attempted': the driver was there and could not do it.
 */
export const STOP_STATUSES = ['pending', 'in_transit', 'delivered', 'completed', 'attempted'] as const;
export type StopStatus = (typeof STOP_STATUSES)[number];

/** Pending or in transit: the stop still has to be made. */
export function isLiveStop(status: StopStatus): boolean {
  return status === 'pending' || status === 'in_transit';
}

export const ROUTE_STATUSES = ['pending', 'started', 'finished'] as const;
export type RouteStatus = (typeof ROUTE_STATUSES)[number];

/** What a driver records at a stop. 'signature' only if someone is there. */
export const REQUIRED_ITEMS = [
  'unit',
  'collected_unit',
  'delivery_placement',
  'pickup_before',
  'pickup_after',
  'signature',
  'ticket',
] as const;
export type RequiredItem = (typeof REQUIRED_ITEMS)[number];
