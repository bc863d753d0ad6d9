import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Hold, listHolds } from '#contract/holds.ts';
import { press, toasted } from '#web/test/actions.ts';
import { refusal, serve, showOffice } from '#web/test/office.tsx';
import { HoldsSection } from './HoldsSection.tsx';

const LIST = 'GET /api/holds';
const NOW = '2026-11-21T17:00:00.000Z';
const ID = '5f0c1d2e-8a3b-4c5d-9e6f-7a8b9c0d1e2f';
const RELEASE = `POST /api/holds/${ID}/release`;

const inMinutes = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
const hold = (changes: Partial<Hold> = {}): Hold => ({
  id: ID,
  customerName: 'Ada Lee',
  dumpsterType: '15-Yard',
  dumpsterNumber: 'D-7',
  startDate: '2026-12-01',
  endDate: '2026-12-07',
  createdAt: inMinutes(-8),
  expiresAt: inMinutes(12.5),
  network: '203.0.113.0/24',
  isDeviceKnown: true,
  ...changes,
});
const listed = (holds: Hold[], changes: Partial<ReplyOf<typeof listHolds>> = {}) => ({
  body: {
    now: NOW,
    total: holds.length,
    holds,
    usage: [{ dumpsterType: null, heldDays: holds.length * 7, maxDays: 73 }],
    moves: [],
    ...changes,
  },
});

function show(replies: Parameters<typeof serve>[0], canWrite = true) {
  const asked = serve(replies);
  showOffice(<HoldsSection canWrite={canWrite} />, { path: '/admin/inventory' });
  return asked;
}

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

test('a hold shows customer, days, remaining time and network', async () => {
  const other = hold({
    id: 'b',
    customerName: 'Bo Ray',
    startDate: '2026-12-01',
    endDate: '2026-12-01',
    expiresAt: inMinutes(0.5),
    network: null,
    isDeviceKnown: false,
  });
  const late = hold({ id: 'c', customerName: 'Cy Orr', expiresAt: inMinutes(-1) });
  show({ [LIST]: listed([hold(), other, late]) });
  const cells = async (name: RegExp) =>
    (await row(name)).getAllByRole('cell').map(({ textContent }) => textContent);
  expect(await cells(/Ada Lee/)).toEqual([
    'Dumpster15-Yard D-7',
    'DaysDec 1, 2026 to Dec 7, 2026 (7 days)',
    'Time left12 min',
    'Network203.0.113.0/24',
    'BrowserKnown',
    'Release the hold of Ada Lee',
  ]);
  expect((await cells(/Bo Ray/)).slice(1, 5)).toEqual([
    'DaysDec 1, 2026 (1 day)',
    'Time leftUnder 1 min',
    'NetworkUnknown',
    'BrowserUnknown',
  ]);
  expect((await cells(/Cy Orr/))[2]).toBe('Time leftEnding');
  expect(screen.getByText('3 customers who are paying hold dumpsters.')).toBeTruthy();
});

test('used limits are shown, and marked from 80 percent', async () => {
  const usage = [
    { dumpsterType: null, heldDays: 60, maxDays: 219 },
    { dumpsterType: '15-Yard', heldDays: 60, maxDays: 73 },
    { dumpsterType: '20-Yard', heldDays: 0, maxDays: 146 },
  ];
  show({ [LIST]: listed([hold()], { usage, total: 201 }) });
  const list = within(await screen.findByRole('list', { name: 'Days held unpaid' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'All sizes: 60 of 219 days',
    '15-Yard: 60 of 73 daysNear the limit',
  ]);
  const count = '201 customers who are paying hold dumpsters. The newest 1 are shown.';
  expect(screen.getByText(count)).toBeTruthy();
});

test('days with held truck moves are shown with their limit', async () => {
  const moves = [
    { day: '2026-12-01', heldMoves: 5, maxHeldMoves: 6 },
    { day: '2026-12-07', heldMoves: 1, maxHeldMoves: 6 },
  ];
  show({ [LIST]: listed([hold()], { moves }) });
  const list = within(await screen.findByRole('list', { name: 'Truck moves held unpaid' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Dec 1, 2026: 5 of 6 truck movesNear the limit',
    'Dec 7, 2026: 1 of 6 truck moves',
  ]);
});

test('a release asks first, and says that the days are free again', async () => {
  let isHeld = true;
  const asked = show({
    [LIST]: () => listed(isHeld ? [hold()] : []),
    [RELEASE]: () => {
      isHeld = false;
      return { body: { result: 'released', bookingId: null } };
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Release the hold of Ada Lee' }));
  expect(screen.getByText('1 customer who is paying holds dumpsters.')).toBeTruthy();
  const dialog = within(screen.getByRole('dialog', { name: 'Release this hold?' }));
  expect(dialog.getByText(/can no longer pay for the 15-Yard/).textContent).toContain(
    'Dec 1, 2026 to Dec 7, 2026',
  );
  expect(asked.filter(({ call }) => call === RELEASE)).toEqual([]);
  press('Release');
  await waitFor(() =>
    expect(toasted()).toEqual(['Hold Released', 'The days held by Ada Lee are free again.', 'plain']),
  );
  await screen.findByText('No dumpster is held at the moment.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});

test('a hold that was paid in the meantime is announced as a booking', async () => {
  show({ [LIST]: listed([hold()]), [RELEASE]: { body: { result: 'paid', bookingId: 12 } } });
  fireEvent.click(await screen.findByRole('button', { name: 'Release the hold of Ada Lee' }));
  press('Release');
  await waitFor(() =>
    expect(toasted()).toEqual(['Hold Was Paid', 'Ada Lee has paid: it is now booking #12.', 'plain']),
  );
});

test('a refused release keeps the dialog, with the reason', async () => {
  const why = 'Stripe could not cancel the payment, so the hold stays.';
  show({ [LIST]: listed([hold()]), [RELEASE]: refusal(502, 'provider_unavailable', why) });
  fireEvent.click(await screen.findByRole('button', { name: 'Release the hold of Ada Lee' }));
  press('Release');
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toContain(why);
});

test('a view-only user has no Release button', async () => {
  show({ [LIST]: listed([hold()]) }, false);
  await row(/Ada Lee/);
  expect(screen.queryByRole('button', { name: /^Release/ })).toBeNull();
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
});

test('a failure shows an error and a retry', async () => {
  let isDown = true;
  show({ [LIST]: () => (isDown ? refusal(500, 'internal', 'The server rests.') : listed([hold()])) });
  expect((await screen.findByRole('alert')).textContent).toContain('The holds could not be loaded.');
  isDown = false;
  press('Retry');
  await row(/Ada Lee/);
  expect(screen.queryByRole('alert')).toBeNull();
});
