import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CalendarRefusal } from '#domain/rental/availability.ts';
import { type Day, latestTimeAt } from '#domain/shared/days.ts';
import {
  type CalendarServer,
  NOON,
  showDetails,
  startCalendarServer,
} from '#web/public/booking/test/calendar-server.tsx';
import { entriesWith, FIRST_CATALOG } from '#web/public/booking/test/samples.ts';

vi.mock('#web/public/card/stripe.ts', () => ({ loadCardScript: () => new Promise(() => {}) }));

const TODAY = '2026-11-21';
let server: CalendarServer;

beforeEach(() => {
  server = startCalendarServer();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const day = (name: Day) => document.querySelector<HTMLButtonElement>(`button[data-day="${name}"]`)!;
const input = (selector: string) => document.querySelector<HTMLInputElement>(selector)!;
const deliveryDate = () => input('[name=deliveryDate]').value;
const chosenSize = () => document.querySelector<HTMLInputElement>('[name=dumpsterType]:checked')?.value;
const isLoaded = (name: Day) => waitFor(() => expect(day(name)).toBeTruthy());

const REFUSED: Record<Day, CalendarRefusal> = {
  '2026-11-21': 'too_soon',
  '2026-11-22': 'closed',
  '2026-11-24': 'full',
};

test('each refused day shows and announces its reason, and the legend explains the signs', async () => {
  server.refused = () => REFUSED;
  server.soldOut = ['2026-11-25'];
  showDetails();
  await isLoaded('2026-11-22');
  const spoken = (name: Day) => day(name).getAttribute('aria-label');
  expect(spoken('2026-11-20')).toBe('Friday, November 20, 2026, unavailable');
  expect(spoken('2026-11-21')).toBe('Saturday, November 21, 2026, unavailable: too soon, today');
  expect(spoken('2026-11-22')).toBe('Sunday, November 22, 2026, unavailable: closed');
  expect(spoken('2026-11-23')).toBe('Monday, November 23, 2026');
  expect(spoken('2026-11-24')).toBe('Tuesday, November 24, 2026, unavailable: fully booked');
  expect(spoken('2026-11-25')).toBe('Wednesday, November 25, 2026, unavailable: sold out');
  const legend = screen.getByRole('list', { name: 'Legend' });
  const samples = within(legend).getAllByRole('listitem');
  expect(samples.map((item) => item.textContent?.replace('12', ''))).toEqual([
    'Can be picked',
    'Sold out',
    'Fully booked',
    'Closed',
    'Too soon',
    'Today',
  ]);
  // Color is not the only sign: every state has a drawing or a line of its own.
  const signs = [...document.querySelectorAll('button[data-day]:disabled')].map((each) =>
    [each.querySelector('path')?.getAttribute('d'), each.className.includes('line-through')].join(),
  );
  expect(new Set(signs).size).toBe(5);
});

test('a tap on a refused day, or a key that moves to it, explains it and offers the next free day', async () => {
  server.refused = () => REFUSED;
  showDetails();
  await isLoaded('2026-11-22');
  fireEvent.click(day('2026-11-22').closest('td')!);
  await screen.findByText(/^We do not deliver on Nov 22, 2026\. Next free day:/);
  expect(deliveryDate()).toBe('');
  fireEvent.keyDown(day('2026-11-22'), { key: 'ArrowLeft' });
  await screen.findByText(/^It is too late to order a delivery for Nov 21, 2026\./);
  fireEvent.keyDown(day('2026-11-21'), { key: 'ArrowRight' });
  fireEvent.keyDown(day('2026-11-22'), { key: 'ArrowRight' });
  await waitFor(() => expect(screen.queryByText(/Next free day/)).toBeNull());
  fireEvent.click(day('2026-11-24').closest('td')!);
  await screen.findByText(/^Our trucks are fully booked on Nov 24, 2026/);
  fireEvent.click(screen.getByRole('button', { name: 'Use Nov 25, 2026' }));
  expect(deliveryDate()).toBe('2026-11-25');
  expect(screen.queryByText(/Next free day/)).toBeNull();
  // A past day has no reason.
  fireEvent.click(day('2026-11-20').closest('td')!);
  expect(document.activeElement).not.toBe(day('2026-11-20'));
});

test('a street asks for the days of its permit, and clears a day that is too soon for it', async () => {
  server.refused = (query) =>
    query.get('placementType') === 'street' ? { '2026-12-01': 'too_soon' } : ({} as typeof REFUSED);
  server.nearest = { nextAvailableDate: '2026-12-04', previousAvailableDate: null };
  showDetails(entriesWith({ zip: '1234', deliveryDate: '2026-12-01', dumpsterType: '20-yard' }));
  await isLoaded('2026-12-01');
  fireEvent.click(input('[name=placementType][value=street]'));
  expect(server.calls.filter(({ search }) => search.includes('placementType'))).toEqual([]);
  const seen = day('2026-12-03').className;
  fireEvent.change(input('[name=zip]'), { target: { value: '12345' } });
  // The days of the earlier place stay on the screen until those of the new one are known.
  expect(day('2026-12-03').className).toBe(seen);
  await screen.findByText(/^Dec 1, 2026 is too soon for a delivery to a street, which can need a permit\./);
  expect([deliveryDate(), chosenSize()]).toEqual(['', '20-yard']);
  expect(input('[name=firstName]').value).toBe('Dana');
  fireEvent.click(await screen.findByRole('button', { name: 'Use Dec 4, 2026' }));
  expect([deliveryDate(), chosenSize()]).toEqual(['2026-12-04', '20-yard']);
  const asked = (name: string) => server.asked(name).at(-1)?.searchParams;
  for (const name of ['unavailable-dates', 'available-dumpster-types', 'next-available-date']) {
    expect([name, asked(name)?.get('zip'), asked(name)?.get('placementType')]).toEqual([
      name,
      '12345',
      'street',
    ]);
  }
  fireEvent.click(input('[name=placementType][value=private]'));
  await waitFor(() => expect(day('2026-12-01').disabled).toBe(false));
});

test("a pickup after a closed day is that of the server's calendar, beside the calendar and in the summary", async () => {
  server.pickupDays = { '2026-12-01': '2026-12-09' };
  showDetails(entriesWith({ deliveryDate: '2026-12-01' }));
  await screen.findByText(/^We pick it up on Dec 9, 2026\./);
  const summary = screen.getByRole('complementary', { name: 'Your rental' });
  expect(summary.textContent).toContain('Dec 1, 2026 to Dec 7, 2026PickupDec 9, 2026');
  fireEvent.click(day('2026-12-02'));
  await waitFor(() => expect(summary.textContent).toContain('Dec 2, 2026 to Dec 8, 2026'));
  expect(summary.textContent).not.toContain('Pickup');
});

const CUTOFF = { ...FIRST_CATALOG, calendar: { ...FIRST_CATALOG.calendar, sameDayCutoff: '14:00' } };
const UNTIL_CUTOFF_MS = 2 * 60 * 60_000;
const lateOrders = (_query: URLSearchParams, clockMs: number): Record<Day, CalendarRefusal> =>
  latestTimeAt(clockMs, 'America/New_York') >= '14:00' ? { [TODAY]: 'too_soon' } : {};

test("a page that is open at the business's cut-off minute no longer offers today, and says why", async () => {
  server.refused = lateOrders;
  showDetails(entriesWith({ deliveryDate: TODAY }), CUTOFF);
  await waitFor(() => expect(chosenSize()).toBe('15-yard'));
  await server.pass(UNTIL_CUTOFF_MS - 1000);
  expect(server.asked('unavailable-dates')).toHaveLength(1);
  expect(deliveryDate()).toBe(TODAY);
  await server.pass(2000);
  await screen.findByText(/^It is too late to order a delivery for Nov 21, 2026\./);
  expect([deliveryDate(), chosenSize()]).toEqual(['', '15-yard']);
  expect(day(TODAY).disabled).toBe(true);
  expect(server.asked('unavailable-dates')).toHaveLength(2);
  // Nothing more is asked until the business's day ends.
  await server.pass(60 * 60_000);
  expect(server.asked('unavailable-dates')).toHaveLength(2);
});

test('after a cut-off without a connection the page asks again every minute', async () => {
  server.refused = lateOrders;
  server.clockMs = NOON + UNTIL_CUTOFF_MS - 30_000;
  showDetails(entriesWith({ deliveryDate: TODAY }), CUTOFF);
  await waitFor(() => expect(chosenSize()).toBe('15-yard'));
  server.isDown = true;
  await server.pass(40_000);
  await screen.findByText('Error fetching availability information');
  server.isDown = false;
  await server.pass(60_000);
  await isLoaded(TODAY);
  expect(day(TODAY).disabled).toBe(true);
});
