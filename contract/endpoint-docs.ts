import type { ErrorCode } from '#domain/shared/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** What the API's documentation adds to the declaration of a call. */
export type EndpointDocs = {
  summary: string;
  /** Request headers that the call reads. */
  headers?: readonly string[];
  errors?: readonly ErrorCode[];
  /**
   * How many crossings to D1, Durable Objects, KV, R2, queues and providers a successful call makes in a row: a
   * crossing follows another one if it starts after the other one ended. At an instance of the Worker that knows the
   * maintenance flag and the names of the rate cards (docs/measuring.md).
   */
  crossings: number;
};

export type DocumentedEndpoint = Endpoint & Required<EndpointDocs>;

/** The documentation of each endpoint that a module exports: a missing one does not compile. */
export type DocsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: EndpointDocs;
};
