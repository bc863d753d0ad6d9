/** A link among facts: as high as a finger under one. */
export const LINK =
  '-my-0.5 inline-block py-0.5 wrap-anywhere text-brand underline underline-offset-4 hover:text-brand-strong max-md:my-0 max-md:py-2.5 pointer-coarse:my-0 pointer-coarse:py-2.5';

export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
