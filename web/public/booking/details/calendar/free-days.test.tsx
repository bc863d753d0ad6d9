import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addDays, type Day, daysOfMonth } from '#domain/shared/days.ts';
import {
  type CalendarServer,
  MIDNIGHT,
  NOON,
  showDetails as show,
  startCalendarServer,
} from '#web/public/booking/test/calendar-server.tsx';
import { entriesWith } from '#web/public/booking/test/samples.ts';

vi.mock('#web/public/card/stripe.ts', () => ({ loadCardScript: () => new Promise(() => {}) }));

let server: CalendarServer;

const radio = (id: string) => document.querySelector<HTMLInputElement>(`[name=dumpsterType][value="${id}"]`);
const day = (name: string) => document.querySelector<HTMLButtonElement>(`button[data-day="${name}"]`)!;
const deliveryDate = () => document.querySelector<HTMLInputElement>('[name=deliveryDate]')!.value;
const button = (name: string) => screen.findByRole('button', { name });

beforeEach(() => {
  server = startCalendarServer();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a size that is sold out on the requested day is offered on the nearest days after and before', async () => {
  server.soldOut = ['2026-12-01'];
  server.nearest = { nextAvailableDate: '2026-12-08', previousAvailableDate: '2026-11-28' };
  const { onTyped } = show(entriesWith({ dumpsterType: '20-yard', deliveryDate: '2026-12-01' }));
  fireEvent.click(await button('Find the next date for a 15-Yard'));
  await button('Use Dec 8, 2026');
  const [asked] = server.asked('next-available-date');
  expect(asked?.search).toBe('?dumpsterType=15-yard&from=2026-12-01&daysBefore=6');
  fireEvent.click(await button('Use Nov 28, 2026'));
  expect(onTyped).toHaveBeenLastCalledWith(
    expect.objectContaining({ dumpsterType: '15-yard', deliveryDate: '2026-11-28' }),
  );
});

/** Answers as the Worker does: the nearest days from the requested day on and before it. */
function offerNearest(free: Day[]) {
  server.findNearest = (query) => {
    const from = query.get('from') ?? '';
    const earliest = addDays(from, -Number(query.get('daysBefore')));
    return {
      nextAvailableDate: free.find((each) => each >= from) ?? null,
      previousAvailableDate: free.findLast((each) => each < from && each >= earliest) ?? null,
    };
  };
}

test.each([
  ['a week before is too early to be offered', ['2027-01-01', '2027-04-13', '2027-04-23'], ['Apr 23']],
  [
    'less than a week before is',
    ['2027-01-01', '2027-04-14', '2027-04-18', '2027-04-23'],
    ['Apr 18', 'Apr 23'],
  ],
])('wanted Apr 20: the next free day after it; %s', async (_what, free, offered) => {
  server.soldOut = ['2027-04-20'];
  offerNearest(free);
  show(entriesWith({ dumpsterType: '20-yard', deliveryDate: '2027-04-20' }));
  fireEvent.click(await button('Find the next date for a 15-Yard'));
  await screen.findByText(/Next available 15-Yard/);
  expect(screen.getAllByRole('button', { name: /^Use / }).map((each) => each.textContent)).toEqual(
    offered.map((each) => `Use ${each}, 2027`),
  );
});

test("days of the customer's own hold can be picked until another tab ends it", async () => {
  const days = ['2026-11-24', '2026-11-25', '2026-11-26'];
  server.soldOut = days;
  const held = { days: 1, dumpsterType: '15-yard', deliveryDate: '2026-11-26' };
  localStorage.setItem('checkout-held', JSON.stringify({ ...held, untilMs: Date.now() + 60_000 }));
  show(entriesWith({ deliveryDate: '2026-11-25' }));
  await screen.findByText('(1 available)');
  expect(radio('15-yard')?.checked).toBe(true);
  const isFree = () => days.map((each) => !day(each).disabled);
  expect(isFree()).toEqual([true, true, true]);

  localStorage.removeItem('checkout-held');
  act(() => window.dispatchEvent(new StorageEvent('storage', { key: 'checkout-held' })));
  await screen.findByText('(Unavailable)');
  expect(radio('15-yard')?.checked).toBe(false);
  expect([day('2026-11-24').disabled, day('2026-11-26').disabled]).toEqual([true, true]);
});

test('the requested day is offered if all days are free', async () => {
  server.soldOut = ['2026-12-01'];
  server.nearest = {
    nextAvailableDate: 'No bookings found - available immediately',
    previousAvailableDate: null,
  };
  show(entriesWith({ dumpsterType: '20-yard', deliveryDate: '2026-12-01' }));
  fireEvent.click(await button('Find the next date for a 15-Yard'));
  await button('Use Dec 1, 2026');
});

