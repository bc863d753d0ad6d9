import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { RouteMessage } from '#contract/route-messages.ts';
import { BOARD_DAY, sampleBoard, sampleBoardStop, sampleRoute } from '#web/test/dispatch.ts';
import { refusal } from '#web/test/office.tsx';
import { showBoard } from '#web/test/office-board.tsx';

const COUNTS = `GET /api/dispatch/messages?day=${BOARD_DAY}`;
const route = { ...sampleRoute([sampleBoardStop(1)]), publishedAt: '2026-11-23T10:00:00.000Z' };
const stop = route.stops[0]!;
const board = sampleBoard([], [route]);
const LIST = `GET /api/dispatch/routes/${route.id}/messages`;
const SEND = `POST /api/dispatch/routes/${route.id}/messages`;
const READ = 'POST /api/messages/read';

const message = (id: number, changes: Partial<RouteMessage> = {}): RouteMessage => ({
  id,
  routeId: route.id,
  stopId: stop.id,
  bookingId: 1,
  about: 'Ada Lovelace',
  isFromDriver: true,
  fromName: 'Kim Lee',
  content: `Message ${id}`,
  sentAt: '2026-11-23T15:00:00.000Z',
  isUnread: false,
  readers: [],
  ...changes,
});
const countsOf = (unreadCount: number, content = 'No access') => ({
  body: [
    {
      routeId: route.id,
      count: 2,
      unreadCount,
      last: { isFromDriver: true, content, sentAt: '2026-11-23T15:00:00.000Z' },
    },
  ],
});

const openDialog = async () => {
  // Until the messages are loaded, another dialog has this name, and the button 'Cancel'.
  await screen.findByRole('button', { name: 'Close' });
  return within(await screen.findByRole('dialog', { name: /^Messages with/ }));
};

test('a new message of the driver is on the route, is read when it is opened, and is answered with one tap', async () => {
  const unread = message(4, { content: 'No access', isUnread: true });
  const { asked } = await showBoard(board, {
    [COUNTS]: countsOf(1),
    [LIST]: { body: [message(3, { readers: [{ name: 'Lee', readAt: unread.sentAt }] }), unread] },
    [READ]: { body: { count: 0, mentions: [] } },
    [SEND]: { body: message(5, { content: 'Wait there', isFromDriver: false, fromName: 'Dana' }) },
  });
  const opening = await screen.findByRole('button', { name: /^1 ?new message of/ });
  expect(opening.textContent).toBe(`1 new message of ${route.driver.name}:No access`);
  fireEvent.click(opening);
  const dialog = await openDialog();
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Kim Lee.*Stop 1, Ada LovelaceMessage 3Read by Lee, /),
    expect.stringMatching(/No accessNot read yet$/),
  ]);
  await waitFor(() => expect(asked.find(({ call }) => call === READ)?.body).toEqual({ ids: [4] }));
  // The answer is about the stop of the question.
  expect(dialog.getByLabelText<HTMLSelectElement>('About').value).toBe(String(stop.id));
  fireEvent.click(dialog.getByRole('button', { name: 'Wait there' }));
  await waitFor(() =>
    expect(asked.find(({ call }) => call === SEND)?.body).toEqual({ content: 'Wait there', stopId: stop.id }),
  );
});

test('a text that was not sent stays, and is sent again under its key', async () => {
  const sent = message(5, { content: 'Call me', isFromDriver: false });
  const replies = [refusal(500, 'internal', 'Something went wrong.'), { body: sent }];
  const { asked } = await showBoard(board, {
    [COUNTS]: { body: [] },
    [LIST]: { body: [] },
    [SEND]: () => replies.shift()!,
  });
  fireEvent.click(await screen.findByRole('button', { name: /^Message the driver, / }));
  const dialog = await openDialog();
  const field = dialog.getByLabelText<HTMLInputElement>('Or write to the driver');
  fireEvent.change(field, { target: { value: 'Call me' } });
  const send = () => fireEvent.click(dialog.getByRole('button', { name: 'Send' }));
  send();
  expect((await dialog.findByRole('alert')).textContent).toContain('The message was not sent.');
  expect(field.value).toBe('Call me');
  send();
  await waitFor(() => expect(field.value).toBe(''));
  const keys = asked.filter(({ call }) => call === SEND).map(({ idempotencyKey }) => idempotencyKey);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('a view-only user reads the messages, and an unpublished route has none', async () => {
  await showBoard(board, { [COUNTS]: countsOf(0), [LIST]: { body: [message(3)] } }, { role: 'view_only' });
  fireEvent.click(await screen.findByRole('button', { name: /^2 messages, / }));
  const dialog = await openDialog();
  await dialog.findByText('Message 3');
  expect(dialog.queryByRole('button', { name: 'Send' })).toBeNull();
});

test('a message whose customer was removed says so', async () => {
  await showBoard(board, { [COUNTS]: countsOf(0), [LIST]: { body: [message(3, { content: '' })] } });
  fireEvent.click(await screen.findByRole('button', { name: /^2 messages, / }));
  await screen.findByText('Removed with the personal data of the customer.');
});

test('the timeline has the mark of new messages, too, and opens them', async () => {
  await showBoard(board, { [COUNTS]: countsOf(2), [LIST]: { body: [message(3)] } }, { view: 'timeline' });
  fireEvent.click(await screen.findByRole('button', { name: /^2 ?new messages of/ }));
  await (await openDialog()).findByText('Message 3');
});
