import * as z from 'zod/mini';
import type { Capability } from '#domain/accounts/access.ts';
import { ERROR_CODES } from '#domain/shared/errors.ts';

/**
 * Defines who may call: everyone, senders with a valid signature (webhooks), signed-in users, or users with a
 * capability.
 */
export type Access = 'public' | 'signature' | 'session' | Capability;

/**
 * How caches may store a reply: never (private: a file for the person who is signed in), for a few seconds (availability), as a public document, or for ever, because its
 * address names its content.
 */
type CachePolicy = 'no-store' | 'private' | 'public-advice' | 'public-document' | 'immutable';

type Shape = z.ZodMiniType;

/**
 * The declaration of a call. The Worker, the web client and the OpenAPI document are derived from it. What only the
 * document says of it is in contract/docs/, which the pages do not load.
 */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
> = {
  /** camelCase, unique: the operationId of the OpenAPI document and the query key. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters as ':name': '/api/next-available-date/:rentalType'. */
  path: `/api/${string}`;
  access: Access;
  params: Params;
  /** The error for an invalid path parameter: 'not_found' for ids, 'invalid' for values. */
  badParams: 'not_found' | 'invalid';
  query: Query;
  body: Body;
  reply: Reply;
  /** The HTTP status of a successful reply; 101 for a WebSocket, whose messages are the reply. */
  status: 101 | 200 | 201 | 204;
  /** A further status with which the same reply is sent: the health of a failing system. */
  failingStatus: 503 | null;
  cache: CachePolicy;
  /** Answers in maintenance, too. Every other call then fails with code 'maintenance'. */
  worksInMaintenance: boolean;
  /** Also for a driver who was deactivated in the last 24 hours: to send what was recorded before. */
  worksAfterDeactivation: boolean;
  /** The maximum size of the body, in bytes. */
  bodyLimit: number;
  /** The handler of a raw call reads the request and writes the response itself. */
  kind: 'json' | 'raw';
  /** The media type of a successful reply. */
  mediaType: 'application/json' | 'text/html' | 'text/csv' | 'text/xml' | 'image/*';
};

const nothing = z.strictObject({});
const JSON_LIMIT = 64 * 1024;

type EndpointInput<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> = Pick<
  Endpoint<P, Q, B, R>,
  'name' | 'method' | 'path' | 'access' | 'reply'
> &
  Partial<Endpoint<P, Q, B, R>>;

/** Adds the defaults: no parameters, no query, no body, status 200, not cached. */
export function endpoint<
  const A extends Access,
  R extends Shape,
  P extends Shape = typeof nothing,
  Q extends Shape = typeof nothing,
  B extends Shape = typeof nothing,
>(given: EndpointInput<P, Q, B, R> & { access: A }): Endpoint<P, Q, B, R> & { access: A } {
  return {
    params: nothing as unknown as P,
    badParams: 'not_found',
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    status: 200,
    failingStatus: null,
    cache: 'no-store',
    worksInMaintenance: false,
    worksAfterDeactivation: false,
    bodyLimit: JSON_LIMIT,
    kind: 'json',
    mediaType: 'application/json',
    ...given,
  };
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>;
export type BodyInput<E extends Endpoint> = z.input<E['body']>;
export type QueryInput<E extends Endpoint> = z.input<E['query']>;

/** The body of every error. */
export const errorReply = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES),
  requestId: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** The phone number to call while this cannot be done online. */
  phone: z.optional(z.string()),
});
export type ErrorReply = z.output<typeof errorReply>;
