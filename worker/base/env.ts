import * as z from 'zod/mini';
import { frameOrigin } from '#domain/shared/business.ts';
import { findRegion } from '#domain/shared/regions.ts';
import type { LiveHub } from '#worker/base/live/hub.ts';
import type { TextKeys } from '#worker/base/platform/texts.ts';
import type { PushKeys } from '#worker/base/platform/web-push.ts';
import type { UserSessions } from '#worker/base/sessions/user-sessions.ts';
import type { TaskMessage } from './task-message.ts';

/** The bindings and variables of wrangler.toml, and the secrets. */
export type Env = {
  DB: D1Database;
  TASKS: Queue<TaskMessage>;
  STATUS_LIMIT: RateLimit;
  DATES_LIMIT: RateLimit;
  DRIVER_SENDS_LIMIT: RateLimit;
  DRIVER_READS_LIMIT: RateLimit;
  EMAIL: SendEmail;
  FLAGS: KVNamespace;
  CATALOG: KVNamespace;
  BACKUPS: R2Bucket;
  PHOTOS: R2Bucket;
  SESSIONS: DurableObjectNamespace<UserSessions>;
  LIVE: DurableObjectNamespace<LiveHub>;
  [variable: string]: unknown;
};

const text = z.string().check(z.minLength(1));
const whole = z.pipe(
  z.string().check(z.regex(/^-?\d+$/)),
  z.transform((digits: string) => Number(digits)),
);

const variables = z.object({
  ENVIRONMENT: z.enum(['production', 'preview', 'development']),
  PUBLIC_URL: z.url(),
  BUSINESS_NAME: text,
  BUSINESS_PHONE: text,
  BUSINESS_EMAIL: z.email(),
  BUSINESS_TIME_ZONE: text,
  CREDIT_NAME: text,
  CREDIT_URL: z.url(),
  FRAME_PARENTS: z._default(z.string(), ''),
  /** The sender of e-mails; '' for BUSINESS_EMAIL. */
  MAIL_FROM: z._default(z.union([z.literal(''), z.email()]), ''),
  /**
   * Only validated here. The headers do not depend on this check: they must be set even if the settings are invalid.
   */
  HSTS_SUBDOMAINS: z.optional(z.enum(['on', 'off'])),
  /** Of REGIONS; '' lets Cloudflare choose where Durable Objects are. */
  REGION: z._default(z.string(), ''),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  /** A second accepted secret, for the time when the secret is being changed. */
  STRIPE_WEBHOOK_SECRET_PREVIOUS: z.optional(z.string()),
  TURNSTILE_SITE_KEY: z.optional(z.string()),
  TURNSTILE_SECRET_KEY: z.optional(z.string()),
  /** Texts are sent once the account and sender (here) and the secret token are set. */
  TEXTS_ACCOUNT_SID: z.optional(z.string()),
  /** A number like +15550100142, or the id of a messaging service (MG...). */
  TEXTS_FROM: z.optional(z.string()),
  TEXTS_AUTH_TOKEN: z.optional(z.string()),
  /** The keys of push messages, 'public.private' (docs/deploying.md); '' for none. */
  VAPID_KEYS: z._default(z.string().check(z.regex(/^(?:B[\w-]{86}\.[\w-]{43})?$/)), ''),
  /** The name of dead_letter_queue in wrangler.toml. */
  DEAD_LETTER_QUEUE: text,
  /** For staging: the only addresses that get e-mail, separated by commas. */
  STAGING_RECIPIENTS: z._default(z.string(), ''),
  /** Adds the checks to the reply of /api/health. Without it they are never shown. */
  HEALTH_KEY: z._default(z.string(), ''),
  /** Gets a POST with JSON when a health check fails and when it is good again; '' for e-mail only. */
  ALERT_WEBHOOK_URL: z._default(z.string(), ''),
  /** age1...: without it no backup is made, because a backup is never stored unencrypted. */
  BACKUP_PUBLIC_KEY: z.optional(z.string()),
  /** Cents that may be charged after the deposit without the password of a super administrator. */
  MAX_BALANCE: z._default(whole, 200_000),
  /** Drives, addresses and routes of openrouteservice; '' for estimates. */
  ROUTING_API_KEY: z._default(z.string(), ''),
  ROUTING_GEOCODE_URL: z._default(z.string(), 'https://api.heigit.org/pelias/v1'),
  ROUTING_MATRIX_URL: z._default(z.string(), 'https://api.heigit.org/openrouteservice/v2/matrix/driving-hgv'),
  ROUTING_OPTIMIZATION_URL: z._default(z.string(), 'https://api.heigit.org/vroom/v0'),
  ROUTING_MATRIX_CELLS: z._default(whole, 3500),
  ROUTING_MAX_VEHICLES: z._default(whole, 20),
  ROUTING_MAX_JOBS: z._default(whole, 100),
  HOLD_SECONDS: z.optional(whole),
  CLOCK_OFFSET_SECONDS: z.optional(whole),
  ADDRESS_LIMITS: z.optional(z.enum(['on', 'off'])),
  RETRY_SECONDS: z.optional(whole),
});

export type Settings = ReturnType<typeof parseSettings>;

