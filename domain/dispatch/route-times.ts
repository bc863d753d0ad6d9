import { HALF_DAY_TIME, spanOfWindow } from '#domain/jobs/time-windows.ts';
import { MINUTE_MS } from '#domain/shared/days.ts';
import type { StopStatus, StopType } from './stops.ts';
import { isLiveStop } from './stops.ts';
import type { Leg } from './travel.ts';

/** From the earliest to the latest time, in milliseconds since 1970. */
export type TimeSpan = { fromMs: number; toMs: number };

export type RouteStop = {
  type: StopType;
  status: StopStatus;
  /** How long the driver stays, in minutes. */
  minutes: number;
  /** When the customer expects the driver; null: at any time. */
  window: TimeSpan | null;
  /** When the site is open; null: always; 'closed': not on this day. */
  open: TimeSpan | 'closed' | null;
  /** What the driver recorded: times of the facts, null until then. */
  departedAtMs: number | null;
  arrivedAtMs: number | null;
  endedAtMs: number | null;
};

export type RouteInput = {
  startMs: number;
  /** When the driver should be back. */
  endMs: number;
  stops: readonly RouteStop[];
  /** One leg to each stop, and the last one to the end: one more than stops. */
  legs: readonly Leg[];
  /** The current time while the route is being driven: nothing that is still to do happens before it. Null otherwise. */
  nowMs: number | null;
};

type StopTimes = {
  arrivalMs: number;
  departureMs: number;
  /** Waits at the stop until its window or its site opens. */
  waitingMinutes: number;
  /** How long after the end of its window the driver arrives. */
  latenessMinutes: number;
};

export type RouteTimes = {
  stops: StopTimes[];
  endMs: number;
  /** Driving, waiting and stops, from the start to the end. */
  minutes: number;
  /** Null while no leg is known. */
  meters: number | null;
  overtimeMinutes: number;
  /** The first stop at a site that is closed that day or before the driver is done there. */
  closed: { index: number; reason: 'closed_day' | 'closed_then' } | null;
};

/**
 * The times of a route. A stop that was made keeps its facts; every other one follows from the stop before it, the leg
 * and the minutes there. Throws if the number of legs is not one more than that of stops.
 */
export function computeRouteTimes({ startMs, endMs, stops, legs, nowMs }: RouteInput): RouteTimes {
  if (legs.length !== stops.length + 1) throw new Error('A route has one leg more than stops');
  const times: StopTimes[] = [];
  let closed: RouteTimes['closed'] = null;
  let leftMs = startMs;
  for (const [index, stop] of stops.entries()) {
    const leg = legs[index] ?? { seconds: 0, meters: null };
    const at = computeStopTimes(stop, { leftMs, leg, nowMs });
    closed ??= closedAt(stop, at, index);
    times.push(at);
    leftMs = at.departureMs;
  }
  const home = legs.at(-1) ?? { seconds: 0, meters: null };
  const backMs = stops.length === 0 ? startMs : leftMs + home.seconds * 1000;
  const known = legs.flatMap(({ meters }) => meters ?? []);
  return {
    stops: times,
    endMs: backMs,
    minutes: Math.round((backMs - startMs) / MINUTE_MS),
    meters: stops.length === 0 || known.length === 0 ? null : known.reduce((sum, meters) => sum + meters, 0),
    overtimeMinutes: minutesAfter(backMs, endMs),
    closed,
  };
}

function computeStopTimes(
  stop: RouteStop,
  { leftMs, leg, nowMs }: { leftMs: number; leg: Leg; nowMs: number | null },
): StopTimes {
  const { window, open, minutes, departedAtMs, arrivedAtMs, endedAtMs } = stop;
  if (!isLiveStop(stop.status)) {
    const departureMs = endedAtMs ?? arrivedAtMs ?? leftMs;
    const arrivalMs = Math.min(arrivedAtMs ?? departureMs, departureMs);
    return { arrivalMs, departureMs, waitingMinutes: 0, latenessMinutes: lateness(arrivalMs, window) };
  }
  const leaves = departedAtMs ?? (stop.status === 'pending' ? Math.max(leftMs, nowMs ?? leftMs) : leftMs);
  const arrivalMs = arrivedAtMs ?? Math.max(leaves + leg.seconds * 1000, nowMs ?? 0);
  const opensMs = Math.max(window?.fromMs ?? 0, open === null || open === 'closed' ? 0 : open.fromMs);
  const beginsMs = arrivedAtMs === null ? Math.max(arrivalMs, opensMs) : arrivalMs;
  return {
    arrivalMs,
    departureMs: Math.max(beginsMs + minutes * MINUTE_MS, nowMs ?? 0),
    waitingMinutes: minutesAfter(beginsMs, arrivalMs),
    latenessMinutes: lateness(arrivalMs, window),
  };
}

function closedAt({ open, status }: RouteStop, at: StopTimes, index: number): RouteTimes['closed'] {
  if (open === null || status !== 'pending') return null;
  if (open === 'closed') return { index, reason: 'closed_day' };
  return at.departureMs > open.toMs ? { index, reason: 'closed_then' } : null;
}

function lateness(arrivalMs: number, window: TimeSpan | null): number {
  return window ? minutesAfter(arrivalMs, window.toMs) : 0;
}

function minutesAfter(laterMs: number, earlierMs: number): number {
  return Math.max(0, Math.ceil((laterMs - earlierMs) / MINUTE_MS));
}

/** The first and last minute of a window of a job in 'HH:MM'; null for 'any'. */
export function timesOfWindow(
  window: string,
  day: { start: string; end: string },
): { from: string; to: string } | null {
  if (window === 'morning')
    return { from: day.start < HALF_DAY_TIME ? day.start : '00:00', to: HALF_DAY_TIME };
  if (window === 'afternoon') return { from: HALF_DAY_TIME, to: day.end > HALF_DAY_TIME ? day.end : '23:59' };
  return spanOfWindow(window);
}
