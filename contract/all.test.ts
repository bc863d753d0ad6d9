import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALL_ENDPOINTS } from './all.ts';

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
  for (const { summary, name } of ALL_ENDPOINTS) expect(summary, name).toMatch(/^[A-Z].+[.]$/s);
});

/** SAVE_SECTION has an endpoint for each section. */
function valuesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null && !isEndpoint(value) ? Object.values(value) : [];
}

function isEndpoint(value: unknown): value is (typeof ALL_ENDPOINTS)[number] {
  return typeof value === 'object' && value !== null && 'bodyLimit' in value && 'path' in value;
}
