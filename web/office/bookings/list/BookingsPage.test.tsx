import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Booking } from '#contract/staff-bookings.ts';
import type { Role } from '#domain/accounts/access.ts';
import { makeAgreement, makeCard, makeRate } from '#domain/test/rate-cards.ts';
import NewBookingPage from '#web/office/bookings/new/NewBookingPage.tsx';
import { pickStatus, shownStatus, toasted } from '#web/test/actions.ts';
import { sampleBooking, savedStatus } from '#web/test/bookings.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import BookingsPage from './BookingsPage.tsx';

const LIST = 'GET /api/bookings?limit=25';
const STATUS = 'PATCH /api/bookings/12/status';
const PRICE = 'PATCH /api/bookings/12/final-price';
let office: ReturnType<typeof showOffice>;

// A week before the delivery of the sample booking: a rental that has ended offers fewer changes.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T17:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const page = (...rows: Booking[]) => ({ body: rows, headers: { 'X-Total-Count': String(rows.length) } });

function show(replies: Parameters<typeof serve>[0] = {}, { role = 'admin' as Role, search = '' } = {}) {
  const asked = serve({ [LIST]: page(sampleBooking()), ...replies });
  sessionStorage.setItem('admin-logged-in', 'true');
  sessionStorage.setItem('admin-username', 'dana');
  sessionStorage.setItem('admin-role', role);
  office = showOffice(<BookingsPage />, { path: `/admin/bookings${search}` });
  return asked;
}

const row = async () => (await screen.findByText('Maria Alvarez')).closest('tr')!;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const price = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Final price' });

async function edit() {
  await row();
  fireEvent.click(button('Edit the final price of booking #12'));
  await screen.findByRole('spinbutton');
}

test('a row shows customer, rental, days, status and price', async () => {
  show({ [LIST]: page(sampleBooking({ finalPrice: 71_450, needsAttention: 'no_unit' })) });
  const text = (await row()).textContent;
  const expected = ['#12', 'maria.alvarez@example.com', '7-Day', '15-Yard', 'Dec 1, 2026', 'to Dec 7, 2026'];
  for (const words of [...expected, 'No unit assigned', '$425.00', '$714.50']) expect(text).toContain(words);
  expect(shownStatus()).toBe('Pending');
  // What a narrow column cuts off can still be read.
  for (const cut of ['maria.alvarez@example.com', '7-Day', '15-Yard']) {
    expect(screen.getByTitle(cut).className).toContain('rows:truncate');
  }
});

