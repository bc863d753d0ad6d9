import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { getCurrentUser } from '#contract/auth.ts';
import type { BookingHistoryEntry } from '#contract/history.ts';
import { listDumpsters } from '#contract/inventory.ts';
import { LIVE_CLOSE, type LiveMessage, openLive } from '#contract/live.ts';
import { getBooking, listBookingHistory, listBookings } from '#contract/staff-bookings.ts';
import { CallError } from '#web/api/call.ts';
import { outPreviewQuery } from '#web/api/dispatch-out.ts';
import { dayProposalQuery } from '#web/api/dispatch-plan.ts';
import { showOffice } from '#web/test/office.tsx';
import { isAffected, QUERY_ENTITIES } from './affected.ts';
import { LiveConnection } from './connection.ts';
import { LiveNews } from './LiveNews.tsx';
import { newsText } from './news-text.ts';
import { createRefetch } from './refetch.ts';

class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = [];
  readonly sent: string[] = [];
  isClosed = false;
  constructor() {
    super();
    FakeSocket.opened.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.isClosed = true;
  }
  accept() {
    this.dispatchEvent(new Event('open'));
  }
  receive(text: string) {
    this.dispatchEvent(new MessageEvent('message', { data: text }));
  }
  lose(code = 1006) {
    this.dispatchEvent(new CloseEvent('close', { code }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.opened = [];
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const OUT = { routeId: 1, version: 1, from: '10:00', who: 'truck', rest: 'open', toDay: null } as const;

const MESSAGE: LiveMessage = {
  entity: 'booking',
  id: 7,
  version: 3,
  actorId: 2,
  sessionId: 's',
  isOwn: false,
};
const latest = () => FakeSocket.opened.at(-1) as FakeSocket;

function connect() {
  const handlers = {
    onMessage: vi.fn(),
    onConnected: vi.fn(),
    onSessionEnded: vi.fn(),
    onNotOpened: vi.fn(),
  };
  const connection = new LiveConnection(openLive, handlers);
  return { ...handlers, stop: () => connection.stop() };
}

it('a socket that does not open is reported once, and again after the next one that was open', async () => {
  const { onNotOpened, stop } = connect();
  const loseAll = async () => {
    for (const _ of [1, 2, 3]) {
      latest().lose();
      await vi.advanceTimersByTimeAsync(60_000);
    }
  };
  await loseAll();
  expect(onNotOpened).toHaveBeenCalledTimes(1);
  latest().accept();
  latest().lose();
  expect(onNotOpened).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  await loseAll();
  expect(onNotOpened).toHaveBeenCalledTimes(2);
  stop();
});

it('a lost socket is opened again, later after each failure, and then everything is read', async () => {
  const { onConnected, onMessage, stop } = connect();
  latest().accept();
  latest().receive('{"entity":"unknown"}');
  latest().receive(JSON.stringify(MESSAGE));
  expect([onConnected, onMessage].map(({ mock }) => mock.calls)).toEqual([[[false]], [[expect.anything()]]]);
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const delays: number[] = [];
  for (let failure = 0; failure < 8; failure += 1) {
    const count = FakeSocket.opened.length;
    latest().lose();
    const fromMs = Date.now();
    await vi.advanceTimersToNextTimerAsync();
    expect(FakeSocket.opened).toHaveLength(count + 1);
    delays.push((Date.now() - fromMs) / 1000);
  }
  expect(delays).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
  latest().accept();
  expect(onConnected.mock.calls).toEqual([[false], [true]]);
  stop();
  expect(latest().isClosed).toBe(true);
});

it('a device that slept, and a socket that answers no ping, get a new socket at once', async () => {
  const { stop } = connect();
  latest().accept();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(latest().sent).toEqual(['ping']);
  latest().receive('pong');
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(FakeSocket.opened).toHaveLength(2);
  latest().accept();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(FakeSocket.opened).toHaveLength(3);
  expect(FakeSocket.opened.slice(0, 2).map(({ isClosed }) => isClosed)).toEqual([true, true]);
  stop();
});

it('an ended session asks who is signed in; the oldest of too many tabs waits until it is used', async () => {
  const { onSessionEnded, stop } = connect();
  latest().accept();
  latest().lose(LIVE_CLOSE.sessionEnded);
  expect(onSessionEnded).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.opened).toHaveLength(2);
  latest().accept();
  latest().lose(LIVE_CLOSE.tooManySockets);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(FakeSocket.opened).toHaveLength(2);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.opened).toHaveLength(3);
  stop();
});

/** A client with a list, a booking and the fleet on the screen. Returns how often each was read. */
function makeScreens(version: number) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const reads = { list: 0, booking: 0, other: 0, fleet: 0 };
  const row = { id: 7, version };
  const show = (name: keyof typeof reads, queryKey: unknown[], data: unknown) =>
    showQuery(client, queryKey, {
      initial: data,
      read: () => {
        reads[name] += 1;
        return data;
      },
    });
  show('list', [listBookings.name, {}], { rows: [row] });
  show('booking', [getBooking.name, 7], { value: row, etag: null });
  show('other', [getBooking.name, 8], { value: { id: 8, version: 1 }, etag: null });
  show('fleet', [listDumpsters.name, {}], { rows: [] });
  return { client, reads, refetch: createRefetch(client) };
}

