import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RefundPart } from '#contract/payments.ts';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import BookingsPage from '#web/office/bookings/list/BookingsPage.tsx';
import { openStatusMenu, pickStatus, shownStatus, statusButton, toasted } from '#web/test/actions.ts';
import { sampleBooking, samplePayments } from '#web/test/bookings.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { GET, inTurn, PAYMENTS, read, saved, show, writes } from '#web/test/office-booking.tsx';

const LIST = 'GET /api/bookings?limit=25';
const STATUS = 'PATCH /api/bookings/12/status';
const REFUND = 'POST /api/refund-payment';
const link = { amount: 17_500, expiresAt: '2099-12-01T00:00:00.000Z', sentAt: null };

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

async function showList(replies: Parameters<typeof serve>[0], booking = sampleBooking()) {
  const asked = serve({
    [LIST]: { body: [booking], headers: { 'X-Total-Count': '1' } },
    [PAYMENTS]: { body: samplePayments({ payLink: link }) },
    ...replies,
  });
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', 'admin');
  showOffice(<BookingsPage />, { path: '/admin/bookings' });
  await screen.findByText('Maria Alvarez');
  return asked;
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('the button of the menu is called Status, and the current status is read out and shown', async () => {
  await showList({}, sampleBooking({ status: 'in_transit' }));
  const button = screen.getByRole('button', { name: 'Status', description: 'In Transit, booking #12' });
  expect(button).toBe(statusButton());
  expect(shownStatus()).toBe('In Transit');
});

test('if the confirmation was already e-mailed, the menu offers no e-mail', async () => {
  await showList({}, sampleBooking({ confirmedEmailAt: '2026-11-21T18:00:00.000Z' }));
  openStatusMenu();
  expect(screen.queryByRole('menuitemcheckbox')).toBe(null);
});

test('Completed asks first whether a unit on site has been picked up', async () => {
  const asked = await showList(
    { [STATUS]: saved(2, { status: 'completed' }) },
    sampleBooking({ status: 'confirmed', isOnSite: true }),
  );
  pickStatus('Completed');
  const first = await dialog('Has the unit been picked up?');
  fireEvent.click(first.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect([writes(asked), shownStatus()]).toEqual([[], 'Confirmed']);
  pickStatus('Completed');
  fireEvent.click(
    (await dialog('Has the unit been picked up?')).getByRole('button', { name: 'No, not yet' }),
  );
  await waitFor(() => expect(toasted()[0]).toBe('Status Updated'));
  expect(writes(asked)).toMatchObject([{ body: { status: 'completed', pickedUp: false }, ifMatch: '"1"' }]);
});

test('an undo requests the e-mail that the undone change dropped', async () => {
  const confirmed = sampleBooking({ status: 'confirmed' });
  const asked = await showList(
    {
      [STATUS]: inTurn(
        saved(2, { status: 'in_transit', droppedEmail: true }),
        saved(3, { status: 'confirmed' }),
      ),
    },
    confirmed,
  );
  pickStatus('In Transit');
  await waitFor(() => expect(currentToast()?.action?.label).toBe('Undo'));
  await act(async () => currentToast()?.action?.run());
  expect(writes(asked).at(-1)).toEqual({
    call: STATUS,
    body: { status: 'confirmed', notifyCustomer: true },
    ifMatch: '"2"',
  });
  expect(toasted()[1]).toBe('Changed back to Confirmed. The e-mail about it is still sent.');
});

test('the list says beforehand that another price ends the payment link', async () => {
  await showList({});
  fireEvent.click(screen.getByRole('button', { name: 'Edit the final price of booking #12' }));
  expect(await screen.findByText('Another price ends the open payment link for $175.00.')).toBeTruthy();
});

const part = (status: RefundPart['status'], id: string | null = 're_1'): RefundPart => ({
  id,
  paymentId: 'pi_12',
  amount: 42_500,
  status,
});

async function refundAll(made: RefundPart) {
  const none = samplePayments({ refundable: 0, payments: [] });
  show({
    [GET]: inTurn(read(1, { status: 'confirmed' }), read(2, { status: 'confirmed' })),
    [PAYMENTS]: inTurn({ body: samplePayments() }, { body: none }),
    [REFUND]: { status: 202, body: { refunds: [made], booking: sampleBooking(), customerNotified: true } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Refund Payment' }));
  const refund = await dialog('Refund Payment');
  fireEvent.click(refund.getByRole('button', { name: 'Refund $425.00' }));
  await act(() => vi.advanceTimersByTimeAsync(1600));
  fireEvent.click(await refund.findByRole('button', { name: 'Close' }));
}

test('a full refund that is pending at the bank is called pending in the offer to cancel', async () => {
  await refundAll(part('pending'));
  const asking = await dialog('Cancel booking #12?');
  expect(asking.getByText(/^The refund of all that was paid is pending at the bank\./)).toBeTruthy();
  expect(asking.queryByText(/is refunded/)).toBe(null);
});

test('a refund that Stripe has not made yet offers no cancellation, which would be refused', async () => {
  // The dialog's script is loaded, so an offer would appear at once.
  await import('#web/office/bookings/changes/CancelDialog.tsx');
  await refundAll(part('pending', null));
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.queryByRole('dialog')).toBe(null);
});
