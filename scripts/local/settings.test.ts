import { expect, it } from 'vitest';
import { parseFleet, readSettings, stateDirOf } from './settings.ts';

it('needs no variables', () => {
  expect(readSettings({}, '/home/ann/shop')).toEqual({
    port: 8788,
    stateDir: '/home/ann/shop/.wrangler/state',
    publicUrl: null,
    adminPassword: null,
    demo: 'small',
    fleet: parseFleet('10-Yard:3,15-Yard:4,20-Yard:3,30-Yard:2'),
    logLevel: 'warn',
    clockOffsetSeconds: 0,
    developmentVars: { RETRY_SECONDS: '2' },
  });
});

it('has a larger fleet with the firm', () => {
  const { demo, fleet } = readSettings({ DEMO: 'firm' }, '/home/ann/shop');
  expect(demo).toBe('firm');
  expect(fleet).toEqual(parseFleet('10-Yard:8,15-Yard:16,20-Yard:12,30-Yard:6'));
  expect(readSettings({ DEMO: 'firm', FLEET: '30-yard:1' }, '/home/ann/shop').fleet).toEqual(
    parseFleet('30-Yard:1'),
  );
});

it('reads the variables', () => {
  const env = {
    PORT: '9000',
    STATE_DIR: '/tmp/elsewhere',
    PUBLIC_URL: 'https://rent.test/',
    ADMIN_PASSWORD: 'correct horse',
    DEMO: '0',
    FLEET: '30-yard:1',
    LOG_LEVEL: 'debug',
    HOLD_SECONDS: '5',
    CLOCK_OFFSET_SECONDS: '-86400',
    ADDRESS_LIMITS: 'off',
    RETRY_SECONDS: '0',
  };
  expect(readSettings(env, '/home/ann/shop')).toEqual({
    port: 9000,
    stateDir: '/tmp/elsewhere',
    publicUrl: 'https://rent.test',
    adminPassword: 'correct horse',
    demo: 'none',
    fleet: [{ dumpsterType: '30-yard', count: 1 }],
    logLevel: 'debug',
    clockOffsetSeconds: -86_400,
    developmentVars: {
      HOLD_SECONDS: '5',
      CLOCK_OFFSET_SECONDS: '-86400',
      ADDRESS_LIMITS: 'off',
      RETRY_SECONDS: '0',
    },
  });
});

it.each([
  [{ PORT: 'http' }, "PORT must be a whole number, not 'http'."],
  [{ PORT: '70000' }, 'PORT must be between 1 and 65535, not 70000.'],
  [{ PUBLIC_URL: 'rent' }, "PUBLIC_URL is no address: 'rent'."],
  [{ DEMO: 'yes' }, "DEMO is 0, 1 or firm, not 'yes'."],
  [{ FLEET: 'ten' }, "FLEET reads like '10-Yard:3,15-Yard:4,20-Yard:3,30-Yard:2', not 'ten'."],
  [{ HOLD_SECONDS: '0' }, 'HOLD_SECONDS must be at least 1.'],
  [{ RETRY_SECONDS: '-1' }, 'RETRY_SECONDS must be at least 0.'],
  [{ ADDRESS_LIMITS: 'no' }, "ADDRESS_LIMITS is on or off, not 'no'."],
  [
    { ENVIRONMENT: 'production', HOLD_SECONDS: '5' },
    'HOLD_SECONDS may be set in development only, and ENVIRONMENT is production.',
  ],
])('says what is wrong with %j', (env, sentence) => {
  expect(() => readSettings(env, '/')).toThrow(sentence);
});

it('keeps its state in the checkout unless STATE_DIR is set', () => {
  expect(stateDirOf({}, '/shop')).toBe('/shop/.wrangler/state');
  expect(stateDirOf({ STATE_DIR: 'other' }, '/shop')).toBe('/shop/other');
});
