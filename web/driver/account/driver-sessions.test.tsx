import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serve, showOffice } from '#web/test/office.tsx';
import { DriverSessions } from './DriverSessions.tsx';

const LIST = 'GET /api/admin/sessions';
const [THIS_ID, OTHER_ID] = ['0b6a6c52-3b8c-4a3e-9a1e-3f0f3a7f1d11', '1b6a6c52-3b8c-4a3e-9a1e-3f0f3a7f1d11'];
const times = { createdAt: '2026-11-20T12:00:00.000Z', lastSeenAt: '2026-11-22T19:05:00.000Z' };
const THIS = {
  id: THIS_ID,
  device: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36',
  isCurrent: true,
  ...times,
};
const OTHER = {
  id: OTHER_ID,
  device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile Safari/604.1',
  isCurrent: false,
  ...times,
};

test('a driver sees every phone with a session, this one first, and signs the others out', async () => {
  const lists = [[OTHER, THIS], [THIS]];
  const end = `DELETE /api/admin/sessions/${OTHER_ID}`;
  const asked = serve({ [LIST]: () => ({ body: lists.shift() ?? [THIS] }), [end]: { status: 204 } });
  showOffice(<DriverSessions timeZone="America/New_York" />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect([first?.textContent, second?.textContent]).toEqual([
    'Chrome on AndroidThis phone',
    expect.stringContaining('Last used Nov 22, 2026, 2:05'),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }));
  await screen.findByText('This phone');
  await expect.poll(() => screen.queryAllByRole('listitem').length).toBe(1);
  expect(asked.filter(({ call }) => call === end)).toHaveLength(1);
});
