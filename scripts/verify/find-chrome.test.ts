import { expect, it } from 'vitest';
import { findChrome, findHeadlessShell } from './find-chrome.ts';

const only = (path: string) => (candidate: string) => candidate === path;

it('prefers CHROME_PATH', () => {
  expect(findChrome({ CHROME_PATH: '/opt/chrome', PATH: '/usr/bin' }, () => true)).toBe('/opt/chrome');
  expect(() => findChrome({ CHROME_PATH: '/opt/chrome' }, () => false)).toThrow(
    'CHROME_PATH names no program',
  );
});

it('finds the usual names on the PATH, and the usual places on macOS', () => {
  expect(findChrome({ PATH: '/usr/local/bin:/usr/bin' }, only('/usr/bin/chromium'))).toBe(
    '/usr/bin/chromium',
  );
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  expect(findChrome({ PATH: '/usr/bin' }, only(mac))).toBe(mac);
});

it('throws one sentence about how to install a browser', () => {
  expect(() => findChrome({ PATH: '/usr/bin' }, () => false)).toThrow(
    /^No Chrome .* install one .*CHROME_PATH\.$/,
  );
});

it('prefers a headless shell to a whole browser, and CHROME_PATH to both', () => {
  const PATH = '/usr/local/bin:/usr/bin';
  const shell = '/usr/bin/chromium-headless-shell';
  expect(findHeadlessShell({ PATH }, () => true)).toBe('/usr/local/bin/chromium-headless-shell');
  expect(findHeadlessShell({ PATH }, (path) => path === shell || path === '/usr/local/bin/chromium')).toBe(
    shell,
  );
  expect(findHeadlessShell({ PATH }, only('/usr/bin/chromium'))).toBe('/usr/bin/chromium');
  expect(findHeadlessShell({ PATH, CHROME_PATH: '/opt/chrome' }, () => true)).toBe('/opt/chrome');
});
