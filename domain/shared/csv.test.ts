import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomRuns } from '#domain/test/random-runs.ts';
import { csvLine, plainDollars } from './csv.ts';

it('writes rows by RFC 4180', () => {
  expect(csvLine(['Ada', 7, null, '', 'Zoë 🚚'])).toBe('Ada,7,,,Zoë 🚚\r\n');
  expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'two\r\nlines', ' spaced '])).toBe(
    '"a,b","say ""hi""","two\nlines","two\r\nlines"," spaced "\r\n',
  );
});

describe('a text that a spreadsheet would run as a formula', () => {
  it.each([
    '=1+1',
    '=HYPERLINK("https://evil.example","Click")',
    '+15185550142',
    '-1+1',
    '-',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\tplain',
    '  =1',
    '\u00A0=1',
    '\u200B=1',
    '\u0000=1',
    '"=1"',
    "'=1",
    '" =1',
    '＝1+1',
    '＋1',
    '－1+1',
    '＠SUM(A1)',
    "=cmd|' /C calc'!A0",
    '-2+3+cmd|x',
    '-1.',
    '--1',
  ])('is escaped: %j', (text) => {
    expect(cellsOf(csvLine([text]))).toEqual([`'${text}`]);
  });

  it.each([
    '0',
    '-12.50',
    '325.00',
    '-7',
    'a=b',
    'ada+test@example.com',
    "O'Brien",
    '(518) 555-0142',
    '2026-11-21',
  ])('is not %j', (text) => {
    expect(cellsOf(csvLine([text]))).toEqual([text]);
  });
});

it('any text can be read back, at most with an added apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2 }), (texts) => {
      const cells = cellsOf(csvLine(texts));
      expect(cells).toHaveLength(texts.length);
      for (const [i, text] of texts.entries()) expect([text, `'${text}`]).toContain(cells[i]);
      for (const cell of cells) expect(cell).not.toMatch(/^\s*(=|\+|@|-(?!\d+(\.\d+)?$))/);
    }),
    randomRuns({ sample: 100, long: 5000 }),
  );
});

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [32_500, '325.00'],
  [99_999_999, '999999.99'],
  [-123_450, '-1234.50'],
  [-5, '-0.05'],
])('%i cents are %s dollars', (cents, text) => {
  expect(plainDollars(cents)).toBe(text);
});

/** The cells of one line, read back by RFC 4180. */
function cellsOf(line: string): string[] {
  expect(line.endsWith('\r\n')).toBe(true);
  const cells = [...`${line.slice(0, -2)},`.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*)),/gy)];
  return cells.map(([, inQuotes, plain = '']) => inQuotes?.replaceAll('""', '"') ?? plain);
}
