import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { parseVars, readSiteVars } from '#web/build/site-vars.ts';

test.each(['production', 'preview'] as const)('%s: pages and Worker have the same values', (environment) => {
  const env = environment === 'preview' ? { env: environment } : {};
  const { vars } = unstable_readConfig({ config: 'wrangler.toml', ...env }, { hideWarnings: true });
  expect(readSiteVars(environment)).toEqual({
    isStaging: environment === 'preview',
    catalog: null,
    config: {
      businessName: vars.BUSINESS_NAME,
      businessPhone: vars.BUSINESS_PHONE,
      businessEmail: vars.BUSINESS_EMAIL,
      openingHours: '',
      logoUrl: null,
      timeZone: vars.BUSINESS_TIME_ZONE,
      creditName: vars.CREDIT_NAME,
      creditUrl: vars.CREDIT_URL,
    },
    publicUrl: vars.PUBLIC_URL,
    stripeKey: vars.STRIPE_PUBLISHABLE_KEY,
    turnstileSiteKey: vars.TURNSTILE_SITE_KEY,
    frameParents: vars.FRAME_PARENTS,
    hasHstsSubdomains: vars.HSTS_SUBDOMAINS === 'on',
    mapStyles: { light: vars.MAP_STYLE_URL, dark: vars.MAP_STYLE_DARK_URL },
    mapHosts: [vars.MAP_HOSTS],
  });
});

test.each(['production', 'preview'] as const)('%s: the map comes from its hosts only', (environment) => {
  const { mapStyles, mapHosts } = readSiteVars(environment);
  expect(mapHosts).toContain(new URL(mapStyles.light).origin);
  expect(mapHosts).toContain(new URL(mapStyles.dark).origin);
});

test('only the named table is read, comments and escapes included', () => {
  const toml =
    'NAME = "outside"\n[vars]\n# a note\nNAME = "say \\"hi\\"" # why\nEMPTY = ""\n[env.preview.vars]\nNAME = "x"\n';
  expect(parseVars(toml, 'vars')).toEqual({ NAME: 'say "hi"', EMPTY: '' });
  expect(parseVars(toml, 'env.preview.vars')).toEqual({ NAME: 'x' });
  expect(parseVars(toml, 'env')).toEqual({});
});
