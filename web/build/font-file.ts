import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';

/** Lengths in em. */
export type FontMetrics = { ascent: number; descent: number; widthOf: (text: string) => number };

/** The metrics of a WOFF file (https://www.w3.org/TR/WOFF/, tables head, hhea, hmtx and cmap of OpenType). */
export function readFontMetrics(path: string): FontMetrics {
  const table = readTables(readFileSync(path));
  const unitsPerEm = table('head').readUInt16BE(18);
  const [hhea, hmtx] = [table('hhea'), table('hmtx')];
  const advanceCount = hhea.readUInt16BE(34);
  const glyphOf = readGlyphIndex(table('cmap'));
  const advanceOf = (character: string) =>
    hmtx.readUInt16BE(4 * Math.min(glyphOf(character.codePointAt(0) ?? 0), advanceCount - 1));
  return {
    ascent: hhea.readInt16BE(4) / unitsPerEm,
    descent: -hhea.readInt16BE(6) / unitsPerEm,
    widthOf: (text) => [...text].reduce((sum, one) => sum + advanceOf(one), 0) / unitsPerEm,
  };
}

/** Each entry of the directory has a tag, the offset, the stored and the original length, and a checksum. */
function readTables(file: Buffer): (tag: string) => Buffer {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < file.readUInt16BE(12); index += 1) {
    const entry = 44 + 20 * index;
    const [offset, stored, length] = [4, 8, 12].map((at) => file.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const bytes = file.subarray(offset, offset + stored);
    tables.set(file.toString('latin1', entry, entry + 4), stored < length ? inflateSync(bytes) : bytes);
  }
  return (tag) => {
    const table = tables.get(tag);
    if (!table) throw new Error(`The font has no table ${tag}`);
    return table;
  };
}

/** The glyph of a code point, 0 for none, by the subtable of format 4: segments of code points with four arrays. */
function readGlyphIndex(cmap: Buffer): (codePoint: number) => number {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.readUInt32BE(8 + 8 * index),
  );
  const start = offsets.find((offset) => cmap.readUInt16BE(offset) === 4);
  if (start === undefined) throw new Error('The font has no cmap of format 4');
  const segments = cmap.readUInt16BE(start + 6) / 2;
  /** Ends, then a padding, starts, deltas and range offsets. */
  const at = (array: 0 | 1 | 2 | 3, segment: number) =>
    start + 14 + 2 * (array * segments + segment) + (array > 0 ? 2 : 0);
  return (codePoint) => {
    for (let segment = 0; segment < segments; segment += 1) {
      if (codePoint > cmap.readUInt16BE(at(0, segment))) continue;
      const first = cmap.readUInt16BE(at(1, segment));
      if (codePoint < first) return 0;
      const delta = cmap.readInt16BE(at(2, segment));
      const range = cmap.readUInt16BE(at(3, segment));
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = cmap.readUInt16BE(at(3, segment) + range + 2 * (codePoint - first));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
