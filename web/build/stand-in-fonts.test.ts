import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readFontMetrics } from './font-file.ts';
import { FONTS_CSS, standInCss } from './stand-in-fonts.ts';

it('the local fonts have the metrics of the font files that the site ships', () => {
  expect(readFileSync(FONTS_CSS, 'utf8')).toBe(standInCss());
});

it('a font file is read: the height of its lines and the widths of its glyphs', () => {
  const path = 'node_modules/@fontsource/barlow/files/barlow-latin-400-normal.woff';
  const { ascent, descent, widthOf } = readFontMetrics(path);
  expect([ascent, descent]).toEqual([1, 0.2]);
  expect(widthOf('')).toBe(0);
  expect(widthOf('ii')).toBe(2 * widthOf('i'));
  expect(widthOf('W')).toBeGreaterThan(2 * widthOf('i'));
});
