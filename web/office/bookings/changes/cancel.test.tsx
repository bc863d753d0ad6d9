import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { CancellationPreview, ChangePreview } from '#contract/booking-changes.ts';
import { currentToast } from '#web/kit/ui/toast/toast-store.ts';
import BookingsPage from '#web/office/bookings/list/BookingsPage.tsx';
import { pickStatus, shownStatus } from '#web/test/actions.ts';
import {
  bodies,
  CHANGES,
  doneChange,
  FACTS,
  makePreview,
  openedDialog,
  readyButton,
} from '#web/test/booking-changes.tsx';
import { sampleBooking, samplePayments } from '#web/test/bookings.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { button, GET, inTurn, PAYMENTS, read, section, show, toasted } from '#web/test/office-booking.tsx';

type Body = Parameters<typeof makePreview>[0];
type Asked = ReturnType<typeof serve>;
type Refund = Partial<CancellationPreview>;

/** Answers as the Worker: the proposed refund, or the one that was typed. */
function cancellation(asked: () => Asked, facts: Refund = {}, made: () => object = () => doneChange()) {
  return () => {
    const body = asked().at(-1)?.body as Body;
    return body.preview ? { body: cancelPreview(body, facts) } : made();
  };
}

function cancelPreview(body: Body, facts: Refund): ChangePreview {
  const proposed = facts.proposed ?? 35_000;
  return makePreview(body, {
    after: { ...FACTS, status: 'cancelled', unit: null },
    endsPayLink: { amount: 17_500 },
    warnings: facts.pickupDay ? [{ rule: 'closed', text: 'Pickup on Nov 28, 2026: closed day.' }] : [],
    cancellation: {
      proposed,
      proposalText: 'Cancelling was free until Nov 29, 2026. The fee is $75.00.',
      refundAmount: Number(body.refundAmount ?? proposed),
      needsReason: Number(body.refundAmount ?? proposed) !== proposed,
      maximum: 42_500,
      paidOutByStaff: 0,
      ways: [],
      pickupDay: null,
      ...facts,
    },
  });
}

const cancelled = (changes = {}) => doneChange(changes, { status: 'cancelled' });

async function openCancel(facts?: Refund, made?: () => object, options?: Parameters<typeof show>[1]) {
  const asked: Asked = show({ [CHANGES]: cancellation(() => asked, facts, made) }, options);
  await section('Rental Details');
  fireEvent.click(button('Change booking #12'));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Cancel booking' }));
  return { asked, dialog: await openedDialog('Cancel booking #12?') };
}

const refunded = [{ id: 're_1', paymentId: 'pi_12', amount: 35_000, status: 'succeeded' }];

test('the agreed policy proposes the refund, and one button cancels, refunds and notifies', async () => {
  const made = () => cancelled({ refunds: refunded, endedPayLink: { amount: 17_500 } });
  const { asked, dialog } = await openCancel({}, made);
  expect((await dialog.findByText(/^Cancelling was free until/)).textContent).toContain(
    'Proposed refund: $350.00.',
  );
  expect(dialog.getByLabelText<HTMLInputElement>('Refund').value).toBe('350.00');
  expect(dialog.getByText(/^The payment link for \$175\.00 ends\./)).toBeTruthy();
  expect((await dialog.findByRole('row', { name: /^Status/ })).textContent).toBe('StatusPendingCancelled');
  fireEvent.click(await readyButton('Cancel booking, refund $350.00 and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).map(({ previewToken: _, ...body }) => body)).toEqual([
    { type: 'cancel', preview: true, notifyCustomer: true, override: [] },
    { type: 'cancel', preview: false, notifyCustomer: true, override: [] },
  ]);
  expect(toasted()).toEqual([
    'Status Updated',
    'Booking status successfully updated. $350.00 refunded. The payment link for $175.00 has ended. The customer gets an e-mail.',
    'plain',
  ]);
  expect(currentToast()?.action).toBeUndefined();
});

test('another refund needs a reason', async () => {
  const { asked, dialog } = await openCancel({}, () => cancelled());
  const amount = await dialog.findByLabelText('Refund');
  await readyButton('Cancel booking, refund $350.00 and notify Maria');
  fireEvent.change(amount, { target: { value: '4x' } });
  expect(dialog.getByText('Enter dollars, such as 325 or 325.50')).toBeTruthy();
  fireEvent.change(amount, { target: { value: '425' } });
  const action = await readyButton('Cancel booking, refund $425.00 and notify Maria');
  fireEvent.click(action);
  expect(dialog.getByText('Enter why the refund differs from the agreed policy')).toBeTruthy();
  const reason = dialog.getByLabelText(/^Reason/);
  expect(document.activeElement).toBe(reason);
  expect(bodies(asked).every(({ preview }) => preview)).toBe(true);
  fireEvent.change(reason, { target: { value: ' Truck broke down ' } });
  fireEvent.click(action);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).at(-1)).toMatchObject({
    refundAmount: 42_500,
    reason: 'Truck broke down',
    preview: false,
  });
});

