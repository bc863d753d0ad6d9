import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { addDays, type Day, startOfDay } from '#domain/days.ts';
import { refreshCalendar, refreshCounts } from '#web/api/availability.ts';
import { site } from '#web/config.ts';

/** A device that slept checks the time at most this much later. */
const CHECK_MS = 60_000;

type Calendar = { today: Day; now?: string | undefined };

/**
 * Asks for the free days again once the business's day has ended. When that is follows from the server's clock at
 * its reply and the time that has passed since; the device's own date plays no part.
 */
export function useDayChange(calendar: Calendar | undefined, receivedAtMs: number): void {
  const client = useQueryClient();
  const { today, now } = calendar ?? {};
  const latestDay = useRef(today);

  useEffect(() => {
    if (!today || !now) return;
    const endsAtMs = receivedAtMs + startOfDay(addDays(today, 1), site.timeZone) - Date.parse(now);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const leftMs = endsAtMs - Date.now();
      if (leftMs > 0) timer = setTimeout(check, Math.min(leftMs, CHECK_MS));
      else void refreshCalendar(client);
    };
    check();
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [client, today, now, receivedAtMs]);

  // After the calendar, which drops a date that has passed: counts for that date would clear the size, too.
  useEffect(() => {
    if (latestDay.current && today !== latestDay.current) void refreshCounts(client);
    latestDay.current = today;
  }, [client, today]);
}
