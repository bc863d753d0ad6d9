import { expect, it } from 'vitest';
import { getEnvSettings } from '#worker/base/env.ts';
import { rows, testEnv } from './world.ts';

it('runs in workerd on a migrated database', async () => {
  expect(await rows("SELECT name FROM sqlite_master WHERE name = 'd1_migrations'")).toEqual([
    { name: 'd1_migrations' },
  ]);
});

it('staging refuses live-mode keys', () => {
  const staging = (key: string) =>
    getEnvSettings({ ...testEnv, ENVIRONMENT: 'preview', STRIPE_SECRET_KEY: key });
  for (const key of ['sk_live_1', 'rk_live_1']) expect(() => staging(key)).toThrow('refuses live-mode keys');
  expect(staging('sk_test_1')).toMatchObject({ environment: 'preview', emailRecipients: [] });
});

it('Turnstile is on only when both keys are set', () => {
  const keyOf = (vars: object) => getEnvSettings({ ...testEnv, ...vars }).turnstileSecretKey;
  expect(keyOf({ TURNSTILE_SITE_KEY: '', TURNSTILE_SECRET_KEY: 'secret' })).toBeNull();
  expect(keyOf({ TURNSTILE_SITE_KEY: '0x1' })).toBeNull();
  expect(keyOf({ TURNSTILE_SITE_KEY: '0x1', TURNSTILE_SECRET_KEY: 'secret' })).toBe('secret');
});
