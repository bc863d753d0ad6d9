import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Role } from '#domain/accounts/access.ts';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import BookingsPage from '#web/office/bookings/list/BookingsPage.tsx';
import { openStatusMenu, pickStatus, shownStatus, statusButton } from '#web/test/actions.ts';
import { sampleBooking, samplePayments, savedStatus } from '#web/test/bookings.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import {
  button,
  GET,
  inTurn,
  PAYMENTS,
  read,
  saved,
  section,
  show,
  toasted,
  writes,
} from '#web/test/office-booking.tsx';

const LIST = 'GET /api/bookings?limit=25';
const STATUS = 'PATCH /api/bookings/12/status';
const PRICE = 'PATCH /api/bookings/12/final-price';
const UPDATED = ['Status Updated', 'Booking status successfully updated.', 'plain'];

const stale = {
  status: 409,
  body: {
    code: 'stale',
    message: 'This booking was changed by Dana Cole at 1:00 PM. Load it again before you save.',
    requestId: 'r',
    changedBy: 'dana',
    changedByName: 'Dana Cole',
    changedAt: '2026-11-21T18:00:00.000Z',
    changed: ['finalPrice'],
  },
};

/** The list of bookings, with booking 12 in it. */
async function showList(replies: Parameters<typeof serve>[0] = {}, role: Role = 'admin') {
  const rows = { body: [sampleBooking()], headers: { 'X-Total-Count': '1' } };
  const asked = serve({ [LIST]: rows, [PAYMENTS]: { body: samplePayments() }, ...replies });
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', role);
  showOffice(<BookingsPage />, { path: '/admin/bookings' });
  await screen.findByText('Maria Alvarez');
  return asked;
}

const link = { amount: 17_500, expiresAt: '2099-12-01T00:00:00.000Z', sentAt: null };
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
const undo = () => act(async () => currentToast()?.action?.run());

test('the menu offers every status as a radio item and marks the current one', async () => {
  await showList();
  const items = openStatusMenu();
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Pending',
    'Confirmed',
    'In Transit',
    'Completed',
    'Cancelled',
  ]);
  expect(items.map((item) => item.getAttribute('aria-checked'))).toEqual([
    'true',
    'false',
    'false',
    'false',
    'false',
  ]);
  expect(document.activeElement).toBe(items[0]);
});

test('arrow and character keys move the focus and save nothing; Escape leaves the status as it is', async () => {
  const asked = await showList();
  const items = openStatusMenu();
  const press = async (key: string, item: HTMLElement | undefined) => {
    fireEvent.keyDown(document.activeElement as Element, { key });
    await waitFor(() => expect(document.activeElement).toBe(item));
  };
  await press('ArrowDown', items[1]);
  await press('ArrowDown', items[2]);
  await press('c', items[3]);
  await press('c', items[4]);
  await press('Home', items[0]);
  await press('Escape', statusButton());
  expect(screen.queryByRole('menu')).toBeNull();
  expect([writes(asked), shownStatus()]).toEqual([[], 'Pending']);
});

