import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Dumpster, NEVER_MOVED, type TimelineBar } from '#contract/inventory.ts';
import { currentToast, dismissToast } from '#web/kit/ui/toast/toast-store.ts';
import { toasted } from '#web/test/actions.ts';
import { sampleBooking } from '#web/test/bookings.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import TimelinePage from './TimelinePage.tsx';

// The rows of a virtual list are those in view, and jsdom has no layout.
const HEIGHT = Object.getOwnPropertyDescriptor(Element.prototype, 'clientHeight');
beforeEach(() => {
  dismissToast(currentToast()?.id ?? 0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-25T17:00:00Z') });
  Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, value: 400 });
});
afterEach(() => {
  vi.useRealTimers();
  if (HEIGHT) Object.defineProperty(Element.prototype, 'clientHeight', HEIGHT);
});

const TIMELINE = 'GET /api/fleet-timeline?from=2026-11-22&to=2027-01-02';
const unit = (id: number): Dumpster => ({
  id,
  dumpsterNumber: `10-${id}`,
  dumpsterType: '10-Yard',
  sizeId: '10-yard',
  isAvailable: id !== 2,
  notes: null,
  location: NEVER_MOVED,
});
const ADA: TimelineBar = {
  id: 1,
  dumpsterId: 1,
  startDate: '2026-11-20',
  endDate: '2026-11-26',
  bookingId: 12,
  role: 'exchange 1',
  customer: 'Ada Byron',
  status: 'confirmed',
  version: 4,
};
const HOLD: TimelineBar = {
  ...ADA,
  id: 2,
  startDate: '2026-12-01',
  endDate: '2026-12-03',
  bookingId: null,
  role: null,
  customer: null,
  status: null,
  version: null,
};

async function open(replies: Parameters<typeof serve>[0], role: 'admin' | 'view_only' = 'admin') {
  const units = Array.from({ length: 300 }, (_, index) => unit(index + 1));
  const asked = serve({
    [TIMELINE]: { body: { today: '2026-11-25', units, bars: [ADA, HOLD] } },
    ...replies,
  });
  const office = showOffice(<TimelinePage />, { path: '/admin/inventory/timeline' });
  act(() => office.session.enter({ username: 'dana', role }));
  await screen.findByRole('link', { name: /^Ada Byron/ });
  return asked;
}

const bar = () => screen.getByRole('link', { name: /^Ada Byron/ });
const row = (name: string) => screen.getByRole('listitem', { name });

function drag(kind: 'dragStart' | 'dragOver' | 'drop', element: Element) {
  const event = createEvent[kind](element);
  Object.assign(event, { dataTransfer: { setData() {} } });
  fireEvent(element, event);
}

test('draws the rows in view only, with named bars', async () => {
  await open({});
  expect(screen.getAllByRole('listitem', { name: /^Unit/ }).length).toBeLessThan(60);
  expect(bar().textContent).toContain('booking #12, Nov 20, 2026 to Nov 26, 2026, Confirmed');
  expect(screen.getByText('Hold').parentElement?.title).toContain('Held by a customer who is paying');
  expect(row('Unit 10-2, 10-Yard, out of service').getAttribute('aria-setsize')).toBe('300');
});

test('a bar that is dropped on another unit moves the booking at the version that was seen', async () => {
  const replies = [
    refusal(409, 'conflict', 'Dumpster 10-3 is not in service.'),
    { body: sampleBooking({ version: 5 }) },
  ];
  const asked = await open({ 'PATCH /api/bookings/12/dumpster': () => replies.shift()! });
  for (const title of ['Booking not moved', 'Booking Moved']) {
    drag('dragStart', bar());
    drag('dragOver', row('Unit 10-3, 10-Yard'));
    drag('drop', row('Unit 10-3, 10-Yard'));
    await waitFor(() => expect(toasted()[0]).toBe(title));
  }
  const moves = asked.filter(({ call }) => call.startsWith('PATCH'));
  expect(moves.map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
    [{ dumpsterId: 3, role: 'exchange 1' }, '"4"'],
    [{ dumpsterId: 3, role: 'exchange 1' }, '"4"'],
  ]);
});

test('keys pick a bar up, choose a unit and move it there; the toast takes it back', async () => {
  const asked = await open({ 'PATCH /api/bookings/12/dumpster': { body: sampleBooking({ version: 5 }) } });
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  bar().focus();
  for (const key of ['Enter', 'ArrowUp', 'ArrowDown']) press(key);
  expect(screen.getByText('Moving Ada Byron: Unit 10-2, 10-Yard, out of service')).toBeTruthy();
  press('Escape');
  expect(screen.queryByText(/^Moving/)).toBeNull();
  expect(fireEvent.keyDown(bar(), { key: 'Enter', ctrlKey: true })).toBe(true);
  for (const key of ['Enter', 'ArrowDown', 'ArrowDown', 'Enter']) press(key);
  await waitFor(() => expect(toasted()[0]).toBe('Booking Moved'));
  act(() => currentToast()?.action?.run());
  await waitFor(() => expect(toasted()[1]).toBe('Ada Byron, #12, has unit 10-1 again.'));
  const moves = asked.filter(({ call }) => call.startsWith('PATCH'));
  expect(moves.map(({ body, ifMatch }) => [body, ifMatch])).toEqual([
    [{ dumpsterId: 3, role: 'exchange 1' }, '"4"'],
    [{ dumpsterId: 1, role: 'exchange 1' }, '"5"'],
  ]);
});

test('who may not change bookings drags nothing', async () => {
  await open({}, 'view_only');
  expect(bar().getAttribute('draggable')).toBe('false');
});
