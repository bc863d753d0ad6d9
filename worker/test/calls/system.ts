import type { EndpointName } from '#contract/all.ts';
import type { Firm } from './firm.ts';

/** A running product: the Worker of the tests, or a system on this machine. */
export type System = {
  /** An account of a super administrator. */
  admin: { username: string; password: string };
  /** Sends a request; `path` begins with '/api/'. */
  fetch(path: string, init: CallInit): Promise<Response>;
  /** Sends a request to the Stripe emulator, from outside the product. */
  stripe(path: string, init: CallInit): Promise<Response>;
  /** Processes what waits in the queue and the outbox. */
  settle(): Promise<void>;
  runCron(name: string): Promise<void>;
  /** The address that the Worker writes into links. */
  publicUrl: string;
  /** The origin of the requests of `fetch`. */
  origin: string;
  /** The text of the latest e-mail to an address. */
  readMail(to: string): Promise<string>;
  /** Writes rows that no call writes: what is left of failures. */
  execute(statement: string): Promise<void>;
};

export type CallInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

/** What a successful call of an endpoint needs besides its method and path. */
export type PreparedCall = {
  /** The parameters of the path. */
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  /** JSON, or the bytes of a raw call. */
  body?: unknown;
  /** The version that the call changes, or an ETag. */
  version?: number | string;
  headers?: Record<string, string>;
  /** The cookie of the caller; by default that of the owner, of the driver for calls of drivers, none for public calls. */
  cookie?: string;
};

/** Arranges by other calls what the call needs. */
export type Prepare = (firm: Firm) => PreparedCall | Promise<PreparedCall>;
/** Another call of an endpoint than the prepared one. */
export type Variant = { name: EndpointName; prepare: Prepare };
/** Calls of one room by the names of their endpoints. */
export type PreparedCalls = Partial<Record<EndpointName, Prepare>>;
