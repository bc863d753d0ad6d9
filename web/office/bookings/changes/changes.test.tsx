import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  bodies,
  doneChange,
  FACTS,
  makePreview,
  openChanges,
  openedDialog,
  pickerDay,
  pressKey,
  readyButton,
  TODAY,
} from '#web/test/booking-changes.tsx';
import { refusal } from '#web/test/office.tsx';
import { button, GET, read, section, show, toasted } from '#web/test/office-booking.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${TODAY}T17:00:00Z`) }));
afterEach(() => void vi.useRealTimers());

test('a delivery is moved by keyboard: a key, arrows, Enter, and Enter on the button that names the action', async () => {
  const asked = await openChanges(
    () => ({}),
    () =>
      doneChange({ endedPayLink: { amount: 17_500 } }, { deliveryDate: '2026-12-04', endDate: '2026-12-10' }),
  );
  fireEvent.keyDown(document.body, { key: 'm' });
  await openedDialog('Move delivery');
  await waitFor(() => expect(document.activeElement).toBe(pickerDay('2026-12-01')));
  for (const name of ['ArrowRight', 'ArrowRight', 'ArrowRight']) pressKey(name);
  expect(document.activeElement).toBe(pickerDay('2026-12-04'));
  expect(bodies(asked)).toEqual([]);
  fireEvent.click(document.activeElement as HTMLElement, { detail: 0 });
  const action = await readyButton('Move to Dec 4 and notify Maria');
  await waitFor(() => expect(document.activeElement).toBe(action));
  fireEvent.click(action);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const change = { type: 'reschedule', deliveryDate: '2026-12-04', notifyCustomer: true, override: [] };
  const [asking, making] = bodies(asked);
  expect(asking).toEqual({ ...change, preview: true });
  expect(making).toEqual({
    ...change,
    preview: false,
    previewToken: makePreview(asking ?? { preview: true }).previewToken,
  });
  expect(toasted()).toEqual([
    'Delivery Moved',
    'The rental is now Dec 4, 2026 to Dec 10, 2026. The payment link for $175.00 has ended. The customer gets an e-mail.',
    'plain',
  ]);
});

