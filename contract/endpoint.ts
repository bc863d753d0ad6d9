import * as z from 'zod/mini';
import type { Capability } from '#domain/access.ts';
import { ERROR_CODES, type ErrorCode } from '#domain/errors.ts';

/** Who may call: anyone, whoever can sign the body (webhooks), whoever is signed in, or whoever may do a thing. */
export type Access = 'public' | 'signature' | 'session' | Capability;

/** How long a reply may be kept: never, or as public advice for a few seconds. */
export type CachePolicy = 'no-store' | 'public-advice' | 'public-document';

type Shape = z.ZodMiniType;

/** One call, declared once: the Worker binds it, the web client calls by it, the documents are made from it. */
export type Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
> = {
  /** camelCase, unique: the operationId of the OpenAPI document and the query key. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With parameters as ':name': '/api/next-available-date/:rentalType'. */
  path: `/api/${string}`;
  summary: string;
  access: Access;
  params: Params;
  /** The answer to a path parameter that its schema refuses: an id leads nowhere, a value is wrong. */
  badParams: 'not_found' | 'invalid';
  query: Query;
  body: Body;
  reply: Reply;
  /** The status of success. */
  status: 200 | 201 | 204;
  cache: CachePolicy;
  errors: readonly ErrorCode[];
  /** Request headers that the call reads. */
  headers: readonly string[];
  /** Body in bytes at most. */
  bodyLimit: number;
  /** Raw calls read the request and write the reply themselves. */
  kind: 'json' | 'raw';
  /** What a success is. */
  mediaType: 'application/json' | 'text/html' | 'text/csv';
};

const nothing = z.strictObject({});
const JSON_LIMIT = 64 * 1024;

type Given<P extends Shape, Q extends Shape, B extends Shape, R extends Shape> = Pick<
  Endpoint<P, Q, B, R>,
  'name' | 'method' | 'path' | 'summary' | 'access' | 'reply'
> &
  Partial<Endpoint<P, Q, B, R>>;

/** Fills in what most calls share: no parameters, no query, no body, 200, never stored. */
export function endpoint<
  const A extends Access,
  R extends Shape,
  P extends Shape = typeof nothing,
  Q extends Shape = typeof nothing,
  B extends Shape = typeof nothing,
>(given: Given<P, Q, B, R> & { access: A }): Endpoint<P, Q, B, R> & { access: A } {
  return {
    params: nothing as unknown as P,
    badParams: 'not_found',
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    status: 200,
    cache: 'no-store',
    errors: [],
    headers: [],
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
  /** The number to call where the call cannot be made online for now. */
  phone: z.optional(z.string()),
});
export type ErrorReply = z.output<typeof errorReply>;
