import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Notification } from '#contract/notifications.ts';
import { press, toasted } from '#web/test/actions.ts';
import { DANA, refusal, serve, showOffice } from '#web/test/office.tsx';
import NotificationsPage from './NotificationsPage.tsx';

const ME = 'GET /api/admin/current-user';
const LIST = 'GET /api/admin/notifications?limit=25';
const REPLAY = 'POST /api/admin/notifications/notice-1/replay';

const MAIL: Notification = {
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
const SESSIONS: Notification = {
  ...MAIL,
  id: 'notice-2',
  kind: 'end-sessions',
  bookingId: null,
  userId: 9,
  username: 'ann',
  error: null,
};
const EVENT: Notification = {
  ...MAIL,
  id: 'event',
  kind: 'stripe-event',
  state: 'sent',
  bookingId: null,
  attempts: null,
  doneAt: MAIL.createdAt,
  diedAt: null,
  replayedAt: MAIL.createdAt,
  replayedBy: 'dana',
  error: null,
};
const SENT_AGAIN: Notification = { ...MAIL, state: 'waiting', attempts: 0, diedAt: null };

const page = (notifications: Notification[]) => ({
  body: notifications,
  headers: { 'X-Total-Count': String(notifications.length), 'X-Sort': '-createdAt' },
});

function show(replies: Parameters<typeof serve>[0], { by = DANA as object, search = '' } = {}) {
  const asked = serve({ [ME]: { body: by }, ...replies });
  return { asked, ...showOffice(<NotificationsPage />, { path: `/admin/notifications${search}` }) };
}

const row = async (name: RegExp) => (await screen.findByRole('rowheader', { name })).closest('tr')!;
const CONFIRMATION = /^Booking confirmation/;

test('a row shows the kind, the subject, the state and the last error', async () => {
  show({ [LIST]: page([MAIL, SESSIONS, EVENT]) });
  const mail = await row(CONFIRMATION);
  for (const words of ['Nov 21, 2026, 12:05 PM', 'Failed', '7', '(address) did not answer'])
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

test('an opened row shows when it failed and who retried it, and warns about sessions that did not end', async () => {
  show({ [LIST]: page([SESSIONS, EVENT]) });
  await row(/^End sessions/);
  press(/^Details of End sessions/);
  expect(screen.getByRole('note').textContent).toContain('may still be logged in');
  expect(screen.getByText('Failed', { selector: 'dt' }).nextSibling?.textContent).toBe(
    'Nov 21, 2026, 1:31 PM',
  );
  press(/^Details of Stripe event/);
  expect(screen.getByText('Last retried').nextSibling?.textContent).toBe('Nov 21, 2026, 12:05 PM by dana');
});

test('an e-mail that staging withheld is not shown as sent', async () => {
  const at = MAIL.createdAt;
  show({ [LIST]: page([{ ...MAIL, state: 'withheld', doneAt: at, diedAt: null, error: null }]) });
  expect((await row(CONFIRMATION)).textContent).toContain('Withheld');
  press(/^Details of Booking confirmation/);
  expect(screen.getByText('Withheld on staging').nextSibling?.textContent).toBe('Nov 21, 2026, 12:05 PM');
  expect(screen.queryByText('Sent', { selector: 'dt' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

test('clicks before the list is read again retry a failed notification once', async () => {
  const secondList = Promise.withResolvers<ReturnType<typeof page>>();
  const lists = [page([MAIL]), secondList.promise];
  const { asked } = show({ [LIST]: () => lists.shift()!, [REPLAY]: { body: SENT_AGAIN } });
  const replay = await screen.findByRole('button', { name: 'Retry Booking confirmation' });
  fireEvent.click(replay);
  fireEvent.click(replay);
  await waitFor(() => expect(toasted()[0]).toBe('Retry started'));
  fireEvent.click(replay);
  secondList.resolve(page([SENT_AGAIN]));
  await waitFor(() =>
    expect(toasted()).toEqual([
      'Retry started',
      'Booking confirmation is queued again. Refresh the list to see the result.',
      'plain',
    ]),
  );
  await waitFor(async () => expect((await row(CONFIRMATION)).textContent).toContain('Waiting'));
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
  expect(asked.filter(({ call }) => call === REPLAY)).toHaveLength(1);
});

test('a retry after another user retried shows the reason and reloads the list', async () => {
  const lists = [page([MAIL]), page([SENT_AGAIN])];
  show({
    [LIST]: () => lists.shift()!,
    [REPLAY]: refusal(409, 'conflict', 'This waits to be sent already.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Retry/ }));
  await waitFor(() => expect(toasted()).toEqual(['Error', 'This waits to be sent already.', 'destructive']));
  await waitFor(async () => expect((await row(CONFIRMATION)).textContent).toContain('Waiting'));
});

test('a view-only user sees no retry button', async () => {
  show({ [LIST]: page([MAIL]) }, { by: { ...DANA, role: 'view_only' } });
  await row(CONFIRMATION);
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Retry/ })).toBeNull();
});

test('filters by state, kind and booking, and shows the empty text and the load error', async () => {
  const query = 'state=dead&kind=deposit-paid&bookingId=12';
  let reply: ReturnType<typeof refusal> = page([]);
  const { asked } = show(
    { [`GET /api/admin/notifications?${query}&limit=25`]: () => reply },
    { search: `?${query}` },
  );
  expect(await screen.findByText('No notifications found')).toBeTruthy();
  for (const chip of ['State: Failed', 'What: Booking confirmation', 'Booking ID: 12'])
    expect(screen.getByRole('button', { name: `Remove the filter ${chip}` })).toBeTruthy();
  expect(asked.map(({ call }) => call)).toContain(`GET /api/admin/notifications?${query}&limit=25`);
  reply = refusal(500, 'internal', 'Something went wrong.');
  press('Refresh');
  expect((await screen.findByRole('alert')).textContent).toContain('The notifications could not be loaded.');
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
});

const HELD: Notification = { ...MAIL, state: 'held', attempts: 0, diedAt: null, error: null };
const RELEASE = 'POST /api/admin/notifications/notice-1/release';
const RELEASE_ALL = 'POST /api/admin/notifications/release';

test('a held e-mail is released once, also by a double click', async () => {
  const lists = [page([HELD]), page([SENT_AGAIN])];
  const { asked } = show({ [LIST]: () => lists.shift()!, [RELEASE]: { body: SENT_AGAIN } });
  expect((await row(CONFIRMATION)).textContent).toContain('Held after restore');
  const release = screen.getByRole('button', { name: 'Release Booking confirmation' });
  act(() => {
    release.click();
    release.click();
  });
  await waitFor(() =>
    expect(toasted()).toEqual([
      'E-mail released',
      'Booking confirmation is sent in the next minutes.',
      'plain',
    ]),
  );
  await waitFor(async () => expect((await row(CONFIRMATION)).textContent).toContain('Waiting'));
  expect(asked.filter(({ call }) => call === RELEASE)).toHaveLength(1);
});

test('a refused release is shown', async () => {
  show({ [LIST]: page([HELD]), [RELEASE]: refusal(409, 'conflict', 'This is not held.') });
  await row(CONFIRMATION);
  press('Release Booking confirmation');
  await waitFor(() => expect(toasted()).toEqual(['Error', 'This is not held.', 'destructive']));
});

test('all held e-mails are released after a question, which forgets an earlier failure', async () => {
  const lists = [page([HELD]), page([HELD]), page([SENT_AGAIN])];
  const replies = [refusal(500, 'internal', 'Something went wrong.'), { body: { released: 3 } }];
  const { asked } = show({ [LIST]: () => lists.shift()!, [RELEASE_ALL]: () => replies.shift()! });
  await row(CONFIRMATION);
  press('Release all');
  const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });
  fireEvent.click(inDialog('Release all'));
  await waitFor(() => expect(toasted()).toEqual(['Error', 'Something went wrong.', 'destructive']));
  await screen.findByRole('alert');
  fireEvent.click(inDialog('Cancel'));
  press('Release all');
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(inDialog('Release all'));
  await waitFor(async () => expect((await row(CONFIRMATION)).textContent).toContain('Waiting'));
  expect(asked.filter(({ call }) => call === RELEASE_ALL)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Release all' })).toBeNull();
});
