import { resolve } from 'node:path';

export type FleetOrder = { dumpsterType: string; count: number };

/** 'small': past bookings of the first catalog; 'firm': a firm with prices, zones and tax. */
export type Demo = 'none' | 'small' | 'firm';

/** The settings of a local system, from the environment. */
export type Settings = {
  port: number;
  stateDir: string;
  /** The public URL; null: its own URL. */
  publicUrl: string | null;
  /** null: the current password, or a random one. */
  adminPassword: string | null;
  demo: Demo;
  fleet: FleetOrder[];
  logLevel: string;
  clockOffsetSeconds: number;
  /** Variables of the Worker for development only. */
  developmentVars: Record<string, string>;
};

const DEVELOPMENT_ONLY = ['HOLD_SECONDS', 'CLOCK_OFFSET_SECONDS', 'ADDRESS_LIMITS', 'RETRY_SECONDS'] as const;
/** Shorter than in production, so that failed messages reach the dead-letter queue within seconds. */
const DEFAULT_RETRY_SECONDS = '2';
const DEFAULT_FLEET = '10-Yard:3,15-Yard:4,20-Yard:3,30-Yard:2';
const FIRM_FLEET = '10-Yard:8,15-Yard:16,20-Yard:12,30-Yard:6';
const DEMOS: Readonly<Record<string, Demo>> = { '0': 'none', '1': 'small', firm: 'firm' };

type Environment = Record<string, string | undefined>;

/** Throws an error with one sentence if a variable is invalid. */
export function readSettings(env: Environment, root: string): Settings {
  const given = DEVELOPMENT_ONLY.filter((name) => env[name]);
  if (given.length > 0 && env.ENVIRONMENT && env.ENVIRONMENT !== 'development') {
    throw new Error(
      `${given.join(', ')} may be set in development only, and ENVIRONMENT is ${env.ENVIRONMENT}.`,
    );
  }
  if (env.HOLD_SECONDS && !(wholeNumber(env, 'HOLD_SECONDS') > 0)) {
    throw new Error('HOLD_SECONDS must be at least 1.');
  }
  if (env.RETRY_SECONDS && !(wholeNumber(env, 'RETRY_SECONDS') >= 0)) {
    throw new Error('RETRY_SECONDS must be at least 0.');
  }
  if (env.ADDRESS_LIMITS && !['on', 'off'].includes(env.ADDRESS_LIMITS)) {
    throw new Error(`ADDRESS_LIMITS is on or off, not '${env.ADDRESS_LIMITS}'.`);
  }
  const demo = readDemo(env);
  return {
    port: readPort(env),
    stateDir: stateDirOf(env, root),
    publicUrl: readPublicUrl(env),
    adminPassword: env.ADMIN_PASSWORD || null,
    demo,
    fleet: parseFleet(env.FLEET || (demo === 'firm' ? FIRM_FLEET : DEFAULT_FLEET)),
    logLevel: env.LOG_LEVEL || 'warn',
    clockOffsetSeconds: wholeNumber(env, 'CLOCK_OFFSET_SECONDS'),
    developmentVars: {
      RETRY_SECONDS: DEFAULT_RETRY_SECONDS,
      ...Object.fromEntries(given.map((name) => [name, env[name] ?? ''])),
    },
  };
}

/** The folder of a local system's state; commands find a running system by it. */
export function stateDirOf(env: Environment, root: string): string {
  return resolve(root, env.STATE_DIR || '.wrangler/state');
}

/** '10-Yard:3,15-Yard:4' */
export function parseFleet(text: string): FleetOrder[] {
  return text.split(',').map((part) => {
    const [, dumpsterType, count] = /^\s*(\d+-yard)\s*:\s*(\d+)\s*$/i.exec(part) ?? [];
    if (!dumpsterType || !count) throw new Error(`FLEET reads like '${DEFAULT_FLEET}', not '${text}'.`);
    return { dumpsterType: dumpsterType.toLowerCase(), count: Number(count) };
  });
}

function readDemo({ DEMO }: Environment): Demo {
  const demo = DEMOS[DEMO || '1'];
  if (!demo) throw new Error(`DEMO is 0, 1 or firm, not '${DEMO}'.`);
  return demo;
}

function readPort(env: Environment): number {
  const port = wholeNumber(env, 'PORT', 8788);
  if (port < 0 || port > 65_535) throw new Error(`PORT must be between 1 and 65535, not ${port}.`);
  return port;
}

function readPublicUrl(env: Environment): string | null {
  if (!env.PUBLIC_URL) return null;
  if (!URL.canParse(env.PUBLIC_URL)) throw new Error(`PUBLIC_URL is no address: '${env.PUBLIC_URL}'.`);
  return env.PUBLIC_URL.replace(/\/+$/, '');
}

function wholeNumber(env: Environment, name: string, absent = 0): number {
  const text = env[name];
  if (!text) return absent;
  if (!/^-?\d+$/.test(text)) throw new Error(`${name} must be a whole number, not '${text}'.`);
  return Number(text);
}
