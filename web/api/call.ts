import * as z from 'zod/mini';
import {
  type BodyInput,
  type Endpoint,
  type ErrorReply,
  errorReply,
  type ParamsOf,
  type QueryInput,
  type ReplyOf,
} from '#contract/endpoint.ts';
import type { ErrorCode } from '#domain/shared/errors.ts';
import type { BegunReplies } from './booking-parts.ts';
import { hideMaintenance, maintenanceNotice, showMaintenance } from './maintenance.ts';

/** A response with an error status. Its message is '{status}: {text}'. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly status: number;
  /** The error reply of the contract; null if the body does not match it. */
  readonly reply: ErrorReply | null;
  /** The parsed body, for error codes with more fields. */
  readonly body: unknown;
  /** Retry-After in seconds; null if the server sent none. */
  readonly retryAfter: number | null;
  /** True if the endpoint needs a session and the session has ended. */
  readonly isSessionLost: boolean;

  constructor(response: Response, text: string, isSessionLost = false) {
    super(`${response.status}: ${text || response.statusText}`);
    this.status = response.status;
    this.body = parseJson(text);
    const parsed = z.safeParse(errorReply, this.body);
    this.reply = parsed.success ? parsed.data : null;
    this.retryAfter = readSeconds(response.headers.get('Retry-After'));
    this.isSessionLost = isSessionLost;
  }
}

export function isCode(error: unknown, code: ErrorCode): error is CallError {
  return error instanceof CallError && error.reply?.code === code;
}

/** A successful response whose body does not match the contract. */
export class UnexpectedReply extends Error {
  override readonly name = 'UnexpectedReply';
}

export type CallOptions<E extends Endpoint> = {
  params?: ParamsOf<E>;
  query?: QueryInput<E>;
  body?: BodyInput<E>;
  /** The body of a raw call. */
  file?: Blob;
  idempotencyKey?: string;
  /** The ETag of the record to change. The server rejects the change if the record is newer. */
  ifMatch?: string;
  signal?: AbortSignal;
  /** 'reload' bypasses the browser's cache. */
  cache?: RequestCache;
};

const sessionLost = new Set<() => void>();

/** Calls back when an endpoint that is not public returns 401. Returns a function that stops listening. */
export function onSessionLost(listener: () => void): () => void {
  sessionLost.add(listener);
  return () => sessionLost.delete(listener);
}

/** Calls an endpoint of the contract and returns its reply. */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<ReplyOf<E>> {
  return (await ask(endpoint, options)).reply;
}

export type ListEndpoint = Endpoint & { reply: z.ZodMiniArray };
export type RowOf<E extends ListEndpoint> = ReplyOf<E>[number];

/** A page of a list with the cursors of the next and previous page. */
export type Page<Row> = {
  rows: Row[];
  total: number | '1000+';
  next: string | null;
  prev: string | null;
  /** The server's order, if the request named none. */
  sort: string | null;
  /** The sum of the amounts of all matches, in cents, of a list that has one. */
  sum: number | null;
};

export async function callPage<E extends ListEndpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Page<RowOf<E>>> {
  const { reply, headers } = await ask(endpoint, options);
  return pageOf(reply, headers);
}

/** A page of a list whose reply has more than rows. `rowsOf` returns the rows of the reply. */
export async function callPageAndMore<E extends Endpoint, Row>(
  endpoint: E,
  rowsOf: (reply: ReplyOf<E>) => Row[],
  options: CallOptions<E> = {},
): Promise<Page<Row> & { reply: ReplyOf<E> }> {
  const { reply, headers } = await ask(endpoint, options);
  return { ...pageOf(rowsOf(reply), headers), reply };
}

function pageOf<Row>(rows: Row[], headers: Headers): Page<Row> {
  const total = headers.get('X-Total-Count');
  const sum = headers.get('X-Sum');
  return {
    rows,
    total: total === '1000+' ? total : Number(total ?? rows.length),
    next: cursorTo(headers, 'next'),
    prev: cursorTo(headers, 'prev'),
    sort: headers.get('X-Sort'),
    sum: sum === null ? null : Number(sum),
  };
}

/** Calls an endpoint and returns its reply with the ETag, which a change sends back as `ifMatch`. */
export async function callWithEtag<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<{ value: ReplyOf<E>; etag: string | null }> {
  const { reply, headers } = await ask(endpoint, options);
  return { value: reply, etag: headers.get('ETag') };
}

/** The HTML of the public page as a customer gets it now. */
export async function readPublicPage(signal: AbortSignal): Promise<string> {
  const response = await fetch('/', { method: 'GET', cache: 'no-store', credentials: 'omit', signal });
  if (!response.ok) throw new CallError(response, await response.text());
  return response.text();
}