const DEVELOPMENT_ONLY = ['HOLD_SECONDS', 'CLOCK_OFFSET_SECONDS', 'ADDRESS_LIMITS', 'RETRY_SECONDS'] as const;
const parsed = new WeakMap<Env, Settings>();

/** The variables, parsed once per isolate. Throws with the names of all missing or invalid variables. */
export function getEnvSettings(env: Env): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const settings = parseSettings(env);
  parsed.set(env, settings);
  return settings;
}

function parseSettings(env: Env) {
  const result = variables.safeParse(env);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The Worker is not configured: ${wrong.join('; ')}`);
  }
  const vars = result.data;
  const forbidden = DEVELOPMENT_ONLY.filter((name) => vars[name] !== undefined);
  if (vars.ENVIRONMENT !== 'development' && forbidden.length > 0) {
    throw new Error(`Only for development, but set: ${forbidden.join(', ')}`);
  }
  const isLiveMode = /^[sr]k_live_/.test(vars.STRIPE_SECRET_KEY);
  if (vars.ENVIRONMENT === 'preview' && isLiveMode) {
    throw new Error(
      'Staging refuses live-mode keys: set STRIPE_SECRET_KEY to a test-mode key (sk_test_...).',
    );
  }
  return {
    environment: vars.ENVIRONMENT,
    publicUrl: vars.PUBLIC_URL,
    /** The business profile until staff change it: only worker/base/business reads it. */
    firstProfile: {
      name: vars.BUSINESS_NAME,
      phone: vars.BUSINESS_PHONE,
      email: vars.BUSINESS_EMAIL,
      creditName: vars.CREDIT_NAME,
      creditUrl: vars.CREDIT_URL,
      frameOrigins: vars.FRAME_PARENTS.split(/\s+/).flatMap((source) => frameOrigin(source) ?? []),
    },
    mailFrom: vars.MAIL_FROM || vars.BUSINESS_EMAIL,
    timeZone: vars.BUSINESS_TIME_ZONE,
    logLevel: vars.LOG_LEVEL,
    /** Where Durable Objects are made; null: near their first call. */
    locationHint: findRegion(vars.REGION)?.location ?? null,
    stripeSecretKey: vars.STRIPE_SECRET_KEY,
    isLiveMode,
    webhookSecrets: [vars.STRIPE_WEBHOOK_SECRET, vars.STRIPE_WEBHOOK_SECRET_PREVIOUS ?? ''].filter(Boolean),
    /** Null unless both keys are set: without the site key the page cannot get a token. */
    turnstileSecretKey: (vars.TURNSTILE_SITE_KEY && vars.TURNSTILE_SECRET_KEY) || null,
    textKeys: textKeysOf(vars),
    pushKeys: pushKeysOf(vars.VAPID_KEYS),
    deadLetterQueue: vars.DEAD_LETTER_QUEUE,
    /** The only addresses that get e-mail, in lower case, and the only numbers that get texts; null: all do. */
    emailRecipients: vars.ENVIRONMENT === 'preview' ? addressesIn(vars.STAGING_RECIPIENTS) : null,
    healthKey: vars.HEALTH_KEY || null,
    alertWebhookUrl: vars.ALERT_WEBHOOK_URL || null,
    backupPublicKey: vars.BACKUP_PUBLIC_KEY || null,
    maxBalance: vars.MAX_BALANCE,
    routing: routingSettings(vars),
    /** A day with more is planned without the optimization service. */
    routingMaxVehicles: vars.ROUTING_MAX_VEHICLES,
    routingMaxJobs: vars.ROUTING_MAX_JOBS,
    holdSeconds: vars.HOLD_SECONDS ?? null,
    clockOffsetMs: (vars.CLOCK_OFFSET_SECONDS ?? 0) * 1000,
    retrySeconds: vars.RETRY_SECONDS ?? null,
    hasAddressLimits: vars.ADDRESS_LIMITS !== 'off',
  };
}

/** Null without a key: drives are estimated. */
function routingSettings(vars: z.output<typeof variables>) {
  if (!vars.ROUTING_API_KEY) return null;
  return {
    key: vars.ROUTING_API_KEY,
    geocodeUrl: vars.ROUTING_GEOCODE_URL,
    matrixUrl: vars.ROUTING_MATRIX_URL,
    optimizationUrl: vars.ROUTING_OPTIMIZATION_URL,
    maxMatrixCells: vars.ROUTING_MATRIX_CELLS,
  };
}

function pushKeysOf(keys: string): PushKeys | null {
  const [publicKey, privateKey] = keys.split('.');
  return publicKey && privateKey ? { publicKey, privateKey } : null;
}

/** Null unless all three are set: then no texts are sent, and no customer is asked for them. */
function textKeysOf({
  TEXTS_ACCOUNT_SID: accountSid,
  TEXTS_AUTH_TOKEN: authToken,
  TEXTS_FROM: from,
}: z.output<typeof variables>): TextKeys | null {
  return accountSid && authToken && from ? { accountSid, authToken, from } : null;
}

function addressesIn(list: string): string[] {
  return list
    .split(',')
    .map((address) => address.trim().toLowerCase())
    .filter(Boolean);
}
