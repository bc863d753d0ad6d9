import * as z from 'zod/mini';
import { type Endpoint, errorReply } from '#contract/endpoint.ts';
import type { DocumentedEndpoint } from '#contract/endpoint-docs.ts';
import { ERROR_STATUS, type ErrorCode } from '#domain/shared/errors.ts';

type Schema = Record<string, unknown>;

/** The declared calls as an OpenAPI 3.1 document. */
export function openApiDocument(endpoints: readonly DocumentedEndpoint[], title: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = openApiPath(endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: { schemas: { Error: jsonSchema(errorReply, 'output') } },
  };
}

/** '/api/next-available-date/{rentalType}'. */
export function openApiPath(endpoint: Endpoint): string {
  return endpoint.path.replace(/:(\w+)/g, '{$1}');
}

export function describeOperation(endpoint: DocumentedEndpoint) {
  const body = jsonSchema(endpoint.body, 'input');
  const hasBody =
    body.type === 'array' ||
    body.oneOf !== undefined ||
    Object.keys((body.properties as object | undefined) ?? {}).length > 0;
  const success = { description: 'Done', ...content(endpoint) };
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    security: [],
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...endpoint.headers.map((name) => ({
        name,
        in: 'header',
        required: false,
        schema: { type: 'string' },
      })),
    ],
    ...(hasBody ? { requestBody: { required: true, content: json(body) } } : {}),
    responses: {
      [endpoint.status]: success,
      ...failures(endpoint),
      ...(endpoint.failingStatus && {
        [endpoint.failingStatus]: { description: 'Failing', ...content(endpoint) },
      }),
    },
  };
}

function content(endpoint: DocumentedEndpoint) {
  const isJson = endpoint.mediaType === 'application/json';
  return { content: isJson ? json(jsonSchema(endpoint.reply, 'output')) : { [endpoint.mediaType]: {} } };
}

function failures(endpoint: DocumentedEndpoint) {
  const always: readonly ErrorCode[] = endpoint.worksInMaintenance ? [] : ['maintenance'];
  const byStatus = Map.groupBy([...endpoint.errors, ...always], (code) => ERROR_STATUS[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  );
}

function parameters(shape: z.ZodMiniType, place: 'path' | 'query') {
  const schema = jsonSchema(shape, 'input');
  const required = (schema.required as string[] | undefined) ?? [];
  return Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {}).map(
    ([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }),
  );
}

function json(schema: Schema) {
  return { 'application/json': { schema } };
}

function jsonSchema(shape: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' });
  return schema;
}
