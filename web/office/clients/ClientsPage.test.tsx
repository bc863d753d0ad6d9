import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Client } from '#contract/clients.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { BookingTexts } from '#contract/texts.ts';
import type { Role } from '#domain/accounts/access.ts';
import { press } from '#web/test/actions.ts';
import { sampleBooking } from '#web/test/bookings.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import ClientsPage from './ClientsPage.tsx';

const LIST = 'GET /api/clients?limit=25';
const ADA: Client = {
  key: 'ada+quarry@example.com',
  email: 'ada+quarry@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '518-555-0142',
  phoneDisplay: '(518) 555-0142',
  address: '12 Quarry Road',
  city: 'Albany',
  state: 'NY',
  zip: '12207',
  totalBookings: 23,
  firstBookingDate: '2025-03-04',
  lastBooking: {
    id: 40,
    deliveryDate: '2026-11-20',
    rentalType: '7-day',
    rentalLabel: '7-Day',
    status: 'in_transit',
  },
  pastBooking: { id: 40, deliveryDate: '2026-11-20', rentalLabel: '7-Day' },
};
const BOB: Client = {
  ...ADA,
  key: 'bob@example.com',
  email: 'bob@example.com',
  firstName: 'Bob',
  totalBookings: 1,
};
const WITH_KEYS = { ...ADA, mergedKeys: [] };
const GET_ADA = 'GET /api/clients/ada%2Bquarry%40example.com';
const GET_BOB = 'GET /api/clients/bob%40example.com';
const OF_ADA = '/api/clients/ada%2Bquarry%40example.com/bookings';
const RECENT = `GET ${OF_ADA}?limit=3`;
const FIRST = `GET ${OF_ADA}?limit=10`;

const TEXTS = 'GET /api/bookings/40/texts';
const NOT_ASKED: BookingTexts = {
  isOffered: true,
  state: 'not_asked',
  consent: null,
  stoppedAt: null,
  messages: [],
  replies: [],
  bounce: null,
};

function aBooking(id: number, changes: Partial<Booking> = {}): Booking {
  const { firstName, lastName, email, phone, address, city, state, zip } = ADA;
  const person = { firstName, lastName, email, phone, address, city, state, zip };
  return sampleBooking({ ...person, id, deliveryDate: '2026-11-20', endDate: '2026-11-26', ...changes });
}

let office: ReturnType<typeof showOffice>;
async function show(replies: Parameters<typeof serve>[0] = {}, role: Role = 'dispatcher') {
  const asked = serve({
    [LIST]: { body: [ADA, BOB] },
    [GET_ADA]: { body: WITH_KEYS },
    [GET_BOB]: { body: { ...BOB, mergedKeys: [] } },
    [TEXTS]: { body: NOT_ASKED },
    ...replies,
  });
  office = showOffice(<ClientsPage />, { path: '/admin/clients' });
  act(() => office.session.enter({ username: 'dana', role }));
  await screen.findByRole('rowheader', { name: 'Ada Lovelace' });
  return asked;
}
const row = (name: string) => screen.getByRole('rowheader', { name }).closest('tr');

test('a row shows name, place, number of bookings and last delivery', async () => {
  await show();
  const headers = screen.getAllByRole('columnheader').map((header) => header.textContent?.trim());
  expect(headers).toEqual([
    'Open',
    'Client Name',
    'Contact Info',
    'Location',
    'Bookings',
    'Last Booking',
    'Actions',
  ]);
  const said = row('Ada Lovelace')?.textContent;
  for (const words of [
    'ada+quarry@example.com',
    '(518) 555-0142',
    'Albany, NY',
    '23',
    'Nov 20, 2026',
    '7-Day',
  ]) {
    expect(said).toContain(words);
  }
});

test('an opened row has contact, summary and the three latest bookings', async () => {
  const latest = [
    aBooking(40, { status: 'in_transit' }),
    aBooking(39),
    aBooking(31, { status: 'cancelled' }),
  ];
  const asked = await show({ [RECENT]: { body: latest } });
  expect(asked).toHaveLength(1);
  press('Details of Ada Lovelace');
  await screen.findByText('#40', { exact: false });
  expect(screen.getByRole('link', { name: /ada\+quarry/ }).getAttribute('href')).toBe(
    'mailto:ada%2Bquarry@example.com',
  );
  expect(screen.getByRole('link', { name: 'Booking #40' }).getAttribute('href')).toBe('/admin/bookings/40');
  for (const words of ['12 Quarry Road, Albany, NY 12207', 'Mar 4, 2025', 'In Transit', 'Cancelled']) {
    expect(screen.getByText(words)).toBeTruthy();
  }
  expect(screen.getByRole('button', { name: 'View all 23 bookings of Ada Lovelace' })).toBeTruthy();
});

test('an opened row says whether the client gets texts, since when, and that e-mails come back', async () => {
  const createdAt = '2026-11-21T18:00:00.000Z';
  const consent = { isGiven: true, source: 'form', wording: 'Text me', ip: null, createdAt, createdBy: null };
  const bounce = { reason: 'Mailbox not found', bouncedAt: createdAt };
  await show({ [RECENT]: { body: [] }, [TEXTS]: { body: { ...NOT_ASKED, state: 'on', consent, bounce } } });
  press('Details of Ada Lovelace');
  await screen.findByText('Gets texts');
  for (const words of [
    'Text messages, by booking #40',
    'Agreed Nov 21, 2026, 1:00 PM, on the booking page',
    'E-mails come back: Mailbox not found',
  ]) {
    expect(screen.getByText(words)).toBeTruthy();
  }
});

