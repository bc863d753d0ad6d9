/** A color in a theme: `on` is the text on `signal` and `soft`; `line` is the border of `soft`. */
type AccentTheme = { soft: string; line: string; on: string };
type Palette = { label: string; signal: string; light: AccentTheme; dark: AccentTheme };

/**
 * The accent colors that a business can choose: marks, badges and notices. Each keeps WCAG AA contrast in both themes
 * (business.test.ts computes it).
 */
export const ACCENT_COLORS = {
  yellow: {
    label: 'Yellow',
    signal: '#f7c325',
    light: { soft: '#fdf2cc', line: '#d3a100', on: '#2b2300' },
    dark: { soft: '#2f270d', line: '#8f7113', on: '#f9e6a6' },
  },
  orange: {
    label: 'Orange',
    signal: '#ff9e3d',
    light: { soft: '#ffeeda', line: '#d97a12', on: '#2e1700' },
    dark: { soft: '#33210c', line: '#96601f', on: '#ffd9ae' },
  },
  coral: {
    label: 'Coral',
    signal: '#ff8f80',
    light: { soft: '#ffe9e5', line: '#d9634f', on: '#330e07' },
    dark: { soft: '#361814', line: '#94503f', on: '#ffc9c0' },
  },
  pink: {
    label: 'Pink',
    signal: '#f79ac8',
    light: { soft: '#fde8f3', line: '#cc629a', on: '#330a20' },
    dark: { soft: '#341527', line: '#8f4a70', on: '#ffcbe4' },
  },
  violet: {
    label: 'Violet',
    signal: '#b9a5f5',
    light: { soft: '#efeafd', line: '#8a71d6', on: '#180b3d' },
    dark: { soft: '#231b3b', line: '#6655a3', on: '#dacfff' },
  },
  blue: {
    label: 'Blue',
    signal: '#7db9f5',
    light: { soft: '#e3f0fd', line: '#3f87cf', on: '#04203d' },
    dark: { soft: '#122539', line: '#3f6b99', on: '#c2dffc' },
  },
  teal: {
    label: 'Teal',
    signal: '#5fd0c5',
    light: { soft: '#dcf5f2', line: '#1f978b', on: '#03302b' },
    dark: { soft: '#0d2b28', line: '#2f7a72', on: '#b4efe8' },
  },
  lime: {
    label: 'Lime',
    signal: '#b5d94a',
    light: { soft: '#eff7d3', line: '#86a81c', on: '#1c2600' },
    dark: { soft: '#232b0c', line: '#67801f', on: '#dff2a3' },
  },
} as const satisfies Record<string, Palette>;

export type Accent = keyof typeof ACCENT_COLORS;
export const ACCENTS = Object.keys(ACCENT_COLORS) as [Accent, ...Accent[]];

/** The style rules that give a page an accent color, for both themes; '' for yellow, the color of the style sheet. */
export function accentStyle(accent: string): string {
  const colors = Object.hasOwn(ACCENT_COLORS, accent)
    ? ACCENT_COLORS[accent as Accent]
    : ACCENT_COLORS.yellow;
  if (colors === ACCENT_COLORS.yellow) return '';
  const { signal, light, dark } = colors;
  return `:root{--color-signal:${signal};${properties(light)}}[data-theme='dark']{${properties(dark)}}`;
}

function properties({ soft, line, on }: AccentTheme): string {
  return `--color-signal-soft:${soft};--color-signal-line:${line};--color-on-signal:${on}`;
}

/** Host names and a port only, because the origin becomes a part of a content security policy. */
const ORIGIN = /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9](?::\d{1,5})?$/;

const MAX_PORT = 65_535;

/** The https origin of an address such as 'https://www.haulage.example/'; null for an address with more than that. */
export function frameOrigin(address: string): string | null {
  const origin = address.trim().toLowerCase().replace(/\/$/, '');
  const port = /:(\d+)$/.exec(origin)?.[1];
  const isPortPossible = port === undefined || (Number(port) >= 1 && Number(port) <= MAX_PORT);
  return ORIGIN.test(origin) && isPortPossible ? origin : null;
}