/** A query that a screen shows. */
function showQuery(
  client: QueryClient,
  queryKey: unknown[],
  { initial, read }: { initial: unknown; read: () => unknown },
) {
  client.setQueryData(queryKey, initial);
  const observer = new QueryObserver(client, { queryKey, queryFn: async () => read() });
  onTestFinished(observer.subscribe(() => undefined));
}

it('what is shown and changed is read at most once a second', async () => {
  const { reads, refetch } = makeScreens(1);
  for (let i = 0; i < 5; i += 1) refetch.add({ ...MESSAGE, version: 2 + i });
  await vi.advanceTimersByTimeAsync(100);
  expect(reads).toEqual({ list: 1, booking: 1, other: 0, fleet: 1 });
  for (let i = 0; i < 5; i += 1) refetch.add({ ...MESSAGE, version: 9 + i });
  await vi.advanceTimersByTimeAsync(800);
  expect(reads.list).toBe(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(reads.list).toBe(2);
  refetch.stop();
});

type Computed = { queryKey: readonly unknown[]; staleTime?: unknown };

it.each<[string, Computed]>([
  ['the proposal of a day', dayProposalQuery('2026-11-30', null)],
  ['the preview of a crew that is out', outPreviewQuery(OUT)],
])('%s stays as it is until the user asks for another', async (_what, query) => {
  const { queryKey, staleTime } = query as Pick<QueryObserverOptions, 'queryKey' | 'staleTime'>;
  const { client, refetch } = makeScreens(1);
  const compute = vi.fn(async () => 'again');
  client.setQueryData(queryKey, 'first');
  const observer = new QueryObserver(client, { queryKey, staleTime: staleTime ?? 0, queryFn: compute });
  onTestFinished(observer.subscribe(() => undefined));
  refetch.add(MESSAGE);
  await vi.advanceTimersByTimeAsync(1500);
  refetch.addEverything();
  await vi.advanceTimersByTimeAsync(1500);
  expect(compute).not.toHaveBeenCalled();
  await observer.refetch();
  expect(client.getQueryData(queryKey)).toBe('again');
  refetch.stop();
});

it('a record that does not exist is not read again', async () => {
  const { client, reads, refetch } = makeScreens(1);
  const gone = vi.fn(async () => {
    throw new CallError(new Response(null, { status: 404 }), 'Not found');
  });
  const observer = new QueryObserver(client, { queryKey: [getBooking.name, 9], queryFn: gone, retry: false });
  onTestFinished(observer.subscribe(() => undefined));
  await vi.advanceTimersByTimeAsync(0);
  refetch.addEverything();
  await vi.advanceTimersByTimeAsync(1000);
  expect([reads.booking, gone.mock.calls.length]).toEqual([1, 1]);
  refetch.stop();
});

it("a tab does not read its own change again; the session's other tabs do", async () => {
  const [changed, other] = [makeScreens(3), makeScreens(2)];
  for (const { refetch } of [changed, other]) refetch.add({ ...MESSAGE, isOwn: true });
  await vi.advanceTimersByTimeAsync(5000);
  expect([changed.reads.list, other.reads.list]).toEqual([0, 1]);
});

it('nothing is read while a change of the tab is under way', async () => {
  const { client, reads, refetch } = makeScreens(1);
  vi.spyOn(client, 'isMutating').mockReturnValue(1);
  refetch.add(MESSAGE);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reads.list).toBe(0);
  vi.spyOn(client, 'isMutating').mockReturnValue(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads.list).toBe(1);
  refetch.stop();
});

it('a change by the system does not announce the own change before it', async () => {
  const { client, refetch } = makeScreens(1);
  client.setQueryData([getCurrentUser.name], { username: 'admin', firstName: null, lastName: null });
  const own = { action: 'changed', changedBy: 'admin', actorType: 'staff' as const, text: '' };
  const entries = [{ ...own, id: 2, before: { finalPrice: 1 }, after: { finalPrice: 2 } }];
  showQuery(client, [listBookingHistory.name, 7], { initial: [], read: () => entries });
  showOffice(<LiveNews bookingId={7} />);
  refetch.add({ ...MESSAGE, actorId: null, sessionId: null });
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(client.getQueryData([listBookingHistory.name, 7])).toEqual(entries);
  expect(screen.getByRole('status').textContent).toBe('');
  refetch.stop();
});

