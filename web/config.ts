import type { PublicCatalog } from '#contract/public-catalog.ts';

/** What the pages know about the business. */
export type SiteConfig = {
  businessName: string;
  businessPhone: string;
  businessEmail: string;
  /** '' if the business does not say. Can have several lines. */
  openingHours: string;
  /** Null: the name is shown with a sign. */
  logoUrl: string | null;
  timeZone: string;
  creditName: string;
  creditUrl: string;
};

declare const __SITE__: SiteConfig;

/** Filled in by the build from the [vars] of wrangler.toml; a document with the published business replaces it. */
export const site: SiteConfig = { ...__SITE__ };

/** The part of the catalog that documents without a catalog get as well. */
export type ShownBusiness = {
  business: Omit<PublicCatalog['business'], 'accent' | 'frameOrigins'>;
  timeZone: string;
};

/** Makes the published business the one that all components show. Rendering at the edge calls it first. */
export function showBusiness({ business, timeZone }: ShownBusiness): void {
  const { name, phone, email, openingHours, logoUrl, creditName, creditUrl } = business;
  Object.assign(site, {
    businessName: name,
    businessPhone: phone,
    businessEmail: email,
    openingHours,
    logoUrl,
    timeZone,
    creditName,
    creditUrl,
  } satisfies SiteConfig);
}

/** Typed here, because programs without a browser read this file, too. */
type Page = { document?: { querySelector(selector: string): { textContent: string | null } | null } };
const block = (globalThis as Page).document?.querySelector(
  'script[type="application/json"]:is(#catalog, #business)',
);
if (block?.textContent) showBusiness(JSON.parse(block.textContent) as ShownBusiness);

/** A link that dials the business. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}