/** Every call of the API. */
async function ask<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<{ reply: ReplyOf<E>; headers: Headers }> {
  const address = addressOf(endpoint.path, options);
  const isRead = endpoint.method === 'GET';
  if (!isRead) clearPreloaded();
  const begun = isRead ? takePreloaded(address) : undefined;
  // Neither an earlier call nor a reply from the browser's cache removes the notice.
  const notice = begun === undefined ? maintenanceNotice() : null;
  const fresh = notice ? { ...options, cache: 'reload' as const } : options;
  const early = begun === undefined ? undefined : await begun;
  const response = early ?? (await fetch(address, requestOf(endpoint, fresh)));
  const text = await response.text();
  const isSessionLost = response.status === 401 && endpoint.access !== 'public';
  if (isSessionLost) {
    clearPreloaded();
    for (const tell of sessionLost) tell();
  }
  if (!response.ok) {
    const error = new CallError(response, text, isSessionLost);
    if (error.reply?.code === 'maintenance') showMaintenance(error.reply);
    throw error;
  }
  if (notice?.isConnected) hideMaintenance(notice);
  const parsed = z.safeParse(endpoint.reply, text === '' ? undefined : parseJson(text));
  if (!parsed.success) throw new UnexpectedReply(`${endpoint.name} answered outside the contract`);
  return { reply: parsed.data as ReplyOf<E>, headers: response.headers };
}

function cursorTo(headers: Headers, rel: 'next' | 'prev'): string | null {
  const links = headers.get('Link')?.matchAll(/<([^>]*)>;\s*rel="(\w+)"/g) ?? [];
  for (const [, address = '', found] of links) {
    if (found === rel) return new URLSearchParams(address.split('?')[1]).get('cursor');
  }
  return null;
}

function addressOf<E extends Endpoint>(path: string, { params, query }: CallOptions<E>): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(paramOf(params, name)));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function requestOf<E extends Endpoint>(endpoint: E, options: CallOptions<E>): RequestInit {
  const { idempotencyKey, ifMatch, signal, cache } = options;
  const body = options.body ?? emptyBody(endpoint);
  const headers = new Headers();
  if (options.file) headers.set('Content-Type', options.file.type);
  else if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
  if (ifMatch) headers.set('If-Match', ifMatch);
  return {
    method: endpoint.method,
    headers,
    credentials: 'same-origin',
    ...(options.file ? { body: options.file } : body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(cache && { cache }),
  };
}

/** A write without fields sends an empty JSON object, because browsers send an empty body without a type. */
function emptyBody({ method }: Endpoint): object | undefined {
  return ['POST', 'PUT', 'PATCH'].includes(method) ? {} : undefined;
}

function paramOf(params: unknown, name: string): string {
  const value = (params as Record<string, unknown> | undefined)?.[name];
  if (value === undefined) throw new Error(`No value for :${name}`);
  return String(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readSeconds(header: string | null): number | null {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

/** Returns the text to show for a failed call: the server's message, or `otherwise`. */
export function errorText(error: unknown, otherwise: string): string {
  if (!(error instanceof CallError)) return otherwise;
  // The page stays on the screen, so the text must fit before and after the next sign-in.
  if (error.isSessionLost) return 'Your session ended before this was done. Log in, then try again.';
  return error.reply?.message || otherwise;
}

declare global {
  /** Responses that web/office/preload.ts requested before the app loaded, by URL. A service worker has no window. */
  var preloaded: BegunReplies | undefined;
}

/** A reply that no caller took is outdated soon. */
const BEGUN_MS = 2000;

/** Replies to calls that are under way, for those who make these calls next. */
export function addBegun(replies: BegunReplies): void {
  globalThis.preloaded ??= new Map();
  const begun = globalThis.preloaded;
  for (const [address, reply] of replies) {
    begun.set(address, reply);
    void reply.then(() => setTimeout(() => begun.get(address) === reply && begun.delete(address), BEGUN_MS));
  }
}

export function isBegun(address: string): boolean {
  return globalThis.preloaded?.has(address) === true;
}

/** Returns a preloaded response and removes it: each is used once. */
function takePreloaded(url: string): Promise<Response | undefined> | undefined {
  const response = globalThis.preloaded?.get(url);
  globalThis.preloaded?.delete(url);
  return response;
}

/** Discards preloaded responses: after a write or a lost session they are outdated. */
function clearPreloaded(): void {
  globalThis.preloaded?.clear();
}
