import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { KeptWindows, WindowCounts } from '#contract/kept-windows.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { KeptWindowsDialog } from './KeptWindowsDialog.tsx';

const CALL = 'GET /api/dispatch/windows-kept';
const NONE: WindowCounts = {
  sent: 0,
  kept: 0,
  early: 0,
  late: 0,
  attempted: 0,
  missed: 0,
  notRecorded: 0,
  changed: 0,
};
const KEPT: KeptWindows = {
  from: '2026-10-26',
  to: '2026-11-23',
  total: { ...NONE, sent: 8, kept: 6, late: 2, changed: 1 },
  byWeek: [{ ...NONE, sent: 8, kept: 6, late: 2, week: '2026-11-16' }],
  byDriver: [
    { ...NONE, sent: 5, kept: 5, driverId: 4, name: 'Ray Dorsey' },
    { ...NONE, sent: 3, kept: 1, late: 2, driverId: 5, name: 'Nora Field' },
  ],
  byType: [{ ...NONE, sent: 8, kept: 6, late: 2, type: 'final_pickup' }],
};
const show = async () => {
  showOffice(<KeptWindowsDialog onClose={vi.fn()} />);
  return within(await screen.findByRole('dialog', { name: 'Arrival windows kept' }));
};

test('the share of kept windows is shown in total, by week, by driver and by type', async () => {
  serve({ [CALL]: { body: KEPT } });
  const dialog = await show();
  await dialog.findByText('75%', { selector: 'strong' });
  dialog.getByText('Oct 26, 2026 to Nov 23, 2026. The last window of each visit counts.');
  const rowsOf = (title: string) =>
    within(dialog.getByRole('region', { name: title }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));
  expect(rowsOf('By driver')).toEqual([
    ['Ray Dorsey', '100%', '5', '5', '0', '0', '0', '0', '0'],
    ['Nora Field', '33%', '3', '1', '0', '2', '0', '0', '0'],
  ]);
  expect(rowsOf('By week')).toEqual([['Week of Nov 16, 2026', '75%', '8', '6', '0', '2', '0', '0', '0']]);
  expect(rowsOf('By type').map(([name]) => name)).toEqual(['Pickup']);
});

test('a single window is kept or not, and one that was not changed is not counted as changed', async () => {
  const total = { ...NONE, sent: 1, kept: 1 };
  serve({ [CALL]: { body: { ...KEPT, total } } });
  const dialog = await show();
  await dialog.findByText('kept', { selector: 'strong' });
  expect(dialog.queryByText(/replaced an earlier window/)).toBeNull();
});

test('without a window it says how customers get one', async () => {
  serve({ [CALL]: { body: { ...KEPT, total: NONE, byWeek: [], byDriver: [], byType: [] } } });
  await (await show()).findByText(/^No customer got an arrival window in these weeks\./);
});

test('a failure is shown', async () => {
  serve({ [CALL]: refusal(400, 'invalid', 'The period is too long.') });
  await (await show()).findByText(/The figures could not be loaded\./);
});