test('with three bookings or fewer there is no link to the history', async () => {
  await show({ 'GET /api/clients/bob%40example.com/bookings?limit=3': { body: [] } });
  press('Details of Bob Lovelace');
  await screen.findByText('No booking records found for this client');
  expect(screen.queryByRole('button', { name: /^View all/ })).toBeNull();
});

test('recent bookings that do not load can be loaded again', async () => {
  const replies = { [RECENT]: refusal(500, 'internal', 'Something went wrong.') };
  await show(replies);
  press('Details of Ada Lovelace');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.getByRole('alert').textContent).toContain('The bookings could not be loaded.');
  serve({ [RECENT]: { body: [aBooking(40)] } });
  fireEvent.click(retry);
  await screen.findByRole('link', { name: 'Booking #40' });
});

test('the history shows every booking page by page, and is a step of the browser', async () => {
  const next = `<${OF_ADA}?limit=10&cursor=later>; rel="next"`;
  const prev = `<${OF_ADA}?limit=10&cursor=sooner>; rel="prev"`;
  await show({
    [FIRST]: {
      body: [aBooking(40, { finalPrice: 61_400 }), aBooking(39)],
      headers: { 'X-Total-Count': '23', Link: next },
    },
    [`${FIRST}&cursor=later`]: {
      body: [aBooking(7, { deliveryDate: '2025-03-04', rentalType: '1-day' })],
      headers: { 'X-Total-Count': '23', Link: prev },
    },
  });
  press('View History of Ada Lovelace');
  const dialog = await screen.findByRole('dialog', { name: 'Booking history of Ada Lovelace' });
  await within(dialog).findByRole('rowheader', { name: '#40' });
  expect(dialog.textContent).toContain('First booking dateMar 4, 2025');
  expect(dialog.textContent).toContain('Showing 2 of 23 bookings');
  expect(dialog.textContent).toContain('$425.00Final $614.00');
  const link = within(dialog).getByRole('link', { name: 'View Details of booking #40' });
  expect(link.getAttribute('href')).toBe('/admin/bookings/40');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Next' }));
  await within(dialog).findByRole('rowheader', { name: '#7' });
  expect(office.where()?.state).toEqual({ client: ADA });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([office.where()?.pathname, office.where()?.state]).toEqual(['/admin/clients', null]);
});

test('a history that does not load shows an error', async () => {
  await show({ [FIRST]: refusal(500, 'internal', 'Something went wrong.') });
  press('View History of Ada Lovelace');
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('The bookings could not be loaded.');
  serve({ [FIRST]: { body: [] } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Retry' }));
  await within(dialog).findByText('No booking records found for this client');
});

test('a filter is sent to the server; an empty list shows its text', async () => {
  const none = 'GET /api/clients?minBookings=10&limit=25';
  const asked = await show({ [none]: { body: [] } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Minimum bookings' }), { target: { value: '10' } });
  await screen.findByText('No clients found');
  expect(asked.at(-1)?.call).toBe(none);
  expect(office.where()?.search).toBe('?minBookings=10');
});

test('two clients are merged: both are shown, and the chosen address is kept', async () => {
  const merged = { key: BOB.key, mergedAt: '2026-11-20T10:00:00.000Z', mergedBy: 'Dana Cole' };
  const asked = await show({
    [RECENT]: { body: [aBooking(40)] },
    'GET /api/clients/bob%40example.com/bookings?limit=3': { body: [aBooking(41)] },
    'GET /api/client-matches?q=bob': { body: [ADA, BOB] },
    'POST /api/clients/bob%40example.com/merge': {
      body: { ...BOB, totalBookings: 24, mergedKeys: [merged] },
    },
  });
  press('Details of Ada Lovelace');
  press('Merge with another client for Ada Lovelace');
  const dialog = await screen.findByRole('dialog', { name: 'Merge Ada Lovelace with another client' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Merge the clients' }));
  expect(within(dialog).getByRole('alert').textContent).toContain('Find the other client first.');
  const search = within(dialog).getByRole('combobox', { name: 'Find the other client' });
  fireEvent.change(search, { target: { value: 'bob' } });
  // The client itself is not offered.
  expect(await within(dialog).findAllByRole('option')).toHaveLength(1);
  fireEvent.keyDown(search, { key: 'Enter' });
  const kept = await within(dialog).findByRole('radio', { name: 'ada+quarry@example.com' });
  expect(kept).toHaveProperty('checked', true);
  expect(dialog.textContent).toContain('24 bookings');
  fireEvent.click(within(dialog).getByRole('radio', { name: 'bob@example.com' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Merge the clients' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.filter(({ call }) => call.startsWith('POST'))).toMatchObject([{ body: { key: ADA.key } }]);
});

test.each(['dispatcher', 'view_only'] as const)(
  'a merged address is shown to a %s with who merged it',
  async (role) => {
    const mergedKeys = [{ key: '5185550142', mergedAt: '2026-11-20T10:00:00.000Z', mergedBy: 'Dana Cole' }];
    const separate = 'POST /api/clients/ada%2Bquarry%40example.com/separate';
    const asked = await show(
      { [RECENT]: { body: [] }, [GET_ADA]: { body: { ...ADA, mergedKeys } }, [separate]: { status: 204 } },
      role,
    );
    press('Details of Ada Lovelace');
    const list = await screen.findByRole('list', { name: 'Merged into this client' });
    expect(list.textContent).toContain('(518) 555-0142Nov 20, 2026, 5:00 AM by Dana Cole');
    if (role === 'view_only') {
      expect(screen.queryByRole('button', { name: /Separate|Merge/ })).toBeNull();
      return;
    }
    press('Separate (518) 555-0142');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Separate the clients' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ key: '5185550142' });
  },
);
