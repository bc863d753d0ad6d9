import { act, render } from '@testing-library/react';
import { vi } from 'vitest';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import { type Day, dayAt, daysOfMonth } from '#domain/shared/days.ts';
import { DetailsStep } from '#web/public/booking/details/DetailsStep.tsx';
import { EMPTY_ENTRIES, type Entries } from '#web/public/booking/history/entries.ts';
import { BookingProvider } from './booking-provider.tsx';
import { FIRST_CATALOG } from './samples.ts';

const ZONE = 'America/New_York';
export const NOON = Date.parse('2026-11-21T17:00:00Z');
export const MIDNIGHT = Date.parse('2026-11-22T05:00:00Z');

type NearestDays = { nextAvailableDate: string | null; previousAvailableDate: string | null };

/**
 * A server with a clock, the sold-out days of 15-Yards and the business's day. The device has another time zone and a
 * wrong date: neither has an effect.
 */
export function startCalendarServer() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  vi.setSystemTime('2026-11-03T15:00:00+09:00');
  const server = {
    clockMs: NOON,
    soldOut: [] as Day[],
    /** The days that the calendar refuses for every size. */
    refused: (_query: URLSearchParams, _clockMs: number): Record<Day, CalendarRefusal> => ({}),
    pickupDays: {} as Record<Day, Day>,
    nearest: { nextAvailableDate: null, previousAvailableDate: null } as NearestDays,
    findNearest: (_query: URLSearchParams): NearestDays => server.nearest,
    isDown: false,
    calls: [] as URL[],
    /** Both clocks advance by the same time. */
    pass: async (ms: number) => {
      server.clockMs += ms;
      await act(() => vi.advanceTimersByTimeAsync(ms));
    },
    asked: (name: string) => server.calls.filter(({ pathname }) => pathname.includes(name)),
  };
  const today = () => dayAt(server.clockMs, ZONE);
  const size = (id: string, count: number) => ({
    id,
    name: id.replace('y', 'Y'),
    available: count > 0,
    count,
  });
  const reply = ({ pathname, searchParams: query }: URL) => {
    if (pathname.endsWith('/unavailable-dates')) {
      const days = daysOfMonth(query.get('month') ?? '');
      const refused = server.refused(query, server.clockMs);
      const reasonOf = (day: Day) => refused[day] ?? (server.soldOut.includes(day) ? 'sold_out' : null);
      const coming = days.filter((day) => day >= today() && reasonOf(day));
      return {
        today: today(),
        now: new Date(server.clockMs).toISOString(),
        dates: [...days.filter((day) => day < today()), ...coming],
        reasons: Object.fromEntries(coming.map((day) => [day, reasonOf(day)])),
        pickupDays: server.pickupDays,
      };
    }
    if (pathname.includes('/next-available-date')) return server.findNearest(query);
    const day = query.get('deliveryDate') ?? today();
    const reason = query.has('deliveryDate') && server.refused(query, server.clockMs)[day];
    if (reason) return [size('15-yard', 0), size('20-yard', 0)].map((each) => ({ ...each, reason }));
    const isFree = day >= today() && !server.soldOut.includes(day);
    return [size('15-yard', isFree ? 4 : 0), size('20-yard', day < today() ? 0 : 2)];
  };
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://localhost');
    if (server.isDown) throw new TypeError('fetch failed');
    server.calls.push(url);
    return Response.json(reply(url));
  });
  return server;
}

export type CalendarServer = ReturnType<typeof startCalendarServer>;

/** Step 2 of a week. */
export function showDetails(entries: Entries = EMPTY_ENTRIES, catalog = FIRST_CATALOG) {
  const onTyped = vi.fn();
  render(
    <BookingProvider catalog={catalog}>
      <DetailsStep
        rentalType="7-day"
        entries={entries}
        onTyped={onTyped}
        onBack={vi.fn()}
        onSubmit={vi.fn()}
      />
    </BookingProvider>,
  );
  return { onTyped };
}
