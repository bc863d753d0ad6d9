import { DurableObject } from 'cloudflare:workers';
import {
  LIVE_CLOSE,
  LIVE_PING,
  LIVE_PONG,
  type LiveChange,
  type LiveMessage,
  MAX_SOCKETS_AN_ACCOUNT,
} from '#contract/live.ts';
import { sessionsOf } from '#worker/sessions/sessions.ts';
import type { UserSessions } from '#worker/sessions/user-sessions.ts';

/** Sessions also end by time, and closing their sockets can fail: all of them are checked this often. */
const CHECK_MS = 10 * 60_000;
/** Changes this recent are sent to a new socket: its page may have read its data before them. */
const RECENT_MS = 10_000;

export type SocketOwner = { userId: number; sessionId: string };
type Attachment = SocketOwner & {
  /** Sockets in the order in which they were opened. */
  place: number;
};
type HubEnv = { SESSIONS: DurableObjectNamespace<UserSessions>; CLOCK_OFFSET_SECONDS?: string };

const userTag = (userId: number) => `user:${userId}`;
const sessionTag = (sessionId: string) => `session:${sessionId}`;

/**
 * Holds the WebSockets of all staff and sends each of them what changed. It stores nothing, and hibernates between
 * changes: the platform keeps the sockets and answers their pings.
 */
export class LiveHub extends DurableObject<HubEnv> {
  /** Empty after hibernation, which begins later than RECENT_MS after a change. */
  #recent: { atMs: number; change: LiveChange }[] = [];

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
    };
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server, [userTag(owner.userId), sessionTag(owner.sessionId)]);
    server.serializeAttachment({ ...owner, place: this.#nextPlace() } satisfies Attachment);
    this.#closeOldest(owner.userId);
    for (const { change } of this.#listRecent()) server.send(messageFor(owner, change));
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + CHECK_MS);
    // The session can have ended after the Worker's check and before the socket was here to be closed.
    if (!(await this.#isLive(owner))) server.close(LIVE_CLOSE.sessionEnded);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Sends the changes to every socket. */
  publish(changes: readonly LiveChange[]): void {
    const atMs = Date.now();
    this.#recent = [...this.#listRecent(), ...changes.map((change) => ({ atMs, change }))];
    for (const socket of this.ctx.getWebSockets()) {
      const owner = ownerOf(socket);
      for (const change of changes) trySend(socket, messageFor(owner, change));
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

  #listRecent() {
    return this.#recent.filter(({ atMs }) => atMs > Date.now() - RECENT_MS);
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

function messageFor({ sessionId }: SocketOwner, change: LiveChange): string {
  return JSON.stringify({ ...change, isOwn: change.sessionId === sessionId } satisfies LiveMessage);
}

/** A socket that is closing cannot send. The others get the message all the same. */
function trySend(socket: WebSocket, text: string): void {
  try {
    socket.send(text);
  } catch {
    return;
  }
}
