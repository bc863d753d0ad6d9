import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { adaptDocument, adaptHeaders, adaptSite, copySite } from './site.ts';

const EMULATOR = 'http://127.0.0.1:4242';
const MAP = 'http://127.0.0.1:4343';
const MAP_HOST = 'https://tiles.example';
const SITE = {
  stripeUrl: EMULATOR,
  stripeKey: 'pk_test_local',
  script: 'window.local = 1;',
  mapUrl: MAP,
  mapHosts: [MAP_HOST],
};
/** sha256 of that script. */
const HASH = "'sha256-/gE4nssuziUkUYX2ZxOTTW2KTzVfwApY2zrRTLXw718='";
const PAYING =
  '<!doctype html><html><head><meta charset="utf-8"><meta name="stripe-key" content="pk_live_1"></head></html>';
const READING = '<!doctype html><html><head><meta charset="utf-8"></head></html>';
const HEADERS = [
  '/',
  '  ! Content-Security-Policy',
  "  Content-Security-Policy: default-src 'none'; script-src 'self' https://js.stripe.com; connect-src 'self' https://api.stripe.com; frame-ancestors 'self'",
  '/pay/*',
  "  Content-Security-Policy: script-src 'self' https://js.stripe.com; frame-ancestors 'none'",
  '/terms',
  "  Content-Security-Policy: script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
  '/admin/preview',
  "  Content-Security-Policy: script-src 'self'; frame-ancestors 'self'",
  '  X-Content-Type-Options: nosniff',
  '',
].join('\n');

it('adds the local key, and the script inline and first in the head, to documents with a card form', () => {
  expect(adaptDocument(PAYING, SITE)).toBe(
    '<!doctype html><html><head><script>window.local = 1;</script><meta charset="utf-8"><meta name="stripe-key" content="pk_test_local"></head></html>',
  );
});

it('takes the map of the back office, and what its policy allows, from the emulator', () => {
  const styles = (host: string, light: string, dark: string) =>
    `<meta name="map-style" content="${host}${light}"><meta name="map-style-dark" content="${host}${dark}">`;
  expect(adaptDocument(styles(MAP_HOST, '/styles/a', '/styles/b'), SITE)).toBe(
    styles(MAP, '/map/light.json', '/map/dark.json'),
  );
  expect(
    adaptHeaders(`  Content-Security-Policy: connect-src 'self' ${MAP_HOST}; img-src ${MAP_HOST}`, SITE),
  ).toBe(`  Content-Security-Policy: connect-src 'self' ${MAP}; img-src ${MAP}`);
});

it('does not change other documents', () => {
  expect(adaptDocument(READING, SITE)).toBe(READING);
});

it('allows the emulator where Stripe is allowed, and local parents of the public page', () => {
  expect(adaptHeaders(HEADERS, SITE)).toBe(
    [
      '/',
      '  ! Content-Security-Policy',
      `  Content-Security-Policy: default-src 'none'; script-src 'self' https://js.stripe.com ${EMULATOR} ${HASH}; connect-src 'self' https://api.stripe.com ${EMULATOR}; frame-ancestors 'self' http://localhost:* http://127.0.0.1:*`,
      '/pay/*',
      `  Content-Security-Policy: script-src 'self' https://js.stripe.com ${EMULATOR} ${HASH}; frame-ancestors 'none'`,
      '/terms',
      "  Content-Security-Policy: script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
      '/admin/preview',
      "  Content-Security-Policy: script-src 'self'; frame-ancestors 'self'",
      '  X-Content-Type-Options: nosniff',
      '',
    ].join('\n'),
  );
});

it('changes only the copy', () => {
  const dir = mkdtempSync(join(tmpdir(), 'site-'));
  const production = join(dir, 'dist');
  const local = join(dir, 'local');
  mkdirSync(production);
  writeFileSync(join(production, '_headers'), HEADERS);
  writeFileSync(join(production, 'index.html'), PAYING);
  copySite(production, local);
  adaptSite(local, SITE);
  expect(readdirSync(production).sort()).toEqual(['_headers', 'index.html']);
  expect(readFileSync(join(production, 'index.html'), 'utf8')).toBe(PAYING);
  expect(readdirSync(local).sort()).toEqual(['_headers', 'index.html']);
});

it('refuses a local script of more than 1 kB', () => {
  const script = 'x'.repeat(1001);
  expect(() => adaptSite('a', { ...SITE, script })).toThrow('1001 bytes');
});
