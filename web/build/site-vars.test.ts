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
  });
});

test('only the named table is read, comments and escapes included', () => {
  const toml =
    'NAME = "outside"\n[vars]\n# a note\nNAME = "say \\"hi\\"" # why\nEMPTY = ""\n[env.preview.vars]\nNAME = "x"\n';
  expect(parseVars(toml, 'vars')).toEqual({ NAME: 'say "hi"', EMPTY: '' });
  expect(parseVars(toml, 'env.preview.vars')).toEqual({ NAME: 'x' });
  expect(parseVars(toml, 'env')).toEqual({});
});
