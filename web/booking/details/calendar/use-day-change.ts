import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { addDays, type Day, startOfDay } from '#domain/days.ts';
import { refreshCalendar, refreshCounts } from '#web/api/availability.ts';
import { useCatalog } from '#web/rental/catalog-context.ts';

/** A device that wakes from sleep checks the time within this interval. */
const CHECK_MS = 60_000;

type Calendar = { today: Day; now?: string | undefined };

/**
 * Reloads the free days when the business's day ends. The end follows from the server's clock in its reply and the
 * time since then; the device's date is not used.
 */
export function useDayChange(calendar: Calendar | undefined, receivedAtMs: number): void {
  const client = useQueryClient();
  const { timeZone } = useCatalog();
  const { today, now } = calendar ?? {};
  const latestDay = useRef(today);

  useEffect(() => {
    if (!today || !now) return;
    const endsAtMs = receivedAtMs + startOfDay(addDays(today, 1), timeZone) - Date.parse(now);
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
  }, [client, today, now, receivedAtMs, timeZone]);

  // After the calendar has cleared a past date. Counts for a past date would also clear the size.
  useEffect(() => {
    if (latestDay.current && today !== latestDay.current) void refreshCounts(client);
    latestDay.current = today;
  }, [client, today]);
}
