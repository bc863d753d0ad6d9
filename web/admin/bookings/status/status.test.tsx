import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Role } from '#domain/accounts/access.ts';
import BookingsPage from '#web/admin/bookings/list/BookingsPage.tsx';
import { openStatusMenu, pickStatus, shownStatus, statusButton } from '#web/test/actions.ts';
import { sampleBooking, samplePayments, savedStatus } from '#web/test/bookings.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
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
import { currentToast } from '#web/ui/toast/toast-store.ts';

const LIST = 'GET /api/bookings?limit=25';
const STATUS = 'PATCH /api/bookings/12/status';
const PRICE = 'PATCH /api/bookings/12/final-price';
const REFUND = 'POST /api/refund-payment';
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
const cancelDialog = async () => {
  pickStatus('Cancelled');
  return dialog('Cancel booking #12?');
};
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
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  press('ArrowDown');
  press('ArrowDown');
  expect(document.activeElement).toBe(items[2]);
  press('c');
  expect(document.activeElement).toBe(items[3]);
  press('c');
  expect(document.activeElement).toBe(items[4]);
  press('Home');
  expect(document.activeElement).toBe(items[0]);
  press('Escape');
  expect([screen.queryByRole('menu'), document.activeElement]).toEqual([null, statusButton()]);
  fireEvent.keyDown(statusButton(), { key: 'ArrowDown' });
  expect(screen.getByRole('menu')).toBeTruthy();
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
  expect(document.querySelector('[aria-haspopup=menu]')).toBeNull();
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

test('Cancelled asks first and shows customer, days, amounts and the link that ends', async () => {
  const asked = await showList({ [PAYMENTS]: { body: samplePayments({ payLink: link }) } });
  const asking = await cancelDialog();
  await asking.findByText('The open payment link for $175.00 ends: the customer can no longer pay with it.');
  for (const words of ['Maria Alvarez', 'Dec 1, 2026 to Dec 7, 2026']) {
    expect(asking.getByText(words)).toBeTruthy();
  }
  expect(asking.getAllByText('$425.00')).toHaveLength(2);
  expect(asking.getByText(/You can refund up to \$425\.00 in the next step\.$/)).toBeTruthy();
  expect(asking.getByLabelText<HTMLInputElement>('Notify the customer by e-mail').checked).toBe(true);
  fireEvent.click(asking.getByRole('button', { name: 'Keep booking' }));
  expect([screen.queryByRole('dialog'), writes(asked), shownStatus()]).toEqual([null, [], 'Pending']);
});

test('after a cancellation the refund is offered, and no undo', async () => {
  const asked = await showList({
    [PAYMENTS]: { body: samplePayments({ payLink: link }) },
    [STATUS]: saved(2, { status: 'cancelled', endedPayLink: { amount: 17_500 } }),
  });
  const asking = await cancelDialog();
  fireEvent.click(asking.getByLabelText('Notify the customer by e-mail'));
  await waitFor(() =>
    expect(asking.getByRole<HTMLButtonElement>('button', { name: 'Cancel booking' }).disabled).toBe(false),
  );
  fireEvent.click(asking.getByRole('button', { name: 'Cancel booking' }));
  const refund = await dialog('Refund Payment');
  expect(refund.getByText('Full refund ($425.00)')).toBeTruthy();
  expect(writes(asked)).toEqual([
    { call: STATUS, body: { status: 'cancelled', notifyCustomer: false }, ifMatch: '"1"' },
  ]);
  expect(toasted()[1]).toBe('Booking status successfully updated. The payment link for $175.00 has ended.');
  expect([currentToast()?.action, shownStatus()]).toEqual([undefined, 'Cancelled']);
});

test('a refused cancellation keeps the dialog and shows the reason', async () => {
  await showList({ [STATUS]: refusal(409, 'busy', 'Another charge is still under way.') });
  const asking = await cancelDialog();
  await asking.findByText('Can be refunded');
  fireEvent.click(asking.getByRole('button', { name: 'Cancel booking' }));
  const alert = await asking.findByRole('alert');
  expect(alert.textContent).toBe('Failed to update booking status. Another charge is still under way.');
});

test('a conflict of a cancellation says who changed the booking', async () => {
  await showList({ [GET]: read(2, { version: 2, finalPrice: 60_000 }), [STATUS]: stale });
  const asking = await cancelDialog();
  await asking.findByText('Can be refunded');
  fireEvent.click(asking.getByRole('button', { name: 'Cancel booking' }));
  expect(await asking.findByText(/^This booking was changed by Dana Cole at /)).toBeTruthy();
});

test('a full refund offers to cancel the booking, which keeps its dumpster until then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const none = samplePayments({ refundable: 0, refunded: 42_500, payments: [] });
  const asked = show({
    [GET]: inTurn(
      read(1, { status: 'confirmed' }),
      read(2, { status: 'confirmed', paymentStatus: 'refunded' }),
    ),
    [PAYMENTS]: inTurn({ body: samplePayments() }, { body: none }),
    [REFUND]: {
      body: {
        refunds: [{ id: 're_1', paymentId: 'pi_12', amount: 42_500, status: 'succeeded' }],
        booking: sampleBooking(),
        customerNotified: true,
      },
    },
    [STATUS]: saved(3, { status: 'cancelled' }),
  });
  await section('Actions');
  fireEvent.click(await screen.findByRole('button', { name: 'Refund Payment' }));
  const refund = await dialog('Refund Payment');
  fireEvent.click(refund.getByRole('button', { name: 'Refund $425.00' }));
  await act(() => vi.advanceTimersByTimeAsync(1600));
  const asking = await dialog('Cancel booking #12?');
  expect(asking.getByText(/^All that was paid is refunded\. The booking is still Confirmed/)).toBeTruthy();
  await asking.findByText('Nothing is left to refund.');
  fireEvent.click(asking.getByRole('button', { name: 'Cancel booking' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ call }) => call === REFUND)?.ifMatch).toBe('"1"');
  expect(writes(asked)).toEqual([
    { call: STATUS, body: { status: 'cancelled', notifyCustomer: true }, ifMatch: '"2"' },
  ]);
  vi.useRealTimers();
});