test('each broken calendar rule must be ticked before the change can be made', async () => {
  const warnings = [{ rule: 'closed' as const, text: 'Delivery on Dec 3, 2026: closed day.' }];
  const asked = await openChanges(({ override }) => {
    const allowed = (override as string[]).includes('closed');
    const reason = {
      code: 'closed' as const,
      message: 'Closed.',
      offers: [{ offer: 'day' as const, day: '2026-12-04' }],
    };
    return { allowed, warnings, reasons: allowed ? [] : [reason] };
  });
  fireEvent.keyDown(document.body, { key: 'm' });
  const dialog = await openedDialog('Move delivery');
  await waitFor(() =>
    expect(pickerDay('2026-12-03').getAttribute('aria-label')).toContain('only staff can choose it'),
  );
  fireEvent.click(pickerDay('2026-12-03'), { detail: 0 });
  const rule = await dialog.findByRole<HTMLInputElement>('checkbox', { name: /closed day/ });
  await waitFor(() => expect(document.activeElement).toBe(rule));
  const action = dialog.getByRole('button', { name: 'Move to Dec 3 and notify Maria' });
  expect(action.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(action);
  fireEvent.click(rule);
  fireEvent.click(await readyButton('Move to Dec 3 and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).map(({ preview, override }) => [preview, override])).toEqual([
    [true, []],
    [true, ['closed']],
    [false, ['closed']],
  ]);
});

test('offers replace a refusal: another unit, another booking that moves, the next free day', async () => {
  const asked = await openChanges(({ deliveryDate, dumpsterId, moveBookingId }) => {
    if (deliveryDate !== '2026-12-05' || dumpsterId || moveBookingId) return {};
    const move = { bookingId: 31, customer: 'Bo Quarry', startDate: '2026-12-08', endDate: '2026-12-09' };
    return {
      allowed: false,
      reasons: [
        {
          code: 'taken',
          message: 'D-3 is taken.',
          offers: [
            { offer: 'unit', dumpsterId: 4, dumpsterNumber: 'D-4', sizeName: '15-Yard' },
            { offer: 'move', ...move, fromNumber: 'D-3', toNumber: 'D-4' },
            { offer: 'day', day: '2027-01-09' },
          ],
        },
      ],
    };
  });
  fireEvent.keyDown(document.body, { key: 'm' });
  const dialog = await openedDialog('Move delivery');
  const pick = async () => {
    fireEvent.click(pickerDay('2026-12-05'), { detail: 1 });
    await dialog.findByText('D-3 is taken.', { selector: 'li p' });
  };
  await pick();
  expect(dialog.getByRole('button', { name: /^Move to Dec 5/ }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(dialog.getByRole('button', { name: 'Use unit D-4 (15-Yard)' }));
  const action = await readyButton('Move to Dec 5 and notify Maria');
  await waitFor(() => expect(document.activeElement).toBe(action));
  expect(bodies(asked).at(-1)).toMatchObject({ deliveryDate: '2026-12-05', dumpsterId: 4 });
  // Another day begins without the choice.
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  await readyButton('Move to Dec 4 and notify Maria');
  expect(bodies(asked).at(-1)).not.toHaveProperty('dumpsterId');
  await pick();
  const words = 'Move booking #31 of Bo Quarry (Dec 8, 2026 to Dec 9, 2026) to unit D-4';
  fireEvent.click(dialog.getByRole('button', { name: words }));
  await readyButton('Move to Dec 5 and notify Maria');
  expect(bodies(asked).at(-1)).toMatchObject({ moveBookingId: 31 });
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  await pick();
  fireEvent.click(dialog.getByRole('button', { name: 'Use Jan 9, 2027' }));
  await readyButton('Move to Jan 9, 2027 and notify Maria');
  expect(pickerDay('2027-01-09').closest('td')?.getAttribute('aria-selected')).toBe('true');
});

test('a booking that changed since its preview: who changed what, a new preview, and the input stays', async () => {
  const stale = {
    status: 409,
    body: {
      code: 'stale',
      message: 'Changed.',
      requestId: 'r',
      changedBy: 'lee',
      changedByName: 'Lee Moss',
      changedAt: '2026-11-28T16:00:00Z',
      changed: ['finalPrice'],
      events: ['A charge of $20.00 succeeded.'],
    },
  };
  let isChanged = false;
  const asked = await openChanges(
    () => (isChanged ? { difference: 3_500, lines: [] } : {}),
    () => {
      if (isChanged) return doneChange();
      isChanged = true;
      return stale;
    },
    { [GET]: () => read(isChanged ? 2 : 1, { finalPrice: isChanged ? 60_000 : null }) },
  );
  fireEvent.keyDown(document.body, { key: 'm' });
  const dialog = await openedDialog('Move delivery');
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  fireEvent.click(await readyButton('Move to Dec 4 and notify Maria'));
  const notice = await dialog.findByRole('alert');
  expect(notice.textContent).toContain('This booking was changed by Lee Moss at ');
  expect(notice.textContent).toContain('A charge of $20.00 succeeded.');
  await waitFor(() => expect(notice.textContent).toContain('Final priceNow: $600.00'));
  expect(await dialog.findAllByText('$35.00 more')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
  fireEvent.click(await readyButton('Move to Dec 4 and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).map(({ preview }) => preview)).toEqual([true, false, true, false]);
});

test('after a lost answer a change goes out with the preview of the lost one, so that none is made twice', async () => {
  let previews = 0;
  const asked = await openChanges(
    () => {
      previews += 1;
      return { previewToken: `${previews}` };
    },
    () => {
      throw new TypeError('Failed to fetch');
    },
  );
  fireEvent.keyDown(document.body, { key: 'm' });
  const dialog = await openedDialog('Move delivery');
  const make = async (day: string, lost: number) => {
    fireEvent.click(await readyButton(`Move to ${day} and notify Maria`));
    await waitFor(() => expect(bodies(asked).filter(({ preview }) => !preview)).toHaveLength(lost));
    await dialog.findByText(/The server did not answer/);
  };
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  await make('Dec 4', 1);
  await make('Dec 4', 2);
  fireEvent.click(pickerDay('2026-12-02'), { detail: 1 });
  await make('Dec 2', 3);
  const made = bodies(asked).filter(({ preview }) => !preview);
  expect(made.map(({ previewToken }) => previewToken)).toEqual(['1', '1', '1']);
});

test('a refused change keeps the dialog, says why, and previews again', async () => {
  const asked = await openChanges(
    () => ({}),
    () => refusal(409, 'conflict', 'D-3 is taken by booking #13.'),
  );
  fireEvent.keyDown(document.body, { key: 'm' });
  const dialog = await openedDialog('Move delivery');
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  fireEvent.click(await readyButton('Move to Dec 4 and notify Maria'));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Failed to move the delivery. D-3 is taken by booking #13.',
  );
  await readyButton('Move to Dec 4 and notify Maria');
  expect(bodies(asked).map(({ preview }) => preview)).toEqual([true, false, true]);
});

test('a customer without an e-mail address gets none, and the dialog says so', async () => {
  const asked = await openChanges(
    () => ({ endsPayLink: { amount: 17_500 } }),
    () => doneChange({ notified: false }, { email: null }),
    { [GET]: read(1, { email: null }) },
  );
  fireEvent.click(button('Change booking #12'));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Change last day' }));
  const dialog = await openedDialog('Change last day');
  expect(dialog.getByText(/^Maria Alvarez gave no e-mail address/)).toBeTruthy();
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(pickerDay('2026-12-07')));
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  expect(await dialog.findByText(/^The payment link for \$175\.00 ends\./)).toBeTruthy();
  fireEvent.click(await readyButton('Shorten to Dec 4'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).map(({ type, endDate, notifyCustomer }) => [type, endDate, notifyCustomer])).toEqual([
    ['shorten', '2026-12-04', false],
    ['shorten', '2026-12-04', false],
  ]);
  expect(toasted()[1]).toContain('No e-mail was sent: the customer gave no address.');
});

test('an extension without a price in the price list asks for the amount of a day', async () => {
  const asked = await openChanges(({ unitAmount }) =>
    unitAmount
      ? { difference: 6_000, lines: [line(3, 2_000)] }
      : { allowed: false, reasons: [{ code: 'amount_needed', message: 'Enter an amount.', offers: [] }] },
  );
  fireEvent.keyDown(document.body, { key: 'e' });
  const dialog = await openedDialog('Change last day');
  fireEvent.click(await waitFor(() => pickerDay('2026-12-10')), { detail: 1 });
  const amount = await dialog.findByLabelText('Amount for an extra day');
  fireEvent.change(amount, { target: { value: '20' } });
  expect(await dialog.findByText('Extra days (3 × $20.00)')).toBeTruthy();
  expect(dialog.getAllByText('$60.00 more')).toBeTruthy();
  await readyButton('Extend to Dec 10 and notify Maria');
  expect(bodies(asked).at(-1)).toMatchObject({ type: 'extend', endDate: '2026-12-10', unitAmount: 2_000 });
  // What was typed is not lost by Escape.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(dialog.getByText('What you typed is not saved.')).toBeTruthy();
});

const line = (quantity: number, unitAmount: number) => ({
  type: 'extra_days' as const,
  label: 'Extra days',
  quantity,
  unitAmount,
  amount: quantity * unitAmount,
  isTaxable: false,
});

test('a size is chosen from the catalog', async () => {
  const asked = await openChanges(() => ({
    after: { ...FACTS, sizeName: '20-Yard', total: 47_500 },
    difference: 5_000,
  }));
  fireEvent.click(button('Change booking #12'));
  fireEvent.click(screen.getByRole('menuitem', { name: 'Change size' }));
  const dialog = await openedDialog('Change size');
  const present = await dialog.findByRole<HTMLInputElement>('radio', { name: '15-Yard booked now' });
  await waitFor(() => expect(document.activeElement).toBe(present));
  fireEvent.click(dialog.getByRole('radio', { name: '20-Yard' }));
  expect((await dialog.findByRole('row', { name: /^Size/ })).textContent).toBe('Size15-Yard20-Yard');
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Notify customer' }));
  fireEvent.click(await readyButton('Change to 20-Yard'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).at(-1)).toMatchObject({
    type: 'resize',
    dumpsterType: '20-yard',
    notifyCustomer: false,
  });
});

test('a user who may only look has neither the menu nor the keys', async () => {
  show({}, { role: 'view_only' });
  await section('Rental Details');
  fireEvent.keyDown(document.body, { key: 'm' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Change booking #12' })).toBeNull();
});

test('after the delivery the last day can change and the dumpster can be exchanged, on a day of the rental', async () => {
  const asked = await openChanges(() => ({}), undefined, { [GET]: read(1, { isOnSite: true }) });
  fireEvent.keyDown(document.body, { key: 'm' });
  fireEvent.click(button('Change booking #12'));
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Change last dayE',
    'ExchangeX',
    'Dump and return',
    'Relocation on site',
    'Cancel booking',
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Exchange' }));
  await openedDialog('Exchange');
  fireEvent.click(pickerDay('2026-12-04'), { detail: 1 });
  fireEvent.click(await readyButton('Exchange on Dec 4 and notify Maria'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(asked).at(-1)).toMatchObject({ type: 'exchange', day: '2026-12-04', preview: false });
  expect(toasted().slice(0, 2)).toEqual([
    'Exchange Added',
    'The exchange is on Dec 4. The customer gets an e-mail.',
  ]);
});