test('a search that finds nothing offers near words, which are searched by one click', async () => {
  show(
    {
      'GET /api/bookings?search=Alvares+12&limit=25': page(),
      'GET /api/search-suggestions?list=bookings&q=Alvares+12': { body: ['Alvarez 12'] },
      'GET /api/bookings?search=Alvarez+12&limit=25': page(sampleBooking()),
    },
    { search: '?search=Alvares+12' },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Alvarez 12?' }));
  await row();
  expect(office.where()?.search).toBe('?search=Alvarez+12');
  expect(screen.queryByText('Did you mean')).toBeNull();
});

test('the payment of a rental that was paid in full is not called a deposit', async () => {
  const { quote } = makeAgreement(makeCard({ rates: [makeRate({ deposit: 47_500 })] }));
  const paid = { depositAmount: 47_500, paidAmount: 47_500, finalPrice: 47_500, isPaidAtBooking: true };
  show({ [LIST]: page(sampleBooking({ quote, ...paid })) });
  expect((await row()).textContent).toContain('Paid$475.00Final$475.00');
});

test('what the first list does not need loads after it, in a place that was kept', async () => {
  const late = Promise.withResolvers<void>();
  show({ [LIST]: () => late.promise.then(() => page(sampleBooking())) });
  const views = () => screen.queryByRole('button', { name: 'Views' });
  await screen.findByText('Loading...');
  await import('#web/kit/table/views/ViewsMenu.tsx');
  await act(async () => undefined);
  expect(views()).toBeNull();
  const place = document.querySelector('[aria-hidden=true].invisible');
  expect(place?.textContent).toBe('Views');
  late.resolve();
  await row();
  await waitFor(() => expect(views()).toBeTruthy());
});

test('an opened row shows the contact and the notes of the customer', async () => {
  show();
  await row();
  fireEvent.click(button('Details of booking #12, Maria Alvarez'));
  const phone = await screen.findByRole('link', { name: '(717) 555-0142' });
  expect(phone.getAttribute('href')).toBe('tel:7175550142');
  expect(screen.getByRole('link', { name: 'maria.alvarez@example.com' }).getAttribute('href')).toBe(
    'mailto:maria.alvarez@example.com',
  );
  for (const words of ['118 Chestnut Street, Lancaster, PA 17602', 'The gate code is 4711.']) {
    expect(screen.getByText(words)).toBeTruthy();
  }
});

test('a status is saved at once, and the row stays', async () => {
  const asked = show({ [STATUS]: { body: savedStatus({ status: 'in_transit' }) } });
  await row();
  pickStatus('In Transit');
  expect(shownStatus()).toBe('In Transit');
  await waitFor(() =>
    expect(toasted()).toEqual(['Status Updated', 'Booking status successfully updated.', 'plain']),
  );
  expect(shownStatus()).toBe('In Transit');
  expect(asked.slice(1)).toEqual([{ call: STATUS, body: { status: 'in_transit' }, ifMatch: '"1"' }]);
});

test('a status that cannot be saved goes back to what it was', async () => {
  show({ [STATUS]: refusal(500, 'internal', 'Something went wrong.') });
  await row();
  pickStatus('Completed');
  const text = 'Failed to update booking status. Something went wrong.';
  await waitFor(() => expect(toasted()).toEqual(['Error', text, 'destructive']));
  await waitFor(() => expect(shownStatus()).toBe('Pending'));
});

test('a list that was loading when a status was saved is loaded again', async () => {
  const before = page(sampleBooking());
  const replies = [before, before, page(sampleBooking({ status: 'confirmed' }))];
  const asked = show({
    [LIST]: () => replies.shift()!,
    [STATUS]: { body: savedStatus({ status: 'confirmed' }) },
  });
  await row();
  const answer = fetch;
  const late = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const reply = await answer(url, init);
    if (init.method === 'GET' && replies.length > 0) await late.promise;
    return reply;
  });
  fireEvent.click(button('Refresh'));
  pickStatus('Confirmed');
  await waitFor(() => expect(asked.filter(({ call }) => call === LIST)).toHaveLength(3));
  late.resolve();
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false'));
  expect(shownStatus()).toBe('Confirmed');
});

test('a final price is typed in dollars and sent in cents', async () => {
  const asked = show({ [PRICE]: { body: savedStatus({ finalPrice: 71_450 }) } });
  await edit();
  expect(document.activeElement).toBe(price());
  expect(price().getAttribute('aria-describedby')).toContain('hint');
  expect(screen.getByText('The total of the rental, deposit included')).toBeTruthy();
  fireEvent.change(price(), { target: { value: '714.505' } });
  fireEvent.click(button('Save'));
  expect(screen.getByText('Use at most two decimals')).toBeTruthy();
  expect(asked.filter(({ call }) => call.startsWith('PATCH'))).toEqual([]);

  fireEvent.change(price(), { target: { value: '714.5' } });
  fireEvent.click(button('Save'));
  await waitFor(() =>
    expect(toasted()).toEqual(['Price Updated', 'Final price successfully updated.', 'plain']),
  );
  expect(asked.at(-1)).toMatchObject({ call: PRICE, body: { finalPrice: 71_450 }, ifMatch: '"1"' });
  expect((await row()).textContent).toContain('$714.50');
  expect(document.activeElement).toBe(button('Edit the final price of booking #12'));
});

test('a price that cannot be saved stays in the input; Escape discards it', async () => {
  show({ [PRICE]: refusal(500, 'internal', 'Something went wrong.') });
  await edit();
  fireEvent.change(price(), { target: { value: '714.5' } });
  fireEvent.click(button('Save'));
  const text = 'Failed to update final price. Something went wrong.';
  await waitFor(() => expect(toasted()).toEqual(['Error', text, 'destructive']));
  expect(price().value).toBe('714.5');
  fireEvent.keyDown(price(), { key: 'Escape' });
  expect((await row()).textContent).toContain('Not set');
  expect(document.activeElement).toBe(button('Edit the final price of booking #12'));
});

