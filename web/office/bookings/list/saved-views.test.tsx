import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Role } from '#domain/accounts/access.ts';
import { presetDays } from '#domain/shared/day-presets.ts';
import { addDays } from '#domain/shared/days.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { field, press, submit, toasted, type } from '#web/test/actions.ts';
import { sampleBooking, sampleView } from '#web/test/bookings.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import BookingsPage from './BookingsPage.tsx';

const VIEWS = 'GET /api/saved-views?list=bookings';
const rows = { body: [sampleBooking()], headers: { 'X-Total-Count': '1' } };
const { from, to } = presetDays('this_week', todayHere());
const WEEK = `deliveryDateFrom=${from}&deliveryDateTo=${to}`;
/** The list as the sample view shows it. */
const OVERDUE = `work=overdue&${WEEK}`;
const LISTS = [
  'limit=25',
  `${WEEK}&limit=25`,
  `work=overdue&${WEEK}&limit=25`,
  `status=pending&work=overdue&${WEEK}&limit=25`,
];

async function show(replies: Parameters<typeof serve>[0] = {}, { search = '', role = 'admin' as Role } = {}) {
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', role);
  const lists = Object.fromEntries(LISTS.map((query) => [`GET /api/bookings?${query}`, rows]));
  const asked = serve({ ...lists, [VIEWS]: { body: [sampleView()] }, ...replies });
  const office = showOffice(<BookingsPage />, { path: `/admin/bookings${search}` });
  await screen.findByText('Maria Alvarez');
  await screen.findByRole('button', { name: /^View/ });
  const writes = () => asked.filter(({ call }) => !call.startsWith('GET'));
  const params = () => Object.fromEntries(new URLSearchParams(office.where()?.search));
  return { writes, params };
}

const pick = async (name: RegExp | string, role = 'menuitem') =>
  fireEvent.click(await screen.findByRole(role, { name }));

test('a view keeps its preset, is marked when filters differ, and is updated', async () => {
  const moved = sampleView({ query: { status: 'pending' }, version: 2 });
  const { writes, params } = await show({
    [VIEWS]: () => ({ body: [writes().length > 0 ? moved : sampleView()] }),
    'PATCH /api/saved-views/5': { body: moved },
  });
  press('Views');
  await pick('Overdue this week', 'menuitemradio');
  await screen.findByRole('button', { name: 'View: Overdue this week' });
  expect(params()).toEqual({
    work: 'overdue',
    deliveryDateFrom: from,
    deliveryDateTo: to,
    view: '5',
    viewDay: todayHere(),
    columns: 'city,unit',
  });
  expect(screen.getByRole('columnheader', { name: /City/ })).toBeTruthy();
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  expect(screen.getByRole('button', { name: 'This week' }).getAttribute('aria-pressed')).toBe('true');

  fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'pending' } });
  await screen.findByText('Unsaved changes');
  press('Update view');
  await waitFor(() => expect(toasted()[0]).toBe('View Updated'));
  expect(writes()).toMatchObject([
    {
      call: 'PATCH /api/saved-views/5',
      ifMatch: '"1"',
      body: {
        query: { work: 'overdue', status: 'pending', deliveryPreset: 'this_week' },
        columns: ['city', 'unit'],
      },
    },
  ]);
});

test('the filters are saved under a name; a name that is taken keeps the input', async () => {
  const taken = { path: 'name', message: 'You already have a view of this list with this name.' };
  const replies = [
    refusal(409, 'conflict', { message: taken.message, issues: [taken] }),
    { status: 201, body: sampleView({ id: 6, name: 'My week', query: { deliveryPreset: 'this_week' } }) },
  ];
  const { writes, params } = await show(
    { 'POST /api/saved-views': () => replies.shift()! },
    { search: `?${WEEK}` },
  );
  press('Views');
  await pick('Save view');
  await screen.findByRole('dialog');
  type('name', 'Overdue this week');
  fireEvent.click(field('isShared'));
  submit();
  // The dialog names the reason before the field takes the focus.
  await waitFor(() => expect(document.activeElement).toBe(field('name')));
  expect(screen.getAllByText(taken.message).length).toBeGreaterThan(0);
  expect(field('name').value).toBe('Overdue this week');
  type('name', 'My week');
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writes().at(-1)?.body).toEqual({
    list: 'bookings',
    name: 'My week',
    query: { deliveryPreset: 'this_week' },
    columns: ['rentalType', 'actions'],
    isShared: true,
  });
  const shown = { deliveryDateFrom: from, deliveryDateTo: to, view: '6' };
  await waitFor(() => expect(params()).toMatchObject(shown));
});