it.each([
  ['the system', { actorId: null, sessionId: null }],
  ['the own session', { isOwn: true }],
  ['an e-mail', { entity: 'notification' as const, id: null, version: null, actorId: null }],
])('a change that comes with a message of %s is announced', async (_, of) => {
  const { client, refetch } = makeScreens(1);
  const change = { id: 2, action: 'changed', changedBy: 'Dana Cole', actorType: 'staff' as const, text: '' };
  const entries = [{ ...change, before: { finalPrice: 1 }, after: { finalPrice: 2 } }];
  showQuery(client, [listBookingHistory.name, 7], { initial: [], read: () => entries });
  showOffice(<LiveNews bookingId={7} />);
  refetch.add({ ...MESSAGE, ...of });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByRole('status').textContent).toBe('Dana Cole changed the price just now');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  refetch.stop();
});

it('a history that is read for the first time has no news', async () => {
  const { client, refetch } = makeScreens(1);
  const change = { id: 2, action: 'changed', changedBy: 'Dana Cole', actorType: 'staff' as const, text: '' };
  const entries = [{ ...change, before: { finalPrice: 1 }, after: { finalPrice: 2 } }];
  const read = () => new Promise((resolve) => setTimeout(() => resolve(entries), 500));
  showQuery(client, [listBookingHistory.name, 7], { initial: undefined, read });
  showOffice(<LiveNews bookingId={7} />);
  refetch.add(MESSAGE);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(client.getQueryData([listBookingHistory.name, 7])).toEqual(entries);
  expect(screen.getByRole('status').textContent).toBe('');
  refetch.stop();
});

it('the page of a booking says who changed what', async () => {
  const { client, refetch } = makeScreens(1);
  const entry = { id: 2, action: 'changed', changedBy: 'Dana Cole', actorType: 'staff' as const };
  const entries = [{ ...entry, before: { finalPrice: 1 }, after: { finalPrice: 2 }, text: '' }];
  showQuery(client, [listBookingHistory.name, 7], { initial: [], read: () => entries });
  showOffice(<LiveNews bookingId={7} />);
  expect(screen.getByRole('status').textContent).toBe('');
  refetch.add(MESSAGE);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(screen.getByRole('status').textContent).toBe('Dana Cole changed the price just now');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByRole('status').textContent).toBe('');
  refetch.stop();
});

it('says what an event was, and names all changed fields', () => {
  const of = (entry: Partial<BookingHistoryEntry>) =>
    newsText([{ changedBy: 'Stripe', before: null, actorType: 'stripe', ...entry } as BookingHistoryEntry]);
  expect(of({ text: 'Charge of $175.00 succeeded' })).toBe(
    'Just now, by Stripe: Charge of $175.00 succeeded',
  );
  const before = { status: 'pending', finalPrice: null, dumpsterNumber: 'A1' };
  expect(of({ before, actorType: 'staff', changedBy: 'Lee' })).toBe(
    'Lee changed the status, price and dumpster just now',
  );
  expect(of({ before: { placement: null, zip: '12203' }, actorType: 'staff', changedBy: 'Lee' })).toBe(
    'Lee changed the place for the unit and ZIP code just now',
  );
  expect(newsText([])).toBeNull();
});

it('an e-mail that was sent does not replace the change that it reports', async () => {
  const { client, refetch } = makeScreens(1);
  const change = { id: 2, action: 'changed', changedBy: 'Dana Cole', actorType: 'staff', text: '' };
  const changed = { ...change, before: { finalPrice: 1 }, after: { finalPrice: 2 } };
  const sent = { ...change, id: 3, action: 'email_sent', changedBy: 'System', actorType: 'system' };
  let entries = [changed];
  showQuery(client, [listBookingHistory.name, 7], { initial: [], read: () => entries });
  showOffice(<LiveNews bookingId={7} />);
  refetch.add(MESSAGE);
  await act(() => vi.advanceTimersByTimeAsync(100));
  entries = [{ ...sent, before: null, after: null } as never, changed];
  refetch.add({ ...MESSAGE, actorId: null, sessionId: null, version: null });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(client.getQueryData([listBookingHistory.name, 7])).toEqual(entries);
  expect(screen.getByRole('status').textContent).toBe('Dana Cole changed the price just now');
  refetch.stop();
});

it('an entry of the history that changes no field does not read the lists again', () => {
  const sent = { ...MESSAGE, version: null };
  expect(isAffected([listBookings.name, {}], [sent])).toBe(false);
  expect(isAffected([listBookingHistory.name, 7], [sent])).toBe(true);
  expect(isAffected(['aScreenOfTomorrow'], [MESSAGE])).toBe(true);
  const published: LiveMessage = { ...MESSAGE, entity: 'catalog', id: null, version: null };
  expect(isAffected(['listBookingOptions'], [published])).toBe(true);
});

it('every query that is listed is an endpoint', () => {
  const names = ALL_ENDPOINTS.map(({ name }) => name);
  expect(Object.keys(QUERY_ENTITIES).filter((name) => !names.includes(name))).toEqual([]);
});
