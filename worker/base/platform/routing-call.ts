/**
 * 'quota': the limit of a minute or a day is reached; 'unavailable': no answer in time or an error of the service;
 * 'refused': the key or the request is wrong; 'wrong_answer': the answer cannot be used.
 */
export type RoutingFailure = 'quota' | 'unavailable' | 'refused' | 'wrong_answer';

/** Every failure of the provider. Callers use estimates instead. */
export class RoutingError extends Error {
  readonly kind: RoutingFailure;
  /** With 'quota': how long the service wants no calls. */
  readonly retryAfterMs: number | null;
  constructor(kind: RoutingFailure, message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'RoutingError';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Until when a service whose limit is reached is not called, by its address. */
export type RoutingPauses = Map<string, number>;
export type RoutingCallOptions = { timeoutMs: number; now: () => number; pauses: RoutingPauses };

/** Sends a request to one service and answers with its JSON. Throws RoutingError. */
export type RoutingCall = (url: string, init?: RequestInit) => Promise<unknown>;

/** @param service The address that identifies the service: a limit pauses all calls of that service. */
export function makeRoutingCall(service: string, options: { key: string } & RoutingCallOptions): RoutingCall {
  return (url, init = {}) => withPause(service, options, () => callService(url, { init, ...options }));
}

/** A limit that is reached stays so for the time that the service says: calls until then would only be refused. */
async function withPause<T>(
  service: string,
  { now, pauses }: RoutingCallOptions,
  call: () => Promise<T>,
): Promise<T> {
  const nowMs = now();
  if (nowMs < (pauses.get(service) ?? 0)) {
    throw new RoutingError(
      'quota',
      'The routing service has reached its limit and is not called until it resets',
    );
  }
  try {
    return await call();
  } catch (error) {
    if (error instanceof RoutingError && error.retryAfterMs !== null) {
      pauses.set(service, now() + error.retryAfterMs);
    }
    throw error;
  }
}

async function callService(
  url: string,
  { init, key, timeoutMs, now }: { init: RequestInit; key: string } & RoutingCallOptions,
): Promise<unknown> {
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', Authorization: key };
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.name : 'error';
      throw new RoutingError('unavailable', `The routing service did not answer: ${reason}`);
    },
  );
  const text = await response.text().catch(() => '');
  if (!response.ok) throw failureOf(response, text, now());
  try {
    return JSON.parse(text);
  } catch {
    throw new RoutingError('wrong_answer', 'The routing service did not answer with JSON');
  }
}

const MAX_ERROR_LENGTH = 200;

/** 429 is the limit of a minute. 403 is that of a day (no calls are left), or a wrong key. */
function failureOf({ status, headers }: Response, text: string, nowMs: number): RoutingError {
  const isUsedUp = headers.get('x-ratelimit-remaining') === '0' || /quota|limit/i.test(text);
  const message = `The routing service answered ${status}: ${text.slice(0, MAX_ERROR_LENGTH)}`;
  if (status === 429 || (status === 403 && isUsedUp)) {
    return new RoutingError('quota', message, computePauseMs(headers, nowMs));
  }
  return new RoutingError(status >= 500 ? 'unavailable' : 'refused', message);
}

const MIN_PAUSE_MS = 1000;
const USUAL_PAUSE_MS = 60_000;
/** A wrong header must not switch the service off for days. */
const MAX_PAUSE_MS = 3_600_000;

/** Retry-After in seconds, or x-ratelimit-reset: in seconds from now, or since 1970. */
function computePauseMs(headers: Headers, nowMs: number): number {
  const seconds = Number(headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? Number.NaN);
  if (!(seconds > 0)) return USUAL_PAUSE_MS;
  const pauseMs = seconds > 1e9 ? seconds * 1000 - nowMs : seconds * 1000;
  return Math.min(Math.max(pauseMs, MIN_PAUSE_MS), MAX_PAUSE_MS);
}
