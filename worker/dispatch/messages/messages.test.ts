import { beforeEach, describe, expect, it } from 'vitest';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Message, UnreadMentions } from '#contract/messages.ts';
import type { MessageCounts, RouteMessage } from '#contract/route-messages.ts';
import { MAX_ROUTE_MESSAGES } from '#domain/dispatch/route-messages.ts';
import { purgeOld } from '#worker/entry/cron/purge.ts';
import { removalStatements } from '#worker/operations/removals/statements.ts';
import { type Driver, makeRouteDay, sendActions, sendForResults } from '#worker/test/driver-day.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { call, readError } from '#worker/test/http.ts';
import { listChanges, signIn } from '#worker/test/staff.ts';
import { takeOffRows } from '#worker/test/transitions.ts';
import { currentDay, makeTestContext, rows, startOver } from '#worker/test/world.ts';

type Staff = Awaited<ReturnType<typeof signIn>>;
let day: Awaited<ReturnType<typeof makeRouteDay>>;
let lee: Staff;

beforeEach(async () => {
  await startOver();
  day = await makeRouteDay();
  lee = await signIn('lee', 'dispatcher');
});

const ID = '7d1f3c52-7c1a-4d58-9a36-0d6a52f1d001';
const message = (text: string, { id = crypto.randomUUID() as string, stopId = 11, about = 'stop' } = {}) => ({
  id,
  stopId,
  type: 'message',
  payload: { text, about },
});
const onPhone = async (driver: Driver) => {
  const reply = await driver.send('GET', 'driver/routes');
  return (await reply.json<ReplyOf<typeof listDriverRoutes>>()).routes.flatMap(({ messages }) => messages);
};
const atOffice = async (user: Staff, routeId = 1) =>
  (await user.send('GET', `dispatch/routes/${routeId}/messages`)).json<RouteMessage[]>();
const countsOf = async (user: Staff) =>
  (await user.send('GET', `dispatch/messages?day=${currentDay()}`)).json<MessageCounts[]>();
const unreadOf = async (user: Staff) => (await user.send('GET', 'messages/unread')).json<UnreadMentions>();
const answer = (user: Staff, body: object, { routeId = 1, key = '' } = {}) =>
  call(`/api/dispatch/routes/${routeId}/messages`, {
    method: 'POST',
    headers: {
      Cookie: user.Cookie,
      'Content-Type': 'application/json',
      ...(key && { 'Idempotency-Key': key }),
    },
    body: JSON.stringify(body),
  });

it('a message of a driver is unread for each dispatcher, on the booking of its stop, and stored once', async () => {
  const { ben, dana } = day;
  const sent = message('No access', { id: ID });
  expect(await sendForResults(ben, [sent])).toEqual(['applied']);
  expect(await sendForResults(ben, [sent, sent])).toEqual(['already_applied', 'already_applied']);
  const expected = {
    id: expect.any(Number),
    routeId: 1,
    stopId: 11,
    bookingId: 1,
    about: expect.any(String),
    isFromDriver: true,
    fromName: 'ben',
    content: 'No access',
    sentAt: expect.any(String),
    isUnread: true,
    readers: [],
  };
  expect(await atOffice(dana)).toEqual([expected]);
  expect(await countsOf(lee)).toMatchObject([
    { routeId: 1, count: 1, unreadCount: 1, last: { isFromDriver: true, content: 'No access' } },
  ]);
  expect(await unreadOf(lee)).toMatchObject({
    count: 1,
    mentions: [{ bookingId: 1, fromName: 'ben', excerpt: 'No access', route: { id: 1, day: currentDay() } }],
  });
  const ofBooking = await (await dana.send('GET', 'bookings/1/messages')).json<Message[]>();
  expect(ofBooking).toMatchObject([
    { content: 'No access', fromName: 'ben', route: { id: 1, day: currentDay(), isFromDriver: true } },
  ]);
  expect(await listChanges(dana, 1)).toMatchObject([
    { action: 'message_sent', changedBy: 'ben', text: 'Message to the office: No access' },
  ]);
});

it('both sides have the same order, which is the order of the phone, also with a wrong clock', async () => {
  const { ben, dana } = day;
  await sendForResults(ben, [message('Running late'), message('Which unit?', { stopId: 12 })]);
  expect((await answer(dana, { content: 'OK' })).status).toBe(200);
  const early = { ...message('Call me', { about: 'route' }), deviceTime: '2026-01-01T08:00:00.000Z' };
  await sendActions(ben, [early]);
  const texts = ['Running late', 'Which unit?', 'OK', 'Call me'];
  expect((await onPhone(ben)).map(({ content }) => content)).toEqual(texts);
  const office = await atOffice(dana);
  expect(office.map(({ content }) => content)).toEqual(texts);
  expect(office.map(({ stopId, bookingId }) => [stopId, bookingId])).toEqual([
    [11, 1],
    [12, 2],
    [null, null],
    [null, null],
  ]);
});