test('the e-mail about a confirmation can be turned off for one change', async () => {
  const asked = await showList({ [STATUS]: saved(2, { status: 'confirmed' }) });
  openStatusMenu();
  const setting = screen.getByRole('menuitemcheckbox', { name: 'E-mail the customer if confirmed' });
  expect(setting.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(setting);
  expect(setting.getAttribute('aria-checked')).toBe('false');
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Confirmed' }));
  await waitFor(() => expect(toasted()).toEqual(UPDATED));
  expect(writes(asked)).toMatchObject([{ body: { status: 'confirmed', notifyCustomer: false } }]);
});

test('the page warns that another price ends the payment link', async () => {
  show({ [PAYMENTS]: { body: samplePayments({ payLink: link }) } });
  await section('Actions');
  expect(await screen.findByText('Another price ends the open payment link for $175.00.')).toBeTruthy();
});

test('picking the current status saves nothing', async () => {
  const asked = await showList();
  pickStatus('Pending');
  expect([writes(asked), screen.queryByRole('menu')]).toEqual([[], null]);
});

test('a view-only user sees a badge', async () => {
  await showList({}, 'view_only');
  expect(within(screen.getByRole('table')).getByText('Pending')).toBeTruthy();
  expect(screen.getByRole('table').querySelector('[aria-label=Status][aria-haspopup=menu]')).toBeNull();
});

test('a change is undone under its own version and without an e-mail, for ten seconds', async () => {
  const asked = await showList({
    [STATUS]: inTurn(saved(2, { status: 'confirmed' }), saved(3, { status: 'pending' })),
  });
  pickStatus('Confirmed');
  await waitFor(() => expect(toasted()).toEqual(UPDATED));
  expect(currentToast()).toMatchObject({ durationMs: 10_000, action: { label: 'Undo' } });
  await undo();
  expect(writes(asked)).toEqual([
    { call: STATUS, body: { status: 'confirmed' }, ifMatch: '"1"' },
    { call: STATUS, body: { status: 'pending', notifyCustomer: false }, ifMatch: '"2"' },
  ]);
  expect(toasted()).toEqual(['Status Updated', 'Changed back to Pending.', 'plain']);
  await waitFor(() => expect(shownStatus()).toBe('Pending'));
});

test('a cancelled booking that is set to completed has no undo: a completed rental is not cancelled', async () => {
  await showList({
    [LIST]: { body: [sampleBooking({ status: 'cancelled' })], headers: { 'X-Total-Count': '1' } },
    [STATUS]: saved(2, { status: 'completed' }),
  });
  pickStatus('Completed');
  fireEvent.click(await screen.findByRole('button', { name: 'Reopen' }));
  await waitFor(() => expect(toasted()).toEqual(UPDATED));
  expect(currentToast()?.action).toBeUndefined();
});

test('an undo after a change by another user is refused and names that user', async () => {
  await showList({ [STATUS]: inTurn<object>(saved(2, { status: 'confirmed' }), stale) });
  pickStatus('Confirmed');
  await waitFor(() => expect(toasted()).toEqual(UPDATED));
  await undo();
  expect(toasted()).toEqual([
    'Error',
    `Failed to undo the change of status. ${stale.body.message}`,
    'destructive',
  ]);
  expect(shownStatus()).toBe('Confirmed');
});

test('the list shows who changed a booking, and saves over it under the newer version', async () => {
  const asked = await showList({
    [GET]: read(2, { version: 2, finalPrice: 60_000 }),
    [STATUS]: inTurn<object>(stale, saved(3, { status: 'completed', finalPrice: 60_000 })),
  });
  pickStatus('Completed');
  const conflict = await dialog('Booking #12 was changed');
  await conflict.findByText('Now: $600.00');
  expect(conflict.getByText(/^This booking was changed by Dana Cole at /)).toBeTruthy();
  expect(shownStatus()).toBe('Completed');
  fireEvent.click(conflict.getByRole('button', { name: 'Save over them' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writes(asked).map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
  expect(shownStatus()).toBe('Completed');
});

test('after a price conflict the list shows the newer values, too', async () => {
  const asked = await showList({ [GET]: read(2, { version: 2, finalPrice: 60_000 }), [PRICE]: stale });
  fireEvent.click(button('Edit the final price of booking #12'));
  const price = await screen.findByRole('spinbutton', { name: 'Final price' });
  fireEvent.change(price, { target: { value: '500' } });
  fireEvent.click(button('Save'));
  const conflict = await dialog('Booking #12 was changed');
  await conflict.findByText('Now: $600.00');
  expect(conflict.getByText('Yours: $500.00')).toBeTruthy();
  fireEvent.click(conflict.getByRole('button', { name: 'Take the newer values' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('$600.00')).toBeTruthy();
  expect(writes(asked)).toMatchObject([{ call: PRICE, ifMatch: '"1"' }]);
});

test('a price that ended a payment link says so', async () => {
  await showList({
    [PRICE]: { body: savedStatus({ version: 2, finalPrice: 50_000, endedPayLink: { amount: 17_500 } }) },
  });
  fireEvent.click(button('Edit the final price of booking #12'));
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Final price' }), { target: { value: '500' } });
  fireEvent.click(button('Save'));
  await waitFor(() =>
    expect(toasted()[1]).toBe('Final price successfully updated. The payment link for $175.00 has ended.'),
  );
});
