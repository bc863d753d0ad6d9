import regular from '@fontsource/barlow/files/barlow-latin-400-normal.woff2?url';
import semibold from '@fontsource/barlow/files/barlow-latin-600-normal.woff2?url';
import type { CustomFontSource } from '@stripe/stripe-js';

/** The page's typeface for the card fields: their frame is of another origin, so the addresses are absolute. */
export const CARD_FONTS: CustomFontSource[] = [face('400', regular), face('600', semibold)];

function face(weight: string, path: string): CustomFontSource {
  return { family: 'Barlow', weight, src: `url(${new URL(path, location.href).href})` };
}
