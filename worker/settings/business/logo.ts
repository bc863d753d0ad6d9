import { MAX_LOGO_BYTES } from '#contract/business-changes.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { BusinessProfile } from '#worker/base/business/repo.ts';
import type { Context } from '#worker/base/context.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { findLogo, insertLogo, type Logo } from './repo.ts';
import { changeProfile } from './service.ts';
import { BadSvg, sanitizeSvg } from './svg.ts';

type Upload = { mediaType: string | null; bytes: Uint8Array; version: number | null };

/** Stores a logo and makes it that of the profile. Throws invalid when the content is not a PNG or SVG as its type says. */
export async function setLogo(
  ctx: Context,
  actor: Actor,
  { mediaType, bytes, version }: Upload,
): Promise<BusinessProfile> {
  const logo = parseLogo(mediaType, bytes);
  if (logo.content.byteLength > MAX_LOGO_BYTES) throw badLogo('The logo is larger than 100 kB.');
  const hash = await sha256(logo.content);
  await insertLogo(ctx.db, { hash, ...logo, createdAt: ctx.now() });
  return changeProfile(ctx, actor, { changes: { logoHash: hash }, version });
}

/** Shows the name as text again. */
export function removeLogo(ctx: Context, actor: Actor, version: number | null): Promise<BusinessProfile> {
  return changeProfile(ctx, actor, { changes: { logoHash: null }, version });
}

export async function getLogo(ctx: Context, hash: string): Promise<Logo> {
  const logo = await findLogo(ctx.db, hash);
  if (!logo) throw new AppError('not_found', 'There is no such logo.');
  return logo;
}

function parseLogo(mediaType: string | null, bytes: Uint8Array): Logo {
  const type = mediaType?.split(';')[0]?.trim().toLowerCase();
  if (type === 'image/png') return { mediaType: type, content: checkPng(bytes) };
  if (type === 'image/svg+xml') return { mediaType: type, content: checkSvg(bytes) };
  throw badLogo('The logo must be an SVG or a PNG file.');
}

function checkSvg(bytes: Uint8Array): Uint8Array {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    return new TextEncoder().encode(sanitizeSvg(text));
  } catch (error) {
    if (error instanceof BadSvg) throw badLogo(error.message);
    if (error instanceof TypeError) throw badLogo('The file is not a valid SVG: it is not UTF-8 text.');
    throw error;
  }
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The chunk IEND, which is the same in every PNG. */
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const MAX_SIDE_PX = 4000;

/** Throws unless the file begins and ends as a PNG does; a file with other content after the picture is refused. */
function checkPng(bytes: Uint8Array): Uint8Array {
  const isPng =
    bytes.byteLength > 33 &&
    PNG_START.every((byte, index) => bytes[index] === byte) &&
    PNG_END.every((byte, index) => bytes[bytes.byteLength - PNG_END.length + index] === byte);
  if (!isPng) throw badLogo('The file is not a PNG.');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const sides = [view.getUint32(16), view.getUint32(20)];
  if (sides.some((side) => side === 0 || side > MAX_SIDE_PX))
    throw badLogo(`The picture must be at most ${MAX_SIDE_PX} pixels wide and high.`);
  return bytes;
}

function badLogo(message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path: 'logo', message }] });
}
