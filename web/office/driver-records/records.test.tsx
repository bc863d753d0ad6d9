import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { StopRecordReply } from '#contract/stop-records.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import { BookingRecordsCard } from './BookingRecordsCard.tsx';
import { ticketPhotos, timeNote } from './words.ts';

const LIST = 'GET /api/bookings/12/stop-records';
const ONE = 'GET /api/dispatch/stops/4/record';
const AT = '2026-11-23T14:00:00.000Z';
const place = { hasPosition: true, position: null };
const photo = (id: string, type: StopRecordReply['photos'][number]['type']) => ({
  id,
  type,
  takenAt: AT,
  receivedAt: AT,
  width: 1200,
  height: 900,
  isStored: true,
  ...place,
});
const action = (
  id: string,
  type: StopRecordReply['actions'][number]['type'],
  value: string | null = null,
) => ({
  id,
  type,
  value,
  doneAt: AT,
  deviceTime: AT,
  receivedAt: AT,
  note: null,
  result: 'applied' as const,
  reason: null,
  approval: null,
  hasPosition: false,
  position: null,
  isTimeClamped: false,
});
const RECORD: StopRecordReply = {
  id: 4,
  day: '2026-11-23',
  type: 'delivery',
  status: 'delivered',
  isRemoved: false,
  driver: { id: 5, name: 'Ray Dorsey' },
  truck: 'Truck 1',
  booking: { id: 12, customer: 'Maria <b>Alvarez</b>' },
  site: null,
  plannedArrival: null,
  departedAt: AT,
  arrivedAt: AT,
  outcome: 'done',
  outcomeReason: 'Beside the garage',
  unit: '15-03',
  collectedUnit: null,
  ticket: null,
  actions: [
    { ...action('a1', 'arrived'), hasPosition: true },
    { ...action('a2', 'unit', '15-99'), result: 'refused', reason: 'There is no unit 15-99.' },
    {
      ...action('a3', 'done'),
      deviceTime: '2026-11-23T15:00:00.000Z',
      receivedAt: '2026-11-24T15:00:00.000Z',
    },
  ],
  photos: [
    photo('p1', 'delivery_placement'),
    photo('p2', 'signature'),
    { ...photo('p3', 'problem'), isStored: false },
  ],
};

test('a booking shows what drivers recorded; without records it shows nothing', async () => {
  serve({ [LIST]: { body: [RECORD] } });
  const { leave } = showOffice(<BookingRecordsCard bookingId={12} />);
  await screen.findByText('Driver Records');
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
    '/api/admin/photos/p1',
    '/api/admin/photos/p2',
  ]);
  screen.getByText(/1 photo was deleted/);
  leave();
  const asked = serve({ [LIST]: { body: [] } });
  showOffice(<BookingRecordsCard bookingId={12} />);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText('Driver Records')).toBeNull();
});

test('the record of a stop has times, refusals and clocks that differ; positions are read on request', async () => {
  const placed = {
    ...RECORD,
    actions: RECORD.actions.map((one) =>
      one.hasPosition ? { ...one, position: { lat: 42.65, lng: -73.75 } } : one,
    ),
  };
  const asked = serve({
    [LIST]: { body: [RECORD] },
    [ONE]: { body: RECORD },
    [`${ONE}?positions=true`]: { body: placed },
  });
  showOffice(<BookingRecordsCard bookingId={12} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Details of Delivery' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Delivery/ }));
  await dialog.findByText('Not accepted: There is no unit 15-99.');
  dialog.getByText('Maria <b>Alvarez</b>');
  expect(dialog.getByText(/the phone's clock said/).textContent).toContain('received');
  expect(dialog.queryByText(/^Position/)).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Show positions' }));
  await dialog.findByText('Position 42.65000, -73.75000');
  expect(asked.at(-1)?.call).toBe(`${ONE}?positions=true`);
});

test('photos open large, and the arrow keys show the others', async () => {
  serve({ [LIST]: { body: [RECORD] } });
  showOffice(<BookingRecordsCard bookingId={12} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Placement, open photo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Placement' }));
  const next = dialog.getByRole('button', { name: 'Next' });
  fireEvent.keyDown(next, { key: 'ArrowRight' });
  await screen.findByRole('dialog', { name: 'Signature' });
  fireEvent.keyDown(next, { key: 'ArrowLeft' });
  await screen.findByRole('dialog', { name: 'Placement' });
  fireEvent.error(dialog.getByRole('img'));
  await dialog.findByText(/could not be loaded/);
});

test('a ticket has the photos of the stop that recorded its number', () => {
  const disposal = {
    ...RECORD,
    actions: [action('t', 'ticket', 'T-77')],
    photos: [photo('p4', 'ticket'), photo('p5', 'problem')],
  };
  expect(ticketPhotos([RECORD, disposal], 'T-77').map(({ id }) => id)).toEqual(['p4']);
  expect(ticketPhotos([disposal], null)).toEqual([]);
  expect(timeNote(action('x', 'done'))).toBeNull();
});
