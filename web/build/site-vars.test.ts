import { expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { parseVars, readSiteVars } from '#web/build/site-vars.ts';

test('the pages are built from the values that the Worker is given', () => {
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' }, { hideWarnings: true });
  expect(readSiteVars()).toEqual({
    config: {
      businessName: vars.BUSINESS_NAME,
      businessPhone: vars.BUSINESS_PHONE,
      businessEmail: vars.BUSINESS_EMAIL,
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

test('only the vars table is read, comments and escapes included', () => {
  const toml =
    'NAME = "outside"\n[vars]\n# a note\nNAME = "say \\"hi\\"" # why\nEMPTY = ""\n[observability]\nNAME = "x"\n';
  expect(parseVars(toml)).toEqual({ NAME: 'say "hi"', EMPTY: '' });
});
