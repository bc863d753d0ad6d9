import type { Settings } from '#worker/env.ts';
import type { Business } from './layout.ts';

/** The details of the business for e-mails. */
export function businessOf({ businessName, businessPhone, businessEmail }: Settings): Business {
  return { name: businessName, phone: businessPhone, email: businessEmail };
}

/** The site's host name, for the ids of calendar entries. */
export function siteHost({ publicUrl }: Settings): string {
  return new URL(publicUrl).hostname;
}

/** A URL of the site, for the button of an e-mail. Never built from a request's Host header. */
export function siteUrl({ publicUrl }: Settings, path: string): string {
  return new URL(publicUrl).origin + path;
}
