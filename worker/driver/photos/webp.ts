import { exifWithOrientation, readOrientation, shownSize } from './exif.ts';
import { assertFewParts, BadImage, damaged, type ImageFile, joined, textAt } from './image-parts.ts';

const HEADER_BYTES = 12;
const KEPT = ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'];
const HAS_SIZE = ['VP8X', 'VP8 ', 'VP8L'];
/** Flags of VP8X: the file has EXIF or XMP. */
const EXIF_FLAG = 0x08;
const METADATA_FLAGS = EXIF_FLAG | 0x04;
const ANIMATION_FLAG = 0x02;

type Size = { width: number; height: number };
/** JPEG files have this before their EXIF data; some writers of WebP files keep it. */
const EXIF_PREFIX = 'Exif\0\0';

/** Throws BadImage. */
export function readWebp(bytes: Uint8Array): ImageFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(8 + view.getUint32(4, true), bytes.byteLength);
  const kept: Uint8Array[] = [];
  let size: Size | null = null;
  let hasPixels = false;
  let orientation = 1;
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
    if (type === 'EXIF') orientation = readOrientation(exifOf(chunk.subarray(8, 8 + length)));
    const isPixels = type === 'VP8 ' || type === 'VP8L';
    if (isPixels && hasPixels) throw damaged();
    hasPixels ||= isPixels;
    if (KEPT.includes(type)) {
      const given = readWebpSize(type, data);
      // VP8X comes first. Its size must be that of the picture, because decoders allocate by it.
      if (size && given && (given.width !== size.width || given.height !== size.height)) throw damaged();
      size ??= given;
      kept.push(chunk);
    }
    at += chunk.byteLength;
  }
  if (!size || !hasPixels) throw damaged();
  return turned(kept, size, orientation);
}

/** Readers look for EXIF only when the first chunk is a header that says so, at the end of the file. */
function turned(kept: readonly Uint8Array[], size: Size, orientation: number): ImageFile {
  const mediaType = 'image/webp' as const;
  const [header] = kept;
  if (!header || textAt(header, 0) !== 'VP8X' || orientation === 1) {
    return { mediaType, ...size, content: withHeader(kept) };
  }
  header[8] = (header[8] ?? 0) | EXIF_FLAG;
  const content = withHeader([...kept, orientationChunk(orientation)]);
  return { mediaType, ...shownSize(size, orientation), content };
}

function exifOf(data: Uint8Array): Uint8Array {
  const start = String.fromCharCode(...data.subarray(0, EXIF_PREFIX.length));
  return start === EXIF_PREFIX ? data.subarray(EXIF_PREFIX.length) : data;
}

function orientationChunk(orientation: number): Uint8Array {
  const data = exifWithOrientation(orientation);
  const chunk = joined([new TextEncoder().encode('EXIF0000'), data]);
  new DataView(chunk.buffer).setUint32(4, data.byteLength, true);
  return chunk;
}

function flagsOf(data: DataView): number {
  if (data.byteLength < 10) throw damaged();
  const flags = data.getUint8(0);
  if (flags & ANIMATION_FLAG) throw new BadImage('Send a photo that is not an animation.');
  return flags;
}

function readWebpSize(type: string, data: DataView): Size | null {
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
