import { expect, it } from 'vitest';
import { type Deployment, obstacles } from './readiness.ts';

const READY: Deployment = {
  vars: {
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'https://rent.haulage.test',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    TURNSTILE_SITE_KEY: '',
  },
  databaseId: '2a1c7f0e-0000-4000-8000-1234567890ab',
  isLoggedIn: true,
  secrets: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
};
const withVars = (vars: Deployment['vars']) => obstacles({ ...READY, vars: { ...READY.vars, ...vars } });

it('lets a configured product through', () => {
  expect(obstacles(READY)).toEqual([]);
});

it('lists all that is missing in a fresh checkout', () => {
  const fresh = {
    vars: {
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://dumpsters.example.com',
      STRIPE_PUBLISHABLE_KEY: '',
    },
    databaseId: '00000000-0000-0000-0000-000000000000',
    isLoggedIn: false,
    secrets: null,
  };
  expect(obstacles(fresh)).toEqual([
    'database_id in wrangler.toml is a placeholder: npx wrangler d1 create dumpster-rental tells the real one.',
    'PUBLIC_URL in wrangler.toml still names https://dumpsters.example.com.',
    'STRIPE_PUBLISHABLE_KEY in wrangler.toml is empty: the Stripe Dashboard shows it (pk_live_...).',
    'Nobody is logged in to Cloudflare: npx wrangler login, or set CLOUDFLARE_API_TOKEN.',
  ]);
});

it('refuses test-mode keys, other environments, plain http and development settings', () => {
  expect(withVars({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY in wrangler.toml is not a live-mode key.',
  ]);
  expect(withVars({ ENVIRONMENT: 'development' })).toEqual([
    'ENVIRONMENT in wrangler.toml must be production.',
  ]);
  expect(withVars({ PUBLIC_URL: 'http://rent.haulage.test' })).toEqual([
    'PUBLIC_URL in wrangler.toml must begin with https://.',
  ]);
  expect(withVars({ HOLD_SECONDS: '5' })).toEqual([
    'HOLD_SECONDS is for development only: take it out of wrangler.toml.',
  ]);
});

it("asks for Turnstile's secret only where its site key is set", () => {
  expect(withVars({ TURNSTILE_SITE_KEY: '0x1' })).toEqual([
    'The secret TURNSTILE_SECRET_KEY is not set: npx wrangler secret put TURNSTILE_SECRET_KEY.',
  ]);
  expect(obstacles({ ...READY, secrets: null })).toHaveLength(2);
});