it('an answer is stored once, and ends the unread marks of all dispatchers; who has read it is known', async () => {
  const { ben, dana } = day;
  await sendForResults(ben, [message('Which unit?')]);
  const first = await answer(dana, { content: '15-02', stopId: 11 }, { key: ID });
  const sent = await first.json<RouteMessage>();
  expect(await (await answer(dana, { content: '15-02', stopId: 11 }, { key: ID })).json()).toEqual(sent);
  expect((await answer(dana, { content: 'Another', stopId: 11 }, { key: ID })).status).toBe(409);
  expect([(await unreadOf(dana)).count, (await unreadOf(lee)).count]).toEqual([0, 0]);
  const [question, reply] = await atOffice(lee);
  expect(question).toMatchObject({ isUnread: false, readers: [{ name: 'dana' }] });
  expect(reply).toMatchObject({ isFromDriver: false, content: '15-02', bookingId: 1, readers: [] });
  const [, unread] = await onPhone(ben);
  expect(unread).toMatchObject({ id: sent.id, actionId: null, fromName: 'dana', readAt: null });
  expect((await ben.send('POST', 'driver/messages/read', { upToId: sent.id })).status).toBe(204);
  expect((await ben.send('POST', 'driver/messages/read', { upToId: sent.id })).status).toBe(204);
  expect((await onPhone(ben))[1]?.readAt).toEqual(expect.any(String));
  expect((await atOffice(lee))[1]?.readers).toMatchObject([{ name: 'ben' }]);
});

it('an opened message is read for its reader only', async () => {
  const { ben, dana } = day;
  await sendForResults(ben, [message('Call me', { about: 'route' })]);
  const [sent] = await atOffice(dana);
  await dana.send('POST', 'messages/read', { ids: [sent?.id] });
  expect([(await unreadOf(dana)).count, (await unreadOf(lee)).count]).toEqual([0, 1]);
  expect((await unreadOf(lee)).mentions).toMatchObject([{ bookingId: null, customerName: null }]);
  expect((await onPhone(ben))[0]?.readAt).toEqual(expect.any(String));
});

describe('who may read and write', () => {
  it('a driver has the messages of the own routes only, and never those of staff on the booking', async () => {
    const { ben, dana } = day;
    const nell = await signIn('nell', 'driver');
    await insertRoute(2, { driverId: nell.id, stops: [{ id: 21, type: 'yard', site_id: 2 }] });
    await sendForResults(ben, [message('Running late')]);
    await answer(dana, { content: 'OK' });
    await dana.send('POST', 'bookings/1/messages', { content: 'The customer never pays.' });
    expect((await onPhone(ben)).map(({ content }) => content)).toEqual(['Running late', 'OK']);
    expect(await onPhone(nell)).toEqual([]);
    expect(await sendForResults(nell, [message('Mine now')])).toEqual(['refused']);
    for (const path of ['dispatch/routes/1/messages', `dispatch/messages?day=${currentDay()}`])
      expect((await nell.send('GET', path)).status).toBe(403);
    const [, reply] = await atOffice(dana);
    await nell.send('POST', 'driver/messages/read', { upToId: reply?.id });
    expect((await atOffice(dana))[1]?.readers).toEqual([]);
  });

  it('the new driver of a route gets its messages, as unread ones', async () => {
    const { ben, dana } = day;
    const nell = await signIn('nell', 'driver');
    await answer(dana, { content: 'Bring 15-02', stopId: 11 });
    await ben.send('POST', 'driver/messages/read', { upToId: 99 });
    await rows('UPDATE driver_routes SET driver_id = ? WHERE id = 1', nell.id);
    expect(await onPhone(ben)).toEqual([]);
    expect(await onPhone(nell)).toMatchObject([{ content: 'Bring 15-02', readAt: null }]);
    await nell.send('POST', 'driver/messages/read', { upToId: 99 });
    expect(await onPhone(nell)).toMatchObject([{ readAt: expect.any(String) }]);
  });

  it('a view-only user reads and does not answer', async () => {
    const { ben } = day;
    const vic = await signIn('vic', 'view_only');
    await sendForResults(ben, [message('Call me')]);
    expect(await atOffice(vic)).toMatchObject([{ content: 'Call me', isUnread: false }]);
    expect((await answer(vic, { content: 'OK' })).status).toBe(403);
    expect((await unreadOf(vic)).count).toBe(0);
  });
});

it('nothing is sent to a route that its driver does not see, to a foreign stop, or without a text', async () => {
  const { dana, ben } = day;
  await insertRoute(2, {
    driverId: ben.id,
    date: '2026-12-24',
    stops: [{ id: 21, type: 'yard', site_id: 2 }],
  });
  await rows('UPDATE driver_routes SET published_at = NULL WHERE id = 2');
  expect(await readError(await answer(dana, { content: 'OK' }, { routeId: 2 }))).toMatchObject({
    code: 'conflict',
    message: 'Publish the route first: its driver does not see it.',
  });
  expect((await answer(dana, { content: 'OK' }, { routeId: 9 })).status).toBe(404);
  expect((await answer(dana, { content: 'OK', stopId: 21 })).status).toBe(400);
  for (const content of ['', '  ', 'x'.repeat(501)])
    expect((await answer(dana, { content })).status).toBe(400);
  const bad = [
    { ...message('x'), payload: { text: ' ', about: 'stop' } },
    { ...message('x'), payload: { text: 'x'.repeat(501), about: 'stop' } },
    { ...message('x'), payload: { text: 'x', about: 'all' } },
  ];
  expect(await sendForResults(ben, bad)).toEqual(['refused', 'refused', 'refused']);
  expect(await rows('SELECT * FROM route_messages')).toEqual([]);
});

