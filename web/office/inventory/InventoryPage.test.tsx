import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Dumpster, NEVER_MOVED } from '#contract/inventory.ts';
import type { Role } from '#domain/accounts/access.ts';
import { addDays } from '#domain/shared/days.ts';
import { field, press, toasted, type } from '#web/test/actions.ts';
import { CATALOG_NAMES } from '#web/test/bookings.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import InventoryPage from './InventoryPage.tsx';

const TODAY = '2026-11-21';
const LIST = 'GET /api/dumpsters?limit=25';
const FREE = 'GET /api/dumpster-availability';
const COMING = `${FREE}?from=${TODAY}&to=2026-12-20`;
const SCHEDULE = 'GET /api/dumpster-schedules/dumpster/1';

const d7: Dumpster = {
  id: 1,
  dumpsterNumber: 'D-7',
  dumpsterType: '15-Yard',
  sizeId: '15-yard',
  isAvailable: true,
  notes: 'Dented lid',
  location: NEVER_MOVED,
};

/** The free units of each size on consecutive days; only 15-Yard has units. */
const free = (counts: number[], from = TODAY) =>
  CATALOG_NAMES.dumpsterSizes.map(({ id, name }) => {
    const has = name === '15-Yard';
    return {
      dumpsterType: name,
      sizeId: id,
      total: has ? 4 : 0,
      inService: has ? 3 : 0,
      available: has ? Math.min(...counts) : 0,
      days: counts.map((count, i) => ({ day: addDays(from, i), free: has ? count : 0 })),
    };
  });

const booking = (id: number, startDate: string, endDate: string) => ({
  id,
  bookingId: id,
  startDate,
  endDate,
});

let office: ReturnType<typeof showOffice>;

