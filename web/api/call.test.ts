import { afterEach, expect, test, vi } from 'vitest';
import { getCurrentUser, logout } from '#contract/auth.ts';
import { getNextAvailableDate, listAvailableDumpsterTypes } from '#contract/availability.ts';
import { createPaymentIntent } from '#contract/checkout.ts';
import { login } from '#contract/credentials.ts';
import { getUser, listUsers, updateUser } from '#contract/users.ts';
import {
  CallError,
  call,
  callPage,
  callWithEtag,
  errorText,
  onSessionLost,
  UnexpectedReply,
} from './call.ts';

const answerWith = (body: unknown, init: ResponseInit = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(text, init));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

afterEach(() => vi.unstubAllGlobals());

test('parameters go into the path, the query follows', async () => {
  const fetched = answerWith({ nextAvailableDate: null });
  const reply = await call(getNextAvailableDate, {
    params: { rentalType: '7-day' },
    query: { dumpsterType: '15-yard' },
    cache: 'reload',
  });
  expect(reply).toEqual({ nextAvailableDate: null });
  const [url, init] = fetched.mock.calls[0]!;
  expect(url).toBe('/api/next-available-date/7-day?dumpsterType=15-yard');
  expect(init).toMatchObject({ method: 'GET', cache: 'reload' });
  expect(new Headers(init.headers).has('Content-Type')).toBe(false);
});

test('a body goes as JSON, with the key of the checkout', async () => {
  const fetched = answerWith({ clientSecret: 's', expiresAt: 'e', now: 'n' });
  await call(createPaymentIntent, { body: { bookingId: 17 }, idempotencyKey: 'key-1' });
  const init = fetched.mock.calls[0]![1];
  const headers = new Headers(init.headers);
  expect([headers.get('Content-Type'), headers.get('Idempotency-Key'), init.body]).toEqual([
    'application/json',
    'key-1',
    '{"bookingId":17}',
  ]);
});

test('a write without fields is JSON, too', async () => {
  const fetched = answerWith('', { status: 200 });
  await call(logout);
  expect(fetched.mock.calls[0]![1]).toMatchObject({ method: 'POST', body: '{}' });
});

test('a 401 notifies the listeners, except for an endpoint without a session', async () => {
  const lost = vi.fn();
  const stop = onSessionLost(lost);
  answerWith({ message: 'No.', code: 'unauthenticated', requestId: 'r' }, { status: 401 });
  await caught(call(login, { body: { username: 'dana', password: 'wrong' } }));
  expect(lost).not.toHaveBeenCalled();
  await caught(call(getCurrentUser));
  expect(lost).toHaveBeenCalledOnce();
  stop();
  await caught(call(getCurrentUser));
  expect(lost).toHaveBeenCalledOnce();
});

test('a lost session asks for a new sign-in, and a failed login keeps its own message', async () => {
  const answer = { message: 'Please sign in.', code: 'unauthenticated', requestId: 'r' };
  const words = async (asked: Promise<unknown>) =>
    errorText(await asked.catch((error: unknown) => error), '');
  answerWith(answer, { status: 401 });
  expect(await words(call(getCurrentUser))).toBe(
    'Your session ended before this was done. Log in, then try again.',
  );
  answerWith(answer, { status: 401 });
  expect(await words(call(login, { body: { username: 'a', password: 'b' } }))).toBe('Please sign in.');
});

test("an error carries '{status}: {text}' and what the contract says about it", async () => {
  const body = { message: 'Sold out.', code: 'sold_out', requestId: 'r1' };
  answerWith(body, { status: 409, headers: { 'Retry-After': '2' } });
  const error = await caught(call(listAvailableDumpsterTypes));
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({
    message: `409: ${JSON.stringify(body)}`,
    status: 409,
    reply: { code: 'sold_out', message: 'Sold out.' },
    retryAfter: 2,
  });
});

