import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildEmbedScript } from '#web/build/embed-script.ts';

test('embed.js names its version in the first line and stays within 2 kB gzip', async () => {
  const source = await buildEmbedScript();
  expect(source.split('\n')[0]).toMatch(/embed\.js \d+\.\d+\.\d+/);
  expect(gzipSync(source).length).toBeLessThanOrEqual(2000);
  expect(source).not.toMatch(/^(import|export) /m);
});
