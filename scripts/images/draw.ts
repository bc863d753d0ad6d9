import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { ROOT } from '#scripts/root.ts';
import { findChrome } from '#scripts/verify/find-chrome.ts';
import { icoFile } from './ico.ts';

// Draws web/assets/favicon.ico, share.png and the icons of the driver app again: npx node scripts/images/draw.ts, after a change of their sources.
const PUBLIC = join(ROOT, 'web', 'public');
const ICON_SIZES = [16, 32, 48];
/** 180 is for iPhones. */
const APP_ICON_SIZES = [180, 192, 512];

const browser = await chromium.launch({ executablePath: findChrome(process.env), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.goto(pathToFileURL(join(import.meta.dirname, 'share.html')).href);
await page.evaluate('document.fonts.ready');
writeFileSync(join(PUBLIC, 'share.png'), await page.screenshot());

const svg = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
const icons = [];
for (const size of ICON_SIZES) icons.push({ size, png: await drawIcon(page, svg, size) });
writeFileSync(join(PUBLIC, 'favicon.ico'), icoFile(icons));
for (const size of APP_ICON_SIZES)
  writeFileSync(join(PUBLIC, `driver-${size}.png`), await drawIcon(page, withMargin(svg), size));
await browser.close();

async function drawIcon(on: Page, source: string, size: number): Promise<Buffer> {
  await on.setViewportSize({ width: size, height: size });
  await on.setContent(`<style>body{margin:0}svg{display:block;width:${size}px}</style>${source}`);
  return on.screenshot({ omitBackground: true });
}

/** Phones cut the edges of an app's icon off, so its picture keeps to the middle. */
function withMargin(source: string): string {
  return source
    .replace('viewBox="0 0 32 32"', 'viewBox="-6 -6 44 44"')
    .replace('<rect width="32" height="32" rx="5"', '<rect x="-6" y="-6" width="44" height="44"');
}