test('a view that was changed or deleted elsewhere loses nothing', async () => {
  let views = [sampleView({ version: 1 })];
  const { writes } = await show(
    {
      [VIEWS]: () => ({ body: views }),
      'PATCH /api/saved-views/5': () => {
        const isFirst = writes().length === 1;
        views = isFirst ? [sampleView({ name: 'Renamed', version: 2 })] : [];
        return isFirst ? refusal(409, 'stale', 'Changed.') : refusal(404, 'not_found', 'Deleted.');
      },
      'POST /api/saved-views': { status: 201, body: sampleView({ id: 7, name: 'Late ones' }) },
    },
    { search: `?${OVERDUE}&view=5&columns=city,unit` },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'View: Overdue this week' }));
  await pick('Rename or share');
  await screen.findByRole('dialog');
  type('name', 'Late ones');
  submit();
  await screen.findByText(/was changed in the meantime/);
  expect(screen.getByText(/its name is "Renamed"/)).toBeTruthy();
  submit();
  await screen.findByText(/You can save it as a new view/);
  expect(field('name').value).toBe('Late ones');
  submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writes().map(({ call, ifMatch }) => [call, ifMatch])).toEqual([
    ['PATCH /api/saved-views/5', '"1"'],
    ['PATCH /api/saved-views/5', '"2"'],
    ['POST /api/saved-views', undefined],
  ]);
});

test('a view that stays open until another day shows the days of its preset then', async () => {
  const next = presetDays('this_week', addDays(todayHere(), 7));
  const days = `deliveryDateFrom=${next.from}&deliveryDateTo=${next.to}`;
  const { params } = await show(
    { [`GET /api/bookings?work=overdue&${days}&limit=25`]: rows },
    { search: `?${OVERDUE}&view=5&columns=city,unit` },
  );
  await screen.findByRole('button', { name: 'View: Overdue this week' });
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 7 * 24 * 60 * 60 * 1000);
  onTestFinished(() => void vi.restoreAllMocks());
  press('View: Overdue this week');
  await waitFor(() => expect(params().deliveryDateFrom).toBe(next.from));
  expect(screen.queryByText('Unsaved changes')).toBeNull();
});

test('a bookmark of an earlier week shows this week; days that were changed since stay', async () => {
  const earlier = addDays(todayHere(), -7);
  const before = presetDays('this_week', earlier);
  const days = `work=overdue&deliveryDateFrom=${before.from}&deliveryDateTo=`;
  const other = addDays(before.to, 1);
  const lists = Object.fromEntries(
    [before.to, other].map((day) => [`GET /api/bookings?${days}${day}&limit=25`, rows]),
  );
  const bookmark = (day: string) => ({
    search: `?${days}${day}&view=5&viewDay=${earlier}&columns=city,unit`,
  });
  const { params } = await show(lists, bookmark(before.to));
  await waitFor(() => expect(params()).toMatchObject({ deliveryDateFrom: from, viewDay: todayHere() }));
  expect(screen.queryByText('Unsaved changes')).toBeNull();
  cleanup();
  const changed = await show(lists, bookmark(other));
  await screen.findByText('Unsaved changes');
  expect(changed.params().deliveryDateTo).toBe(other);
});

test('a shared view of a colleague is used, not changed; view_only cannot share', async () => {
  await show(
    { [VIEWS]: { body: [sampleView({ isShared: true, isOwn: false, ownerName: 'Kim Lee' })] } },
    { search: `?${OVERDUE}&view=5&columns=city,unit`, role: 'view_only' },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'View: Overdue this week' }));
  expect(screen.getByRole('group', { name: 'Shared views' }).textContent).toContain('Kim Lee');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Save as new view']);
  await pick('Save as new view');
  await screen.findByRole('dialog');
  expect(field('isShared')).toBeNull();
});
