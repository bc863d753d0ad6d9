import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Delivery } from '#contract/deliveries.ts';
import { press, toasted } from '#web/test/acts.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import DeliveriesPage from './DeliveriesPage.tsx';

const ME = 'GET /api/admin/current-user';
const LIST = 'GET /api/admin/deliveries?limit=25';
const REPLAY = 'POST /api/admin/deliveries/notice-1/replay';

const MAIL: Delivery = {
  id: 'notice-1',
  kind: 'deposit-paid',
  bookingId: 12,
  userId: null,
  username: null,
  createdAt: '2026-11-21T17:05:00.000Z',
  doneAt: null,
  diedAt: '2026-11-21T18:31:00.000Z',
  attempts: 7,
  state: 'dead',
  error: '(address) did not answer',
  replayedAt: null,
  replayedBy: null,
};
const SESSIONS: Delivery = {
  ...{ ...MAIL, id: 'notice-2', kind: 'end-sessions', bookingId: null, userId: 9, username: 'ann' },
  error: null,
};
const EVENT: Delivery = {
  ...{ ...MAIL, id: 'event', kind: 'stripe-event', state: 'sent', bookingId: null, attempts: null },
  ...{ doneAt: MAIL.createdAt, diedAt: null, replayedAt: MAIL.createdAt, replayedBy: 'dana', error: null },
};
const SENT_AGAIN: Delivery = { ...MAIL, state: 'waiting', attempts: 0, diedAt: null };

const page = (deliveries: Delivery[]) => ({
  body: deliveries,
  headers: { 'X-Total-Count': String(deliveries.length), 'X-Sort': '-createdAt' },
});

function show(replies: Parameters<typeof serve>[0], { by = DANA as object, search = '' } = {}) {
  const asked = serve({ [ME]: { body: by }, ...replies });
  return { asked, ...showOffice(<DeliveriesPage />, { path: `/admin/deliveries${search}` }) };
}

const row = async (name: RegExp) => (await screen.findByRole('rowheader', { name })).closest('tr')!;
const CONFIRMATION = /^Booking confirmation/;

test('a row tells what was sent about what, how it stands, and why it failed', async () => {
  show({ [LIST]: page([MAIL, SESSIONS, EVENT]) });
  const mail = await row(CONFIRMATION);
  for (const words of ['Nov 21, 2026, 12:05 PM', 'Dead', '7', '(address) did not answer'])
    expect(mail.textContent).toContain(words);
  expect(within(mail).getByRole('link', { name: 'Booking #12' }).getAttribute('href')).toBe(
    '/admin/bookings/12',
  );
  const sessions = await row(/^End sessions/);
  expect(sessions.textContent).toContain('Security');
  expect(within(sessions).getByRole('link', { name: 'Account @ann' }).getAttribute('href')).toBe(
    '/admin/users?search=ann',
  );
  const event = await row(/^Stripe event/);
  for (const words of ['Sent', 'Not known', 'None']) expect(event.textContent).toContain(words);
});

test('an opened row tells when it was given up and replayed, and what a dead end of sessions means', async () => {
  show({ [LIST]: page([SESSIONS, EVENT]) });
  await row(/^End sessions/);
  press(/^Details of End sessions/);
  expect(screen.getByRole('note').textContent).toContain('may still be logged in');
  expect(screen.getByText('Given up').nextSibling?.textContent).toBe('Nov 21, 2026, 1:31 PM');
  press(/^Details of Stripe event/);
  expect(screen.getByText('Last replayed').nextSibling?.textContent).toBe('Nov 21, 2026, 12:05 PM by dana');
});

test('what is dead is replayed once, and the list shows how it stands', async () => {
  const lists = [page([MAIL]), page([SENT_AGAIN])];
  const { asked } = show({ [LIST]: () => lists.shift()!, [REPLAY]: { body: SENT_AGAIN } });
  const replay = await screen.findByRole('button', { name: 'Replay Booking confirmation' });
  fireEvent.click(replay);
  fireEvent.click(replay);
  await waitFor(() =>
    expect(toasted()).toEqual([
      'Replayed',
      'Booking confirmation is being tried again. Refresh the list to see how it went.',
      'plain',
    ]),
  );
  await waitFor(async () => expect((await row(CONFIRMATION)).textContent).toContain('Waiting'));
  expect(screen.queryByRole('button', { name: /^Replay/ })).toBeNull();
  expect(asked.filter(({ call }) => call === REPLAY)).toHaveLength(1);
});

test('a colleague who was quicker is told of', async () => {
  const lists = [page([MAIL]), page([SENT_AGAIN])];
  show({
    [LIST]: () => lists.shift()!,
    [REPLAY]: refusal(409, 'conflict', 'This waits to be sent already.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Replay/ }));
  await waitFor(() => expect(toasted()).toEqual(['Error', 'This waits to be sent already.', 'destructive']));
  await waitFor(async () => expect((await row(CONFIRMATION)).textContent).toContain('Waiting'));
});

test('whoever may only look sees no button', async () => {
  show({ [LIST]: page([MAIL]) }, { by: { ...DANA, role: 'view_only' } });
  await row(CONFIRMATION);
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Replay/ })).toBeNull();
});

test('is narrowed by state, kind and booking, and says when nothing is there or comes', async () => {
  const query = 'state=dead&kind=deposit-paid&bookingId=12';
  let reply: ReturnType<typeof refusal> = page([]);
  const { asked } = show(
    { [`GET /api/admin/deliveries?${query}&limit=25`]: () => reply },
    { search: `?${query}` },
  );
  expect(await screen.findByText('No deliveries found')).toBeTruthy();
  for (const chip of ['State: Dead', 'What: Booking confirmation', 'Booking ID: 12'])
    expect(screen.getByRole('button', { name: `Remove the filter ${chip}` })).toBeTruthy();
  expect(asked.map(({ call }) => call)).toContain(`GET /api/admin/deliveries?${query}&limit=25`);
  reply = refusal(500, 'internal', 'Something went wrong.');
  press('Refresh');
  expect((await screen.findByRole('alert')).textContent).toContain('The deliveries could not be loaded.');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});
