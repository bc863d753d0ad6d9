import type { Context } from '#worker/base/context.ts';
import type { InlineImage } from '#worker/base/platform/mail.ts';

/** The e-mail service takes 5 MiB with base64, which adds a third. */
const MAX_BYTES = 3_000_000;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** A photo of a driver in R2. */
export type StoredPhoto = { key: string | null; mediaType: string | null; sizeBytes: number | null };

/**
 * Photos for an e-mail, as many of the first ones as it can carry; none that was deleted. `name`: of the files and their
 * content ids ('ticket' makes 'ticket', 'ticket-2').
 */
export async function readEmailPhotos(
  ctx: Context,
  photos: readonly StoredPhoto[],
  name: string,
): Promise<InlineImage[]> {
  const images: InlineImage[] = [];
  let rest = MAX_BYTES;
  for (const { key, mediaType, sizeBytes } of photos) {
    if (!key || !mediaType || (sizeBytes ?? 0) > rest) continue;
    const object = await ctx.photos.get(key);
    if (!object) continue;
    const contentId = images.length === 0 ? name : `${name}-${images.length + 1}`;
    const bytes = new Uint8Array(await object.arrayBuffer());
    rest -= bytes.length;
    images.push({
      filename: `${contentId}.${EXTENSIONS[mediaType] ?? 'jpg'}`,
      type: mediaType,
      bytes,
      contentId,
    });
  }
  return images;
}
