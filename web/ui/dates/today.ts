import { type Day, dayAt } from '#domain/days.ts';
import { site } from '#web/config.ts';

/** The business's current day by the device clock. Decisions use the server's date. */
export function todayHere(): Day {
  return dayAt(Date.now(), site.timeZone);
}
