import { exifWithOrientation, readOrientation, shownSize } from './exif.ts';
import { assertFewParts, damaged, type ImageFile, joined } from './image-parts.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
/** APP0 (JFIF) and APP14 (Adobe: how colors are stored). All other application segments and comments are left out. */
const KEPT_APPS = [0xe0, 0xee];
const APP1 = 0xe1;
const APP2 = 0xe2;
const COMMENT = 0xfe;
const ICC = 'ICC_PROFILE\0';
const EXIF = 'Exif\0\0';

/** Throws BadImage. The file is read up to its end marker: phones append videos and previews behind it. */
export function readJpeg(bytes: Uint8Array): ImageFile {
  const kept: Uint8Array[] = [new Uint8Array([0xff, START])];
  let size: { width: number; height: number } | null = null;
  let hasScan = false;
  let orientation = 1;
  let at = 2;
  for (;;) {
    const marker = markerAt(bytes, at);
    // Any number of fill bytes can precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) break;
    const segment = segmentAt(bytes, at);
    assertFewParts(kept.length);
    at += segment.byteLength;
    if (isFrame(marker)) size = readJpegSize(segment);
    if (isKept(marker, segment)) kept.push(segment);
    if (marker === APP1 && hasName(segment, EXIF)) orientation = readOrientation(segment.subarray(10));
    if (marker === SCAN) {
      const end = endOfScan(bytes, at);
      kept.push(bytes.subarray(at, end));
      at = end;
      hasScan = true;
    }
  }
  if (!size || !hasScan) throw damaged();
  const [start = new Uint8Array(), ...rest] = kept;
  const content = joined([start, ...orientationSegment(orientation), ...rest, new Uint8Array([0xff, END])]);
  return { mediaType: 'image/jpeg', ...shownSize(size, orientation), content };
}

/** EXIF with the orientation, the only field that changes how the picture is shown. Empty for an upright picture. */
function orientationSegment(orientation: number): Uint8Array[] {
  if (orientation === 1) return [];
  const data = exifWithOrientation(orientation);
  const length = 2 + EXIF.length + data.byteLength;
  const header = new Uint8Array([0xff, APP1, length >> 8, length & 0xff]);
  return [header, new TextEncoder().encode(EXIF), data];
}

function hasName(segment: Uint8Array, name: string): boolean {
  return String.fromCharCode(...segment.subarray(4, 4 + name.length)) === name;
}

function markerAt(bytes: Uint8Array, at: number): number {
  const marker = bytes[at + 1];
  if (bytes[at] !== 0xff || marker === undefined || marker === 0) throw damaged();
  return marker;
}

/** A marker with its segment: two bytes of length count themselves, not the marker. */
function segmentAt(bytes: Uint8Array, at: number): Uint8Array {
  const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  if (length < 2 || at + 2 + length > bytes.byteLength) throw damaged();
  return bytes.subarray(at, at + 2 + length);
}

/** SOF0 to SOF15 without the tables that share their numbers (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function readJpegSize(frame: Uint8Array): { width: number; height: number } {
  if (frame.byteLength < 10) throw damaged();
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  return { height: view.getUint16(5), width: view.getUint16(7) };
}

function isKept(marker: number, segment: Uint8Array): boolean {
  if (marker === COMMENT) return false;
  const isApp = marker >= 0xe0 && marker <= 0xef;
  if (!isApp || KEPT_APPS.includes(marker)) return true;
  return marker === APP2 && hasName(segment, ICC);
}

/** Where the next marker is. In the data of a scan 0xFF is followed by 0, by a restart marker, or by more of itself. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
  }
  throw damaged();
}
