import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, chunk, four, jpeg, png, riff, SECRET, segment, two, webp } from '#worker/test/images.ts';
import { readImage } from './image-file.ts';
import { BadImage } from './image-parts.ts';

const secret = fc.uint8Array({ maxLength: 40 }).map((noise) => bytesOf(noise, SECRET));
const FORMATS = {
  jpeg: {
    plain: jpeg(),
    hidden: secret.chain((data) =>
      fc
        .array(fc.constantFrom(0xe1, 0xe2, 0xed, 0xef, 0xfe), { minLength: 1, maxLength: 4 })
        .map((markers) => bytesOf(jpeg(bytesOf(...markers.map((marker) => segment(marker, data)))), data)),
    ),
  },
  png: {
    plain: png(),
    hidden: secret.chain((data) =>
      fc
        .array(fc.constantFrom('tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME', 'prVt'), {
          minLength: 1,
          maxLength: 4,
        })
        .map((types) => bytesOf(png(bytesOf(...types.map((type) => chunk(type, data)))), data)),
    ),
  },
  webp: {
    plain: webp(0x10),
    hidden: secret.chain((data) =>
      fc
        .array(fc.constantFrom('EXIF', 'XMP ', 'priv'), { minLength: 1, maxLength: 4 })
        .map((types) => bytesOf(webp(0x1c, bytesOf(...types.map((type) => riff(type, data)))), data)),
    ),
  },
};

describe.each(Object.entries(FORMATS))('a %s file', (type, { plain, hidden }) => {
  it('is read by its content and keeps its picture', () => {
    expect(readImage(plain)).toEqual({ mediaType: `image/${type}`, width: 640, height: 480, content: plain });
  });

  it('loses all metadata and what follows the picture', () => {
    return fc.assert(
      fc.property(hidden, (file) => {
        expect(readImage(file).content).toEqual(plain);
      }),
    );
  });

  it('that is cut or changed is refused, or still a picture that reads the same again', () => {
    const broken = fc.record({
      end: fc.nat(plain.length),
      at: fc.nat(plain.length - 1),
      byte: fc.nat(255),
    });
    return fc.assert(
      fc.property(broken, ({ end, at, byte }) => {
        const file = plain.slice(0, end);
        if (at < end) file[at] = byte;
        try {
          const image = readImage(file);
          expect(readImage(image.content)).toEqual(image);
        } catch (error) {
          expect(error).toBeInstanceOf(BadImage);
        }
      }),
    );
  });
});

/** EXIF data with a place and this orientation, in either byte order. */
const exif = (orientation: number, isLittle: boolean) => {
  const ordered = (bytes: number[]) => (isLittle ? bytes.toReversed() : bytes);
  const short = (value: number) => ordered(two(value));
  const long = (value: number) => ordered(four(value));
  const field = (tag: number, value: number) => [
    ...short(tag),
    ...short(3),
    ...long(1),
    ...short(value),
    0,
    0,
  ];
  const fields = [...field(0x010f, 7), ...field(0x0112, orientation), ...field(0x8825, 9)];
  return bytesOf(isLittle ? 'II' : 'MM', short(42), long(8), short(3), fields, long(0), SECRET);
};

describe('a picture that the phone stored on its side', () => {
  it.each([
    ['jpeg', (data: Uint8Array) => jpeg(segment(0xe1, bytesOf('Exif\0\0', data)))],
    ['png', (data: Uint8Array) => png(chunk('eXIf', data))],
    ['webp', (data: Uint8Array) => webp(0x18, riff('EXIF', data))],
    ['webp', (data: Uint8Array) => webp(0x18, riff('EXIF', bytesOf('Exif\0\0', data)))],
  ])('keeps its orientation in a %s file, and nothing else of the metadata', (_, fileWith) => {
    for (const [orientation, isLittle] of [
      [6, true],
      [8, false],
      [3, true],
    ] as const) {
      const { content, ...size } = readImage(fileWith(exif(orientation, isLittle)));
      const isTurned = orientation >= 5;
      expect(size).toMatchObject(isTurned ? { width: 480, height: 640 } : { width: 640, height: 480 });
      expect(new TextDecoder('latin1').decode(content)).not.toContain(SECRET);
      const at = content.findIndex((byte, index) => byte === 0x01 && content[index + 1] === 0x12);
      expect([...content.subarray(at, at + 10)]).toEqual([1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation]);
      expect(readImage(content)).toEqual({ ...size, content });
    }
    for (const wrong of [0, 9, 1]) {
      expect(readImage(fileWith(exif(wrong, true))).content).toEqual(readImage(fileWith(bytesOf())).content);
    }
  });
});

it('refuses other files, animations and pictures that fill the memory', () => {
  const huge = jpeg().map((byte) => byte);
  huge.set([0xff, 0xff, 0xff, 0xff], huge.indexOf(0xc0) + 4);
  // A small canvas around a picture of 16,384 by 16,384.
  const hidden = webp(0x10).map((byte) => byte);
  hidden.set([0xff, 0xff, 0xff, 0x0f], hidden.indexOf(0x2f) + 1);
  const crowded = [
    jpeg(manyOf(segment(0xdb, bytesOf()))),
    png(manyOf(chunk('tEXt', bytesOf()))),
    webp(0x10, manyOf(riff('ALPH', bytesOf()))),
  ];
  for (const file of [
    bytesOf(),
    bytesOf('GIF89a'),
    bytesOf('<svg/>'),
    webp(0x02),
    huge,
    hidden,
    ...crowded,
  ]) {
    expect(() => readImage(file)).toThrow(BadImage);
  }
});

function manyOf(part: Uint8Array): Uint8Array {
  const all = new Uint8Array(part.byteLength * 10_001);
  for (let at = 0; at < all.byteLength; at += part.byteLength) all.set(part, at);
  return all;
}
