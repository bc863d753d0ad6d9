import type { DriverMessage } from '#contract/route-messages.ts';
import { type DriverApi, DriverCallError } from './api.ts';
import {
  claimItems,
  type DriverDatabase,
  type DriverRoutes,
  endStoredSession,
  type ItemAnswer,
  readPhoto,
  readStoredState,
  type StoredRoutes,
  saveAnswers,
  saveRoutes,
  saveSession,
} from './database.ts';
import { type ActionItem, isAction, type OutboxItem, type PhotoItem } from './items.ts';
import { nextToSend } from './order.ts';

/** How a round ended. Everything that was not sent stays in the outbox. */
export type DriverSyncResult =
  | { status: 'done' }
  /** The server did not answer. */
  | { status: 'offline' }
  | { status: 'signed_out' }
  /** The browser is signed in with another account than the app. */
  | { status: 'other_account' }
  /** The account was deactivated: what was recorded before is sent, and there are no more routes. */
  | { status: 'deactivated' }
  /** The server answered that it cannot do it now. */
  | { status: 'failed'; message: string };

const LOCK = 'driver-sync';

/**
 * Half of what the server takes. An action needs up to 29 statements of the database, and D1 runs 1,000 of them for a
 * request at most (https://developers.cloudflare.com/d1/platform/limits/).
 */
const ACTIONS_PER_CALL = 25;

/**
 * Sends the waiting items of the driver who is signed in, and stores the routes. Nothing is sent before
 * the server has said that the browser's session is that driver's. If that was ended, the data of customers is deleted.
 * Returns null if another tab, or the service worker, is doing it.
 */
export async function syncDriver(database: DriverDatabase, api: DriverApi): Promise<DriverSyncResult | null> {
  const pause = pauses.get(api);
  if (pause && Date.now() < pause.untilMs) return pause.result;
  return withSyncLock(() => round(database, api), { waits: false });
}

async function round(database: DriverDatabase, api: DriverApi): Promise<DriverSyncResult> {
  const result = await sync(database, api).catch((error) => failedRound(api, error));
  // Before another sign-in: the lock is held.
  if (isSessionEnd(result.status)) await endStoredSession(database);
  return result;
}

/** The session was ended or has expired: the data of customers is deleted from the phone. */
export function isSessionEnd(status: unknown): status is 'signed_out' | 'deactivated' {
  return status === 'signed_out' || status === 'deactivated';
}

/** Until when the server takes no calls, and what it answered. */
const pauses = new WeakMap<DriverApi, { untilMs: number; result: DriverSyncResult }>();
/** A wrong Retry-After of a proxy must not stop the outbox for hours. */
const MAX_PAUSE_SECONDS = 120;

/** After a Retry-After nothing is sent before that time; everything stays in the outbox. */
function failedRound(api: DriverApi, error: unknown): DriverSyncResult {
  const result = resultOf(error);
  const seconds = error instanceof DriverCallError ? error.retryAfter : null;
  if (seconds !== null) {
    pauses.set(api, { untilMs: Date.now() + Math.min(seconds, MAX_PAUSE_SECONDS) * 1000, result });
  }
  return result;
}

/** Runs `work` while nothing is sent: a sign-in changes who the browser is. Returns null if it does not wait its turn. */
export function withSyncLock<T>(work: () => Promise<T>, { waits }: { waits: true }): Promise<T>;
export function withSyncLock<T>(work: () => Promise<T>, { waits }: { waits: boolean }): Promise<T | null>;
export function withSyncLock<T>(work: () => Promise<T>, { waits }: { waits: boolean }): Promise<T | null> {
  return navigator.locks.request(LOCK, { ifAvailable: !waits }, (lock) => (lock ? work() : null));
}

async function sync(database: DriverDatabase, api: DriverApi): Promise<DriverSyncResult> {
  try {
    if (!(await refresh(database, api))) return { status: 'other_account' };
  } catch (error) {
    if (!isForbidden(error) || !(await isDeactivated(api))) throw error;
    await sendAll(database, api);
    return { status: 'deactivated' };
  }
  // The screen shows sent items until the server's routes have them.
  if ((await sendAll(database, api)) > 0) await refresh(database, api);
  await reportRead(database, api);
  return { status: 'done' };
}

/** Tells the office once what the driver has read. */
async function reportRead(database: DriverDatabase, api: DriverApi): Promise<void> {
  const { routes } = await readStoredState(database);
  const upToId = routes?.readMessageId ?? 0;
  const isOpen = ({ id, actionId, readAt }: DriverMessage) =>
    actionId === null && readAt === null && id <= upToId;
  // A server that is older than this page has no messages.
  const messages = routes?.reply.routes.flatMap(({ messages = [] }) => messages) ?? [];
  if (!messages.some(isOpen)) return;
  await api.readMessages(upToId);
  await refresh(database, api);
}

/** Accounts of the office have no routes either, and may read who they are. */
async function isDeactivated(api: DriverApi): Promise<boolean> {
  try {
    await api.readAccount();
    return false;
  } catch (error) {
    if (isForbidden(error)) return true;
    throw error;
  }
}

function isForbidden(error: unknown): error is DriverCallError {
  return error instanceof DriverCallError && error.status === 403;
}

