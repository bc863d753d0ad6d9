/** ZIP codes as numbers, both ends included: 00501 is 501. */
export type ZipSpan = readonly [from: number, to: number];

const ZIP_OR_RANGE = /^(\d{5})(?:\s*[-–]\s*(\d{5}))?$/;

/** Reads '12207' and '12200-12299'; null for anything else, also when the range begins with its higher code. */
export function parseZipRange(text: string): ZipSpan | null {
  const [, from, to = from] = ZIP_OR_RANGE.exec(text.trim()) ?? [];
  if (from === undefined || to === undefined || from > to) return null;
  return [Number(from), Number(to)];
}

/** The ranges of stored codes. Throws on a text that is neither a code nor a range. */
export function parseZipRanges(codes: readonly string[]): ZipSpan[] {
  return codes.map((code) => {
    const range = parseZipRange(code);
    if (!range) throw new Error(`'${code}' is not a ZIP code or range`);
    return range;
  });
}

/** '12207', or '12200-12299'. */
export function zipRangeText([from, to]: ZipSpan): string {
  return from === to ? zipText(from) : `${zipText(from)}-${zipText(to)}`;
}

/** Five digits. */
export function zipText(zip: number): string {
  return String(zip).padStart(5, '0');
}

/** The same codes in order, without overlaps; ranges that follow each other become one. */
export function mergeRanges(ranges: readonly ZipSpan[]): ZipSpan[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The codes that both have. Both must be merged (mergeRanges), and so is the result. */
export function intersectRanges(a: readonly ZipSpan[], b: readonly ZipSpan[]): ZipSpan[] {
  const common: ZipSpan[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [first, second] = [a[i] as ZipSpan, b[j] as ZipSpan];
    const [from, to] = [Math.max(first[0], second[0]), Math.min(first[1], second[1])];
    if (from <= to) common.push([from, to]);
    if (first[1] < second[1]) i += 1;
    else j += 1;
  }
  return common;
}

/** The codes of `a` that `b` does not have. Both must be merged. */
export function subtractRanges(a: readonly ZipSpan[], b: readonly ZipSpan[]): ZipSpan[] {
  return intersectRanges(a, computeComplement(b));
}

const LAST_ZIP = 99_999;

function computeComplement(ranges: readonly ZipSpan[]): ZipSpan[] {
  const starts = [0, ...ranges.map(([, to]) => to + 1)];
  const ends = [...ranges.map(([from]) => from - 1), LAST_ZIP];
  return starts
    .map((from, index): ZipSpan => [from, ends[index] as number])
    .filter(([from, to]) => from <= to);
}

export function countZips(ranges: readonly ZipSpan[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}
