import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { serve, showOffice } from '#web/test/office.tsx';
import { PauseBanner } from './PauseBanner.tsx';

it.each([
  [true, 'Online booking is paused. Customers read: Closed. Change it'],
  [false, undefined],
])('while booking is paused (%s), every page says so', async (paused, text) => {
  const asked = serve({ 'GET /api/admin/pause': { body: { paused, text: 'Closed.' } } });
  showOffice(<PauseBanner />);
  if (paused) await screen.findByRole('status');
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('status')?.textContent).toBe(text);
});
