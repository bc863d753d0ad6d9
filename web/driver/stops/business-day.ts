import { dayAt } from '#domain/days.ts';
import type { StoredRoutes } from '#web/driver/outbox/database.ts';

/** Today on the business's clock. Without a connection it follows the phone's clock, corrected by the last reply. */
export function businessToday({ reply, readAtMs }: StoredRoutes, nowMs = Date.now()): string {
  return dayAt(Date.parse(reply.now) + Math.max(0, nowMs - readAtMs), reply.timeZone);
}
