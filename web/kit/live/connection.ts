import * as z from 'zod/mini';
import { LIVE_CLOSE, LIVE_PING } from '#contract/live.ts';

/** Between two pings. Browsers slow the timers of hidden tabs down to one a minute. */
const PING_MS = 20_000;
/** A gap between two pings that only a sleeping device explains. */
const SLEEP_MS = 90_000;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;
/** A connection that lasts this long ends a row of failures. */
const STABLE_MS = 10_000;

/** The call that opens the socket: its path, and its messages as `reply`. */
type LiveEndpoint<M> = { path: string; reply: z.ZodMiniType<M> };

export type LiveHandlers<M> = {
  onMessage(message: M): void;
  /** `isAgain`: after an earlier connection ended. Changes before this moment may have been missed. */
  onConnected(isAgain: boolean): void;
  onSessionEnded(): void;
  /** An attempt opened no socket, the first one since the last socket: without a network, or without a session. */
  onNotOpened?(): void;
};

/**
 * Keeps one socket open until `stop` is called. It connects again after random, growing delays, so that all tabs do not
 * come at once after a deployment; at once when the device wakes up or is online again. A device that slept holds a
 * socket that looks open: the gap between two pings, or a ping without an answer, tells.
 */
export class LiveConnection<M> {
  readonly #endpoint: LiveEndpoint<M>;
  readonly #handlers: LiveHandlers<M>;
  #socket: WebSocket | null = null;
  #failures = 0;
  #hasConnected = false;
  #isRefused = false;
  #isStopped = false;
  #isAwaitingPong = false;
  /** 0 while the socket is not open. */
  #openedAtMs = 0;
  #tickedAtMs = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ticker: ReturnType<typeof setInterval> | undefined;

  constructor(endpoint: LiveEndpoint<M>, handlers: LiveHandlers<M>) {
    this.#endpoint = endpoint;
    this.#handlers = handlers;
    window.addEventListener('online', this.#connect);
    document.addEventListener('visibilitychange', this.#connectIfShown);
    this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#ticker);
    this.#socket?.close();
    window.removeEventListener('online', this.#connect);
    document.removeEventListener('visibilitychange', this.#connectIfShown);
  }

  #connect = (): void => {
    clearTimeout(this.#retry);
    if (this.#socket || this.#isStopped) return;
    const socket = new WebSocket(addressOf(this.#endpoint.path));
    this.#socket = socket;
    const whileCurrent = (work: () => void) => {
      if (socket === this.#socket) work();
    };
    socket.addEventListener('open', () => whileCurrent(() => this.#opened()));
    socket.addEventListener('message', ({ data }) => whileCurrent(() => this.#received(String(data))));
    socket.addEventListener('close', ({ code }) => whileCurrent(() => this.#closed(code)));
  };

  #connectIfShown = (): void => {
    if (document.visibilityState === 'visible') this.#connect();
  };

  #opened(): void {
    this.#openedAtMs = Date.now();
    this.#tickedAtMs = Date.now();
    this.#isAwaitingPong = false;
    this.#isRefused = false;
    this.#ticker = setInterval(() => this.#tick(), PING_MS);
    this.#handlers.onConnected(this.#hasConnected);
    this.#hasConnected = true;
  }

  #received(text: string): void {
    this.#isAwaitingPong = false;
    const parsed = z.safeParse(this.#endpoint.reply, parseJson(text));
    if (parsed.success && !this.#isStopped) this.#handlers.onMessage(parsed.data);
  }

  #tick(): void {
    const hasSlept = Date.now() - this.#tickedAtMs > SLEEP_MS;
    this.#tickedAtMs = Date.now();
    if (hasSlept || this.#isAwaitingPong) {
      this.#replace();
    } else {
      this.#isAwaitingPong = true;
      this.#socket?.send(LIVE_PING);
    }
  }

  /** Leaves a socket that does not answer: its close event can take minutes. */
  #replace(): void {
    this.#socket?.close();
    this.#closed(null);
    this.#connect();
  }

  #closed(code: number | null): void {
    clearInterval(this.#ticker);
    this.#socket = null;
    if (this.#isStopped) return;
    const wasOpen = this.#openedAtMs > 0;
    if (wasOpen && Date.now() - this.#openedAtMs > STABLE_MS) this.#failures = 0;
    this.#openedAtMs = 0;
    this.#failures += 1;
    if (!wasOpen && !this.#isRefused) {
      this.#isRefused = true;
      this.#handlers.onNotOpened?.();
    }
    if (code === LIVE_CLOSE.sessionEnded) this.#handlers.onSessionEnded();
    // Other tabs of the account are newer. This one connects again when it is used.
    if (code === LIVE_CLOSE.tooManySockets) return;
    this.#retry = setTimeout(this.#connect, retryDelayMs(this.#failures));
  }
}

/** At least half a second and at most a minute; random, and twice as long after each failure. */
function retryDelayMs(failures: number): number {
  const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
  return FIRST_DELAY_MS / 2 + Math.random() * (longest - FIRST_DELAY_MS / 2);
}

function addressOf(path: string): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
