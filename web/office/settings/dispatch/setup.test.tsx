import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Role } from '#domain/accounts/access.ts';
import { DEFAULT_REQUIRED_ITEMS, DEFAULT_STOP_MINUTES } from '#domain/dispatch/stops.ts';
import { field, press, submit, toasted, type } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import { SitesPage } from './SitesPage.tsx';
import { hoursText } from './site-values.ts';
import { TimesPage } from './TimesPage.tsx';
import { TrucksPage } from './TrucksPage.tsx';

const TRUCKS = 'GET /api/admin/trucks';
const SITES = 'GET /api/admin/sites';
const TIMES = 'GET /api/admin/dispatch-settings';
const truck = {
  id: 1,
  name: 'Truck 1',
  plate: 'HLR 4821',
  capacity: 1,
  isInService: true,
  inspectionItems: [],
  routeDays: [] as string[],
  version: 3,
};
const open = { opens: '07:00', closes: '16:00' };
const dump = {
  id: 2,
  kind: 'disposal',
  name: 'Landfill',
  address: '525 Rapp Road',
  lat: 42.7,
  lng: -73.85,
  hours: [null, open, open, open, open, open, null],
  dayHours: [],
  acceptedWaste: ['Roofing'],
  version: 1,
};
const times = {
  stopMinutes: DEFAULT_STOP_MINUTES,
  requiredItems: DEFAULT_REQUIRED_ITEMS,
  dayStart: '07:00',
  dayEnd: '17:00',
  photoRetentionDays: 730,
  newTextNumbers: 200,
  hasInspections: false,
  inspectionItems: ['Tires', 'Horn'],
};

function show(page: React.ReactNode, replies: Parameters<typeof serve>[0], role: Role = 'dispatcher') {
  replies['GET /api/admin/current-user'] = { body: { ...DANA, role } };
  for (const kind of ['truck', 'site', 'dispatch_settings'])
    replies[`GET /api/admin/dispatch-settings/history?kind=${kind}`] = { body: [] };
  const asked = serve(replies);
  const { session } = showOffice(page);
  act(() => session.enter({ username: 'dana', role }));
  return asked;
}

it('a truck is changed under its version; what a colleague changed is shown beside it', async () => {
  const stale = {
    status: 409,
    body: {
      message: 'Stale',
      code: 'stale',
      requestId: 'r',
      changedBy: 'sam',
      changedByName: 'Sam Field',
      changedAt: null,
      changed: ['capacity'],
    },
  };
  const replies: Parameters<typeof serve>[0] = {
    [TRUCKS]: { body: [truck] },
    'PATCH /api/admin/trucks/1': stale,
  };
  const asked = show(<TrucksPage />, replies);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Truck 1' }));
  type('capacity', '0');
  submit();
  expect(await screen.findByText('Must be a whole number from 1 to 9')).toBeTruthy();
  type('capacity', '3');
  replies[TRUCKS] = { body: [{ ...truck, capacity: 2, version: 4 }] };
  submit();
  expect(await screen.findByText(/^This truck was changed by Sam Field/)).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Now: 2'));
  replies['PATCH /api/admin/trucks/1'] = { body: { ...truck, capacity: 3, version: 5 } };
  press('Save over them');
  await waitFor(() => expect(toasted()[0]).toBe('Truck saved'));
  expect(
    asked.filter(({ call }) => call.startsWith('PATCH')).map(({ ifMatch, body }) => [ifMatch, body]),
  ).toEqual([
    ['"3"', { capacity: 3 }],
    ['"4"', { capacity: 3 }],
  ]);
});

it('a truck out of service lists the routes that it still has', async () => {
  const routeDays = ['2026-11-30', '2026-12-01'];
  const replies: Parameters<typeof serve>[0] = { [TRUCKS]: { body: [{ ...truck, routeDays }] } };
  replies['PATCH /api/admin/trucks/1'] = () => {
    replies[TRUCKS] = { body: [{ ...truck, routeDays, isInService: false, version: 4 }] };
    return { body: { ...truck, routeDays, isInService: false, version: 4 } };
  };
  show(<TrucksPage />, replies);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Truck 1' }));
  expect(screen.queryByRole('status', { name: /keeps its routes/ })).toBeNull();
  fireEvent.click(field('isInService'));
  expect(
    screen.getByText(/^The truck keeps its routes of Mon, Nov 30, 2026 and Tue, Dec 1, 2026\./),
  ).toBeTruthy();
  submit();
  const link = await screen.findByRole('link', { name: 'Mon, Nov 30, 2026' });
  expect(link.getAttribute('href')).toBe('/admin/dispatch?day=2026-11-30');
});

it('a truck that cannot be deleted says why, and the first truck is added', async () => {
  const text = 'Truck 1 has a route on Dec 1, 2026. Give that route another truck first.';
  const asked = show(<TrucksPage />, {
    [TRUCKS]: { body: [truck] },
    'DELETE /api/admin/trucks/1': refusal(409, 'conflict', text),
    'POST /api/admin/trucks': { status: 201, body: { ...truck, id: 2, name: 'Truck 2' } },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Truck 1' }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await within(screen.getByRole('dialog')).findByText(text)).toBeTruthy();
  press('Cancel');
  press('Add a truck');
  type('name', 'Truck 2');
  submit();
  await waitFor(() => expect(toasted()[1]).toBe('Truck 2 can be planned.'));
  expect(asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    name: 'Truck 2',
    plate: '',
    capacity: 1,
    isInService: true,
    inspectionItems: [],
  });
});

it('who cannot plan reads the settings, and changes nothing', async () => {
  show(<TrucksPage />, { [TRUCKS]: { body: [] } }, 'view_only');
  expect(await screen.findByText('No trucks yet.')).toBeTruthy();
  expect(screen.getByText('Your role can read these settings, but not change them.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a truck' })).toBeNull();
});

