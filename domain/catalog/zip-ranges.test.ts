import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  countZips,
  intersectRanges,
  mergeRanges,
  parseZipRange,
  subtractRanges,
  type ZipSpan,
  zipRangeText,
} from './zip-ranges.ts';

it.each([
  ['12207', [12_207, 12_207]],
  [' 00501 ', [501, 501]],
  ['12200-12299', [12_200, 12_299]],
  ['12200 – 12299', [12_200, 12_299]],
  ['12207-12207', [12_207, 12_207]],
])('reads %j', (text, range) => {
  expect(parseZipRange(text)).toEqual(range);
});

it.each(['', '1220', '122071', '12207-1234', '12299-12200', '1220a', '12207,12208', '-12207', '１２２０７'])(
  'refuses %j',
  (text) => {
    expect(parseZipRange(text)).toBeNull();
  },
);

it('writes codes with leading zeros, and a range of one code as a code', () => {
  expect([zipRangeText([501, 501]), zipRangeText([501, 12_299])]).toEqual(['00501', '00501-12299']);
});

// Few codes, so that ranges touch and overlap.
const arbitraryRanges = fc.array(
  fc.tuple(fc.nat(60), fc.nat(6)).map(([from, length]): ZipSpan => [from, from + length]),
  { maxLength: 12 },
);
const codesOf = (ranges: readonly ZipSpan[]) =>
  new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)));

it('merges, intersects, subtracts and counts as sets of codes do', () => {
  fc.assert(
    fc.property(arbitraryRanges, arbitraryRanges, (left, right) => {
      const [a, b] = [mergeRanges(left), mergeRanges(right)];
      expect(codesOf(a)).toEqual(codesOf(left));
      expect(codesOf(intersectRanges(a, b))).toEqual(
        new Set([...codesOf(left)].filter((code) => codesOf(right).has(code))),
      );
      expect(codesOf(subtractRanges(a, b))).toEqual(
        new Set([...codesOf(left)].filter((code) => !codesOf(right).has(code))),
      );
      for (const ranges of [a, intersectRanges(a, b), subtractRanges(a, b)]) {
        expect(countZips(ranges)).toBe(codesOf(ranges).size);
        expect(mergeRanges(ranges)).toEqual(ranges);
      }
    }),
  );
});
