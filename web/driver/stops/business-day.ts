import { addDays, dayAt, MINUTE_MS } from '#domain/days.ts';
import type { StoredRoutes } from '#web/driver/outbox/database.ts';

/** Clocks of phones are set by the network now and then. */
const TOLERANCE_MS = 10 * MINUTE_MS;

/**
 * Today on the business's clock. Without a connection it follows the phone's clock, corrected by the last reply. A reply
 * has the routes until the day after it: a clock that says a later day, or a time before the reply, looks wrong, and the
 * day of the reply stays.
 */
export function businessClock({ reply, readAtMs }: StoredRoutes, nowMs = Date.now()) {
  const elapsedMs = nowMs - readAtMs;
  const day = dayAt(Date.parse(reply.now) + Math.max(0, elapsedMs), reply.timeZone);
  const looksWrong = elapsedMs < -TOLERANCE_MS || day > addDays(reply.today, 1);
  return { today: looksWrong ? reply.today : day, looksWrong };
}

export function businessToday(stored: StoredRoutes, nowMs = Date.now()): string {
  return businessClock(stored, nowMs).today;
}
