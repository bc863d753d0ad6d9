import type { Settings } from '#worker/env.ts';
import type { Business } from './layout.ts';

/** What mails say of the business. */
export function businessOf({ businessName, businessPhone, businessEmail }: Settings): Business {
  return { name: businessName, phone: businessPhone, email: businessEmail };
}

/** The site's host name, which identifies its calendar entries. */
export function siteHost({ publicUrl }: Settings): string {
  return new URL(publicUrl).hostname;
}

/** An address of the site, for the button of a mail: never from a request's Host header. */
export function siteUrl({ publicUrl }: Settings, path: string): string {
  return new URL(publicUrl).origin + path;
}
