import { type Day, dayAt } from '#domain/days.ts';
import { site } from '#web/config.ts';

/** The business's day, as this device knows it; where a day decides something, the server's answer does. */
export function todayHere(): Day {
  return dayAt(Date.now(), site.timeZone);
}
