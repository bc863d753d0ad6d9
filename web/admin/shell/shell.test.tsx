import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { site } from '#web/config.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { PauseBanner } from './PauseBanner.tsx';
import { Shell } from './Shell.tsx';

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

it('the name at the top is that of the profile, which can be newer than the build', async () => {
  const built = { ...site };
  onTestFinished(() => void Object.assign(site, built));
  const profile = {
    name: 'Haulage & Sons',
    phone: built.businessPhone,
    email: built.businessEmail,
    yardAddress: '',
    openingHours: '',
    creditName: built.creditName,
    creditUrl: built.creditUrl,
    accent: 'yellow',
    frameOrigins: [],
    logoUrl: null,
  };
  serve({
    'GET /api/admin/pause': { body: { paused: false, text: '' } },
    'GET /api/admin/business': { body: profile },
  });
  showOffice(<Shell menu={[]}>Content</Shell>);
  expect(await screen.findByText('Haulage & Sons')).toBeTruthy();
});