it('the database refuses what would break a conversation', async () => {
  const { ben } = day;
  await sendForResults(ben, [message('No access')]);
  await rows(
    "INSERT INTO messages (id, booking_id, from_user_id, content, created_at) VALUES (90, 2, ?, 'x', 1)",
    ben.id,
  );
  const link = (routeId: number, stopId: number | null) =>
    rows('INSERT INTO route_messages (message_id, route_id, stop_id) VALUES (90, ?, ?)', routeId, stopId);
  await expect(link(1, 11)).rejects.toThrow('route_message_booking');
  await expect(link(1, null)).rejects.toThrow('route_message_booking');
  await insertRoute(2, {
    driverId: ben.id,
    date: '2026-12-24',
    stops: [{ id: 21, type: 'yard', site_id: 2 }],
  });
  await expect(link(2, 12)).rejects.toThrow('route_message_stop');
  await rows('UPDATE driver_routes SET published_at = NULL WHERE id = 2');
  await rows("INSERT INTO messages (id, from_user_id, content, created_at) VALUES (91, ?, 'x', 1)", ben.id);
  await expect(
    rows('INSERT INTO route_messages (message_id, route_id, stop_id) VALUES (91, 2, 21)'),
  ).rejects.toThrow('route_message_published');
  await expect(rows('UPDATE route_messages SET stop_id = NULL')).rejects.toThrow('route_message_kept');
  await expect(rows('DELETE FROM route_messages')).rejects.toThrow('route_message_kept');
  await expect(rows("UPDATE messages SET content = '' WHERE id = 90")).rejects.toThrow('append_only');
});

it('a message from a stop that the office removed arrives, and a phone cannot fill the board', async () => {
  const { ben, dana } = day;
  await takeOffRows('id = 11');
  expect(await sendForResults(ben, [message('No access')])).toEqual(['applied']);
  expect(await atOffice(dana)).toMatchObject([{ content: 'No access', stopId: 11 }]);
  await rows(
    `WITH RECURSIVE n(i) AS (VALUES (100) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO messages (id, from_user_id, content, created_at) SELECT i, ?, 'x', 1 FROM n`,
    100 + MAX_ROUTE_MESSAGES,
    ben.id,
  );
  await rows('INSERT INTO route_messages (message_id, route_id) SELECT id, 1 FROM messages WHERE id > 100');
  const [refused] = await sendActions(ben, [message('One more')]);
  expect(refused).toMatchObject({
    result: 'refused',
    reason: 'This route has 300 messages. Call the office.',
  });
  expect((await answer(dana, { content: 'OK' })).status).toBe(409);
});

describe('what is kept', () => {
  it("a message about a customer's stop is removed with the data of the customer, and is known on both sides", async () => {
    const { ben, dana } = day;
    await sendForResults(ben, [message('Ada is not there'), message('Truck problem', { about: 'route' })]);
    await answer(dana, { content: 'We call Ada', stopId: 11 });
    const [booking] = await rows<{ email: string }>('SELECT email FROM bookings WHERE id = 1');
    const removal = { id: ID, emailHash: 'x', removedAtMs: Date.now() };
    for (const statement of removalStatements(removal, booking?.email ?? '')) await rows(statement);
    const left = ['', 'Truck problem', ''];
    expect((await atOffice(dana)).map(({ content }) => content)).toEqual(left);
    expect((await onPhone(ben)).map(({ content }) => content)).toEqual(left);
    const payloads = await rows<{ payload: string }>('SELECT payload FROM driver_actions ORDER BY rowid');
    expect(payloads.some(({ payload }) => payload.includes('Ada'))).toBe(false);
    expect(JSON.stringify(await listChanges(dana, 1))).not.toContain('Ada is');
  });

  it('a message about no customer is emptied after two years, also on the phone log', async () => {
    const { ben, dana } = day;
    await sendForResults(ben, [message('Truck problem', { about: 'route' }), message('No access')]);
    const { ctx, passMinutes } = makeTestContext();
    passMinutes(731 * 24 * 60);
    expect((await purgeOld(ctx)).routeTexts).toBe(1);
    expect((await atOffice(dana)).map(({ content }) => content)).toEqual(['', 'No access']);
    expect(await rows('SELECT payload FROM driver_actions ORDER BY rowid')).toMatchObject([
      { payload: '{}' },
      { payload: expect.stringContaining('No access') },
    ]);
  });
});