/** Reads the routes. Returns false, and stores nothing, if they are another driver's. */
async function refresh(database: DriverDatabase, api: DriverApi): Promise<boolean> {
  const { session, items, routes } = await readStoredState(database);
  const sent = items.filter(({ state }) => state === 'sent');
  const reply = await api.readRoutes(routes?.fleet?.version ?? null);
  if (session && session.driverId !== reply.driver.id) return false;
  if (!session) await saveSession(database, { driverId: reply.driver.id, name: reply.driver.name });
  const fleet = fleetOf(reply) ?? routes?.fleet;
  await saveRoutes(database, { reply, readAtMs: Date.now(), ...(fleet && { fleet }) }, sent);
  return true;
}

/** Null: the phone has them already, or the server is older than this page. */
function fleetOf({ fleet }: Partial<DriverRoutes>) {
  return typeof fleet?.numbers === 'string' ? { version: fleet.version, numbers: fleet.numbers } : null;
}

/** Sends until nothing waits but the last tap, which can be undone. Returns how many items the server answered. */
async function sendAll(database: DriverDatabase, api: DriverApi): Promise<number> {
  let count = 0;
  for (;;) {
    const { items, routes } = await readStoredState(database);
    const next = nextToSend(items, { nowMs: Date.now(), limit: ACTIONS_PER_CALL });
    if (next.length === 0) return count;
    const claimed = await claimItems(database, next);
    const [first] = claimed;
    if (!first) continue;
    const answers = isAction(first)
      ? await sendActions(claimed.filter(isAction), api)
      : [await sendPhoto(first, { database, api, routes })];
    await saveAnswers(database, answers);
    count += answers.length;
  }
}

/** Sends actions, the first one alone if the server does not take them together. */
async function sendActions(actions: ActionItem[], api: DriverApi): Promise<ItemAnswer[]> {
  try {
    return await sendTogether(actions, api);
  } catch (error) {
    const [first] = actions;
    if (!first || !isFinal(error, FINAL)) throw error;
    if (actions.length > 1) return sendActions([first], api);
    return [refused(first, error)];
  }
}

async function sendTogether(actions: ActionItem[], api: DriverApi): Promise<ItemAnswer[]> {
  const results = await api.sendActions(
    actions.map(({ id, stopId, type, deviceTime, payload }) => ({ id, stopId, type, deviceTime, payload })),
  );
  const byId = new Map(results.map((result) => [result.id, result]));
  return actions.map(({ id, seq }) => {
    const answer = byId.get(id);
    if (!answer) throw new Error(`The server did not answer for action ${id}`);
    if (answer.result !== 'refused') return { seq, state: 'sent' };
    return { seq, state: 'refused', reason: answer.reason ?? REFUSED };
  });
}

type Means = { database: DriverDatabase; api: DriverApi; routes: StoredRoutes | null };

async function sendPhoto(item: PhotoItem, { database, api, routes }: Means): Promise<ItemAnswer> {
  const { seq } = item;
  const bytes = await readPhoto(database, item.id);
  if (!bytes) return { seq, state: 'refused', reason: 'The phone lost this photo. Take it again.' };
  try {
    // The round has just read the routes, so this is the current offset of the clocks.
    const takenAt = new Date(Date.parse(item.deviceTime) + clockOffsetMs(routes)).toISOString();
    await api.storePhoto(item, new Blob([bytes], { type: item.mediaType }), takenAt);
    return { seq, state: 'sent' };
  } catch (error) {
    if (isFinal(error, FINAL_OF_PHOTO)) return refused(item, error);
    throw error;
  }
}

/** How far the phone's clock is behind the server's, for the screen. The server measures the offset of actions from `sentAt`. */
function clockOffsetMs(routes: StoredRoutes | null): number {
  return routes ? Date.parse(routes.reply.now) - routes.readAtMs || 0 : 0;
}

const REFUSED = 'The server did not accept it.';

const refused = ({ seq }: OutboxItem, { reason }: DriverCallError): ItemAnswer => ({
  seq,
  state: 'refused',
  reason: reason ?? REFUSED,
});

/** Answers that are the same however often the same is sent: it is not valid, or too large. */
const FINAL = [400, 413, 415];
/** And of a photo: its stop is not the driver's, or another photo has its id. */
const FINAL_OF_PHOTO = [...FINAL, 404, 409];

function isFinal(error: unknown, statuses: readonly number[]): error is DriverCallError {
  return error instanceof DriverCallError && statuses.includes(error.status);
}

function resultOf(error: unknown): DriverSyncResult {
  if (error instanceof DriverCallError) {
    if (error.status === 401) return { status: 'signed_out' };
    if (error.status === 403) return { status: 'other_account' };
    return { status: 'failed', message: error.reason ?? 'The server did not answer as expected.' };
  }
  const name = error instanceof Error ? error.name : '';
  if (['TypeError', 'TimeoutError', 'AbortError', 'NetworkError'].includes(name))
    return { status: 'offline' };
  if (name === 'QuotaExceededError')
    return { status: 'failed', message: 'The storage of this phone is full.' };
  return { status: 'failed', message: 'The server did not answer as expected.' };
}
