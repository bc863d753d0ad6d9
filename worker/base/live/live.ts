import type { LiveChange } from '#contract/live.ts';
import type { LocationHint } from '#domain/shared/regions.ts';
import { describeError, type Log } from '#worker/base/platform/log.ts';
import { placedAt } from '#worker/base/platform/placement.ts';
import type { LiveHub, SocketOwner } from './hub.ts';

/** A change as the database reports it (worker/base/db/written-changes.ts). */
type Written = Pick<LiveChange, 'entity' | 'id' | 'version' | 'actorId'>;

/** More changes of one entity at once are sent as one without an id. */
const MAX_OF_ENTITY = 20;

/** The only access to the sockets of staff and drivers. */
export type Live = {
  /** The session that makes the changes from here on. */
  setAuthor(author: SocketOwner): void;
  /** Publishes committed changes while the request goes on. A failure is logged and ignored. */
  publish(changes: readonly Written[]): void;
  /** Opens a socket. */
  connect(owner: SocketOwner): Promise<Response>;
  closeSession(sessionId: string): Promise<void>;
  closeAccount(userId: number, options: { exceptSessionId: string | null }): Promise<void>;
};

type LiveOptions = {
  log: Log;
  /** Keeps the Worker alive until changes are published; without it they are not. */
  waitUntil: ((work: Promise<void>) => void) | undefined;
  /** Where the object of all sockets is made when it is first asked. */
  locationHint?: LocationHint | null;
};

export function makeLive(
  namespace: DurableObjectNamespace<LiveHub>,
  { log, waitUntil, locationHint = null }: LiveOptions,
): Live {
  const hub = () => namespace.get(namespace.idFromName('live'), placedAt(locationHint));
  let author: SocketOwner | null = null;
  let waiting: LiveChange[] = [];
  let isSending = false;
  const tryHub = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      log.warn('live_hub_failed', describeError(error));
    }
  };
  const sendWaiting = async () => {
    isSending = true;
    // Changes that are committed during a call go with the next one.
    while (waiting.length > 0) {
      const changes = summarized(waiting);
      waiting = [];
      await tryHub(() => hub().publish({ changes, isByDriver: author?.role === 'driver' }));
    }
    isSending = false;
  };
  return {
    setAuthor: (session) => {
      author = session;
    },
    publish: (changes) => {
      if (!waitUntil || changes.length === 0) return;
      waiting.push(
        ...changes.map(({ actorId, ...change }) => ({
          ...change,
          actorId: actorId ?? author?.userId ?? null,
          sessionId: author?.sessionId ?? null,
        })),
      );
      if (!isSending) waitUntil(sendWaiting());
    },
    connect: ({ userId, sessionId, role }) => {
      const query = new URLSearchParams({ userId: String(userId), sessionId, role });
      return hub().fetch(`https://live.internal/?${query}`, { headers: { Upgrade: 'websocket' } });
    },
    // The sessions have ended already, so a failure does not undo that: the hub finds them at its next check.
    closeSession: (sessionId) => tryHub(() => hub().closeSession(sessionId)),
    closeAccount: (userId, { exceptSessionId }) => tryHub(() => hub().closeAccount(userId, exceptSessionId)),
  };
}

/** One change for each subject, with its highest version. */
function summarized(changes: readonly LiveChange[]): LiveChange[] {
  const latest = new Map<string, LiveChange>();
  for (const change of changes) {
    const key = `${change.entity}:${change.id}`;
    const known = latest.get(key);
    if (!known || (change.version ?? 0) >= (known.version ?? 0)) latest.set(key, change);
  }
  const groups = Map.groupBy(latest.values(), ({ entity }) => entity);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first || group.length <= MAX_OF_ENTITY) return group;
    return [{ ...first, id: null, version: null }];
  });
}
