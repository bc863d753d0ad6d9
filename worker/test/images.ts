/* Smallest files of each type, for tests of what drivers upload. */

export const bytesOf = (...parts: (string | number[] | Uint8Array)[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : [...part])),
  );
export const two = (value: number) => [value >> 8, value & 255];
export const four = (value: number) => [...two(value >>> 16), ...two(value & 0xffff)];
export const SECRET = 'GPS 42.6512';

export const segment = (marker: number, data: Uint8Array) =>
  bytesOf([0xff, marker], two(data.length + 2), data);
const FRAME = segment(0xc0, bytesOf([8], two(480), two(640), [1, 1, 0x11, 0]));
const SCAN = bytesOf(segment(0xda, bytesOf([1, 1, 0, 0, 63, 0])), [1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]);
/** A JPEG of 640 x 480 with these segments, and the same without them. */
export const jpeg = (extra: Uint8Array = bytesOf()) =>
  bytesOf([0xff, 0xd8], segment(0xe0, bytesOf('JFIF\0')), extra, FRAME, SCAN, [0xff, 0xd9]);

export const chunk = (type: string, data: Uint8Array) => bytesOf(four(data.length), type, data, four(7));
export const png = (extra: Uint8Array = bytesOf()) =>
  bytesOf(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    chunk('IHDR', bytesOf(four(640), four(480), [8, 2, 0, 0, 0])),
    extra,
    chunk('IDAT', bytesOf([1, 2, 3])),
    chunk('IEND', bytesOf()),
  );

export const riff = (type: string, data: Uint8Array) =>
  bytesOf(type, four(data.length).toReversed(), data, data.length % 2 ? [0] : []);
export const webp = (flags: number, extra: Uint8Array = bytesOf()) => {
  const chunks = bytesOf(
    riff('VP8X', bytesOf([flags, 0, 0, 0], [639 & 255, 639 >> 8, 0], [479 & 255, 479 >> 8, 0])),
    riff('VP8L', bytesOf([0x2f, 0x7f, 0xc2, 0x77, 0, 5, 6, 7, 8, 9, 10])),
    extra,
  );
  return bytesOf('RIFF', four(chunks.length + 4).toReversed(), 'WEBP', chunks);
};
