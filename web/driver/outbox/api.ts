import type { DriverAction, sendDriverActions } from '#contract/driver-actions.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { DriverRoutes } from './database.ts';
import type { PhotoItem } from './items.ts';

/** The calls of the outbox. They reject with a DriverCallError for every answer but a success. */
export type DriverApi = {
  /** `fleet`: the version of the fleet's numbers on this phone; null without one. */
  readRoutes(fleet: string | null): Promise<DriverRoutes>;
  /** Rejects with status 403 for a driver who was deactivated. */
  readAccount(): Promise<unknown>;
  sendActions(actions: DriverAction[]): Promise<ReplyOf<typeof sendDriverActions>['results']>;
  /** What the office wrote is read, up to this message. */
  readMessages(upToId: number): Promise<void>;
  /** `takenAt`: when the photo was taken, on the server's clock. */
  storePhoto(item: PhotoItem, file: Blob, takenAt: string): Promise<void>;
};

/** An answer with an error status. */
export class DriverCallError extends Error {
  readonly status: number;
  /** The server's sentence for the driver; null if the body has none. */
  readonly reason: string | null;
  /** Retry-After in seconds; null if the server sent none. */
  readonly retryAfter: number | null;

  constructor(status: number, reason: string | null, retryAfter: number | null = null) {
    super(`${status}: ${reason ?? ''}`);
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/** Without an end, a connection that is lost in the middle of a request would stop the outbox. */
const READ_TIMEOUT_MS = 20_000;
const SEND_TIMEOUT_MS = 30_000;
const PHOTO_TIMEOUT_MS = 120_000;

/**
 * Methods and paths are those of the contract, without its schemas: a third of the page's own script. api.test.ts
 * compares them.
 */
export const driverApi: DriverApi = {
  readRoutes: async (fleet) => {
    const known = fleet === null ? '' : `?${new URLSearchParams({ fleet })}`;
    const reply = await ask('GET', `/api/driver/routes${known}`, {
      cache: 'no-store',
      timeoutMs: READ_TIMEOUT_MS,
    });
    if (isRoutes(reply)) return reply;
    throw new Error('The reply has no routes');
  },
  readAccount: () => ask('GET', '/api/admin/current-user', { cache: 'no-store', timeoutMs: READ_TIMEOUT_MS }),
  async sendActions(actions) {
    const reply = await ask('POST', '/api/driver/actions', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sentAt: new Date().toISOString(), actions }),
      timeoutMs: SEND_TIMEOUT_MS,
    });
    const { results } = (reply ?? {}) as Partial<ReplyOf<typeof sendDriverActions>>;
    if (Array.isArray(results)) return results;
    throw new Error('The reply has no results');
  },
  async readMessages(upToId) {
    await ask('POST', '/api/driver/messages/read', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ upToId }),
      timeoutMs: SEND_TIMEOUT_MS,
    });
  },
  async storePhoto({ id, stopId, type, sha256, lat, lng }, file, takenAt) {
    const query = new URLSearchParams({
      stopId: String(stopId),
      type,
      sha256,
      takenAt,
      ...(lat !== null && lng !== null && { lat: String(lat), lng: String(lng) }),
    });
    await ask('PUT', `/api/driver/photos/${id}?${query}`, {
      headers: { 'Content-Type': file.type },
      body: file,
      timeoutMs: PHOTO_TIMEOUT_MS,
    });
  },
};

type Request = Pick<RequestInit, 'body' | 'cache' | 'headers'> & { timeoutMs: number };

async function ask(method: string, path: string, { timeoutMs, ...request }: Request): Promise<unknown> {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetch(path, { method, credentials: 'same-origin', signal, ...request });
  const text = await response.text();
  if (response.ok) return parsedJson(text);
  const { message } = (parsedJson(text) ?? {}) as { message?: unknown };
  const reason = typeof message === 'string' ? message : null;
  throw new DriverCallError(response.status, reason, Number(response.headers.get('Retry-After')) || null);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Whether a reply has what the page cannot do without. Nothing more: a server that is newer than this phone's version may
 * send values that are not known here, and the driver still needs the route.
 */
function isRoutes(reply: unknown): reply is DriverRoutes {
  const { driver, routes, now, timeZone } = (reply ?? {}) as Partial<DriverRoutes>;
  return (
    typeof driver?.id === 'number' &&
    typeof now === 'string' &&
    typeof timeZone === 'string' &&
    Array.isArray(routes) &&
    routes.every(({ stops }) => Array.isArray(stops))
  );
}
