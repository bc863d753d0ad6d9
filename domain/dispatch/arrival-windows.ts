import { MINUTE_MS } from '#domain/shared/days.ts';
import type { TimeSpan } from './route-times.ts';

/** 'first': the window of the evening before; 'changed': the one that replaced it. */
export const WINDOW_KINDS = ['first', 'changed'] as const;
export type WindowKind = (typeof WINDOW_KINDS)[number];

const STEP_MS = 30 * MINUTE_MS;
const LENGTH_MS = 120 * MINUTE_MS;

/**
 * The two hours that a customer is given for an arrival: from a full half hour, with at least an hour before the arrival
 * and half an hour after it, but not before the day of drivers starts. A driver who comes before the window that the
 * customer booked waits for it; one who comes after it is late.
 */
export function arrivalWindow(
  arrivalMs: number,
  { booked, dayStartMs }: { booked: TimeSpan | null; dayStartMs: number },
): TimeSpan {
  const beginsMs = Math.max(arrivalMs, booked?.fromMs ?? arrivalMs);
  const earliestMs = Math.min(dayStartMs, beginsMs);
  const fromMs = Math.floor(Math.max(beginsMs - LENGTH_MS / 2, earliestMs) / STEP_MS) * STEP_MS;
  const span = { fromMs, toMs: fromMs + LENGTH_MS };
  if (!booked || beginsMs > booked.toMs) return span;
  return { fromMs: Math.max(span.fromMs, booked.fromMs), toMs: Math.min(span.toMs, booked.toMs) };
}

/** Whether an arrival is outside of the window, so that the customer needs another one. */
export function isOutside(arrivalMs: number, { fromMs, toMs }: TimeSpan): boolean {
  return arrivalMs < fromMs || arrivalMs > toMs;
}
