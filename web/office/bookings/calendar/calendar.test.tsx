import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CalendarMove, TruckDay } from '#contract/truck-calendar.ts';
import { addDays } from '#domain/shared/days.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import TruckCalendarPage from './TruckCalendarPage.tsx';

const TODAY = '2026-11-22';
const MONTH = 'GET /api/calendar?from=2026-11-01&to=2026-12-05';

let isNarrow = false;
beforeEach(() => {
  isNarrow = false;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T17:00:00Z`) });
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }));
});
afterEach(() => void vi.useRealTimers());

const ADA: CalendarMove = {
  jobId: 1,
  day: '2026-11-24',
  type: 'delivery',
  isDone: false,
  isOverdue: false,
  bookingId: 12,
  customer: 'Ada Byron',
  city: 'Albany',
  dumpsterType: '15-yard',
  dumpsterNumber: 'D-7',
  status: 'pending',
  deliveryDate: '2026-11-24',
  endDate: '2026-11-30',
};
const LEE: CalendarMove = {
  ...ADA,
  jobId: 2,
  bookingId: 13,
  customer: 'Lee Moss',
  day: '2026-11-25',
  isDone: true,
};

function calendarOf(moves: CalendarMove[], changes: Record<string, Partial<TruckDay>> = {}) {
  const days = Array.from({ length: 35 }, (_, index) => {
    const day = addDays('2026-11-01', index);
    const deliveries = moves.filter((move) => move.day === day).length;
    const counts = { deliveries, exchanges: 0, pickups: 0, truckMoves: deliveries };
    return { day, closed: null, ...counts, ...changes[day] };
  });
  return { body: { today: TODAY, maxTruckMovesPerDay: 4, days, moves } };
}

function open(
  replies: Parameters<typeof serve>[0],
  { role = 'admin' as 'admin' | 'view_only', path = '/admin/calendar' } = {},
) {
  const asked = serve(replies);
  const office = showOffice(<TruckCalendarPage />, { path });
  act(() => office.session.enter({ username: 'dana', role }));
  return { asked, where: office.where };
}

const chip = (name: RegExp) => screen.findByRole('link', { name });
const day = (name: string) => screen.getByRole('listitem', { name });

test('what is late says so, as Today does', async () => {
  const late = {
    ...ADA,
    customer: 'Sam Reed',
    type: 'final_pickup',
    day: '2026-11-20',
    endDate: '2026-11-20',
    isOverdue: true,
  } as const;
  const ended = { ...late, jobId: 3, customer: 'Moe Hill', day: TODAY, isOverdue: false };
  open({ [MONTH]: calendarOf([{ ...LEE, day: '2026-11-20' }, late, { ...ADA, day: TODAY }, ended]) });
  expect((await chip(/Sam Reed/)).title).toContain('Overdue, due Nov 20');
  const textsOf = (name: string) =>
    within(day(name))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  // What is late comes first, and what is done last.
  expect(textsOf('Friday, November 20, 2026')).toEqual([
    '↑Pickup: Sam ReedOverdue',
    '✓Delivery, done: Lee MossD-7',
  ]);
  expect(textsOf('Sunday, November 22, 2026')).toEqual(['↑Pickup: Moe HillEnded', '↓Delivery: Ada ByronD-7']);
});

test('a day shows its deliveries, the room of the trucks, and why it is closed', async () => {
  open({
    [MONTH]: calendarOf([ADA, LEE], {
      '2026-11-26': { closed: 'Thanksgiving' },
      '2026-11-27': { deliveries: 25, truckMoves: 25 },
    }),
  });
  await chip(/Ada Byron/);
  expect((await chip(/Lee Moss/)).textContent).toContain('Delivery, done');
  within(day('Tuesday, November 24, 2026')).getByRole('img', { name: '1 of 4 truck moves taken' });
  within(day('Thursday, November 26, 2026')).getByText('Thanksgiving');
  expect(day('Sunday, November 22, 2026').getAttribute('aria-current')).toBe('date');
  within(day('Friday, November 27, 2026')).getByRole('button', {
    name: /^25 more/,
  });
});

test('keys pick a booking up, choose its day, and open the change with it; Escape puts it back', async () => {
  const { asked, where } = open({
    [MONTH]: calendarOf([ADA, LEE]),
    'GET /api/bookings/12': refusal(404, 'not_found', 'Gone.'),
  });
  const ada = await chip(/Ada Byron/);
  ada.focus();
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  press('ArrowRight');
  expect(document.activeElement).toBe(await chip(/Lee Moss/));
  press('ArrowLeft');
  press('Enter');
  press('ArrowDown');
  expect(screen.getByText('Moving Ada Byron: Tuesday, December 1, 2026')).toBeTruthy();
  press('Escape');
  expect(screen.queryByText(/^Moving/)).toBeNull();
  // A shortcut of the browser is no step, and a booking that loses the focus is put back.
  expect(fireEvent.keyDown(ada, { key: 'Enter', ctrlKey: true })).toBe(true);
  press('Enter');
  expect(fireEvent.keyDown(ada, { key: 'ArrowLeft', altKey: true })).toBe(true);
  expect(screen.getByText(/^Moving Ada Byron: Tuesday, November 24/)).toBeTruthy();
  const lee = await chip(/Lee Moss/);
  act(() => lee.focus());
  expect(screen.queryByText(/^Moving/)).toBeNull();
  act(() => ada.focus());
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'Enter']) press(key);
  await screen.findByRole('dialog', { name: 'Booking #12' });
  await waitFor(() => expect(asked.map(({ call }) => call)).toContain('GET /api/bookings/12'));
  expect(where()?.pathname).toBe('/admin/calendar');
});

test('who may not change bookings opens them with Enter, and drags nothing', async () => {
  open({ [MONTH]: calendarOf([ADA]) }, { role: 'view_only' });
  const ada = await chip(/Ada Byron/);
  expect([ada.getAttribute('draggable'), ada.getAttribute('href')]).toEqual(['false', '/admin/bookings/12']);
  expect(fireEvent.keyDown(ada, { key: 'Enter' })).toBe(true);
});

test('month, week and filters are in the address', async () => {
  const week = 'GET /api/calendar?from=2026-11-22&to=2026-11-28';
  const { asked, where } = open({
    [MONTH]: calendarOf([]),
    [week]: calendarOf([ADA]),
    [`${week}&dumpsterType=15-yard`]: calendarOf([ADA]),
    'GET /api/calendar?from=2026-11-29&to=2026-12-05&dumpsterType=15-yard': calendarOf([]),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'week' }));
  await chip(/Ada Byron/);
  fireEvent.change(await screen.findByLabelText('Size'), { target: { value: '15-yard' } });
  await waitFor(() => expect(asked).toHaveLength(3));
  fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
  await waitFor(() => expect(where()?.search).toBe('?view=week&day=2026-11-29&dumpsterType=15-yard'));
});

test('a phone or tablet begins with the week', async () => {
  isNarrow = true;
  const { where } = open({
    'GET /api/calendar?from=2026-11-22&to=2026-11-28': calendarOf([ADA]),
    [MONTH]: calendarOf([]),
  });
  await chip(/Ada Byron/);
  fireEvent.click(screen.getByRole('button', { name: 'month' }));
  await waitFor(() => expect(where()?.search).toBe('?view=month'));
});
