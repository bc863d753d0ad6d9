import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Message } from '#contract/messages.ts';
import { refusal } from '#web/test/office.tsx';
import { button, inTurn, leave, MESSAGES, section, show, UNREAD } from '#web/test/office-booking.tsx';

const SEND = 'POST /api/bookings/12/messages';
const READ = 'POST /api/messages/read';
const COLLEAGUES = 'GET /api/messages/colleagues';
const STAFF = {
  body: [
    { id: 7, username: 'dana', name: 'Dana Cole' },
    { id: 8, username: 'lee', name: 'Lee Park' },
    { id: 9, username: 'lea', name: 'Lea Quinn' },
  ],
};
const NONE = { count: 0, mentions: [] };

const message = (id: number, changes: Partial<Message> = {}): Message => ({
  id,
  bookingId: 12,
  fromUserId: 8,
  fromName: 'Lee Park',
  toUserId: null,
  isRead: false,
  content: `Message ${id}`,
  createdAt: '2026-11-20T18:00:00.000Z',
  mentions: [],
  route: null,
  ...changes,
});

const area = () => screen.getByLabelText<HTMLTextAreaElement>('New message');
function type(value: string) {
  area().focus();
  fireEvent.change(area(), { target: { value, selectionStart: value.length } });
}
const sent = (asked: ReturnType<typeof show>) => asked.filter(({ call }) => call === SEND);

test('the conversation has the oldest message first, hostile text as text, and marks own mentions as read', async () => {
  const hostile = '<img src=x onerror=alert(1)> http://evil.example @dana';
  const mentions = [{ userId: 7, username: 'dana', name: 'Dana Cole', isRead: false }];
  const mention = { bookingId: 12, customerName: 'Ada', route: null, fromName: 'Lee Park', excerpt: 'x' };
  const asked = show({
    [MESSAGES]: {
      body: [message(2, { content: hostile, mentions }), message(1)],
      headers: { Link: '</api/bookings/12/messages?limit=25&cursor=c1>; rel="next"' },
    },
    [`${MESSAGES}&cursor=c1`]: { body: [message(0, { content: '' })] },
    [UNREAD]: {
      body: { count: 1, mentions: [{ messageId: 2, ...mention, createdAt: '2026-11-20T18:00:00.000Z' }] },
    },
    [READ]: { body: NONE },
  });
  const card = within(await section('Staff Messages'));
  const texts = async () => (await card.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(await texts()).toEqual([
    expect.stringContaining('Message 1'),
    expect.stringMatching(/<img src=x .*http:\/\/evil\.example @danaNot read yet by Dana Cole$/),
  ]);
  expect([card.queryByRole('link'), card.queryByRole('img')]).toEqual([null, null]);
  expect(card.getByText('@dana').tagName).toBe('STRONG');
  await waitFor(() => expect(asked.find(({ call }) => call === READ)?.body).toEqual({ bookingId: 12 }));
  fireEvent.click(card.getByRole('button', { name: 'Show earlier messages' }));
  await waitFor(async () => expect((await texts())[0]).toContain('Removed with the personal data'));
  expect(asked.filter(({ call }) => call === READ)).toHaveLength(1);
});

test('a linked message that is older than the loaded ones is loaded and gets the focus, once', async () => {
  // jsdom does not have it.
  Element.prototype.scrollIntoView ??= () => undefined;
  const older = (cursor: string) => `${MESSAGES}&cursor=${cursor}`;
  const next = (cursor: string) => ({
    Link: `</api/bookings/12/messages?limit=25&cursor=${cursor}>; rel="next"`,
  });
  const asked = show(
    {
      [MESSAGES]: { body: [message(9)], headers: next('c1') },
      [older('c1')]: { body: [message(7)], headers: next('c2') },
      [older('c2')]: { body: [message(5), message(4)], headers: next('c3') },
    },
    { path: '/admin/bookings/12#message-5' },
  );
  await waitFor(() => expect(document.activeElement?.id).toBe('message-5'));
  expect(asked.filter(({ call }) => call.startsWith(MESSAGES))).toHaveLength(3);
});

test('a colleague is picked with the keys, and Ctrl-Enter sends the message once', async () => {
  const asked = show({
    [COLLEAGUES]: STAFF,
    [SEND]: { body: message(3, { content: 'Hi @lee please call' }) },
  });
  await screen.findByText('No messages yet. Only staff can see them.');
  type('Hi @le');
  const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  await waitFor(() => expect(options()).toEqual(['Lee Park @lee', 'Lea Quinn @lea']));
  const key = (name: string, more = {}) => fireEvent.keyDown(area(), { key: name, ...more });
  expect(screen.getByRole('combobox', { name: 'New message' })).toBe(area());
  key('ArrowUp');
  expect(document.getElementById(area().getAttribute('aria-activedescendant') ?? '')?.textContent).toBe(
    'Lea Quinn @lea',
  );
  key('Escape');
  expect([options(), area().getAttribute('role')]).toEqual([[], null]);
  type('Hi ');
  type('Hi @l');
  key('Tab');
  expect([area().value, area().selectionStart]).toEqual(['Hi @lee ', 8]);
  expect(screen.getByText('Notifies Lee Park.')).toBeTruthy();
  type('Hi @lee please call');
  key('Enter');
  expect(sent(asked)).toEqual([]);
  key('Enter', { ctrlKey: true });
  key('Enter', { metaKey: true });
  fireEvent.click(button(/^(Send message|Sending...)$/));
  expect(await screen.findByText('Hi @lee please call', { selector: 'li p' })).toBeTruthy();
  expect(sent(asked)).toMatchObject([{ body: { content: 'Hi @lee please call' } }]);
  expect([area().value, document.activeElement === area()]).toEqual(['', true]);
});

test('a message that was not sent stays over a reload, and is sent again under its key', async () => {
  const failed = refusal(500, 'internal', 'Something went wrong.');
  const replies = { [SEND]: inTurn<object>(failed, failed, { body: message(3, { content: 'Call back' }) }) };
  const first = show(replies);
  await screen.findByText(/^No messages yet/);
  type('Call back');
  fireEvent.click(button('Send message'));
  expect((await screen.findByRole('alert')).textContent).toContain('The message was not sent.');
  const stored = { ...sessionStorage };
  leave();
  Object.assign(sessionStorage, stored);
  const second = show(replies);
  await screen.findByText(/^No messages yet/);
  expect(area().value).toBe('Call back');
  fireEvent.click(button('Send message'));
  await screen.findByRole('alert');
  fireEvent.click(button('Send message'));
  expect(await screen.findByText('Call back', { selector: 'li p' })).toBeTruthy();
  const keys = [...sent(first), ...sent(second)].map(({ idempotencyKey }) => idempotencyKey);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  expect(Object.keys(sessionStorage).filter((name) => name.includes('draft'))).toEqual([]);
});

test('a message that is too long is not sent, and a view-only user cannot write one', async () => {
  const asked = show({});
  await screen.findByText(/^No messages yet/);
  type('x'.repeat(2001));
  expect(screen.getByText('Must be at most 2000 characters: 1 too many')).toBeTruthy();
  fireEvent.click(button('Send message'));
  expect(sent(asked)).toEqual([]);
  leave();
  show({}, { role: 'view_only' });
  await screen.findByText(/^No messages yet/);
  expect(screen.queryByLabelText('New message')).toBeNull();
});
