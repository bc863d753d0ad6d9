import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { announced } from '#web/test/actions.ts';
import { refusal } from '#web/test/office.tsx';
import { button, GET, inTurn, leave, read, section, show, unit, writes } from '#web/test/office-booking.tsx';

const MOVE = 'PATCH /api/bookings/12/dumpster';
const FREE = 'GET /api/bookings/12/free-dumpsters';

test('a booking moves to another unit, of its own size first', async () => {
  const asked = show({
    [FREE]: { body: [unit(4, 'D-4'), unit(9, 'L-9', '30-Yard')] },
    [MOVE]: read(2, { dumpsterId: 4 }),
  });
  await section('Rental Details');
  fireEvent.click(button('Move to another unit'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another unit' }));
  const choice = await dialog.findByRole('combobox', { name: 'Free units' });
  const groups = within(choice).getAllByRole<HTMLOptGroupElement>('group');
  expect(groups.map(({ label }) => label)).toEqual(['15-Yard, as booked', '30-Yard, another size']);
  fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect(dialog.getByText('Choose a unit', { selector: 'p' })).toBeTruthy();
  fireEvent.change(choice, { target: { value: '4' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await screen.findByRole('link', { name: 'Unit D-4' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(writes(asked)).toEqual([{ call: MOVE, body: { dumpsterId: 4 }, ifMatch: '"1"' }]);
  expect(announced()).toBe('The booking has unit D-4 now.');
});

test('if the unit was taken in between, the dialog shows the error and stays open', async () => {
  const message = 'Unit D-4 is taken by booking #13 from Dec 1, 2026 to Dec 7, 2026.';
  show({
    [FREE]: inTurn({ body: [unit(4, 'D-4')] }, { body: [] }),
    [MOVE]: refusal(409, 'conflict', message),
  });
  await section('Rental Details');
  fireEvent.click(button('Move to another unit'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByRole('combobox'), { target: { value: '4' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Move' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(`Failed to move the booking. ${message}`);
  expect(await dialog.findByText('No other unit is free for the days that are left.')).toBeTruthy();
});

test('a booking without a unit offers to assign one; a cancelled booking does not', async () => {
  show({ [GET]: read(1, { dumpsterId: null, needsAttention: 'no_unit' }), [FREE]: { body: [] } });
  const notice = await screen.findByText('No unit assigned');
  expect(notice.parentElement?.textContent).toContain('Dec 1, 2026 to Dec 7, 2026');
  fireEvent.click(button('Assign a unit'));
  expect(await screen.findByRole('dialog', { name: 'Assign a unit' })).toBeTruthy();
  leave();
  show({ [GET]: read(1, { dumpsterId: null, status: 'cancelled' }) });
  expect((await section('Rental Details')).textContent).toContain('UnitNone');
  expect(screen.queryByRole('button', { name: /dumpster/ })).toBeNull();
});
