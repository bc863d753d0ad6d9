import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { showKnownProfile } from '#web/api/business.ts';
import { site } from '#web/config.ts';
import { showAccent } from '#web/kit/ui/theme/show-accent.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { Bell } from './bell/Bell.tsx';
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

it('name, logo and color are those of the profile, at once when this device has read it before', async () => {
  const built = { ...site };
  onTestFinished(() => {
    Object.assign(site, built);
    document.adoptedStyleSheets = [];
    localStorage.clear();
  });
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
    emailNewBookings: true,
    logoUrl: null,
  };
  let served: object = profile;
  serve({
    'GET /api/admin/pause': { body: { paused: false, text: '' } },
    'GET /api/admin/business': () => ({ body: served }),
  });
  showOffice(<Shell menu={[]}>Content</Shell>);
  expect(await screen.findByText('Haulage & Sons')).toBeTruthy();
  cleanup();
  served = { ...profile, logoUrl: '/api/business/logo/ab', accent: 'blue' };
  showOffice(<Shell menu={[]}>Content</Shell>);
  const logo = await screen.findByRole('img', { name: 'Haulage & Sons' });
  expect(logo.getAttribute('src')).toBe('/api/business/logo/ab');
  expect(colorRule()).toContain('--color-signal: #7db9f5');
  expect(localStorage.getItem('admin-business')).not.toContain('yardAddress');
  // A new document of the back office, before its first call.
  Object.assign(site, built);
  showAccent('yellow');
  expect(colorRule()).toBeUndefined();
  showKnownProfile();
  expect([site.businessName, site.logoUrl]).toEqual(['Haulage & Sons', '/api/business/logo/ab']);
  expect(colorRule()).toContain('--color-signal: #7db9f5');
});

/** The rule of the accent color, if it is not that of the style sheet. */
const colorRule = () => document.adoptedStyleSheets.at(-1)?.cssRules[0]?.cssText;

const ACTION = {
  id: 12,
  type: 'status',
  input: { status: 'confirmed' },
  createdAt: '2026-11-21T18:00:00.000Z',
  finishedAt: '2026-11-21T18:01:00.000Z',
  seenAt: null,
  counts: { total: 14, waiting: 0, succeeded: 13, failed: 1 },
};

it('the bell counts new results, marks them as seen when it opens, and leads to them', async () => {
  let seenAt: string | null = null;
  const asked = serve({
    'GET /api/bulk-actions': () => ({
      body: [
        { ...ACTION, seenAt },
        { ...ACTION, id: 11, type: 'reminder', input: {}, seenAt: ACTION.finishedAt },
      ],
    }),
    'POST /api/bulk-actions/seen': () => {
      seenAt = ACTION.finishedAt;
      return { body: { seen: 1 } };
    },
  });
  const office = showOffice(<Bell />, { path: '/admin/bookings?status=pending' });
  const bell = await screen.findByRole('button', { name: 'Notifications, 1 new' });
  fireEvent.click(bell);
  const list = within(screen.getByRole('dialog', { name: 'Notifications' }));
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^New: Set status to Confirmed13 bookings done, 1 failed/),
    expect.stringMatching(/^Send reminder13 bookings done, 1 failed/),
  ]);
  await screen.findByRole('button', { name: 'Notifications' });
  expect(asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ ids: [12] });
  expect(list.getAllByRole('link')[0]?.textContent).toContain('New: ');
  expect(bell.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Notifications' }));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBe(null);
  await waitFor(() => expect(document.activeElement).toBe(bell));
  fireEvent.click(bell);
  // It listens to presses after the one that opened it.
  await waitFor(() => {
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
    expect(screen.queryByRole('dialog')).toBe(null);
  });
  fireEvent.click(bell);
  fireEvent.click(screen.getByRole('link', { name: /^Set status/ }));
  expect(office.where()).toMatchObject({ pathname: '/admin/bookings', search: '?status=pending&bulk=12' });
});

it('the bell counts all unread mentions, keeps them new when it opens, and leads to the message', async () => {
  const mention = { messageId: 34, bookingId: 12, customerName: 'Ada Moss', fromName: 'Dana Cole' };
  const mentions = [
    { ...mention, route: null, excerpt: '<b>Call</b> back', createdAt: '2026-11-21T18:00:00.000Z' },
    {
      messageId: 35,
      bookingId: null,
      customerName: null,
      fromName: 'Kim Lee',
      excerpt: 'Running late',
      route: { id: 4, day: '2026-11-21' },
      createdAt: '2026-11-21T18:01:00.000Z',
    },
  ];
  serve({
    'GET /api/bulk-actions': { body: [] },
    'GET /api/messages/unread': { body: { count: 22, mentions } },
  });
  const office = showOffice(<Bell />);
  const bell = await screen.findByRole('button', { name: 'Notifications, 22 new' });
  fireEvent.click(bell);
  const list = within(screen.getByRole('dialog', { name: 'Notifications' }));
  const link = list.getByRole('link', { name: /Dana Cole mentioned you on booking #12 \(Ada Moss\)/ });
  expect(link.textContent).toContain('<b>Call</b> back');
  const fromDriver = list.getByRole('link', { name: /Driver Kim Lee/ });
  expect(fromDriver.getAttribute('href')).toBe('/admin/dispatch?day=2026-11-21&messages=4');
  expect(list.getByText('And 20 earlier ones.')).toBeTruthy();
  fireEvent.click(link);
  expect(office.where()).toMatchObject({ pathname: '/admin/bookings/12', hash: '#message-34' });
  expect(screen.getByRole('button', { name: 'Notifications, 22 new' })).toBe(bell);
});