test('an address is copied to the clipboard, or shown if the browser refuses', async () => {
  const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('refused'));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  show();
  await row();
  fireEvent.click(button('Copy Address of booking #12'));
  await waitFor(() => expect(toasted()).toEqual(['Copied', 'Address copied to clipboard', 'plain']));
  expect(writeText).toHaveBeenCalledWith('118 Chestnut Street, Lancaster, PA 17602');

  fireEvent.click(button('Copy Address of booking #12'));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Address' });
  expect([document.activeElement, field.value]).toEqual([field, '118 Chestnut Street, Lancaster, PA 17602']);
  expect(field.selectionEnd).toBe(field.value.length);
  fireEvent.click(button('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a view-only user has no controls to change a booking', async () => {
  show({}, { role: 'view_only' });
  const text = (await row()).textContent;
  expect(text).toContain('Pending');
  expect(within(await row()).queryByRole('button', { name: 'Status' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
  expect(button('Copy Address of booking #12')).toBeTruthy();
});

test('the menu of a row has the changes of the booking, and its dialog outlives the row', async () => {
  const pages = [page(sampleBooking()), page()];
  show({ [LIST]: () => pages.shift()! });
  await row();
  fireEvent.click(button('Actions for booking #12'));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'View DetailsEnter',
    'Move deliveryM',
    'Change last dayE',
    'Change sizeS',
    'Change rentalR',
    'Cancel booking',
    'Print work orderP',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Cancel booking' }));
  const reason = () =>
    within(screen.getByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox', { name: /^Reason/ });
  await screen.findByRole('dialog', { name: 'Cancel booking #12?' });
  fireEvent.change(reason(), { target: { value: 'Customer moved' } });
  fireEvent.click(screen.getByRole('button', { name: 'Refresh', hidden: true }));
  await screen.findByText('No bookings found');
  expect(reason().value).toBe('Customer moved');
});

test('the keys of the menu work on the row with the focus; x selects', async () => {
  show();
  const found = await row();
  found.focus();
  fireEvent.keyDown(found, { key: 'x' });
  expect(screen.getByRole('checkbox', { name: /^Select booking #12/ })).toHaveProperty('checked', true);
  fireEvent.keyDown(found, { key: 's', ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(found, { key: 's' });
  await screen.findByRole('dialog', { name: 'Change size' });
});

test('while a booking is being cancelled, the row says so and offers no change', async () => {
  show({ [LIST]: page(sampleBooking({ isCancelling: true })) });
  const found = await row();
  expect(found.textContent).toContain('Cancelling');
  expect(found.textContent).not.toContain('Pending');
  fireEvent.click(button('Actions for booking #12'));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'View DetailsEnter',
    'Print work orderP',
  ]);
});

test('an empty list shows its text', async () => {
  show({ [LIST]: page() });
  expect(await screen.findByText('No bookings found')).toBeTruthy();
});

test('a day and a range of days are two filters, and each is removed separately', async () => {
  const query = 'deliveryDate=2026-12-01&deliveryDateFrom=2026-11-01&deliveryDateTo=2026-12-31';
  const asked = show(
    {
      [`GET /api/bookings?${query}&limit=25`]: page(sampleBooking()),
      'GET /api/bookings?deliveryDateFrom=2026-11-01&deliveryDateTo=2026-12-31&limit=25': page(),
    },
    { search: `?${query}` },
  );
  await row();
  const chips = within(screen.getByRole('list', { name: 'Filters that are on' })).getAllByRole('listitem');
  expect(chips).toHaveLength(2);
  fireEvent.click(button('Remove the filter Delivery date: Dec 1, 2026'));
  await screen.findByText('No bookings found');
  expect(asked).toHaveLength(2);
});

test('the link to a booking keeps the URL of the list', async () => {
  show({ 'GET /api/bookings?search=maria&limit=25': page(sampleBooking()) }, { search: '?search=maria' });
  await row();
  fireEvent.click(screen.getByRole('link', { name: 'View Details of booking #12' }));
  await waitFor(() => expect(office.where()?.pathname).toBe('/admin/bookings/12'));
  expect(office.where()?.state).toEqual({ list: '?search=maria' });
});

test('the export requests all matches, independent of order and page', async () => {
  const search = '?search=o%27b%20%26%20co&status=pending&sort=-customer&limit=50';
  show(
    { 'GET /api/bookings?status=pending&search=o%27b+%26+co&sort=-customer&limit=50': page(sampleBooking()) },
    { search },
  );
  await row();
  const link = screen.getByRole('link', { name: 'Export CSV' });
  expect(link.getAttribute('href')).toBe('/api/bookings.csv?status=pending&search=o%27b+%26+co');
  expect(link.hasAttribute('download')).toBe(true);
});

test('the page of a new booking is only for roles that may book', async () => {
  serve({});
  const { session } = showOffice(<NewBookingPage />, { path: '/admin/bookings/new' });
  act(() => session.enter({ username: 'dana', role: 'view_only' }));
  expect((await screen.findByRole('note')).textContent).toContain('can read bookings, but not make them');
  expect(screen.queryByRole('form')).toBeNull();
});
