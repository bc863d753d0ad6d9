import { damaged, type ImageFile, joined, textAt } from './image-parts.ts';

const SIGNATURE_BYTES = 8;
/** The picture and how its colors are shown. Texts, EXIF, times, animations and unknown chunks are left out. */
const KEPT = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs'];

/** Throws BadImage. */
export function readPng(bytes: Uint8Array): ImageFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  const types: string[] = [];
  let at = SIGNATURE_BYTES;
  while (types.at(-1) !== 'IEND') {
    if (at + 12 > bytes.byteLength) throw damaged();
    // Length of the data, type, data, checksum.
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.byteLength) throw damaged();
    const type = textAt(bytes, at + 4);
    types.push(type);
    if (KEPT.includes(type)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  const isHeader = types[0] === 'IHDR' && view.getUint32(SIGNATURE_BYTES) === 13;
  if (!isHeader || !types.includes('IDAT')) throw damaged();
  return {
    mediaType: 'image/png',
    width: view.getUint32(SIGNATURE_BYTES + 8),
    height: view.getUint32(SIGNATURE_BYTES + 12),
    content: joined(kept),
  };
}
