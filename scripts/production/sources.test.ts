import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hashSources } from './sources.ts';

it('changes with every source file, and with no other file', () => {
  const root = mkdtempSync(join(tmpdir(), 'sources-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
    return hashSources(root);
  };
  const first = write('worker/index.ts', 'a');
  const changed = write('worker/index.ts', 'b');
  expect(changed).not.toBe(first);
  expect(write('worker/index.ts', 'a')).toBe(first);
  expect(write('web/dist/index.html', 'built')).toBe(first);
  expect(write('worker/index.test.ts', 'test')).toBe(first);
  expect(write('emulators/main.ts', 'stand-in')).toBe(first);
  expect(write('wrangler.toml', 'name = "a"')).not.toBe(first);
});
