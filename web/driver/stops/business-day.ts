import { addDays, dayAt, MINUTE_MS } from '#domain/shared/days.ts';
import type { StoredRoutes } from '#web/driver/outbox/database.ts';

/** Clocks of phones are set by the network now and then. */
const TOLERANCE_MS = 10 * MINUTE_MS;

/**
 * Today on the business's clock. Without a connection it follows the phone's clock, corrected by the last reply, which
 * has the routes until the day after it. Later, or when the clock says a time before the reply, the day of the reply
 * stays, with its route. `looksWrong`: the clock does, because it was put back, or differed from the server's. That time
 * passed without a connection is no sign of it (`isOld`).
 */
export function businessClock({ reply, readAtMs }: StoredRoutes, nowMs = Date.now()) {
  const elapsedMs = nowMs - readAtMs;
  const serverMs = Date.parse(reply.now);
  const day = dayAt(serverMs + Math.max(0, elapsedMs), reply.timeZone);
  const isPutBack = elapsedMs < -TOLERANCE_MS;
  const isOld = !isPutBack && day > addDays(reply.today, 1);
  const looksWrong = isPutBack || Math.abs(serverMs - readAtMs) > TOLERANCE_MS;
  return { today: isPutBack || isOld ? reply.today : day, looksWrong, isOld };
}

export function businessToday(stored: StoredRoutes, nowMs = Date.now()): string {
  return businessClock(stored, nowMs).today;
}
