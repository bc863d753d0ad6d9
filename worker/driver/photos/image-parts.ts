/** A picture without its metadata. Sides in pixels. */
export type ImageFile = {
  mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  width: number;
  height: number;
  content: Uint8Array;
};

/** A file that is damaged, or not a picture that drivers send. The message is for the driver. */
export class BadImage extends Error {
  override readonly name = 'BadImage';
}

/** Four bytes as text. */
export function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

export function damaged(): BadImage {
  return new BadImage('The photo is damaged. Take it again.');
}

/** Photos have some hundred segments or chunks. A file of millions of empty ones would fill the memory. */
const MAX_PARTS = 10_000;

/** Throws BadImage when a file has too many parts. */
export function assertFewParts(count: number): void {
  if (count > MAX_PARTS) throw damaged();
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
