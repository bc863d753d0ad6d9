/** What the pages know about the business. Filled in by the build from the [vars] of wrangler.toml. */
export type SiteConfig = {
  businessName: string;
  businessPhone: string;
  businessEmail: string;
  timeZone: string;
  creditName: string;
  creditUrl: string;
};

declare const __SITE__: SiteConfig;

export const site: SiteConfig = __SITE__;

/** A link that dials the business. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
