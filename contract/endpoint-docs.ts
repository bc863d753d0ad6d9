import type { ErrorCode } from '#domain/shared/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** What the API's documentation adds to the declaration of a call. */
export type EndpointDocs = {
  summary: string;
  /** Request headers that the call reads. */
  headers?: readonly string[];
  errors?: readonly ErrorCode[];
};

export type DocumentedEndpoint = Endpoint & Required<EndpointDocs>;

/** The documentation of each endpoint that a module exports: a missing one does not compile. */
export type DocsOf<Module> = {
  readonly [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: EndpointDocs;
};
