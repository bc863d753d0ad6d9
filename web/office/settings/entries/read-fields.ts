import { parseDollars } from '#domain/shared/money.ts';
import type { EntryValues } from './entry-kind.ts';

/** Reads the fields of a form and collects the errors of those that cannot be read. Their value is then NaN. */
export function fieldReader(values: EntryValues) {
  const errors: Record<string, string> = {};
  const text = (name: string) => String(values[name] ?? '').trim();
  const read = (name: string, parse: (typed: string) => number | null, error: string): number => {
    const value = parse(text(name));
    if (value === null) errors[name] = error;
    return value ?? Number.NaN;
  };
  return {
    errors,
    text,
    isOn: (name: string) => values[name] === true,
    list: (name: string) => {
      const value = values[name];
      return Array.isArray(value) ? value : [];
    },
    /** The lines of a text area; empty ones are left out. */
    lines: (name: string) =>
      text(name)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    whole: (name: string) => read(name, parseWhole, 'Enter a whole number'),
    measure: (name: string) => read(name, parseMeasure, 'Enter feet and inches, such as 4 ft 6 in'),
    dollars: (name: string) => read(name, parseDollars, 'Enter dollars, such as 35 or 34.50'),
    percent: (name: string) =>
      read(name, parsePercent, 'Enter a percentage with at most 4 decimals, such as 8.25'),
  };
}

/** '1,500' or '1500'. */
function parseWhole(typed: string): number | null {
  return /^(\d{1,3}(,\d{3})+|\d{1,9})$/.test(typed) ? Number(typed.replaceAll(',', '')) : null;
}

/** Millionths from '8.25' or '8.25 %', by digits so that nothing is rounded. */
export function parsePercent(typed: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,4}))? ?%?$/.exec(typed);
  return match ? Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0')) : null;
}

/**
 * Inches from a measure as the trade writes it: '22 ft', '4 ft 6 in', 4'6", '54 in', '4.5 ft'; a number alone is feet.
 * Null if it is no measure, or not a whole number of inches.
 */
export function parseMeasure(typed: string): number | null {
  const text = typed
    .toLowerCase()
    .replace(/[’′]/g, "'")
    .replace(/[”″]|''/g, '"');
  const onlyInches = ONLY_INCHES.exec(text);
  if (onlyInches) return Number(onlyInches[1]);
  const match = FEET_AND_INCHES.exec(text);
  if (!match) return null;
  const hundredths = Math.round(Number(match[1]) * 1200) + Number(match[2] ?? 0) * 100;
  return hundredths % 100 === 0 ? hundredths / 100 : null;
}

const ONLY_INCHES = /^(\d{1,4}) *(?:"|in\.?|inch|inches)$/;
const FEET_AND_INCHES =
  /^(\d{1,3}(?:\.\d{1,2})?) *(?:(?:'|ft\.?|feet|foot)(?: *(\d{1,2}) *(?:"|in\.?|inch|inches)?)?)?$/;

/** '22 ft', '4 ft 6 in', '10 in'. */
export function formatMeasure(inches: number): string {
  const [feet, rest] = [Math.floor(inches / 12), inches % 12];
  if (feet === 0) return `${rest} in`;
  return rest === 0 ? `${feet} ft` : `${feet} ft ${rest} in`;
}

/** '12-yard' from '12-Yard': a proposal for the id of a new entry. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');
}
