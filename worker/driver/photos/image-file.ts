import { BadImage, type ImageFile, textAt } from './image-parts.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** A decoder needs four bytes a pixel. */
const MAX_PIXELS = 50_000_000;

/**
 * Reads a JPEG, PNG or WebP file by its content, not by its name or type, and leaves out what is not part of the
 * picture: the position, time and device (EXIF, XMP, IPTC), comments, previews, and what follows the picture. The pixels
 * stay as they are. Throws BadImage.
 */
export function readImage(bytes: Uint8Array): ImageFile {
  const image = readByType(bytes);
  if (image.width < 1 || image.height < 1) throw new BadImage('The photo has no pixels. Take it again.');
  if (image.width * image.height > MAX_PIXELS) {
    throw new BadImage('The photo has more than 50 megapixels. Send a smaller one.');
  }
  return image;
}

function readByType(bytes: Uint8Array): ImageFile {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return readJpeg(bytes);
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return readPng(bytes);
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP') return readWebp(bytes);
  throw new BadImage('Send a JPEG, PNG or WebP photo.');
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
