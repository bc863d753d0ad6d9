import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { Route, Routes } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Job } from '#contract/jobs.ts';
import { sampleBooking, sampleJob } from '#web/test/bookings.ts';
import {
  BOARD_DAY,
  boardInstant,
  sampleBoard,
  sampleBoardJob,
  sampleBoardStop,
  sampleRoute,
} from '#web/test/dispatch.ts';
import { serve, showOffice } from '#web/test/office.tsx';
import DaySheetPage from './DaySheetPage.tsx';
import WorkOrderPage from './WorkOrderPage.tsx';

const BUSINESS = {
  name: 'Ironwood Dumpsters',
  phone: '(555) 010-0142',
  email: 'hello@example.com',
  yardAddress: '',
  openingHours: '',
  creditName: '',
  creditUrl: '',
  accent: '#0f4430',
  frameOrigins: [],
  emailNewBookings: true,
  logoUrl: null,
};

function show(path: string, jobs: Job[], booking = sampleBooking()) {
  serve({
    'GET /api/admin/business': { body: BUSINESS },
    'GET /api/bookings/12': { body: booking, headers: { ETag: '"1"' } },
    'GET /api/jobs?bookingId=12': { body: jobs },
    'GET /api/jobs?day=2026-12-01': { body: jobs },
    'GET /api/dispatch?day=2026-12-01': { body: sampleBoard([], []) },
  });
  return showOffice(
    <Routes>
      <Route path="/admin/bookings/:id/work-order" element={<WorkOrderPage />} />
      <Route path="/admin/print/day" element={<DaySheetPage />} />
    </Routes>,
    { path },
  );
}

const sheet = async () => screen.findByRole('article');

test('a work order is for the next job, without prices and internal notes', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const units = [
    { id: 3, number: 'D-3', role: 'first', startDate: '2026-12-01', endDate: '2026-12-05' },
    { id: 4, number: 'D-4', role: 'exchange 1', startDate: '2026-12-05', endDate: '2026-12-07' },
  ];
  const delivery = sampleJob({ status: 'done', dueDay: '2026-12-01' });
  const exchange = sampleJob({
    id: 32,
    type: 'exchange',
    dueDay: '2026-12-05',
    timeWindow: '08:00-12:30',
    unit: { id: 4, number: 'D-4' },
    collectedUnit: { id: 3, number: 'D-3' },
  });
  const texts = {
    internalNotes: 'Pays late',
    placement: 'Gate code 4711',
    company: 'Quarry & Sons',
    poNumber: 'PO-114',
  };
  const permit = { placementType: 'street' as const, permitNumber: 'P-7', permitExpires: '2026-12-09' };
  const { where } = show(
    '/admin/bookings/12/work-order',
    [delivery, exchange],
    sampleBooking({ ...texts, ...permit, units, balanceDue: 17_500, finalPrice: 60_000 }),
  );
  const text = (await sheet()).textContent;
  const expected = [
    'Exchange',
    'Saturday, December 5, 2026, 8:00 AM to 12:30 PM',
    'Booking #12',
    'bring D-4, take D-3',
    'Ironwood Dumpsters',
    '(555) 010-0142',
    'Maria Alvarez, Quarry & Sons',
    'PO numberPO-114',
    '(717) 555-0142',
    '118 Chestnut Street, Lancaster, PA 17602',
    'Street, Gate code 4711',
    'P-7, valid until Dec 9, 2026',
    'The gate code is 4711.',
    'Balance due$175.00',
    'Customer signature',
  ];
  for (const words of expected) expect(text).toContain(words);
  for (const words of ['Pays late', '$600.00', '$425.00']) expect(text).not.toContain(words);
  expect(print).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  fireEvent.change(screen.getByRole('combobox'), { target: { value: '31' } });
  await waitFor(() => expect(where()?.search).toBe('?job=31'));
  expect(within(await sheet()).getByRole('heading', { name: 'Delivery' })).toBeTruthy();
});

test('the jobs of a day are in groups, each with address, phone, unit, notes and a box', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  show('/admin/print/day?day=2026-12-01', [
    sampleJob({ notes: hostile, placement: 'Left of the garage', secondPhoneDisplay: '(717) 555-0199' }),
    sampleJob({ id: 32, bookingId: 13, type: 'final_pickup', status: 'done', unit: null }),
  ]);
  const table = within(await sheet());
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Deliveries (1)',
    'Pickups (1)',
  ]);
  const [, , delivery, , pickup] = table.getAllByRole('row').map(({ textContent }) => textContent);
  expect(delivery).toBe(
    `OpenMaria Alvarez(717) 555-0142(717) 555-0199#12118 Chestnut Street, Lancaster, PA 17602Left of the garageD-315-Yard${hostile}`,
  );
  expect(pickup).toContain('✓Done');
  expect(pickup).toContain('No unit');
});

