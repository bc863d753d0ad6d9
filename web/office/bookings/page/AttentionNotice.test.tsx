import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { announced } from '#web/test/actions.ts';
import { refusal } from '#web/test/office.tsx';
import {
  button,
  GET,
  inTurn,
  PROPOSAL,
  read,
  saved,
  section,
  show,
  toasted,
  writes,
} from '#web/test/office-booking.tsx';

const CLEAR = 'PATCH /api/bookings/12/attention';
const mismatch = (version: number, changes = {}) =>
  read(version, { needsAttention: 'payment_mismatch', ...changes });
const stale = {
  status: 409,
  body: {
    code: 'stale',
    message: 'This was changed by lee. Check it again before you save.',
    requestId: 'r',
    changedBy: 'lee',
    changedAt: '2026-11-21T18:00:00.000Z',
    changed: ['finalPrice'],
  },
};

async function check() {
  const checked = await screen.findByRole('button', { name: 'Mark as checked' });
  checked.focus();
  fireEvent.click(checked);
}

test('a payment that was checked is no longer flagged, and the heading gets the focus', async () => {
  const asked = show({ [GET]: mismatch(1), [CLEAR]: read(2) });
  await check();
  await waitFor(() => expect(screen.queryByText('Payment does not match')).toBeNull());
  expect(announced()).toBe('The booking is no longer flagged.');
  expect(writes(asked)).toEqual([{ call: CLEAR, body: { needsAttention: null }, ifMatch: '"1"' }]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('clearing the payment flag shows a missing dumpster, on the page and to screen readers', async () => {
  show({ [GET]: mismatch(1), [CLEAR]: read(2, { needsAttention: 'no_unit', dumpsterId: null }) });
  await check();
  expect(await screen.findByText('No unit assigned')).toBeTruthy();
  expect(announced()).toBe('The payment is no longer flagged, but the booking has no unit.');
});

test('a failure to clear the flag shows the message of the server, and the flag stays', async () => {
  show({ [GET]: mismatch(1), [CLEAR]: refusal(500, 'internal', 'Something went wrong.') });
  await check();
  const text = 'The flag could not be cleared. Something went wrong.';
  await waitFor(() => expect(toasted()).toEqual(['Error', text, 'destructive']));
  expect(button('Mark as checked')).toBeTruthy();
});

test('on a conflict the user sees the current booking before the flag is cleared', async () => {
  const asked = show({
    [GET]: inTurn(mismatch(1), mismatch(2, { finalPrice: 60_000 })),
    [CLEAR]: inTurn<object>(stale, read(3, { finalPrice: 60_000 })),
  });
  await check();
  const notice = await screen.findByRole('alert');
  await waitFor(() => expect(notice.textContent).toContain('Now: $600.00'));
  expect(notice.textContent).toContain('AttentionNow: Payment does not matchYours: None');
  fireEvent.click(button('Save over them'));
  await waitFor(() => expect(screen.queryByText('Payment does not match')).toBeNull());
  expect(writes(asked).map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
});

test('a view-only user sees the problem and has no buttons', async () => {
  show({ [GET]: mismatch(1) }, { role: 'view_only' });
  await section('Rental Details');
  expect(screen.getByText('Payment does not match')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mark as checked' })).toBeNull();
});

test('a street permit is entered on the page, and the flag goes when it is valid on the pickup day', async () => {
  const UPDATE = 'PATCH /api/bookings/12';
  const street = { placementType: 'street', zone: 'city' } as const;
  const permit = { permitNumber: 'P-77', permitExpires: '2026-12-07' };
  const asked = show({
    [GET]: read(1, { ...street, needsAttention: 'permit' }),
    [UPDATE]: inTurn(
      saved(2, { ...street, needsAttention: 'permit', permitNumber: 'P-77', permitExpires: '2026-12-01' }),
      saved(3, { ...street, ...permit }),
    ),
  });
  expect(await screen.findByText('Street permit missing')).toBeTruthy();
  const number = screen.getByLabelText('Permit number');
  const until = screen.getByLabelText('Valid until');
  fireEvent.change(number, { target: { value: ' P-77 ' } });
  fireEvent.change(until, { target: { value: '2026-12-01' } });
  fireEvent.click(button('Save permit'));
  const text = 'The permit ends before the pickup on Dec 7, 2026.';
  await waitFor(() => expect(toasted()).toEqual(['Permit Saved', text, 'plain']));
  fireEvent.change(until, { target: { value: '2026-12-07' } });
  fireEvent.click(button('Save permit'));
  await waitFor(() => expect(screen.queryByText('Street permit missing')).toBeNull());
  expect(writes(asked)).toEqual([
    { call: UPDATE, body: { permitNumber: 'P-77', permitExpires: '2026-12-01' }, ifMatch: '"1"' },
    { call: UPDATE, body: permit, ifMatch: '"2"' },
  ]);
});

test('without the right to write, the permit is shown as text; on private property there is none', async () => {
  show({ [GET]: read(1, { placementType: 'street', permitNumber: 'P-77' }) }, { role: 'view_only' });
  expect((await section('Street Permit')).textContent).toContain('P-77');
  expect(screen.queryByRole('button', { name: 'Save permit' })).toBeNull();
});

test('after an attempt the charge for the trip is proposed once', async () => {
  const items = [
    { id: 'dry-run', name: 'Dry run', unit: 'flat' as const, unitPrice: 12_500, isTaxable: true },
  ];
  const prices = { extraDay: null, exchange: null, dumpAndReturn: null, isWeightBilled: false, items };
  const line = { type: 'item', label: 'Dry run', quantity: 1, unitAmount: 12_500, amount: 12_500 };
  const sum = {
    lines: [{ ...line, isTaxable: true, additionId: 1 }],
    total: 12_500,
    weight: 'fees',
    isFinalPrice: false,
  };
  const attempted = { needsAttention: 'attempted' as const, attention: ['attempted' as const] };
  const ADD = 'POST /api/bookings/12/price-additions';
  const asked = show({
    [GET]: inTurn(read(1, attempted), read(2, attempted)),
    [PROPOSAL]: inTurn({ body: { proposal: null, prices } }, { body: { proposal: sum, prices } }),
    [ADD]: read(2, attempted),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Add to the price: Dry run, $125' }));
  await screen.findByText('The proposed price includes: Dry run.');
  expect(asked.filter(({ call }) => call === ADD)).toEqual([
    { call: ADD, body: { type: 'item', itemId: 'dry-run', quantity: 1, unitAmount: null }, ifMatch: '"1"' },
  ]);
});

test('a unit out of service can be replaced from the notice', async () => {
  const needsAttention = 'unit_out_of_service';
  show({ [GET]: read(1, { needsAttention }) });
  const flag = await screen.findByText('Unit out of service');
  const notice = within(flag.parentElement as HTMLElement);
  expect(notice.getByText(/If no other unit is free, move the delivery to another day\./)).toBeTruthy();
  fireEvent.click(notice.getByRole('button', { name: 'Move to another unit' }));
  expect(await screen.findByRole('dialog', { name: 'Move to another unit' })).toBeTruthy();
});

test('at the customer, the unit of the coming exchange is the one out of service', async () => {
  show({ [GET]: read(1, { needsAttention: 'unit_out_of_service', isOnSite: true }) });
  const flag = await screen.findByText('Unit out of service');
  const notice = within(flag.parentElement as HTMLElement);
  expect(notice.getByText(/The unit for the exchange is out of service/)).toBeTruthy();
  expect(notice.queryByRole('button')).toBeNull();
});
