import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFontMetrics } from './font-file.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const FONTS_CSS = join(ROOT, 'web/kit/ui/theme/fonts.css');

/** Text of the first two steps, by which widths are compared. */
const SAMPLE =
  'Rent a dumpster. Choose how long you need it, pay a deposit by card, and we deliver it to your door. ' +
  'Select 7-Day Rental, $449.00, 15-Yard, 16 ft long, 7 ft 6 in wide, 4 ft 6 in high. Customer Details. ' +
  'First name, Last name, Email, Phone, Address, City, State, ZIP code, Delivery date, Notes. ' +
  'Due today $150.00, due later $334.92. I accept the Terms of Service. What is the most I could pay?';

/**
 * The local fonts and the width of the sample in them, in em. Arial: Liberation Sans 1.07, which has the widths of Arial.
 * Roboto: @fontsource/roboto 5.3.0. Android has Roboto and no Arial.
 */
const LOCAL_FONTS = [
  {
    suffix: '',
    regular: { names: ['Arial', 'Liberation Sans'], width: 172.2 },
    bold: { names: ['Arial Bold', 'Liberation Sans Bold'], width: 182.38 },
  },
  {
    suffix: ' Roboto',
    regular: { names: ['Roboto', 'Roboto Regular'], width: 169.01 },
    bold: { names: ['Roboto Bold', 'Roboto-Bold'], width: 172.65 },
  },
] as const;

const WEB_FONTS = [
  { family: 'Barlow', weight: 400, style: 'regular', file: 'barlow/files/barlow-latin-400-normal.woff' },
  { family: 'Barlow', weight: 600, style: 'bold', file: 'barlow/files/barlow-latin-600-normal.woff' },
  {
    family: 'Barlow Condensed',
    weight: 600,
    style: 'bold',
    file: 'barlow-condensed/files/barlow-condensed-latin-600-normal.woff',
  },
] as const;

/** The content of fonts.css, computed from the font files that the site ships. */
export function standInCss(): string {
  const fonts = LOCAL_FONTS.flatMap(({ suffix, ...local }) =>
    WEB_FONTS.map(({ family, weight, style, file }) => {
      const web = readFontMetrics(join(ROOT, 'node_modules/@fontsource', file));
      const { names, width } = local[style];
      const size = web.widthOf(SAMPLE) / width;
      return [
        '@font-face {',
        `  font-family: '${family} stand-in${suffix}';`,
        `  font-weight: ${weight};`,
        `  src: ${names.map((name) => `local('${name}')`).join(', ')};`,
        `  size-adjust: ${percent(size)};`,
        `  ascent-override: ${percent(web.ascent / size)};`,
        `  descent-override: ${percent(web.descent / size)};`,
        '  line-gap-override: 0%;',
        '}',
      ].join('\n');
    }),
  );
  return `${[HEADER, ...fonts].join('\n')}\n`;
}

const HEADER = `/*
 * Local fonts with the metrics of the web fonts, used until those are loaded: size-adjust sets the width (web font /
 * local font), ascent and descent set the height. Written by 'node web/build/stand-in-fonts.ts' from the font files.
 */`;

const percent = (value: number) => `${Math.round(value * 1000) / 10}%`;

if (import.meta.main) writeFileSync(FONTS_CSS, standInCss());
