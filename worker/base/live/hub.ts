import { DurableObject } from 'cloudflare:workers';
import {
  DRIVER_ENTITIES,
  type DriverLiveMessage,
  LIVE_CLOSE,
  LIVE_PING,
  LIVE_PONG,
  type LiveChange,
  type LiveMessage,
  MAX_SOCKETS_AN_ACCOUNT,
} from '#contract/live.ts';
import type { Role } from '#domain/accounts/access.ts';
import { sessionsOf } from '#worker/base/sessions/sessions.ts';
import type { UserSessions } from '#worker/base/sessions/user-sessions.ts';

/** Sessions also end by time, and closing their sockets can fail: all of them are checked this often. */
const CHECK_MS = 10 * 60_000;
/** Changes this recent are sent to a new socket: its page may have read its data before them. */
const RECENT_MS = 10_000;

export type SocketOwner = { userId: number; sessionId: string; role: Role };
/** What one request or task changed. */
export type Publication = { changes: readonly LiveChange[]; isByDriver: boolean };
type Attachment = SocketOwner & {
  /** Sockets in the order in which they were opened. */
  place: number;
};
type HubEnv = { SESSIONS: DurableObjectNamespace<UserSessions>; CLOCK_OFFSET_SECONDS?: string };

const userTag = (userId: number) => `user:${userId}`;
const sessionTag = (sessionId: string) => `session:${sessionId}`;

/**
 * Holds the WebSockets of staff and drivers. Staff get each change. Drivers get one message without names, for changes
 * that can alter their routes. It stores nothing, and hibernates between changes: the platform keeps the sockets and
 * answers their pings.
 */
export class LiveHub extends DurableObject<HubEnv> {
  /** Empty after hibernation, which begins later than RECENT_MS after a change. */
  readonly #recent: { atMs: number; publication: Publication }[] = [];

  constructor(ctx: DurableObjectState, env: HubEnv) {
    super(ctx, env);
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
  }

  /** Accepts a socket. The Worker has checked its session and role and names them in the query. */
  override async fetch(request: Request): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const owner = {
      userId: Number(searchParams.get('userId')),
      sessionId: searchParams.get('sessionId') ?? '',
      role: (searchParams.get('role') ?? 'view_only') as Role,
    };
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [userTag(owner.userId), sessionTag(owner.sessionId)]);
    server.serializeAttachment({ ...owner, place: this.#nextPlace() } satisfies Attachment);
    this.#closeOldest(owner.userId);
    this.#dropOld();
    for (const { publication } of this.#recent)
      for (const text of textsFor(owner, publication)) server.send(text);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + CHECK_MS);
    // The session can have ended after the Worker's check and before the socket was here to be closed.
    if (!(await this.#isLive(owner))) server.close(LIVE_CLOSE.sessionEnded);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends the changes to every socket that they concern. */
  publish(publication: Publication): void {
    this.#dropOld();
    this.#recent.push({ atMs: Date.now(), publication });
    for (const socket of this.ctx.getWebSockets()) {
      for (const text of textsFor(ownerOf(socket), publication)) trySend(socket, text);
    }
  }

  closeSession(sessionId: string): void {
    for (const socket of this.ctx.getWebSockets(sessionTag(sessionId))) socket.close(LIVE_CLOSE.sessionEnded);
  }

  /** Closes the sockets of an account, or all but those of one session. */
  closeAccount(userId: number, exceptSessionId: string | null): void {
    for (const socket of this.ctx.getWebSockets(userTag(userId))) {
      if (ownerOf(socket).sessionId !== exceptSessionId) socket.close(LIVE_CLOSE.sessionEnded);
    }
  }

  override webSocketMessage(socket: WebSocket): void {
    socket.close(LIVE_CLOSE.unexpectedMessage, 'Only pings are expected.');
  }

  /** Closes the sockets whose sessions ended by time. */
  override async alarm(): Promise<void> {
    const owners = new Map(
      this.ctx.getWebSockets().map((socket) => [ownerOf(socket).sessionId, ownerOf(socket)]),
    );
    for (const owner of owners.values()) {
      if (!(await this.#isLive(owner))) this.closeSession(owner.sessionId);
    }
    if (this.ctx.getWebSockets().length > 0) await this.ctx.storage.setAlarm(Date.now() + CHECK_MS);
  }

  async #isLive({ userId, sessionId }: SocketOwner): Promise<boolean> {
    const nowMs = Date.now() + Number(this.env.CLOCK_OFFSET_SECONDS ?? 0) * 1000;
    return sessionsOf(this.env.SESSIONS, userId).isLive(sessionId, nowMs);
  }

  /** The changes are in the order of their times, and a busy office makes many of them. */
  #dropOld(): void {
    const untilMs = Date.now() - RECENT_MS;
    while ((this.#recent[0]?.atMs ?? Number.POSITIVE_INFINITY) <= untilMs) this.#recent.shift();
  }

  #nextPlace(): number {
    return 1 + Math.max(0, ...this.ctx.getWebSockets().map((socket) => ownerOf(socket)?.place ?? 0));
  }

  #closeOldest(userId: number): void {
    const open = this.ctx
      .getWebSockets(userTag(userId))
      .filter(({ readyState }) => readyState === WebSocket.OPEN)
      .toSorted((a, b) => ownerOf(a).place - ownerOf(b).place);
    for (const socket of open.slice(0, Math.max(0, open.length - MAX_SOCKETS_AN_ACCOUNT))) {
      socket.close(LIVE_CLOSE.tooManySockets);
    }
  }
}

function ownerOf(socket: WebSocket): Attachment {
  return socket.deserializeAttachment() as Attachment;
}

const ROUTES_CHANGED = JSON.stringify({ changed: 'routes' } satisfies DriverLiveMessage);

/**
 * The messages to a socket. What a driver does changes no other route, and the own phone shows it already: phones do
 * not read their routes after each tap of every driver.
 */
function textsFor({ sessionId, role }: SocketOwner, { changes, isByDriver }: Publication): string[] {
  if (role === 'driver') {
    const concernsRoutes = !isByDriver && changes.some(({ entity }) => DRIVER_ENTITIES.includes(entity));
    return concernsRoutes ? [ROUTES_CHANGED] : [];
  }
  return changes.map((change) =>
    JSON.stringify({ ...change, isOwn: change.sessionId === sessionId } satisfies LiveMessage),
  );
}

/** A socket that is closing cannot send. The others get the message all the same. */
function trySend(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    return;
  }
}
