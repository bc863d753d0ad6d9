import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const CSS = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
const LIGHT = colorsIn(CSS.slice(CSS.indexOf('@theme {'), CSS.indexOf("[data-theme='dark'] {")));
const DARK = colorsIn(CSS.slice(CSS.indexOf("[data-theme='dark'] {"), CSS.indexOf('@layer base')));
const THEMES = { light: LIGHT, dark: new Map([...LIGHT, ...DARK]) };

/** WCAG 2.2, 1.4.3 for text and 1.4.11 for the borders of controls and the focus. */
const LEAST_TEXT = 4.5;
const LEAST_SHAPE = 3;

const PAGE = ['paper', 'surface', 'sunk'];
/** The colors of text by the surface below them. Journeys check each screen in the light theme, with all its states. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(PAGE.map((name) => [name, ['ink', 'ink-soft', 'brand', 'brand-strong', 'danger']])),
  'brand-soft': ['ink', 'ink-soft', 'brand', 'brand-strong'],
  'signal-soft': ['ink', 'ink-soft', 'on-signal'],
  'danger-soft': ['ink', 'ink-soft', 'danger'],
  brand: ['on-brand'],
  'brand-strong': ['on-brand'],
  livery: ['white', 'livery-soft'],
};
const SHAPES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  PAGE.map((name) => [name, ['edge', 'brand', 'danger']]),
);

for (const [theme, colors] of Object.entries(THEMES)) {
  it.each(pairsOf(TEXTS))(`in the ${theme} theme %s is readable text on %s`, (text, surface) => {
    expect(contrast(colors, text, surface)).toBeGreaterThanOrEqual(LEAST_TEXT);
  });

  it.each(pairsOf(SHAPES))(`in the ${theme} theme %s is a visible line on %s`, (line, surface) => {
    expect(contrast(colors, line, surface)).toBeGreaterThanOrEqual(LEAST_SHAPE);
  });
}

it('measures as WCAG does', () => {
  const colors = new Map([
    ['black', '#000000'],
    ['white', '#ffffff'],
    ['gray', '#767676'],
  ]);
  expect(contrast(colors, 'black', 'white')).toBeCloseTo(21);
  expect(contrast(colors, 'white', 'gray')).toBeCloseTo(4.54, 2);
});

function pairsOf(table: Readonly<Record<string, readonly string[]>>): [string, string][] {
  return Object.entries(table).flatMap(([surface, names]) =>
    names.map((name): [string, string] => [name, surface]),
  );
}

function colorsIn(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

function contrast(colors: ReadonlyMap<string, string>, one: string, other: string): number {
  const [darker = 0, lighter = 0] = [one, other]
    .map((name) => luminance(colors, name))
    .toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(colors: ReadonlyMap<string, string>, name: string): number {
  const value = colors.get(name);
  if (!value) throw new Error(`theme.css has no color ${name}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(value.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
