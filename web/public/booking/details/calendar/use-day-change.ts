import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Day, dayAt, latestTimeAt } from '#domain/shared/days.ts';
import { refreshCalendar, refreshCounts } from '#web/api/availability.ts';
import { useCatalog } from '#web/public/rental/catalog-context.ts';

const MINUTE_MS = 60_000;

type Calendar = { today: Day; now?: string | undefined };

/**
 * Reloads the free days when the business's day ends, and at the minute from which orders count as those of the next
 * day. The time follows from the server's clock in its reply and the time since then; the device's date and time zone
 * are not used.
 */
export function useDayChange(calendar: Calendar | undefined, receivedAtMs: number): void {
  const client = useQueryClient();
  const {
    timeZone,
    calendar: { sameDayCutoff },
  } = useCatalog();
  const now = calendar?.now;
  const orderDayAt = (epochMs: number) =>
    dayAt(epochMs, timeZone) +
    (sameDayCutoff !== null && latestTimeAt(epochMs, timeZone) >= sameDayCutoff ? ' late' : '');
  const orderDay = now ? orderDayAt(Date.parse(now)) : calendar?.today;
  const latestOrderDay = useRef(orderDay);
  const latestOrderDayAt = useRef(orderDayAt);
  latestOrderDayAt.current = orderDayAt;

  useEffect(() => {
    if (!now) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      clearTimeout(timer);
      const nowMs = Date.parse(now) + Date.now() - receivedAtMs;
      if (latestOrderDayAt.current(nowMs) !== orderDay) void refreshCalendar(client);
      timer = setTimeout(check, MINUTE_MS - (nowMs % MINUTE_MS));
    };
    check();
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', check);
    };
  }, [client, now, receivedAtMs, orderDay]);

  // After the calendar has cleared a past date. Counts for a past date would also clear the size.
  useEffect(() => {
    if (!orderDay) return;
    if (latestOrderDay.current && orderDay !== latestOrderDay.current) void refreshCounts(client);
    latestOrderDay.current = orderDay;
  }, [client, orderDay]);
}
