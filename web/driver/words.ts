import type { DriverStop } from '#contract/driver-routes.ts';
import { ACTION_LABELS } from '#domain/dispatch/driver-actions.ts';
import { STOP_LABELS } from '#domain/dispatch/stops.ts';
import { formatTimeOfDay } from '#domain/jobs/time-windows.ts';
import type { PhotoType } from '#domain/rental/bookings.ts';
import { addDays } from '#domain/shared/days.ts';
import type { DriverRoutes } from './outbox/database.ts';
import type { OutboxItem } from './outbox/items.ts';
import type { StopState } from './stops/stop-state.ts';

/** The customer, the site, or what the stop is. */
export function stopName({ customer, place, type }: DriverStop): string {
  return customer?.name ?? place?.name ?? STOP_LABELS[type];
}

/** What the driver does with the unit of a stop. A relocation moves one that the customer has. */
export function unitVerb({ type }: Pick<DriverStop, 'type'>): 'Bring' | 'Move' {
  return type === 'relocation' || type === 'relocate_on_site' ? 'Move' : 'Bring';
}

/** '8:00 to 10:30 AM', 'Morning', or null for any time. */
export function windowLabel(window: string | null): string | null {
  if (window === null || window === 'any') return null;
  const [from = '', to] = window.split('-');
  if (!to) return window.charAt(0).toUpperCase() + window.slice(1);
  const [start, end] = [formatTimeOfDay(from), formatTimeOfDay(to)];
  const isSameHalf = start.slice(-2) === end.slice(-2);
  return `${isSameHalf ? start.slice(0, -3) : start} to ${end}`;
}

/**
 * When the driver is to be there: 'Customer expects you 9:00 AM to 11:00 AM' and 'Planned 9:20 AM' if that is within it,
 * or without a window that the customer was sent, the booked one: 'Morning, planned 9:20 AM'. What the customer expects
 * is left out when the driver is there.
 */
export function timeLines({ stop, phase }: Pick<StopState, 'stop' | 'phase'>, timeZone: string): string[] {
  const { window: booked, plannedArrival, customer } = stop;
  // A stop that an earlier version of the app stored has no such field.
  const { arrivalWindow: sent }: Partial<DriverStop> = stop;
  const isToCome = phase === 'todo' || phase === 'on_the_way';
  const expected =
    sent && isToCome
      ? `Customer expects you ${clockTime(sent.from, timeZone)} to ${clockTime(sent.to, timeZone)}`
      : null;
  const window = sent ? null : (windowLabel(booked) ?? (customer && 'Any time'));
  // The plan of a route that is late can be hours before the window.
  const isExpected = !sent || (plannedArrival !== null && isWithin(plannedArrival, sent));
  const planned =
    isExpected &&
    plannedArrival &&
    `${window ? 'planned' : 'Planned'} ${clockTime(plannedArrival, timeZone)}`;
  const plan = [window, planned].filter(Boolean).join(', ');
  return [...(expected === null ? [] : [expected]), ...(plan === '' ? [] : [plan])];
}

const isWithin = (instant: string, { from, to }: { from: string; to: string }) =>
  instant >= from && instant <= to;

const timeFormats: Record<string, Intl.DateTimeFormat> = {};

/** '2:05 PM' in an IANA time zone. */
export function clockTime(instant: string | number, timeZone: string): string {
  timeFormats[timeZone] ??= new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone });
  return timeFormats[timeZone].format(new Date(instant));
}

/** 'Today', 'Tomorrow', 'Yesterday'; null for another day. */
export function dayName(day: string, today: string): string | null {
  if (day === today) return 'Today';
  if (day === addDays(today, 1)) return 'Tomorrow';
  return day === addDays(today, -1) ? 'Yesterday' : null;
}

export const PHOTO_LABELS: Readonly<Record<PhotoType, string>> = {
  delivery_placement: 'Photo of the placement',
  pickup_before: 'Photo before the pickup',
  pickup_after: 'Photo after the pickup',
  ticket: 'Photo of the ticket',
  problem: 'Photo of the problem',
  signature: 'Signature',
  defect: 'Photo of a truck defect',
};

export function itemLabel(item: OutboxItem): string {
  if (item.kind === 'photo') return PHOTO_LABELS[item.type];
  const label = ACTION_LABELS[item.type];
  if (item.type === 'message') return `${label}: ${String(item.payload.text)}`;
  return item.type === 'unit' ? `${label} ${String(item.payload.number)}` : label;
}

/** '1 item', '3 items'. */
export const itemCount = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`;

/** The stop with this id, its route and its place in it. Null if it is on no route of the driver. */
export function findStop(reply: DriverRoutes | null, stopId: number) {
  for (const route of reply?.routes ?? []) {
    const index = route.stops.findIndex(({ id }) => id === stopId);
    const stop = route.stops[index];
    if (stop) return { stop, route, number: index + 1 };
  }
  return null;
}