test('a dispatcher cancels without a refund, and reads who can refund', async () => {
  const { dialog } = await openCancel({ proposed: 0, refundAmount: 0 }, undefined, { role: 'dispatcher' });
  expect(await dialog.findByText(/An administrator can refund up to \$425\.00\.$/)).toBeTruthy();
  expect(dialog.queryByLabelText('Refund')).toBeNull();
  await readyButton('Cancel booking and notify Maria');
});

test('while the outcome at Stripe is unknown the dialog says Cancelling', async () => {
  await openCancel({}, () => ({ ...doneChange(), status: 202 }));
  fireEvent.click(await readyButton('Cancel booking, refund $350.00 and notify Maria'));
  expect((await screen.findByText(/^Cancelling: Stripe has not answered yet\./)).textContent).toContain(
    'The days stay reserved',
  );
  fireEvent.click(button('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('after the delivery a cancellation means: pick up now', async () => {
  const { dialog } = await openCancel({
    pickupDay: '2026-11-28',
    maximum: 0,
    proposed: 0,
  });
  expect(await dialog.findByText('Pick up now')).toBeTruthy();
  expect(dialog.getByText('Pickup on Nov 28, 2026: closed day.')).toBeTruthy();
  expect(dialog.queryByRole('checkbox', { name: /closed day/ })).toBeNull();
  expect(dialog.getByText(/due on Nov 28, 2026, and it stays reserved until it is picked up/)).toBeTruthy();
  expect(dialog.getByText('Nothing is left to refund.')).toBeTruthy();
});

test('a refund that staff pay out names each part, and asks how it was paid out', async () => {
  const ways = [
    { amount: 5_000, paymentMethod: 'card', last4: '4242' },
    { amount: 10_000, paymentMethod: 'cash', last4: null },
  ];
  const facts = { proposed: 15_000, refundAmount: 15_000, paidOutByStaff: 10_000, ways };
  const { asked, dialog } = await openCancel(facts, () => cancelled());
  expect(await dialog.findByText('$50.00 to card 4242, $100.00 in cash')).toBeTruthy();
  const method = dialog.getByLabelText<HTMLSelectElement>('Paid out by');
  expect(method.value).toBe('cash');
  fireEvent.change(method, { target: { value: 'check' } });
  expect(dialog.getByText('$50.00 to card 4242, $100.00 by check')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText(/^Reference/), { target: { value: ' 1042 ' } });
  fireEvent.click(await readyButton('Cancel booking, refund $150.00 and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [shown, made] = bodies(asked);
  expect([shown?.paidOut, made?.paidOut]).toEqual([undefined, { method: 'check', reference: '1042' }]);
});

test('Cancelled in the status menu of the list asks first, and the row shows the new status', async () => {
  const asked: Asked = serve({
    'GET /api/bookings?limit=25': { body: [sampleBooking()], headers: { 'X-Total-Count': '1' } },
    [CHANGES]: cancellation(
      () => asked,
      {},
      () => cancelled(),
    ),
  });
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', 'admin');
  showOffice(<BookingsPage />, { path: '/admin/bookings' });
  await screen.findByText('Maria Alvarez');
  pickStatus('Cancelled');
  fireEvent.click((await openedDialog('Cancel booking #12?')).getByRole('button', { name: 'Keep booking' }));
  expect([screen.queryByRole('dialog'), shownStatus()]).toEqual([null, 'Pending']);
  pickStatus('Cancelled');
  fireEvent.click(await readyButton('Cancel booking, refund $350.00 and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(shownStatus()).toBe('Cancelled');
});

test('a full refund offers to cancel the booking, which keeps its unit until then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const none = samplePayments({ refundable: 0, refunded: 42_500, payments: [] });
  const asked: Asked = show({
    [GET]: inTurn(
      read(1, { status: 'confirmed' }),
      read(2, { status: 'confirmed', paymentStatus: 'refunded' }),
    ),
    [PAYMENTS]: inTurn({ body: samplePayments() }, { body: none }),
    'POST /api/refund-payment': {
      body: {
        refunds: [{ id: 're_1', paymentId: 'pi_12', amount: 42_500, status: 'succeeded' }],
        booking: sampleBooking(),
        customerNotified: true,
      },
    },
    [CHANGES]: cancellation(
      () => asked,
      { maximum: 0, proposed: 0 },
      () => cancelled(),
    ),
  });
  await section('Actions');
  fireEvent.click(await screen.findByRole('button', { name: 'Refund Payment' }));
  const refund = await openedDialog('Refund Payment');
  fireEvent.click(refund.getByRole('button', { name: 'Refund $425.00' }));
  await act(() => vi.advanceTimersByTimeAsync(1600));
  const asking = await openedDialog('Cancel booking #12?');
  expect(asking.getByText(/^All that was paid is refunded\. The booking is still Confirmed/)).toBeTruthy();
  await asking.findByText('Nothing is left to refund.');
  fireEvent.click(await readyButton('Cancel booking and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  vi.useRealTimers();
});
