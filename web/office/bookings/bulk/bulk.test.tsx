import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#domain/accounts/access.ts';
import BookingsPage from '#web/office/bookings/list/BookingsPage.tsx';
import { press } from '#web/test/actions.ts';
import { sampleBooking } from '#web/test/bookings.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';

const LIST = 'GET /api/bookings?limit=25';
let office: ReturnType<typeof showOffice>;

function show(replies: Parameters<typeof serve>[0] = {}, { role = 'admin' as Role, search = '' } = {}) {
  const asked = serve({ [LIST]: FOUR, ...replies });
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', role);
  office = showOffice(<BookingsPage />, { path: `/admin/bookings${search}` });
  return asked;
}

const BULK = 'POST /api/bulk-actions';
const started = (changes: object = {}) => ({
  id: 5,
  type: 'status',
  input: { status: 'confirmed' },
  createdAt: '2026-11-21T18:00:00.000Z',
  finishedAt: null,
  seenAt: null,
  counts: { total: 2, waiting: 2, succeeded: 0, failed: 0 },
  ...changes,
});
const rowOf = (id: number) => screen.getByText(`#${id}`).closest('tr')!;
const checked = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { checked: true })
    .map((each) => each.labels?.[0]?.textContent);

const FOUR = {
  body: [15, 14, 13, 12].map((id) => sampleBooking({ id })),
  headers: { 'X-Total-Count': '30' },
};

test('x and Shift+click select rows; Escape and another filter clear the selection', async () => {
  show();
  await screen.findByText('#12');
  fireEvent.keyDown(rowOf(15), { key: 'x' });
  expect(checked()).toEqual(['Select booking #15, Maria Alvarez']);
  fireEvent.click(rowOf(13), { shiftKey: true });
  expect(checked()).toHaveLength(3);
  const header = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' });
  expect(header.indeterminate).toBe(true);
  fireEvent.click(header);
  expect((await screen.findByRole('region', { name: 'Selected bookings' })).textContent).toContain(
    '4 selected',
  );
  // Of a phone, which has no header.
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select this page' }));
  expect(screen.queryByRole('region', { name: 'Selected bookings' })).toBe(null);
  fireEvent.keyDown(rowOf(15), { key: 'x' });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  expect(office.where()?.pathname).toBe('/admin/bookings');
});

test('the selected bookings get a status, customers are not notified unless that is chosen', async () => {
  const asked = show({
    [BULK]: { status: 201, body: started() },
    'GET /api/bulk-actions/5?offset=0': { body: { ...started(), rows: [] } },
  });
  await screen.findByText('#12');
  for (const id of [14, 12]) fireEvent.keyDown(rowOf(id), { key: 'x' });
  const setStatus = await screen.findByRole('button', { name: 'Set status' });
  fireEvent.keyDown(rowOf(12), { key: '.' });
  // Not on the button that selects all 30.
  expect(document.activeElement).toBe(setStatus);
  fireEvent.click(setStatus);
  expect(screen.queryByRole('menuitem', { name: 'Cancelled' })).toBe(null);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Confirmed' }));
  const dialog = await screen.findByRole('dialog', { name: 'Set 2 bookings to Confirmed?' });
  expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'None' }).checked).toBe(true);
  fireEvent.submit(dialog.querySelector('form')!);
  await screen.findByRole('dialog', { name: 'Set status to Confirmed' });
  const input = { status: 'confirmed', notifyCustomer: false, pickedUp: false };
  expect(asked.find(({ call }) => call === BULK)).toMatchObject({
    body: { type: 'status', ids: [14, 12], input },
    idempotencyKey: expect.any(String),
  });
  expect(office.where()?.search).toBe('?bulk=5');
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
});

test('all that match are sent as the filter, with the number that is shown; over 1,000 are refused', async () => {
  const total = { ...FOUR, headers: { 'X-Total-Count': '1000+' } };
  const asked = show(
    {
      'GET /api/bookings?status=pending&limit=25': FOUR,
      'GET /api/bookings?status=confirmed&limit=25': total,
      [BULK]: refusal(409, 'conflict', '29 bookings match now, not 30. Look at the list, then try again.'),
    },
    { search: '?status=pending' },
  );
  await screen.findByText('#12');
  fireEvent.keyDown(rowOf(15), { key: 'x' });
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 30 matching' }));
  expect(screen.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
    '/api/bookings.csv?status=pending',
  );
  press('Send reminder');
  const dialog = await screen.findByRole('dialog', { name: 'Send a reminder for 30 bookings?' });
  fireEvent.submit(dialog.querySelector('form')!);
  await within(dialog).findByText('29 bookings match now, not 30. Look at the list, then try again.');
  expect(asked.find(({ call }) => call === BULK)?.body).toEqual({
    type: 'reminder',
    filter: { status: 'pending' },
    expectedCount: 30,
  });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'confirmed' } });
  await waitFor(() => expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]));
  await screen.findByText('Showing 4 of over 1,000');
  fireEvent.keyDown(rowOf(15), { key: 'x' });
  fireEvent.click(await screen.findByRole('button', { name: 'Select all over 1,000 matching' }));
  expect(screen.getByRole('alert').textContent).toContain('More than 1,000 bookings match.');
});

test('the result shows each booking, and tries the failed ones again', async () => {
  const counts = { total: 2, waiting: 0, succeeded: 1, failed: 1 };
  const done = started({ finishedAt: '2026-11-21T18:01:00.000Z', counts });
  const asked = show(
    {
      'GET /api/bulk-actions/5?offset=0': {
        body: {
          ...done,
          rows: [
            { bookingId: 9, customer: null, state: 'failed', message: 'There is no such booking.' },
            { bookingId: 12, customer: 'Maria Alvarez', state: 'succeeded', message: null },
          ],
        },
      },
      'POST /api/bulk-actions/seen': { body: { seen: 1 } },
      'POST /api/bulk-actions/5/retry': { body: started() },
    },
    { search: '?bulk=5' },
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Set status to Confirmed' }));
  dialog.getByText('1 booking done, 1 failed');
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '#9There is no such booking.Failed',
    '#12 Maria AlvarezDone',
  ]);
  expect(dialog.getByRole('link').getAttribute('href')).toBe('/admin/bookings/12');
  fireEvent.click(dialog.getByRole('button', { name: 'Try failed bookings again' }));
  await waitFor(() => expect(asked.map(({ call }) => call)).toContain('POST /api/bulk-actions/5/retry'));
  expect(asked.find(({ call }) => call.endsWith('/seen'))?.body).toEqual({ ids: [5] });
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(rowOf(15)));
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect(office.where()?.search).toBe('');
});

test('a user who may only look can select and export, and nothing else', async () => {
  show({}, { role: 'view_only' });
  await screen.findByText('#12');
  for (const id of [15, 13]) fireEvent.keyDown(rowOf(id), { key: 'x' });
  const bar = within(await screen.findByRole('region', { name: 'Selected bookings' }));
  expect(bar.getByRole('link', { name: 'Export' }).getAttribute('href')).toBe(
    '/api/bookings.csv?ids=15%2C13',
  );
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Select all 30 matching',
    'Clear the selection',
  ]);
});