function show(
  replies: Parameters<typeof serve>[0] = {},
  { role = 'admin' as Role, path = '/admin/inventory' } = {},
) {
  const asked = serve({
    [LIST]: { body: [d7], headers: { 'X-Total-Count': '1' } },
    [FREE]: { body: free([2]) },
    [COMING]: { body: free([2, 0, 3]) },
    'GET /api/holds': { body: { now: `${TODAY}T17:00:00.000Z`, total: 0, holds: [], usage: [], moves: [] } },
    ...replies,
  });
  office = showOffice(<InventoryPage />, { path });
  office.session.enter({ username: 'dana', role });
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T17:00:00Z`) });
});
afterEach(() => void vi.useRealTimers());

test('each size shows the units that are free today and the total', async () => {
  show();
  const cards = within(await screen.findByRole('region', { name: 'Free today' }));
  await cards.findByText('2/4');
  const card = (name: string) => cards.getByRole('heading', { name }).closest('li')?.textContent;
  expect([card('15-Yard'), card('30-Yard')]).toEqual([
    '15-Yard2/4 free✓ In Stock1 out of service',
    '30-Yard0/0 free✕ Out of Stock',
  ]);
});

test('the next days show the free units of each size in the fleet', async () => {
  show();
  const table = within(await screen.findByRole('table', { name: 'Coming 30 days' }));
  expect(table.getAllByRole('columnheader').map(({ abbr }: HTMLElement & { abbr?: string }) => abbr)).toEqual(
    ['', 'Saturday, November 21, 2026', 'Sunday, November 22, 2026', 'Monday, November 23, 2026'],
  );
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['15-Yard']);
  expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['2', '0', '3']);
});

test('no two landmarks have the same name', async () => {
  show();
  await screen.findByRole('table', { name: 'Coming 30 days' });
  const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'));
  expect(new Set(names).size).toBe(names.length);
});

test('the requested days are in the URL', async () => {
  const asked = show(
    {
      [`${FREE}?from=2026-12-01&to=2026-12-03`]: { body: free([1], '2026-12-01') },
      [`${FREE}?from=2026-12-05&to=2026-12-05`]: { body: free([0], '2026-12-05') },
      [`${FREE}?from=2026-12-05&to=2026-12-01`]: refusal(400, 'invalid', {
        message: 'The last day must not lie before the first',
        issues: [{ path: 'to', message: 'The last day must not lie before the first' }],
      }),
    },
    { path: '/admin/inventory?from=2026-12-01&to=2026-12-03&isAvailable=true' },
  );
  await screen.findByRole('region', { name: 'Free Dec 1, 2026 to Dec 3, 2026' });
  const set = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  // A first day after the last day also moves the last day.
  set('First day', '2026-12-05');
  await screen.findByRole('region', { name: 'Free Dec 5, 2026' });
  expect(office.where()?.search).toBe('?from=2026-12-05&to=2026-12-05&isAvailable=true');
  set('Last day', '2026-12-01');
  await screen.findByText('The last day must not lie before the first');
  press('Today');
  await screen.findByRole('region', { name: 'Free today' });
  expect(office.where()?.search).toBe('?isAvailable=true');
  expect(asked.map(({ call }) => call)).toContain(`${FREE}?from=2026-12-05&to=2026-12-05`);
});

test('a part that does not load shows an error and can be loaded again', async () => {
  let isDown = true;
  const down = (body: unknown) => () => (isDown ? refusal(500, 'internal', 'The server rests.') : { body });
  show({ [FREE]: down(free([2])), [COMING]: down(free([2])), [LIST]: down([]) });
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(3));
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
  expect(alerts).toEqual([
    expect.stringContaining('Availability could not be loaded.The server rests.'),
    expect.stringContaining('The coming days could not be loaded.The server rests.'),
    expect.stringContaining('The dumpsters could not be loaded.The server rests.'),
  ]);
  isDown = false;
  for (const retry of screen.getAllByRole('button', { name: 'Retry' })) fireEvent.click(retry);
  await screen.findByText('No dumpsters found');
  await screen.findByText('2/4');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a view-only user sees the schedule and no controls to change anything', async () => {
  show({}, { role: 'view_only' });
  const row = within(await screen.findByRole('row', { name: /D-7/ }));
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['View schedule D-7']);
  expect(screen.queryByRole('button', { name: 'Add Dumpster' })).toBeNull();
});

test.each([
  [[], 'D-7 is out of service. Nothing is booked on it.'],
  [[booking(12, TODAY, TODAY)], 'D-7 is out of service. 1 booking stays on it: #12.'],
  [
    [12, 15, 16, 17, 18, 19].map((id) => booking(id, TODAY, TODAY)),
    'D-7 is out of service. 6 bookings stay on it: #12, #15, #16, #17, #18 and 1 more.',
  ],
  [null, 'D-7 is out of service. What is booked on it stays.'],
])('switched off it tells what stays: %j', async (...[staying, text]) => {
  const asked = show({
    'PATCH /api/dumpsters/1': { body: { ...d7, isAvailable: false } },
    [`${SCHEDULE}?from=${TODAY}`]: staying ? { body: staying } : refusal(500, 'internal', 'Away'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Switch off D-7' }));
  await waitFor(() => expect(toasted()).toEqual(['Dumpster Updated', text, 'plain']));
  expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({ isAvailable: false });
  expect(asked.filter(({ call }) => call === LIST)).toHaveLength(2);
});

test('if a unit cannot be switched, the message of the server is shown', async () => {
  show({ 'PATCH /api/dumpsters/1': refusal(404, 'not_found', 'There is no such dumpster.') });
  fireEvent.click(await screen.findByRole('button', { name: 'Switch off D-7' }));
  await waitFor(() => expect(toasted()).toEqual(['Error', 'There is no such dumpster.', 'destructive']));
});

test('a new dumpster needs a number; a duplicate shows an error at its field, and the input stays', async () => {
  let isTaken = true;
  const message = 'Another dumpster has this number.';
  const asked = show({
    'POST /api/dumpsters': () =>
      isTaken
        ? refusal(409, 'conflict', { message, issues: [{ path: 'dumpsterNumber', message }] })
        : { status: 201, body: { ...d7, id: 2, dumpsterNumber: 'D-8' } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add Dumpster' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Dumpster' }));
  const save = () => fireEvent.click(dialog.getByRole('button', { name: 'Add Dumpster' }));
  expect((field('isAvailable') as HTMLInputElement).checked).toBe(true);
  save();
  await dialog.findByText('Dumpster number is required');
  type('dumpsterNumber', ' D-8 ');
  fireEvent.change(field('dumpsterType') as Element, { target: { value: '15-yard' } });
  save();
  await waitFor(() => expect(toasted()).toEqual(['Error', message, 'destructive']));
  expect(dialog.getAllByText(message)).not.toEqual([]);
  expect(field('dumpsterNumber').value).toBe(' D-8 ');
  isTaken = false;
  save();
  await waitFor(() => expect(toasted()).toEqual(['Dumpster Added', 'D-8, 15-Yard.', 'plain']));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    dumpsterNumber: 'D-8',
    dumpsterType: '15-yard',
    isAvailable: true,
    notes: '',
  });
});

test('a dumpster is deleted after a confirmation; a reserved one stays, and the dialog lists the bookings', async () => {
  const message = 'This dumpster cannot be deleted while it is reserved for booking #12.';
  let isReserved = true;
  show({
    'DELETE /api/dumpsters/1': () => (isReserved ? refusal(409, 'conflict', message) : { status: 204 }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete D-7' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete dumpster?' }));
  expect(dialog.getByText(/This cannot be undone\./)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await dialog.findByText(message);
  expect(toasted()).toEqual(['Error', message, 'destructive']);
  isReserved = false;
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasted()[0]).toBe('Dumpster Deleted'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a schedule shows each day of a booking with its number, holds, and upcoming bookings', async () => {
  const current = booking(12, '2026-11-20', '2026-11-22');
  const held = { ...booking(13, '2026-11-25', '2026-11-26'), bookingId: null };
  const next = booking(15, '2026-12-31', '2027-01-06');
  show({
    [`${SCHEDULE}?from=2026-11-01&to=2026-11-30&holds=true`]: { body: [current, held] },
    [`${SCHEDULE}?from=2026-12-01&to=2026-12-31&holds=true`]: { body: [next] },
    [`${SCHEDULE}?from=${TODAY}&holds=true`]: { body: [current, held, next] },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'View schedule D-7' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule of D-7' }));
  await dialog.findByRole('heading', { name: 'Coming bookings (2)' });
  const days = () =>
    [...document.querySelectorAll('dialog td[data-day]')].flatMap((cell) => {
      const link = cell.querySelector('a');
      return link ? [[cell.getAttribute('data-day'), link.getAttribute('href'), link.tabIndex]] : [];
    });
  expect(days()).toEqual([
    ['2026-11-20', '/admin/bookings/12', 0],
    ['2026-11-21', '/admin/bookings/12', -1],
    ['2026-11-22', '/admin/bookings/12', 0],
  ]);
  expect(dialog.getByRole('link', { name: 'Booking #12, Saturday, November 21, 2026, today' })).toBeTruthy();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Booking #12Nov 20, 2026 to Nov 22, 2026Now',
    'Unpaid holdNov 25, 2026 to Nov 26, 2026',
    'Booking #15Dec 31, 2026 to Jan 6, 2027',
  ]);
  const heldDay = document.querySelector('dialog td[data-day="2026-11-25"]');
  expect(heldDay?.textContent).toBe('Wednesday, November 25, 2026, held by a customer who is paying25Hold');
  press('Next month');
  await dialog.findByText('December 2026');
  await waitFor(() => expect(days()).toEqual([['2026-12-31', '/admin/bookings/15', 0]]));
});
