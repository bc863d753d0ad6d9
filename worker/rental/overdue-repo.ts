import { type SQL, sql } from 'drizzle-orm';
import type { Day } from '#domain/shared/days.ts';

/**
 * The ids of the bookings whose unit is still there after the agreed pickup day: isOverdue() of the domain as SQL, for
 * the list of them and the e-mail of the day. Every unit on site is read, which are at most those of the fleet.
 */
export function overdueIds(today: Day): SQL {
  return sql`SELECT id FROM bookings WHERE site_status = 'on_site' AND agreed_pickup_day < ${today}`;
}
