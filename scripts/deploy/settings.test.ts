import { expect, it } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { businessDayAt, type DeployConfig } from './config.ts';
import { secretKeyProblem, settingProblems, settingWarnings, turnstileProblems } from './settings.ts';

const READY: DeployConfig = {
  environment: 'production',
  vars: {
    ENVIRONMENT: 'production',
    PUBLIC_URL: 'https://rent.haulage.test',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    TURNSTILE: '',
    TURNSTILE_SITE_KEY: '0x1',
  },
  placement: 'aws:us-east-1',
  worker: 'api',
  database: { name: 'haulage', id: '2a1c7f0e-0000-4000-8000-1234567890ab' },
  queues: [],
  buckets: [],
  namespaces: [],
  pages: { project: 'haulage', branch: 'main' },
};
const problemsWith = (vars: Record<string, string>) =>
  settingProblems({ ...READY, vars: { ...READY.vars, ...vars } });
const turnstileWith = (vars: Record<string, string>, secrets: string[]) =>
  turnstileProblems({ ...READY, vars: { ...READY.vars, ...vars } }, secrets);

it('accepts a configured product', () => {
  expect(settingProblems(READY)).toEqual([]);
});

it('warns about sources of FRAME_PARENTS that the business profile leaves out', () => {
  const FRAME_PARENTS = "'self' https://haulage.test https://*.haulage.test http://old.test";
  expect(settingWarnings({ vars: { FRAME_PARENTS } })).toEqual([
    expect.stringMatching(/^FRAME_PARENTS in wrangler\.toml names https:\/\/\*\.haulage\.test, /),
    expect.stringMatching(/^FRAME_PARENTS in wrangler\.toml names http:\/\/old\.test, /),
  ]);
  expect(settingWarnings({ vars: { FRAME_PARENTS: "'self' https://haulage.test:8443" } })).toEqual([]);
  expect(settingWarnings(READY)).toEqual([]);
});

it('refuses placeholders, keys of the other mode, other environments, plain http and development settings', () => {
  expect(problemsWith({ STRIPE_PUBLISHABLE_KEY: '', PUBLIC_URL: 'https://dumpsters.example.com' })).toEqual([
    'PUBLIC_URL in wrangler.toml still names https://dumpsters.example.com.',
    'STRIPE_PUBLISHABLE_KEY in wrangler.toml is empty: the Stripe Dashboard shows it (pk_live_...).',
  ]);
  expect(
    problemsWith({
      BUSINESS_NAME: 'Ironwood Dumpsters',
      BUSINESS_PHONE: '(555) 010-0142',
      BUSINESS_TIME_ZONE: 'Mars/Phobos',
    }),
  ).toEqual([
    'BUSINESS_NAME in wrangler.toml still names Ironwood Dumpsters.',
    'BUSINESS_PHONE in wrangler.toml still names (555) 010-0142.',
    'BUSINESS_TIME_ZONE in wrangler.toml is Mars/Phobos, which is no time zone: write a name such as America/New_York.',
  ]);
  expect(problemsWith({ BUSINESS_TIME_ZONE: 'America/Chicago' })).toEqual([]);
  expect(problemsWith({ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY in wrangler.toml is not a live-mode key (pk_live_...).',
  ]);
  expect(problemsWith({ ENVIRONMENT: 'development' })).toEqual([
    'ENVIRONMENT in wrangler.toml must be production.',
  ]);
  expect(problemsWith({ PUBLIC_URL: 'http://rent.haulage.test' })).toEqual([
    'PUBLIC_URL in wrangler.toml must begin with https://.',
  ]);
  expect(problemsWith({ HOLD_SECONDS: '5' })).toEqual([
    'HOLD_SECONDS is for development only: take it out of wrangler.toml.',
  ]);
});

it('refuses every value of the demo business that wrangler.toml ships with', () => {
  const { vars } = unstable_readConfig({ config: 'wrangler.toml' }, { hideWarnings: true });
  const shipped = Object.fromEntries(
    ['BUSINESS_NAME', 'BUSINESS_PHONE', 'BUSINESS_EMAIL', 'CREDIT_NAME', 'CREDIT_URL'].map((name) => [
      name,
      String(vars[name]),
    ]),
  );
  expect(problemsWith(shipped)).toHaveLength(5);
});

it('staging refuses live-mode keys, and production test-mode keys', () => {
  const staging = { ...READY, environment: 'preview' } as const;
  expect(settingProblems({ ...staging, vars: { ...READY.vars, ENVIRONMENT: 'preview' } })).toEqual([
    'STRIPE_PUBLISHABLE_KEY in wrangler.toml is not a test-mode key (pk_test_...).',
  ]);
  expect(['sk_live_1', 'rk_live_1', 'sk_test_1'].map((key) => secretKeyProblem('preview', key))).toEqual([
    expect.stringContaining('Staging refuses'),
    expect.stringContaining('Staging refuses'),
    null,
  ]);
  expect(secretKeyProblem('production', 'sk_test_1')).toContain('live-mode');
  expect(secretKeyProblem('production', 'rk_live_1')).toBeNull();
});

it('Turnstile needs both keys, or "off" and neither', () => {
  const secret = ['TURNSTILE_SECRET_KEY'];
  expect(turnstileWith({}, secret)).toEqual([]);
  expect(turnstileWith({}, [])).toEqual(['The secret TURNSTILE_SECRET_KEY is not set']);
  expect(turnstileWith({ TURNSTILE_SITE_KEY: '' }, [])).toHaveLength(2);
  expect(turnstileWith({ TURNSTILE: 'off', TURNSTILE_SITE_KEY: '' }, [])).toEqual([]);
  expect(turnstileWith({ TURNSTILE: 'off', TURNSTILE_SITE_KEY: '' }, secret)).toEqual([
    'TURNSTILE is "off", but the secret TURNSTILE_SECRET_KEY is set',
  ]);
  expect(() => turnstileWith({ TURNSTILE: 'off' }, [])).toThrow('TURNSTILE_SITE_KEY is set');
  expect(() => turnstileWith({ TURNSTILE: 'no' }, [])).toThrow('must be "off" or empty');
});

it('today is the day of the business, not of UTC', () => {
  const dayIn = (zone: string) =>
    businessDayAt({ vars: { BUSINESS_TIME_ZONE: zone } }, Date.parse('2026-11-22T03:00:00Z'));
  expect([dayIn('America/New_York'), dayIn('Asia/Tokyo')]).toEqual(['2026-11-21', '2026-11-22']);
  expect(() => dayIn('')).toThrow('BUSINESS_TIME_ZONE is missing');
});
