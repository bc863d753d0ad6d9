/*
 * EXIF (CIPA DC-008) is a TIFF file: a header with the byte order, then a directory of fields. Only the field Orientation
 * is kept: without it, photos of phones are shown rotated.
 */

const ORIENTATION = 0x0112;
const SHORT = 3;
/** Byte order, 42, and where the directory is. */
const HEADER_BYTES = 8;
const FIELD_BYTES = 12;

/** From 1 (upright) to 8. 1 as well for data that has no valid orientation. */
export function readOrientation(data: Uint8Array): number {
  if (data.byteLength < HEADER_BYTES + 2) return 1;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const order = view.getUint16(0);
  const isLittle = order === 0x4949;
  if ((!isLittle && order !== 0x4d4d) || view.getUint16(2, isLittle) !== 42) return 1;
  const directory = view.getUint32(4, isLittle);
  if (directory + 2 > data.byteLength) return 1;
  const count = view.getUint16(directory, isLittle);
  for (let index = 0; index < count; index += 1) {
    const field = directory + 2 + index * FIELD_BYTES;
    if (field + FIELD_BYTES > data.byteLength) return 1;
    if (view.getUint16(field, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(field + 8, isLittle);
    return view.getUint16(field + 2, isLittle) === SHORT && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** EXIF data with this field alone. */
export function exifWithOrientation(orientation: number): Uint8Array {
  const data = new Uint8Array(HEADER_BYTES + 2 + FIELD_BYTES + 4);
  const view = new DataView(data.buffer);
  view.setUint16(0, 0x4d4d);
  view.setUint16(2, 42);
  view.setUint32(4, HEADER_BYTES);
  view.setUint16(HEADER_BYTES, 1);
  const field = HEADER_BYTES + 2;
  view.setUint16(field, ORIENTATION);
  view.setUint16(field + 2, SHORT);
  view.setUint32(field + 4, 1);
  view.setUint16(field + 8, orientation);
  return data;
}

/** Width and height as they are shown: orientations 5 to 8 rotate the picture by 90 degrees. */
export function shownSize({ width, height }: { width: number; height: number }, orientation: number) {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
