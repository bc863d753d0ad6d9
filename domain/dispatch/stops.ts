import { JOB_LABELS, JOB_TYPES } from '#domain/jobs/jobs.ts';

/** A stop is made for a job, or without one at a disposal site, at a yard, or for a break. */
export const STOP_TYPES = [...JOB_TYPES, 'disposal', 'yard', 'break'] as const;
export type StopType = (typeof STOP_TYPES)[number];

/** A type in the words of staff. */
export const STOP_LABELS: Readonly<Record<StopType, string>> = {
  ...JOB_LABELS,
  disposal: 'Disposal',
  yard: 'Yard',
  break: 'Break',
};

/** Minutes that a driver stays, unless the settings say otherwise. */
export const DEFAULT_STOP_MINUTES: Readonly<Record<StopType, number>> = {
  delivery: 15,
  exchange: 25,
  dump_and_return: 20,
  relocation: 30,
  relocate_on_site: 20,
  live_load: 45,
  final_pickup: 15,
  disposal: 30,
  yard: 10,
  break: 30,
};

/**
 * 'pending': planned. 'in_transit': the driver tapped 'On my way'; 'Arrived' sets only actualArrival. 'delivered': a
 * delivery or exchange is done. 'completed': a stop of another type is done. 'attempted': the driver could not complete
 * the stop.
 */
export const STOP_STATUSES = ['pending', 'in_transit', 'delivered', 'completed', 'attempted'] as const;
export type StopStatus = (typeof STOP_STATUSES)[number];

/** Pending or in transit: the stop still has to be made. */
export function isLiveStop(status: StopStatus): boolean {
  return status === 'pending' || status === 'in_transit';
}

/** The status of a stop that is done. */
export function doneStopStatus(type: StopType): StopStatus {
  return type === 'delivery' || type === 'exchange' ? 'delivered' : 'completed';
}

export const ROUTE_STATUSES = ['pending', 'started', 'finished'] as const;

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

/** An item in the words of drivers and staff, within a sentence. */
export const REQUIRED_ITEM_LABELS: Readonly<Record<RequiredItem, string>> = {
  unit: 'the unit that you brought',
  collected_unit: 'the unit that you took away',
  delivery_placement: 'a photo of the placement',
  pickup_before: 'a photo before the pickup',
  pickup_after: 'a photo after the pickup',
  signature: 'the signature',
  ticket: 'the ticket with its photo',
};

/** What a driver must record before a stop is done, unless the settings say otherwise. */
export const DEFAULT_REQUIRED_ITEMS: Readonly<Record<StopType, readonly RequiredItem[]>> = {
  delivery: ['unit', 'delivery_placement', 'signature'],
  exchange: ['unit', 'collected_unit', 'pickup_before', 'delivery_placement'],
  dump_and_return: ['pickup_before', 'delivery_placement'],
  relocation: ['pickup_before', 'delivery_placement'],
  relocate_on_site: ['delivery_placement'],
  live_load: ['unit', 'pickup_after'],
  final_pickup: ['pickup_before', 'pickup_after'],
  disposal: ['ticket'],
  yard: [],
  break: [],
};

/** What can be asked for at a stop. The settings choose from it. */
export const POSSIBLE_ITEMS: Readonly<Record<StopType, readonly RequiredItem[]>> = {
  delivery: ['unit', 'delivery_placement', 'signature'],
  exchange: ['unit', 'collected_unit', 'pickup_before', 'delivery_placement', 'signature'],
  dump_and_return: ['pickup_before', 'delivery_placement', 'signature'],
  relocation: ['pickup_before', 'delivery_placement', 'signature'],
  relocate_on_site: ['pickup_before', 'delivery_placement', 'signature'],
  live_load: ['unit', 'pickup_after', 'signature'],
  final_pickup: ['collected_unit', 'pickup_before', 'pickup_after', 'signature'],
  disposal: ['ticket'],
  yard: [],
  break: [],
};
