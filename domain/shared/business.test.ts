import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from '#domain/test/contrast.ts';
import { ACCENT_COLORS, ACCENTS, accentStyle, frameOrigin } from './business.ts';

const THEME = readFileSync(new URL('../../web/kit/ui/theme/theme.css', import.meta.url), 'utf8');
const [LIGHT = '', DARK = ''] = THEME.split("[data-theme='dark'] {");
const colorOf = (theme: string, name: string) => new RegExp(`--color-${name}: (#\\w{6});`).exec(theme)?.[1];

it('contrast is computed as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe.each(ACCENTS)('the accent color %s', (name) => {
  const { signal, light, dark } = ACCENT_COLORS[name];

  it('keeps AA contrast for text in both themes', () => {
    const texts = [
      [light.on, signal],
      [light.on, light.soft],
      [dark.on, dark.soft],
      ...['ink', 'brand-strong'].map((text) => [colorOf(LIGHT, text), light.soft]),
      ...['ink', 'brand-strong'].map((text) => [colorOf(DARK, text), dark.soft]),
    ];
    for (const [text = '', ground = ''] of texts)
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  it('stands out as a mark on the header and on dark pages', () => {
    const grounds = [colorOf(LIGHT, 'livery'), colorOf(DARK, 'livery'), colorOf(DARK, 'paper')];
    for (const ground of grounds) expect(contrast(signal, ground ?? '')).toBeGreaterThanOrEqual(3);
  });
});

it('there are eight accent colors, and yellow is that of the style sheet', () => {
  expect(ACCENTS).toHaveLength(8);
  const { signal, light, dark } = ACCENT_COLORS.yellow;
  const inTheme = (theme: string) =>
    ['signal-soft', 'signal-line', 'on-signal'].map((name) => colorOf(theme, name));
  expect(colorOf(LIGHT, 'signal')).toBe(signal);
  expect([inTheme(LIGHT), inTheme(DARK)]).toEqual(
    [light, dark].map(({ soft, line, on }) => [soft, line, on]),
  );
  expect([accentStyle('yellow'), accentStyle('unknown'), accentStyle('constructor')]).toEqual(['', '', '']);
  expect(accentStyle('blue')).toContain('--color-signal:#7db9f5;--color-signal-soft:#e3f0fd');
});

it.each([
  ['https://www.haulage.example', 'https://www.haulage.example'],
  [' https://WWW.haulage.example/ ', 'https://www.haulage.example'],
  ['https://haulage.example:8443', 'https://haulage.example:8443'],
  ['https://haulage.example:65535', 'https://haulage.example:65535'],
  ['https://xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
])('%s may embed the page as %s', (address, origin) => {
  expect(frameOrigin(address)).toBe(origin);
});

it.each([
  'http://haulage.example',
  'haulage.example',
  'https://haulage.example/shop',
  'https://haulage.example/?a',
  'https://*.haulage.example',
  'https://a;b',
  "https://a' x",
  'https://dana@haulage.example',
  'https://bücher.example',
  'https://[::1]',
  'https://haulage.example:0',
  'https://haulage.example:65536',
  'https://haulage.example:99999',
  'https://localhost',
  'https://192.0.2.1',
  'javascript:alert(1)',
  "'self'",
  '*',
  '',
])('%s is no address of a site', (address) => {
  expect(frameOrigin(address)).toBeNull();
});
