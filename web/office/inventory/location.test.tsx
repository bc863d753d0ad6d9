import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Dumpster, NEVER_MOVED } from '#contract/inventory.ts';
import { announced, field, press, submit, type } from '#web/test/actions.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import InventoryPage from './InventoryPage.tsx';

const d7: Dumpster = {
  id: 1,
  dumpsterNumber: 'D-7',
  dumpsterType: '15-Yard',
  sizeId: '15-yard',
  isAvailable: true,
  notes: null,
  location: NEVER_MOVED,
};
const LIST = 'GET /api/dumpsters?limit=25';

test('shows where units are, and a dispatcher corrects it; a move in the meantime is shown first', async () => {
  const moved = (id: number, siteName: string) => ({ ...NEVER_MOVED, place: 'yard', siteId: id, siteName });
  const location = (version: number, siteName: string) => ({
    body: { location: moved(1, siteName), entries: [] },
    headers: { ETag: `"${version}"` },
  });
  const customer = { place: 'booking' as const, bookingId: 12, customer: 'Ada Lovelace' };
  const since = '2026-11-20T15:00:00.000Z';
  const text = 'Dumpster D-7 was moved. It is recorded here now: North yard. Check it and try again.';
  const replies: Parameters<typeof serve>[0] = {
    [LIST]: { body: [{ ...d7, location: { ...NEVER_MOVED, ...customer, since } }] },
    'GET /api/inventory/1/location': location(1, 'Main yard'),
    'GET /api/admin/trucks': { body: [] },
    'GET /api/admin/sites': { body: [] },
    'POST /api/inventory/1/location': {
      status: 409,
      body: { message: text, code: 'stale', requestId: 'r', changedBy: null, changedAt: null, changed: [] },
    },
  };
  const asked = serve(replies);
  const { session } = showOffice(<InventoryPage />, { path: '/admin/inventory' });
  session.enter({ username: 'dana', role: 'dispatcher' });
  const row = (await screen.findByRole('button', { name: /^Correct location/ })).closest('tr, li');
  expect(row?.textContent).toContain('Booking #12, Ada Lovelacesince Nov 20, 2026');
  press(/^Correct location/);
  await screen.findByText('Main yard');
  fireEvent.change(field('place'), { target: { value: 'booking' } });
  type('reason', 'Seen there');
  submit();
  expect(await screen.findByText('Enter the number of the booking')).toBeTruthy();
  type('bookingId', '#12');
  replies['GET /api/inventory/1/location'] = location(2, 'North yard');
  submit();
  expect(await screen.findByText('North yard')).toBeTruthy();
  replies['POST /api/inventory/1/location'] = { body: d7 };
  submit();
  await waitFor(() => expect(announced()).toMatch(/^The location of .* is corrected\.$/));
  const correction = { place: 'booking', siteId: null, bookingId: 12, truckId: null, reason: 'Seen there' };
  expect(
    asked.filter(({ call }) => call.startsWith('POST')).map(({ ifMatch, body }) => [ifMatch, body]),
  ).toEqual([
    ['"1"', correction],
    ['"2"', correction],
  ]);
});