test('a month without a free day offers the next free day and its month', async () => {
  server.soldOut = daysOfMonth('2026-12');
  server.nearest = { nextAvailableDate: '2027-02-03', previousAvailableDate: null };
  show();
  await waitFor(() => expect(day('2026-11-24')).toBeTruthy());
  expect(screen.queryByText(/can be picked for/)).toBeNull();
  fireEvent.click(await button('Next month'));
  expect(await screen.findByText(/^No day in December 2026 can be picked for a 15-Yard/)).toBeTruthy();
  fireEvent.click(await button('Go to February 2027'));
  await waitFor(() => expect(document.activeElement).toBe(day('2027-02-03')));
  expect(deliveryDate()).toBe('');
  expect(server.asked('next-available-date').at(-1)?.searchParams.get('from')).toBe('2026-12-01');
});

test('the next free day of another month can be taken at once', async () => {
  server.soldOut = daysOfMonth('2026-11');
  server.nearest = { nextAvailableDate: '2026-12-03', previousAvailableDate: null };
  show();
  fireEvent.click(await button('Use Dec 3, 2026'));
  await waitFor(() => expect(document.activeElement).toBe(day('2026-12-03')));
  expect(deliveryDate()).toBe('2026-12-03');
  // Days before today are not requested.
  expect(server.asked('next-available-date').at(-1)?.searchParams.get('from')).toBe('2026-11-21');
});

test('the customer is asked to call if no later day is free', async () => {
  server.soldOut = daysOfMonth('2026-11');
  show();
  const text = await screen.findByText(/No later day is free\. Please call us/);
  const [phone, email] = within(text).getAllByRole('link');
  expect(phone?.getAttribute('href')).toMatch(/^tel:/);
  expect(email?.getAttribute('href')).toMatch(/^mailto:/);
});

test('today is struck through when it is sold out, like any other day', async () => {
  server.soldOut = ['2026-11-21', '2026-11-25'];
  show();
  await waitFor(() => expect(day('2026-11-21')).toBeTruthy());
  const decoration = (name: string) => day(name).className.match(/(?<![\w-])(line-through|underline)/g);
  expect([decoration('2026-11-21'), decoration('2026-11-25')]).toEqual([['line-through'], ['line-through']]);
  expect([decoration('2026-11-20'), decoration('2026-11-24')]).toEqual([null, null]);
  expect(day('2026-11-21').getAttribute('aria-current')).toBe('date');
});

test('the legend has the states of the month that is shown, and no others', async () => {
  server.soldOut = ['2026-11-25'];
  show();
  const legend = await screen.findByRole('list', { name: 'Legend' });
  const states = () =>
    within(legend)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
  await waitFor(() => expect(states()).toEqual(['12Can be picked', '12Sold out', '12Today']));
  fireEvent.click(screen.getByRole('button', { name: 'Next month' }));
  await waitFor(() => expect(states()).toEqual(['12Can be picked']));
});

test("the calendar moves on at the end of the business's day and clears a past date", async () => {
  show(entriesWith({ deliveryDate: '2026-11-21' }));
  await waitFor(() => expect(radio('15-yard')?.checked).toBe(true));
  await server.pass(MIDNIGHT - NOON - 2000);
  expect(day('2026-11-21').getAttribute('aria-current')).toBe('date');
  expect(server.asked('unavailable-dates')).toHaveLength(1);
  await server.pass(4000);
  await waitFor(() => expect(day('2026-11-22').getAttribute('aria-current')).toBe('date'));
  expect(day('2026-11-21').disabled).toBe(true);
  expect(deliveryDate()).toBe('');
  await screen.findByText(/^Nov 21, 2026 can no longer be booked, so we cleared it/);
  // The size is not sold out, so it stays chosen.
  await server.pass(1000);
  expect(radio('15-yard')?.checked).toBe(true);
  expect(screen.queryByText(/is no longer available/)).toBeNull();
});

test('after midnight on a sleeping device the calendar reloads when the page becomes visible', async () => {
  show();
  await waitFor(() => expect(day('2026-11-21')).toBeTruthy());
  const sleptMs = MIDNIGHT - NOON + 3_600_000;
  server.clockMs += sleptMs;
  vi.setSystemTime(Date.now() + sleptMs);
  document.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(day('2026-11-22').getAttribute('aria-current')).toBe('date'));
  expect(server.asked('unavailable-dates')).toHaveLength(2);
});

test('a page that becomes visible before midnight reloads nothing', async () => {
  show();
  await waitFor(() => expect(day('2026-11-21')).toBeTruthy());
  await server.pass(3_600_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await server.pass(1000);
  expect(server.asked('unavailable-dates')).toHaveLength(1);
});
