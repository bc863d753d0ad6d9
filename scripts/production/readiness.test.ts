import { expect, it } from 'vitest';
import { type Deployment, missingSettings } from './readiness.ts';

const READY: Deployment = {
  vars: {
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'https://rent.haulage.test',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    TURNSTILE_SITE_KEY: '0x1',
  },
  databaseId: '2a1c7f0e-0000-4000-8000-1234567890ab',
  migrations: { known: ['0000_baseline.sql', '0001_more.sql'], applied: ['0000_baseline.sql'] },
  isLoggedIn: true,
  secrets: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'TURNSTILE_SECRET_KEY'],
};
const NO_SITE_KEY =
  'TURNSTILE_SITE_KEY in wrangler.toml is empty: create a Turnstile widget in Cloudflare\'s dashboard, or go without it by TURNSTILE = "off".';
const withVars = (vars: Deployment['vars']) =>
  missingSettings({ ...READY, vars: { ...READY.vars, ...vars } });

it('accepts a configured product', () => {
  expect(missingSettings(READY)).toEqual([]);
});

it('refuses a database with a migration that the code lacks', () => {
  const migrations = { known: ['0000_baseline.sql'], applied: ['0000_initial.sql', '0001_occupancy.sql'] };
  expect(missingSettings({ ...READY, migrations })).toEqual([
    'The remote database has the migration 0000_initial.sql, which this version of the code does not have: create a new database (npx wrangler d1 create NAME) and set its name and id in wrangler.toml.',
  ]);
});

it('lists all missing settings of a fresh checkout', () => {
  const fresh = {
    vars: {
      ENVIRONMENT: 'production',
      PUBLIC_URL: 'https://dumpsters.example.com',
      STRIPE_PUBLISHABLE_KEY: '',
    },
    databaseId: '00000000-0000-0000-0000-000000000000',
    migrations: { known: ['0000_baseline.sql'], applied: [] },
    isLoggedIn: false,
    secrets: null,
  };
  expect(missingSettings(fresh)).toEqual([
    'database_id in wrangler.toml is a placeholder: npx wrangler d1 create dumpster-rental prints the real one.',
    'PUBLIC_URL in wrangler.toml still names https://dumpsters.example.com.',
    'STRIPE_PUBLISHABLE_KEY in wrangler.toml is empty: the Stripe Dashboard shows it (pk_live_...).',
    NO_SITE_KEY,
    'Not logged in to Cloudflare: npx wrangler login, or set CLOUDFLARE_API_TOKEN.',
    'Without a login it is unknown whether these secrets are set: STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, TURNSTILE_SECRET_KEY.',
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

it('refuses a deployment without both Turnstile keys', () => {
  const secrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
  const noSecret =
    'The secret TURNSTILE_SECRET_KEY is not set: npx wrangler secret put TURNSTILE_SECRET_KEY.';
  expect(withVars({ TURNSTILE_SITE_KEY: '' })).toEqual([NO_SITE_KEY]);
  expect(missingSettings({ ...READY, secrets })).toEqual([noSecret]);
  expect(missingSettings({ ...READY, secrets, vars: { ...READY.vars, TURNSTILE_SITE_KEY: '' } })).toEqual([
    NO_SITE_KEY,
    noSecret,
  ]);
  expect(missingSettings({ ...READY, secrets: null })).toHaveLength(3);
});

it('accepts a deployment without Turnstile only if it is "off" and neither key is set', () => {
  const vars = { ...READY.vars, TURNSTILE: 'off', TURNSTILE_SITE_KEY: '' };
  const secrets = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
  expect(missingSettings({ ...READY, vars, secrets })).toEqual([]);
  expect(missingSettings({ ...READY, vars })).toEqual([
    'TURNSTILE is "off", but the secret TURNSTILE_SECRET_KEY is set: npx wrangler secret delete TURNSTILE_SECRET_KEY.',
  ]);
  expect(missingSettings({ ...READY, vars: { ...vars, TURNSTILE_SITE_KEY: '0x1' }, secrets })).toEqual([
    'TURNSTILE is "off", but TURNSTILE_SITE_KEY is set: remove one of them.',
  ]);
  expect(withVars({ TURNSTILE: 'no' })).toEqual(['TURNSTILE in wrangler.toml must be "off" or absent.']);
});
