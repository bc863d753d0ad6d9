import { exifWithOrientation, readOrientation, shownSize } from './exif.ts';
import { assertFewParts, damaged, type ImageFile, joined, textAt } from './image-parts.ts';

const SIGNATURE_BYTES = 8;
/** The picture and how its colors are shown. Texts, EXIF, times, animations and unknown chunks are left out. */
const KEPT = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs'];

/** Throws BadImage. */
export function readPng(bytes: Uint8Array): ImageFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  const types: string[] = [];
  let orientation = 1;
  let at = SIGNATURE_BYTES;
  while (types.at(-1) !== 'IEND') {
    if (at + 12 > bytes.byteLength) throw damaged();
    // Length of the data, type, data, checksum.
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.byteLength) throw damaged();
    const type = textAt(bytes, at + 4);
    types.push(type);
    assertFewParts(types.length);
    if (KEPT.includes(type)) kept.push(bytes.subarray(at, end));
    if (type === 'eXIf') orientation = readOrientation(bytes.subarray(at + 8, end - 4));
    at = end;
  }
  const isHeader = types[0] === 'IHDR' && view.getUint32(SIGNATURE_BYTES) === 13;
  if (!isHeader || !types.includes('IDAT')) throw damaged();
  const size = {
    width: view.getUint32(SIGNATURE_BYTES + 8),
    height: view.getUint32(SIGNATURE_BYTES + 12),
  };
  // After the header: eXIf precedes the picture.
  const [signature = new Uint8Array(), header = new Uint8Array(), ...rest] = kept;
  const content = joined([signature, header, ...orientationChunk(orientation), ...rest]);
  return { mediaType: 'image/png', ...shownSize(size, orientation), content };
}

/** None for a picture that is upright. */
function orientationChunk(orientation: number): Uint8Array[] {
  if (orientation === 1) return [];
  const data = joined([new TextEncoder().encode('eXIf'), exifWithOrientation(orientation)]);
  const ends = new Uint8Array(8);
  const view = new DataView(ends.buffer);
  view.setUint32(0, data.byteLength - 4);
  view.setUint32(4, crc32(data));
  return [ends.subarray(0, 4), data, ends.subarray(4)];
}

/** The checksum of type and data (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