it('a site sends the hours of seven days, its place, and what it accepts', async () => {
  const asked = show(<SitesPage />, {
    [SITES]: { body: [dump] },
    'PATCH /api/admin/sites/2': { body: dump },
    'POST /api/admin/sites': { status: 201, body: { ...dump, id: 3, kind: 'yard', name: 'Main yard' } },
  });
  expect(await screen.findByText('Mon to Fri 7:00 AM – 4:00 PM')).toBeTruthy();
  expect(screen.getByText('No yard yet. Add the one where your trucks start.')).toBeTruthy();
  press('Edit Landfill');
  fireEvent.change(screen.getByLabelText('Friday, closes'), { target: { value: '06:00' } });
  type('lat', 'north');
  submit();
  expect(await screen.findByText('Must be after the opening time')).toBeTruthy();
  expect(screen.getByText('Must be a number from -90 to 90')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Friday, closes'), { target: { value: '12:00' } });
  type('lat', '42,71');
  type('acceptedWaste', ' Roofing \n\nWood');
  submit();
  await waitFor(() => expect(toasted()[0]).toBe('Site saved'));
  expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({
    lat: 42.71,
    lng: -73.85,
    acceptedWaste: ['Roofing', 'Wood'],
    hours: [null, open, open, open, open, { opens: '07:00', closes: '12:00' }, null],
  });
  press('Add a yard');
  expect(field('acceptedWaste')).toBeNull();
  type('name', 'Main yard');
  submit();
  await waitFor(() => expect(toasted()[0]).toBe('Site added'));
  expect(asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    kind: 'yard',
    name: 'Main yard',
    address: '',
    lat: null,
    lng: null,
    hours: null,
    acceptedWaste: null,
  });
});

it('a site closes early on one day, and is closed on another', async () => {
  const dayHours = [{ day: '2026-12-24', opens: '07:00', closes: '12:00' }];
  const asked = show(<SitesPage />, {
    [SITES]: { body: [{ ...dump, dayHours }] },
    'PATCH /api/admin/sites/2': { body: dump },
  });
  expect(await screen.findByText('Dec 24, 2026: 7:00 AM – 12:00 PM')).toBeTruthy();
  press('Edit Landfill');
  press('Add a day');
  submit();
  expect(await screen.findByText(/day/i, { selector: '[id="dayHours-1-error"]' })).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Day of special hours 2'), { target: { value: '2026-12-25' } });
  fireEvent.change(screen.getByLabelText('Closing of special hours 1'), { target: { value: '11:30' } });
  submit();
  await waitFor(() => expect(toasted()[0]).toBe('Site saved'));
  expect(asked.find(({ call }) => call.startsWith('PATCH'))?.body).toEqual({
    dayHours: [
      { day: '2026-12-24', opens: '07:00', closes: '11:30' },
      { day: '2026-12-25', opens: null, closes: null },
    ],
  });
});

it('hours are read as a person says them', () => {
  const short = { opens: '12:00', closes: '23:30' };
  expect([
    hoursText(null),
    hoursText([open, open, open, open, open, open, open]),
    hoursText([null, open, null, open, open, short, short]),
  ]).toEqual([
    'Always open',
    'Mon to Sun 7:00 AM – 4:00 PM',
    'Mon 7:00 AM – 4:00 PM; Wed to Thu 7:00 AM – 4:00 PM; Fri to Sat 12:00 PM – 11:30 PM',
  ]);
});

it('of the times only what changed is sent', async () => {
  const asked = show(<TimesPage />, {
    [TIMES]: { body: times, headers: { ETag: '"1"' } },
    'PUT /api/admin/dispatch-settings': { body: times, headers: { ETag: '"2"' } },
  });
  const minutes = await screen.findByLabelText('Delivery, minutes');
  fireEvent.input(minutes, { target: { value: 'long' } });
  press('Save');
  expect(await screen.findByText('Must be a whole number from 0 to 480')).toBeTruthy();
  fireEvent.input(minutes, { target: { value: '20' } });
  const pickup = within(screen.getByRole('group', { name: 'Pickup: what drivers record' }));
  fireEvent.click(pickup.getByLabelText('Photo before'));
  const disposal = within(screen.getByRole('group', { name: 'Disposal: what drivers record' }));
  fireEvent.click(disposal.getByLabelText('Ticket with photo'));
  press('Save');
  await waitFor(() => expect(toasted()[0]).toBe('Saved'));
  expect(asked.find(({ call }) => call.startsWith('PUT'))).toMatchObject({
    ifMatch: '"1"',
    body: {
      stopMinutes: { delivery: 20 },
      requiredItems: { final_pickup: ['pickup_after'], disposal: [] },
    },
  });
});
