import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PATHS } from '#web/paths.ts';

const PUBLIC = join(import.meta.dirname, '../assets');
type Icon = { src: string; sizes: string; type: string; purpose: string };

/** Width and height of a PNG file, from its header. */
async function sizeOf(file: string): Promise<string> {
  const bytes = await readFile(join(PUBLIC, file));
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the page of drivers is installable: names, start within its scope, standalone, icons in their sizes', async () => {
  const manifest = JSON.parse(await readFile(join(PUBLIC, 'driver.webmanifest'), 'utf8'));
  expect(manifest).toMatchObject({
    id: PATHS.driver,
    start_url: PATHS.driver,
    scope: PATHS.driver,
    display: 'standalone',
    name: 'Driver routes',
    short_name: 'Driver',
    theme_color: '#12382a',
    background_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
  });
  const icons: Icon[] = manifest.icons;
  expect(icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
  for (const { src, sizes, type, purpose } of icons) {
    expect([await sizeOf(src), type]).toEqual([sizes, 'image/png']);
    expect(purpose.split(' ')).toEqual(['any', 'maskable']);
  }
});

test('the document of drivers links to the manifest, with its color and the icon of iPhones', async () => {
  const html = await readFile(join(PUBLIC, '../driver.html'), 'utf8');
  expect(html).toContain('<link rel="manifest" href="/driver.webmanifest">');
  expect(html).toContain('<meta name="theme-color" content="#12382a">');
  expect(/<link rel="apple-touch-icon" href="\/(.+)">/.exec(html)?.[1]).toBe('driver-180.png');
  expect(await sizeOf('driver-180.png')).toBe('180x180');
});
