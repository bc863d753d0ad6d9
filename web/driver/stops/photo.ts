/** The longer side of a stored photo, in pixels. */
const MAX_SIDE = 1600;
const QUALITY = 0.8;
const MAX_DRAWING_BYTES = 500_000;

export type ReducedPhoto = { bytes: ArrayBuffer; sha256: string; mediaType: string };

/**
 * Reduces a photo to a JPEG of at most 1,600 px. Drawing it again leaves out its metadata; the place and time are fields
 * of their own. Throws if the browser cannot read the file.
 */
export async function reducePhoto(file: Blob): Promise<ReducedPhoto> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = reducedSize(bitmap);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser gave no canvas');
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const blob = await blobOf(canvas, 'image/jpeg');
  return hashedPhoto(await blob.arrayBuffer(), 'image/jpeg');
}

/** A drawing on a canvas as a PNG file; a large one, which takes long to send, is reduced like a photo. */
export async function photoOfCanvas(canvas: HTMLCanvasElement): Promise<ReducedPhoto> {
  const drawing = await blobOf(canvas, 'image/png');
  if (drawing.size > MAX_DRAWING_BYTES) return reducePhoto(drawing);
  return hashedPhoto(await drawing.arrayBuffer(), 'image/png');
}

export function reducedSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function blobOf(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture'))),
      type,
      QUALITY,
    );
  });
}

async function hashedPhoto(bytes: ArrayBuffer, mediaType: string): Promise<ReducedPhoto> {
  return { bytes, mediaType, sha256: hexOf(await crypto.subtle.digest('SHA-256', bytes)) };
}

function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