test('an error outside the contract keeps its text', async () => {
  answerWith('Bad gateway', { status: 502 });
  expect(await caught(call(listAvailableDumpsterTypes))).toMatchObject({
    message: '502: Bad gateway',
    reply: null,
    retryAfter: null,
  });
});

test('an error without text is named by its status', async () => {
  answerWith('', { status: 503, statusText: 'Service Unavailable' });
  expect(await caught(call(listAvailableDumpsterTypes))).toMatchObject({
    message: '503: Service Unavailable',
  });
});

test('a page has its total, its cursors and its order', async () => {
  const links =
    '</api/admin/users?limit=25&cursor=a%3Db>; rel="next", </api/admin/users?cursor=z>; rel="prev"';
  answerWith([], { headers: { 'X-Total-Count': '1000+', 'X-Sort': '-id', 'X-Sum': '48352', Link: links } });
  expect(await callPage(listUsers)).toEqual({
    rows: [],
    total: '1000+',
    sum: 48_352,
    next: 'a=b',
    prev: 'z',
    sort: '-id',
  });
  answerWith([], { headers: { 'X-Total-Count': '7' } });
  expect(await callPage(listUsers)).toEqual({
    rows: [],
    total: 7,
    sum: null,
    next: null,
    prev: null,
    sort: null,
  });
});

test('a read returns its ETag, and the change sends it as If-Match', async () => {
  const account = {
    id: 2,
    username: 'lee',
    email: null,
    firstName: null,
    lastName: null,
    phone: null,
    role: 'admin',
    isActive: true,
  };
  const fetched = answerWith(account, { headers: { ETag: '"4"' } });
  const { value, etag } = await callWithEtag(getUser, { params: { id: 2 } });
  expect([value, etag]).toEqual([account, '"4"']);
  await call(updateUser, { params: { id: 2 }, body: { firstName: 'Lee' }, ifMatch: '"4"' });
  expect(new Headers(fetched.mock.calls[1]![1].headers).get('If-Match')).toBe('"4"');
});

test('a successful reply outside the contract throws UnexpectedReply', async () => {
  answerWith({ expiresAt: 'e', now: 'n' });
  expect(await caught(call(createPaymentIntent, { body: { bookingId: 17 } }))).toBeInstanceOf(
    UnexpectedReply,
  );
});

const maintenance = {
  code: 'maintenance',
  message: 'We are updating. Call 555 0142.',
  phone: '555 0142',
  requestId: 'r',
};

test('maintenance is shown with a phone link until a call succeeds', async () => {
  answerWith(maintenance, { status: 503 });
  expect(await caught(call(listAvailableDumpsterTypes))).toMatchObject({ status: 503 });
  await caught(call(listAvailableDumpsterTypes));
  const [notice, ...others] = document.querySelectorAll('[role=alert]');
  expect(others).toEqual([]);
  expect(notice?.textContent).toBe('We are updating. Call 555 0142.');
  expect(notice?.querySelector('a')?.getAttribute('href')).toBe('tel:5550142');
  const root = document.documentElement;
  expect(root.dataset.inputPaused).toBe('');
  delete root.dataset.inputPaused;
  const fetched = answerWith([]);
  await call(listAvailableDumpsterTypes);
  expect(root.dataset.inputPaused).toBe('');
  expect(fetched.mock.calls[0]![1].cache).toBe('reload');
  expect(document.querySelector('[role=alert]')).toBeNull();
});

test('a call that began before maintenance does not remove the notice', async () => {
  const early = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => early.promise);
  const begun = call(listAvailableDumpsterTypes);
  answerWith(maintenance, { status: 503 });
  await caught(call(listAvailableDumpsterTypes));
  early.resolve(Response.json([]));
  await begun;
  expect(document.querySelector('[role=alert]')).not.toBeNull();
  answerWith([]);
  await call(listAvailableDumpsterTypes);
  expect(document.querySelector('[role=alert]')).toBeNull();
});
