import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ALL_ENDPOINTS } from './all.ts';
import { DOCUMENTED_ENDPOINTS } from './docs/all.ts';
import { BAD_IDS, idsThatAccept } from './test/bad-ids.ts';

const duplicates = (texts: string[]) => texts.filter((text, i) => texts.indexOf(text) !== i);

it('names every endpoint once', () => {
  expect(duplicates(ALL_ENDPOINTS.map((endpoint) => endpoint.name))).toEqual([]);
  for (const { name } of ALL_ENDPOINTS) expect(name).toMatch(/^[a-z][a-zA-Z]+$/);
});

it('declares every method and path once, ignoring parameter names', () => {
  const calls = ALL_ENDPOINTS.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`);
  expect(duplicates(calls)).toEqual([]);
});

it('contains every endpoint that a file declares', async () => {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'all.ts',
  );
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ `./${file}`)));
  const exported = modules.flatMap((module) => Object.values<unknown>(module));
  const declared = [...exported, ...exported.flatMap(valuesOf)].filter(isEndpoint);
  expect(new Set(ALL_ENDPOINTS)).toEqual(new Set(declared));
});

it('summarises every endpoint in a sentence', () => {
  for (const { summary, name } of DOCUMENTED_ENDPOINTS) expect(summary, name).toMatch(/^[A-Z].+[.]$/s);
});

it('refuses unknown fields at every depth of a body', () => {
  const open = ALL_ENDPOINTS.filter(({ method, kind }) => method !== 'GET' && kind === 'json').flatMap(
    ({ name, body }) => openObjects(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), name),
  );
  expect(open).toEqual([]);
});

/** Ids that are text. worker/base/http/every-call/bad-input.test.ts finds nothing at the bad ones. */
const TEXT_IDS = [
  'releaseHold id',
  'getTransaction id',
  'voidPayment paymentId',
  'replayNotification id',
  'releaseNotification id',
];

it('refuses at every endpoint what no id looks like, as if nothing were there', () => {
  const withIds = ALL_ENDPOINTS.filter(({ path }) => /:\w*id\b/i.test(path));
  expect(withIds.length).toBeGreaterThan(80);
  expect(withIds.filter(({ badParams }) => badParams !== 'not_found')).toEqual([]);
  for (const text of BAD_IDS) {
    const accepted = withIds.flatMap((endpoint) =>
      idsThatAccept(endpoint, decodeURIComponent(text)).map((id) => `${endpoint.name} ${id}`),
    );
    expect({ text, accepted }).toEqual({ text, accepted: TEXT_IDS });
  }
});

/** The places of objects in a schema that accept fields they do not name. */
function openObjects(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, additionalProperties } = schema as Record<string, unknown>;
  // A record, whose keys are data, has a schema for its values.
  const isOpen = type === 'object' && properties !== undefined && additionalProperties !== false;
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${path}.${key}`)),
  ];
}

/** SAVE_SECTION has an endpoint for each section, and some files export a group of endpoints. */
function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null && !isEndpoint(value) ? Object.values(value) : [];
}

function isEndpoint(value: unknown): value is (typeof ALL_ENDPOINTS)[number] {
  return typeof value === 'object' && value !== null && 'bodyLimit' in value && 'path' in value;
}
