/** A link among facts: as high as a finger under one. */
export const LINK =
  'inline-flex min-h-6 items-center break-all text-brand underline underline-offset-4 hover:text-brand-strong max-md:min-h-11 pointer-coarse:min-h-11';

export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;
}
