import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { bundleText } from './browser-bundle.ts';
import { localScript } from './local-script.ts';

test('the stand-in is one script without imports, exports or types', () => {
  const text = bundleText('http://127.0.0.1:4242');
  expect(() => new Script(text)).not.toThrow();
  expect(text).not.toMatch(/^(import|export) /m);
  expect(text).toContain('const EMULATOR_ORIGIN = "http://127.0.0.1:4242"');
});

test('the script of a local copy is small and contains only the URL of the emulator', () => {
  const text = localScript('http://127.0.0.1:65535/some/path');
  expect(() => new Script(text)).not.toThrow();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
  expect(text).toContain('"http://127.0.0.1:65535/js/stripe.js"');
});
