import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '#domain/accounts/access.ts';
import { tabStorage } from '#web/kit/ui/browser/storage.ts';
import { press, toasted } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import BusinessPage from './BusinessPage.tsx';

const READ = 'GET /api/admin/business';
const SAVE = 'PUT /api/admin/business';
const READ_PAUSE = 'GET /api/admin/pause';
const SAVE_PAUSE = 'PUT /api/admin/pause';

const profile = {
  name: 'Ironwood Dumpsters',
  phone: '(555) 010-0142',
  email: 'office@ironwood.test',
  yardAddress: '',
  openingHours: '',
  creditName: 'Ironwood Software',
  creditUrl: 'https://ironwood.test/about',
  accent: 'yellow',
  frameOrigins: ['https://a.example'],
  emailNewBookings: true,
  logoUrl: null,
};
const at = (version: number, changes = {}) => ({
  body: { ...profile, ...changes },
  headers: { ETag: `"${version}"` },
});
const pauseAt = (version: number, paused: boolean, text = '') => ({
  body: { paused, text },
  headers: { ETag: `"${version}"` },
});

function show(replies: Parameters<typeof serve>[0] = {}, role: Role = 'super_admin') {
  const me = { 'GET /api/admin/current-user': { body: { ...DANA, role } } };
  const asked = serve({ ...me, [READ]: at(1), [READ_PAUSE]: pauseAt(1, false), ...replies });
  const office = showOffice(<BusinessPage />, { path: '/admin/settings/business' });
  act(() => office.session.enter({ username: 'dana', role }));
  return asked;
}

const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string | RegExp, value: string) =>
  fireEvent.input(await field(label), { target: { value } });

it('sends the changed fields under the version that was read, and shows what is saved', async () => {
  const asked = show({ [SAVE]: at(2, { phone: '(212) 555-0100', accent: 'blue' }) });
  await type('Phone', '(212) 555-0100');
  fireEvent.click(screen.getByLabelText('Blue'));
  press('Save profile');
  await waitFor(() => expect(toasted()[1]).toBe('Customers see the change within a minute.'));
  expect(asked.find(({ call }) => call === SAVE)).toMatchObject({
    body: { phone: '(212) 555-0100', accent: 'blue' },
    ifMatch: '"1"',
  });
});

it('names the line of a site that is not an https address', async () => {
  const asked = show();
  await type(/^Sites/, 'https://a.example\n\nhttp://b.example');
  press('Save profile');
  expect(await screen.findByText(/^Line 2: Must be an https address/)).toBeTruthy();
  expect(asked.some(({ call }) => call === SAVE)).toBe(false);
});

it('unsaved input survives a reload, and is not saved over a newer version', async () => {
  show();
  await type('Business name', 'Haulage');
  cleanup();
  const stale = {
    status: 409,
    body: {
      message: 'Stale',
      code: 'stale',
      requestId: 'r',
      changedBy: 'sam',
      changedByName: 'Sam Field',
      changedAt: null,
      changed: ['name'],
    },
  };
  const asked = show({ [READ]: at(2, { name: 'Newer name' }), [SAVE]: stale });
  expect((await field('Business name')).value).toBe('Haulage');
  press('Save profile');
  expect(await screen.findByText('This business profile was changed by Sam Field')).toBeTruthy();
  expect(asked.find(({ call }) => call === SAVE)).toMatchObject({ ifMatch: '"1"' });
  await screen.findByText('Now: Newer name');
  press('Take the newer values');
  await waitFor(async () => expect((await field('Business name')).value).toBe('Newer name'));
  expect(tabStorage.get('settings-business')).toBeNull();
});

it('a logo is a version of the profile; the input stays and is saved over it', async () => {
  const logoUrl = '/api/business/logo/0';
  const asked = show({
    'PUT /api/admin/business/logo': at(2, { logoUrl }),
    [SAVE]: at(3, { logoUrl, name: 'Haulage' }),
  });
  await type('Business name', 'Haulage');
  const file = new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' });
  fireEvent.change(screen.getByLabelText('Logo file'), { target: { files: [file] } });
  await screen.findByRole('img', { name: 'Logo of Ironwood Dumpsters' });
  expect((await field('Business name')).value).toBe('Haulage');
  press('Save profile');
  await waitFor(() => expect(asked.find(({ call }) => call === SAVE)).toMatchObject({ ifMatch: '"2"' }));
  expect(asked.find(({ call }) => call === SAVE)?.body).toEqual({ name: 'Haulage' });
});

it('pauses online booking with a text for customers', async () => {
  const asked = show({ [SAVE_PAUSE]: pauseAt(2, true, 'Closed until Monday.') });
  await type(/^What customers read/, 'Closed until Monday.');
  fireEvent.click(screen.getByLabelText('Pause online booking'));
  press('Save');
  await waitFor(() => expect(toasted()[1]).toBe('Online booking is paused.'));
  expect(asked.find(({ call }) => call === SAVE_PAUSE)).toMatchObject({
    body: { paused: true, text: 'Closed until Monday.' },
    ifMatch: '"1"',
  });
});

it('an administrator can read the settings only', async () => {
  show({}, 'admin');
  expect((await field('Business name')).matches(':disabled')).toBe(true);
  expect(screen.getByText('Only a super administrator can change these settings.')).toBeTruthy();
});

it('a failure to load can be tried again', async () => {
  let reply = refusal(500, 'internal', 'Broken');
  show({ [READ]: () => reply });
  await screen.findByText('Broken');
  reply = at(1);
  press('Try again');
  expect((await field('Business name')).value).toBe('Ironwood Dumpsters');
});

it('shows who changed what of the profile, the logo and the pause', async () => {
  const entry = {
    action: 'changed',
    actorType: 'staff',
    changedBy: 'Dana Cole',
    changedAt: '2026-11-20T15:00:00.000Z',
  };
  show({
    'GET /api/admin/business/history': {
      body: [
        { ...entry, id: 3, before: { isPaused: false, text: '' }, after: { isPaused: true, text: 'Closed' } },
        { ...entry, id: 2, before: { logoHash: null }, after: { logoHash: 'ab' } },
        {
          ...entry,
          id: 1,
          before: { phone: '(555) 010-0142', accent: 'yellow' },
          after: { phone: '(555) 010-0199', accent: 'blue' },
        },
      ],
    },
  });
  expect(await screen.findByText('Online booking paused')).toBeTruthy();
  for (const line of [
    'Text while booking is paused: none → Closed',
    'Logo added',
    'Phone: (555) 010-0142 → (555) 010-0199',
    'Accent color: Yellow → Blue',
  ])
    expect(screen.getByText(line)).toBeTruthy();
  expect(screen.getAllByText(/^Dana Cole/)).toHaveLength(3);
});
