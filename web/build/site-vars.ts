import { readFileSync } from 'node:fs';
import type { SiteConfig } from '#web/config.ts';

/** The [vars] block of wrangler.toml that the pages are built from. */
export type SiteVars = {
  config: SiteConfig;
  publicUrl: string;
  stripeKey: string;
  turnstileSiteKey: string;
  frameParents: string;
  hasHstsSubdomains: boolean;
};

const WRANGLER_TOML = new URL('../../wrangler.toml', import.meta.url);

export function readSiteVars(): SiteVars {
  const vars = parseVars(readFileSync(WRANGLER_TOML, 'utf8'));
  const get = (name: string) => {
    const value = vars[name];
    if (value === undefined) throw new Error(`wrangler.toml has no variable ${name}`);
    return value;
  };
  return {
    config: {
      businessName: get('BUSINESS_NAME'),
      businessPhone: get('BUSINESS_PHONE'),
      businessEmail: get('BUSINESS_EMAIL'),
      timeZone: get('BUSINESS_TIME_ZONE'),
      creditName: get('CREDIT_NAME'),
      creditUrl: get('CREDIT_URL'),
    },
    publicUrl: get('PUBLIC_URL'),
    stripeKey: get('STRIPE_PUBLISHABLE_KEY'),
    turnstileSiteKey: vars.TURNSTILE_SITE_KEY ?? '',
    frameParents: get('FRAME_PARENTS'),
    hasHstsSubdomains: vars.HSTS_SUBDOMAINS === 'on',
  };
}

/** The constants that Vite puts in place of their names. */
export function siteConstants(vars: SiteVars): Record<string, string> {
  return { __SITE__: JSON.stringify(vars.config) };
}

/**
 * The texts of the top-level [vars] table. Reading wrangler's own parser would cost every build a second;
 * a test holds this against it.
 */
export function parseVars(toml: string): Record<string, string> {
  const table = toml.split(/^\[vars\]\s*$/m)[1]?.split(/^\[/m)[0] ?? '';
  const lines = table.matchAll(/^(\w+)\s*=\s*("(?:[^"\\]|\\.)*")\s*(?:#.*)?$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', text = '""']) => [name, JSON.parse(text) as string]),
  );
}
