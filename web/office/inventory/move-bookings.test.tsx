import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Dumpster, NEVER_MOVED } from '#contract/inventory.ts';
import { todayHere } from '#web/kit/dates/moment.ts';
import { sampleBooking } from '#web/test/bookings.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { MoveBookingsDialog } from './MoveBookingsDialog.tsx';

const unit = (id: number, sizeId = '15-yard'): Dumpster => ({
  id,
  dumpsterNumber: `D-${id}`,
  dumpsterType: sizeId,
  sizeId,
  isAvailable: id !== 1,
  notes: null,
  location: NEVER_MOVED,
});

const entry = (bookingId: number, startDate: string, endDate: string) => ({
  id: bookingId,
  bookingId,
  startDate,
  endDate,
});

const booking = (id: number) => ({
  body: sampleBooking({
    id,
    dumpsterType: '15-yard',
    units: [{ id: 1, number: 'D-1', role: 'first', startDate: '2099-12-01', endDate: '2099-12-07' }],
  }),
  headers: { ETag: `"${id}"` },
});

const free = (id: number) => `GET /api/bookings/${id}/free-dumpsters?role=first`;

test('coming bookings move to other free units of the size in one action; the others are named', async () => {
  const asked = serve({
    [`GET /api/dumpster-schedules/dumpster/1?from=${todayHere()}`]: {
      body: [
        entry(21, '2099-12-01', '2099-12-07'),
        entry(22, '2099-12-03', '2099-12-09'),
        entry(23, '2099-12-20', '2099-12-22'),
        entry(24, '2099-12-03', '2099-12-04'),
      ],
    },
    'GET /api/bookings/21': booking(21),
    'GET /api/bookings/22': booking(22),
    'GET /api/bookings/23': booking(23),
    'GET /api/bookings/24': booking(24),
    [free(21)]: { body: [unit(8), unit(9), unit(7, '20-yard')] },
    [free(22)]: { body: [unit(8), unit(9), unit(7, '20-yard')] },
    [free(23)]: { body: [unit(8)] },
    [free(24)]: { body: [unit(8), unit(7, '20-yard')] },
    'PATCH /api/bookings/21/dumpster': booking(21),
    'PATCH /api/bookings/22/dumpster': refusal(409, 'conflict', 'D-9 was just booked.'),
    'PATCH /api/bookings/23/dumpster': booking(23),
  });
  showOffice(<MoveBookingsDialog unit={unit(1)} onClose={() => undefined} />, { path: '/admin/inventory' });
  await screen.findByRole('dialog', { name: 'Bookings of D-1' });
  const rows = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(await rows()).toEqual([
    expect.stringMatching(/^Booking #21.*to D-8$/),
    expect.stringMatching(/^Booking #22.*to D-9$/),
    expect.stringMatching(/^Booking #23.*to D-8$/),
    expect.stringMatching(/^Booking #24.*No dumpster of this size is free: move its days$/),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Move 3 bookings' }));
  expect(await screen.findByText('Not moved. D-9 was just booked.')).toBeTruthy();
  expect(await rows()).toEqual([
    expect.stringMatching(/has D-8 now$/),
    expect.stringMatching(/Not moved/),
    expect.stringMatching(/has D-8 now$/),
  ]);
  const moves = asked.filter(({ call }) => call.startsWith('PATCH'));
  expect(moves.map(({ body }) => body)).toEqual([
    { dumpsterId: 8, role: 'first' },
    { dumpsterId: 9, role: 'first' },
    { dumpsterId: 8, role: 'first' },
  ]);
});
