import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { DOCUMENTED_ENDPOINTS } from '#contract/docs/all.ts';
import { endpoint } from '#contract/endpoint.ts';
import { call } from '#worker/test/http.ts';
import { docsPage } from './docs.ts';
import { openApiPath } from './openapi.ts';

type Parameter = { name: string; in: string; required: boolean; schema: object };
type Operation = {
  operationId: string;
  summary: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { 'application/json': { schema: object } } };
  responses: Record<string, { description: string; content: object }>;
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

const readDocument = async () => (await call('/api/openapi.json')).json<Document>();

it('describes every declared call, and only those', async () => {
  const { openapi, info, paths } = await readDocument();
  expect(openapi).toMatch(/^3\.1\.\d+$/);
  expect(info).toEqual({ title: expect.stringMatching(/.+/), version: expect.stringMatching(/.+/) });
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );
  const declared = DOCUMENTED_ENDPOINTS.map(
    (one) => `${one.method.toLowerCase()} ${openApiPath(one)} ${one.name}`,
  );
  expect(described.toSorted()).toEqual(declared.toSorted());
});

it('names the parameters of every path, once, and requires them', async () => {
  const { paths } = await readDocument();
  for (const [path, operations] of Object.entries(paths)) {
    expect(path).not.toContain(':');
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    for (const { parameters, operationId } of Object.values(operations)) {
      const names = parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(names).size, operationId).toBe(names.length);
      const required = parameters.filter((one) => one.in === 'path' && one.required);
      expect(required.map((one) => one.name)).toEqual(inPath);
    }
  }
});

it('gives every operation a summary, its body, its success and its failures', async () => {
  const { paths } = await readDocument();
  for (const declared of DOCUMENTED_ENDPOINTS) {
    const operation = paths[openApiPath(declared)]?.[declared.method.toLowerCase()];
    expect(operation?.summary).toBe(declared.summary);
    expect(operation?.responses[declared.status]?.content).toBeDefined();
    expect(Object.keys(operation?.responses ?? {}).every((status) => /^[1245]\d\d$/.test(status))).toBe(true);
    if (declared.method === 'GET') expect(operation?.requestBody).toBeUndefined();
  }
  const health = paths['/api/health']?.get?.responses;
  expect(health?.['503']).toEqual({ description: 'Failing', content: health?.['200']?.content });
  const order = paths['/api/create-payment-intent']?.post;
  expect(order?.requestBody?.content['application/json'].schema).toMatchObject({
    type: 'object',
    required: ['bookingId'],
    properties: { bookingData: { type: 'object', additionalProperties: false } },
  });
  expect(order?.parameters.map((one) => one.name)).toContain('Idempotency-Key');
});

it('refers to nothing that is not there', async () => {
  const document = await readDocument();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
  expect(new Set(references)).toEqual(new Set(['#/components/schemas/Error']));
  expect(document.components.schemas.Error).toMatchObject({ required: ['message', 'code', 'requestId'] });
  expect(JSON.stringify(document)).not.toContain('$schema');
});

it('is also a page without scripts, whose one style its policy names', async () => {
  const reply = await call('/api/docs');
  expect(reply.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  const page = await reply.text();
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  expect(reply.headers.get('Content-Security-Policy')).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors 'none'`,
  );
  expect(page).not.toMatch(/<script|\son\w+=|style=|src=/);
  for (const one of DOCUMENTED_ENDPOINTS) expect(page).toContain(`id="${one.name}"`);
});

it('escapes what it shows', async () => {
  const hostile = '<script>alert("&")</script>';
  const declared = endpoint({
    name: 'hostile',
    method: 'POST',
    path: `/api/${hostile}`,
    access: 'public',
    body: z.object({ [hostile]: z.string() }),
    reply: z.object({}),
  });
  const page = await (
    await docsPage([{ ...declared, summary: hostile, headers: [], errors: [], crossings: 0 }], hostile)
  ).text();
  expect(page).not.toContain('<script');
  expect(page.match(/&lt;script&gt;/g)?.length).toBeGreaterThanOrEqual(4);
});
