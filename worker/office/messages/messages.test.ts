import { beforeEach, expect, it } from 'vitest';
import type { Message, UnreadMentions } from '#contract/messages.ts';
import { insertRow } from '#worker/test/builders.ts';
import { call, readError } from '#worker/test/http.ts';
import { insertRental, listChanges, signIn } from '#worker/test/staff.ts';
import { addUser, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { sendMessage } from './service.ts';

type Staff = Awaited<ReturnType<typeof signIn>>;
let dana: Staff;
let lee: Staff;

beforeEach(async () => {
  await startOver();
  [dana, lee] = [await signIn('dana', 'dispatcher'), await signIn('lee', 'view_only')];
  await rows("UPDATE users SET first_name = 'Dana', last_name = 'Cole' WHERE id = ?", dana.id);
  await insertRental(1);
  await insertRental(2);
});

const post = (user: Staff, content: unknown, { id = 1, key = '' } = {}) =>
  call(`/api/bookings/${id}/messages`, {
    method: 'POST',
    headers: {
      Cookie: user.Cookie,
      'Content-Type': 'application/json',
      ...(key && { 'Idempotency-Key': key }),
    },
    body: JSON.stringify({ content }),
  });
const write = async (user: Staff, content: string, input = {}) => {
  const reply = await post(user, content, input);
  expect(reply.status).toBe(200);
  return reply.json<Message>();
};
const list = async (user: Staff, query = '') =>
  (await user.send('GET', `bookings/1/messages${query}`)).json<Message[]>();
const unread = async (user: Staff) => (await user.send('GET', 'messages/unread')).json<UnreadMentions>();
const KEY = '7c0ce3ce-7e5a-4d4c-8a45-3f4d5d9a1f00';

it('a message mentions the colleagues that it names, and is in the list, the history and their unread ones', async () => {
  const text = 'Gate is locked.\n<b>@Lee</b> and @unknown, call ada@lee.com';
  const sent = await write(dana, ` ${text} `);
  expect(sent).toEqual({
    id: sent.id,
    bookingId: 1,
    fromUserId: dana.id,
    fromName: 'Dana Cole',
    toUserId: lee.id,
    content: text,
    isRead: false,
    route: null,
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    mentions: [{ userId: lee.id, username: 'lee', name: 'lee', isRead: false }],
  });
  expect(await list(lee)).toEqual([sent]);
  expect(await listChanges(lee, 1)).toMatchObject([
    {
      action: 'message_sent',
      changedBy: 'Dana Cole',
      text: `Message to lee: ${text.replace('\n', ' ')}`,
      after: { messageId: sent.id },
    },
  ]);
  expect(await unread(lee)).toEqual({
    count: 1,
    mentions: [
      {
        messageId: sent.id,
        bookingId: 1,
        customerName: 'Ada Customer1',
        fromName: 'Dana Cole',
        excerpt: text.replace('\n', ' '),
        createdAt: sent.createdAt,
        route: null,
      },
    ],
  });
  expect(await unread(dana)).toEqual({ count: 0, mentions: [] });
  expect((await dana.send('GET', 'bookings/1')).headers.get('ETag')).toBe('"1"');
});

it('mentions only active staff, each once, and never the author', async () => {
  const password = 'secret';
  await addUser({ username: 'driver1', password, role: 'driver' });
  await addUser({ username: 'gone', password, role: 'admin', isActive: false });
  await addUser({ username: 'root', password, role: 'super_admin' });
  const { mentions, toUserId } = await write(dana, '@driver1 @gone @root @ROOT @dana @lee');
  expect([mentions.map(({ username }) => username), toUserId]).toEqual([['lee', 'root'], null]);
  const colleagues = await (await lee.send('GET', 'messages/colleagues')).json<{ username: string }[]>();
  expect(colleagues.map(({ username }) => username)).toEqual(['dana', 'lee', 'root']);
});

it('pages lead from the newest message to the first', async () => {
  for (const text of ['one', 'two', 'three']) await write(dana, text);
  await write(dana, 'on another booking', { id: 2 });
  const first = await lee.send('GET', 'bookings/1/messages?limit=2');
  expect((await first.json<Message[]>()).map(({ content }) => content)).toEqual(['three', 'two']);
  expect(first.headers.get('X-Total-Count')).toBe('3');
  const next = /cursor=([^>&]+)/.exec(first.headers.get('Link') ?? '')?.[1];
  expect(await list(lee, `?limit=2&cursor=${next}`)).toMatchObject([{ content: 'one' }]);
});

it('a repeated call gets the first message, also while the first one runs', async () => {
  const { ctx } = makeTestContext({ pauseMs: 2 });
  const input = { bookingId: 1, content: 'Call @lee', key: KEY };
  const sent = await Promise.all([1, 2, 3].map(() => sendMessage(ctx, dana.actor, input)));
  expect(await write(dana, 'Call @lee', { key: KEY.toUpperCase() })).toEqual(sent[0]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect([(await list(lee)).length, (await unread(lee)).count, (await listChanges(lee, 1)).length]).toEqual([
    1, 1, 1,
  ]);
  const root = await signIn('root', 'admin');
  const others = [
    await post(dana, 'Another text', { key: KEY }),
    await post(dana, 'Call @lee', { key: KEY, id: 2 }),
    await post(root, 'Call @lee', { key: KEY }),
  ];
  expect(others.map(({ status }) => status)).toEqual([409, 409, 409]);
  expect((await post(dana, 'x', { key: 'again' })).status).toBe(400);
});

it("marks only the caller's mentions as read, by message or by booking", async () => {
  const root = await signIn('root', 'admin');
  const both = await write(dana, '@lee @root');
  await write(dana, '@lee again');
  await write(dana, '@lee there', { id: 2 });
  const mark = async (user: Staff, body: object) =>
    (await (await user.send('POST', 'messages/read', { ...body })).json<UnreadMentions>()).count;
  expect(await mark(lee, { ids: [both.id, 999] })).toBe(2);
  expect(await mark(lee, { bookingId: 1 })).toBe(1);
  expect(await mark(lee, { bookingId: 1 })).toBe(1);
  expect((await unread(root)).count).toBe(1);
  expect((await list(lee)).map(({ isRead }) => isRead)).toEqual([true, false]);
  await mark(root, { ids: [both.id] });
  expect((await list(lee)).map(({ isRead }) => isRead)).toEqual([true, true]);
  for (const body of [{}, { ids: [] }, { ids: [1], bookingId: 1 }])
    expect((await lee.send('POST', 'messages/read', body)).status).toBe(400);
});

it('counts all unread mentions and lists the newest 20, with short beginnings', async () => {
  for (let n = 1; n <= 22; n += 1) {
    await insertRow('messages', n, {
      booking_id: 1,
      from_user_id: dana.id,
      to_user_id: null,
      content: '😀'.repeat(200),
    });
    await insertRow('message_mentions', n, { user_id: lee.id });
  }
  const { count, mentions } = await unread(lee);
  expect([count, mentions.length, mentions[0]?.messageId, mentions[0]?.excerpt]).toEqual([
    22,
    20,
    22,
    '😀'.repeat(140),
  ]);
});

it.each([
  ['nothing', '', 400],
  ['nothing visible', ' \n\u200b', 400],
  ['2,001 characters', 'x'.repeat(2001), 400],
  ['a control character', 'a\u0000b', 400],
  ['null', null, 400],
  ['2,000 characters', 'x'.repeat(2000), 200],
])('a message of %s', async (_what, content, status) => {
  const reply = await post(dana, content);
  expect(reply.status).toBe(status);
  if (status === 400) expect((await readError(reply)).issues?.[0]?.path).toBe('content');
  expect(await list(dana)).toHaveLength(status === 200 ? 1 : 0);
});

it('messages on a missing booking are not found', async () => {
  expect((await post(dana, 'Hello', { id: 99 })).status).toBe(404);
  expect((await dana.send('GET', 'bookings/99/messages')).status).toBe(404);
});

it('the database refuses to change or delete a message; a removal of personal data may empty it', async () => {
  await write(dana, 'Her gate code is 4711');
  await expect(rows("UPDATE messages SET content = ''")).rejects.toThrow('messages_are_append_only');
  await expect(rows('DELETE FROM messages')).rejects.toThrow('messages_are_append_only');
  await insertRow('removals', 1, { finished_at: null });
  await expect(rows("UPDATE messages SET content = 'x'")).rejects.toThrow('messages_are_append_only');
  await rows("UPDATE messages SET content = ''");
  expect(await list(dana)).toMatchObject([{ content: '' }]);
});
