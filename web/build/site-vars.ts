import { readFileSync } from 'node:fs';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import type { SiteConfig } from '#web/config.ts';

/** production: [vars]; preview: [env.preview.vars]. */
export type SiteEnvironment = 'production' | 'preview';

/** The variables of an environment in wrangler.toml that the pages are built from. */
export type SiteVars = {
  /** Staging: every page says so, and search engines are asked not to list it. */
  isStaging: boolean;
  config: SiteConfig;
  /** The published catalog, which a deployment builds in; null for the first rate card. */
  catalog: PublicCatalog | null;
  publicUrl: string;
  stripeKey: string;
  turnstileSiteKey: string;
  frameParents: string;
  hasHstsSubdomains: boolean;
  /** The styles of the dispatch board's map; '' for no map. */
  mapStyles: { light: string; dark: string };
  /** The hosts from which the map loads. */
  mapHosts: string[];
};

const WRANGLER_TOML = new URL('../../wrangler.toml', import.meta.url);

const TABLES: Readonly<Record<SiteEnvironment, string>> = { production: 'vars', preview: 'env.preview.vars' };

/** What scripts/production/bundle.ts tells a build by its environment. */
export function readBuildVars(): SiteVars {
  const { SITE_ENVIRONMENT, BUILT_IN_CATALOG } = process.env;
  const vars = readSiteVars(SITE_ENVIRONMENT === 'preview' ? 'preview' : 'production');
  if (!BUILT_IN_CATALOG) return vars;
  const catalog = JSON.parse(readFileSync(BUILT_IN_CATALOG, 'utf8')) as PublicCatalog;
  const { name, phone, email, openingHours, logoUrl, creditName, creditUrl } = catalog.business;
  const contact = { businessName: name, businessPhone: phone, businessEmail: email, openingHours };
  return {
    ...vars,
    catalog,
    config: { ...contact, logoUrl, creditName, creditUrl, timeZone: catalog.timeZone },
  };
}

export function readSiteVars(environment: SiteEnvironment = 'production'): SiteVars {
  const vars = parseVars(readFileSync(WRANGLER_TOML, 'utf8'), TABLES[environment]);
  const get = (name: string) => {
    const value = vars[name];
    if (value === undefined) throw new Error(`wrangler.toml has no variable ${name}`);
    return value;
  };
  return {
    isStaging: get('ENVIRONMENT') === 'preview',
    config: {
      businessName: get('BUSINESS_NAME'),
      businessPhone: get('BUSINESS_PHONE'),
      businessEmail: get('BUSINESS_EMAIL'),
      // Known of a published profile only.
      openingHours: '',
      logoUrl: null,
      timeZone: get('BUSINESS_TIME_ZONE'),
      creditName: get('CREDIT_NAME'),
      creditUrl: get('CREDIT_URL'),
    },
    catalog: null,
    publicUrl: get('PUBLIC_URL'),
    stripeKey: get('STRIPE_PUBLISHABLE_KEY'),
    turnstileSiteKey: vars.TURNSTILE_SITE_KEY ?? '',
    frameParents: get('FRAME_PARENTS'),
    hasHstsSubdomains: vars.HSTS_SUBDOMAINS === 'on',
    mapStyles: { light: vars.MAP_STYLE_URL ?? '', dark: vars.MAP_STYLE_DARK_URL ?? '' },
    mapHosts: (vars.MAP_HOSTS ?? '').split(' ').filter(Boolean),
  };
}

/** The constants that Vite puts in place of their names. */
export function siteConstants(vars: SiteVars): Record<string, string> {
  return {
    __SITE__: JSON.stringify(vars.config),
    __BUILT_IN_CATALOG__: JSON.stringify(vars.catalog),
  };
}

/**
 * The texts of a table of variables. Reading wrangler's own parser would cost every build a second;
 * a test holds this against it.
 */
export function parseVars(toml: string, tableName: string): Record<string, string> {
  const [, after = ''] = toml.split(new RegExp(`^\\[${tableName.replaceAll('.', '\\.')}\\]\\s*$`, 'm'));
  const [table = ''] = after.split(/^\[/m);
  const lines = table.matchAll(/^(\w+)\s*=\s*("(?:[^"\\]|\\.)*")\s*(?:#.*)?$/gm);
  return Object.fromEntries(
    [...lines].map(([, name = '', text = '""']) => [name, JSON.parse(text) as string]),
  );
}
