import { assertFewParts, BadImage, damaged, type ImageFile, joined, textAt } from './image-parts.ts';

const HEADER_BYTES = 12;
const KEPT = ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'];
const HAS_SIZE = ['VP8X', 'VP8 ', 'VP8L'];
/** Flags of VP8X: the file has EXIF or XMP. */
const METADATA_FLAGS = 0x08 | 0x04;
const ANIMATION_FLAG = 0x02;

/** Throws BadImage. */
export function readWebp(bytes: Uint8Array): ImageFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(8 + view.getUint32(4, true), bytes.byteLength);
  const kept: Uint8Array[] = [];
  let size: { width: number; height: number } | null = null;
  let hasPixels = false;
  for (let at = HEADER_BYTES; at < end; ) {
    if (at + 8 > end) throw damaged();
    const length = view.getUint32(at + 4, true);
    if (at + 8 + length > end) throw damaged();
    const type = textAt(bytes, at);
    assertFewParts(kept.length);
    // A copy, padded to an even length: the flags are changed in it.
    const chunk = new Uint8Array(8 + length + (length % 2));
    chunk.set(bytes.subarray(at, at + 8 + length));
    const data = new DataView(chunk.buffer, 8, length);
    if (type === 'VP8X') chunk[8] = flagsOf(data) & ~METADATA_FLAGS;
    const isPixels = type === 'VP8 ' || type === 'VP8L';
    if (isPixels && hasPixels) throw damaged();
    hasPixels ||= isPixels;
    if (KEPT.includes(type)) {
      const given = sizeOf(type, data);
      // VP8X comes first, and has the size of the whole: that of the picture, which a decoder makes room for.
      if (size && given && (given.width !== size.width || given.height !== size.height)) throw damaged();
      size ??= given;
      kept.push(chunk);
    }
    at += chunk.byteLength;
  }
  if (!size || !hasPixels) throw damaged();
  return { mediaType: 'image/webp', ...size, content: withHeader(kept) };
}

function flagsOf(data: DataView): number {
  if (data.byteLength < 10) throw damaged();
  const flags = data.getUint8(0);
  if (flags & ANIMATION_FLAG) throw new BadImage('Send a photo that is not an animation.');
  return flags;
}

function sizeOf(type: string, data: DataView): { width: number; height: number } | null {
  if (!HAS_SIZE.includes(type)) return null;
  if (data.byteLength < 10) throw damaged();
  if (type === 'VP8X') return { width: 1 + uint24(data, 4), height: 1 + uint24(data, 7) };
  if (type === 'VP8 ') {
    return { width: data.getUint16(6, true) & 0x3fff, height: data.getUint16(8, true) & 0x3fff };
  }
  const bits = data.getUint32(1, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

function uint24(data: DataView, at: number): number {
  return data.getUint16(at, true) | (data.getUint8(at + 2) << 16);
}

function withHeader(chunks: readonly Uint8Array[]): Uint8Array {
  const file = joined([new TextEncoder().encode('RIFF0000WEBP'), ...chunks]);
  new DataView(file.buffer).setUint32(4, file.byteLength - 8, true);
  return file;
}
