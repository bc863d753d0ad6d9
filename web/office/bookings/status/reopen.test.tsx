import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import BookingsPage from '#web/office/bookings/list/BookingsPage.tsx';
import { pickStatus, shownStatus } from '#web/test/actions.ts';
import { sampleBooking } from '#web/test/bookings.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { GET, inTurn, read, saved, section, show, toasted, writes } from '#web/test/office-booking.tsx';

const STATUS = 'PATCH /api/bookings/12/status';
const CLOSED = 'Delivery on Dec 1, 2026: closed day.';
const FULL = 'Dec 7, 2026: full, all 4 truck moves of the day are taken.';

const refused = (...warnings: [rule: string, text: string][]) => ({
  status: 409,
  body: {
    code: 'conflict',
    requestId: 'r',
    message: `${warnings.map(([, text]) => text).join(' ')} Confirm that the booking is reopened anyway.`,
    warnings: warnings.map(([rule, text]) => ({ rule, text })),
    dueAgain: 0,
  },
});
const warning = async () => within(await screen.findByRole('dialog', { name: 'Reopen booking #12 anyway?' }));
const cancelled = { status: 'cancelled' as const };
const reopen = async () =>
  fireEvent.click(
    within(await screen.findByRole('dialog', { name: 'Reopen booking #12?' })).getByRole('button', {
      name: 'Reopen',
    }),
  );

test('reopening asks, names what was refunded, and makes that due again', async () => {
  const asked = show({
    [GET]: inTurn(read(1, { ...cancelled, dueAgainAmount: 10_000 }), read(2)),
    [STATUS]: saved(2),
  });
  await section('Actions');
  pickStatus('Confirmed');
  const dialog = await screen.findByRole('dialog', { name: 'Reopen booking #12?' });
  expect(dialog.textContent).toContain('$100.00 was refunded and is due again.');
  expect(writes(asked)).toEqual([]);
  await reopen();
  await waitFor(() => expect(toasted()[0]).toBe('Status Updated'));
  const body = { status: 'confirmed', dueAgain: 10_000 };
  expect(writes(asked)).toEqual([{ call: STATUS, body, ifMatch: '"1"' }]);
});

test('reopening on a closed day warns, and overrides each rule that the user has seen', async () => {
  const asked = show({
    [GET]: inTurn(read(1, cancelled), read(2)),
    [STATUS]: inTurn<object>(
      refused(['closed', CLOSED]),
      refused(['closed', CLOSED], ['full', FULL]),
      saved(2),
    ),
  });
  await section('Actions');
  pickStatus('Pending');
  await reopen();
  fireEvent.click(await (await warning()).findByRole('button', { name: 'Reopen anyway' }));
  await (await warning()).findByText(FULL);
  expect(shownStatus()).toBe('Cancelled');
  fireEvent.click((await warning()).getByRole('button', { name: 'Reopen anyway' }));
  await waitFor(() => expect(toasted()[0]).toBe('Status Updated'));
  expect(screen.queryByRole('dialog')).toBe(null);
  const body = { status: 'pending' };
  expect(writes(asked)).toEqual([
    { call: STATUS, body, ifMatch: '"1"' },
    { call: STATUS, body: { ...body, override: ['closed'] }, ifMatch: '"1"' },
    { call: STATUS, body: { ...body, override: ['closed', 'full'] }, ifMatch: '"1"' },
  ]);
});

test('an undo of Completed overrides the calendar, as its days were taken before', async () => {
  const transit = { status: 'in_transit' as const };
  const asked = show({
    [GET]: inTurn(read(1, transit), read(2, { status: 'completed' as const }), read(3, transit)),
    [STATUS]: inTurn(saved(2, { status: 'completed' }), saved(3, transit)),
  });
  await section('Actions');
  pickStatus('Completed');
  await waitFor(() => expect(currentToast()?.action?.label).toBe('Undo'));
  await act(async () => currentToast()?.action?.run());
  expect(writes(asked).at(-1)?.body).toMatchObject({
    status: 'in_transit',
    override: ['closed', 'full', 'too_soon'],
  });
  expect(toasted()[1]).toBe('Changed back to In Transit.');
});

test('in the list, a warning that is closed changes nothing', async () => {
  const row = sampleBooking(cancelled);
  const asked = serve({
    'GET /api/bookings?limit=25': { body: [row], headers: { 'X-Total-Count': '1' } },
    [STATUS]: refused(['closed', CLOSED]),
  });
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', 'admin');
  showOffice(<BookingsPage />, { path: '/admin/bookings' });
  await screen.findByText('Maria Alvarez');
  pickStatus('Confirmed');
  await reopen();
  expect((await warning()).getByText(CLOSED)).toBeTruthy();
  fireEvent.click((await warning()).getByRole('button', { name: 'Cancel' }));
  expect([screen.queryByRole('dialog'), shownStatus()]).toEqual([null, 'Cancelled']);
  expect(writes(asked)).toHaveLength(1);
});