test('the sheet of a coming day has its routes with all their stops, and the jobs without a route', async () => {
  const yard = { id: 1, name: 'Main yard', address: '1 Green Street' };
  const landfill = { id: 5, name: 'Landfill', address: '9 Rapp Road' };
  const stops = [
    sampleBoardStop(1, { arrival: boardInstant('13:00') }),
    sampleBoardStop(2, { type: 'disposal', job: null, site: landfill, arrival: boardInstant('14:00') }),
    sampleBoardStop(3, { type: 'yard', job: null, site: yard, arrival: boardInstant('15:00') }),
  ];
  const routes = [
    sampleRoute(stops, { publishedAt: boardInstant('11:00') }),
    sampleRoute([sampleBoardStop(4)], { id: 8, driver: { id: 5, name: 'Lou Ray' } }),
  ];
  serve({
    'GET /api/admin/business': { body: BUSINESS },
    [`GET /api/dispatch?day=${BOARD_DAY}`]: { body: sampleBoard([], routes) },
    // The job of the first route, and one of no route.
    [`GET /api/jobs?day=${BOARD_DAY}`]: {
      body: [sampleJob({ id: 1 }), sampleJob({ id: 9, lastName: 'Okafor' })],
    },
  });
  showOffice(<DaySheetPage />, { path: `/admin/print/day?day=${BOARD_DAY}` });
  const article = within(await sheet());
  article.getByText('Routes: 2 · Deliveries: 2');
  const route = article.getByRole('region', { name: 'Route of Kim Lee' });
  for (const words of [
    '8:00 AM',
    'Ada Moss1',
    'D-3',
    '9:00 AM',
    'Landfill9 Rapp Road',
    '10:00 AM',
    'Yard',
    'Main yard1 Green Street',
    'Start at 7:00 AM, with 3 empty',
  ]) {
    expect(route.textContent).toContain(words);
  }
  expect(route.textContent).not.toContain('not published');
  expect(article.getByRole('region', { name: 'Route of Lou Ray' }).textContent).toContain('(not published)');
  const others = article.getByRole('region', { name: 'Jobs' });
  expect(others.textContent).toContain('Okafor');
  expect(others.textContent).not.toContain('Ada');
});

test('a route on paper has its stops in order, with what a driver without a phone needs', async () => {
  const job = sampleBoardJob(2, { notes: 'Gate code 4711', timeWindow: '08:00-12:30' });
  const stops = [
    sampleBoardStop(1),
    sampleBoardStop(2, { type: 'exchange', job, arrival: boardInstant('15:00') }),
    sampleBoardStop(3, {
      type: 'disposal',
      job: null,
      site: { id: 5, name: 'Landfill', address: '9 Rapp Road, Albany' },
    }),
  ];
  const yards = { start: { id: 1, name: 'Main yard' }, end: { id: 2, name: 'North yard' } };
  const route = sampleRoute(stops, { ...yards, notes: 'Fuel first', meters: 16_100 });
  serve({
    'GET /api/admin/business': { body: BUSINESS },
    [`GET /api/dispatch?day=${BOARD_DAY}`]: { body: sampleBoard([], [route], { isEstimate: true }) },
  });
  showOffice(<DaySheetPage />, { path: `/admin/print/day?day=${BOARD_DAY}&route=7` });
  const article = await sheet();
  for (const words of [
    'Kim Lee, Monday, November 23',
    'Fuel first',
    'Drives are estimated from straight lines.',
    'Truck 2 · Main yard at 7:00 AM, with 3 empty · 3 h · 10 mi',
  ]) {
    expect(article.textContent).toContain(words);
  }
  const [, ...rows] = within(article)
    .getAllByRole('row')
    .map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^18:20 AM.*Delivery.*Ada Moss1.*D-3/),
    expect.stringMatching(/^210:00 AM8:00 AM to 12:30 PM.*Ada Moss2.*Gate code 4711$/),
    expect.stringMatching(/^38:20 AM.*Landfill9 Rapp Road, Albany$/),
    '10:00 AMNorth yard',
  ]);
  const { violations } = await axe.run(article, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('a route that was removed says so', async () => {
  serve({
    'GET /api/admin/business': { body: BUSINESS },
    [`GET /api/dispatch?day=${BOARD_DAY}`]: { body: sampleBoard([], []) },
  });
  showOffice(<DaySheetPage />, { path: `/admin/print/day?day=${BOARD_DAY}&route=7` });
  await screen.findByText('This route was removed.');
});

test('a booking that is not there links back', async () => {
  show('/admin/bookings/seventeen/work-order', []);
  expect(await screen.findByRole('heading', { name: 'Booking Not Found' })).toBeTruthy();
});
