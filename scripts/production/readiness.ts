import { findUnknownMigration } from '../local/migrate.ts';

/** The settings of the deployment target. */
export type Deployment = {
  vars: Record<string, unknown>;
  databaseId: string | undefined;
  /** File names of migrations/, and those that the remote database has; none for a new database. */
  migrations: { known: string[]; applied: string[] };
  isLoggedIn: boolean;
  /** Names of the Worker's secrets; null when they could not be read. */
  secrets: string[] | null;
};

const PLACEHOLDER_ID = '00000000-0000-0000-0000-000000000000';
const SECRETS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'];
const TURNSTILE_SECRET = 'TURNSTILE_SECRET_KEY';
/** Variables that only a local system may have. */
const DEVELOPMENT_ONLY = ['HOLD_SECONDS', 'CLOCK_OFFSET_SECONDS', 'ADDRESS_LIMITS', 'RETRY_SECONDS'];

/** One sentence for each missing or wrong setting, and how to fix it; empty if the deployment can start. */
export function missingSettings(deployment: Deployment): string[] {
  return [
    ...databaseProblems(deployment),
    ...varProblems(deployment),
    ...turnstileProblems(deployment),
    ...accountProblems(deployment),
  ];
}

function databaseProblems({ databaseId, migrations }: Deployment): string[] {
  if (!isRealDatabase(databaseId))
    return [
      'database_id in wrangler.toml is a placeholder: npx wrangler d1 create dumpster-rental prints the real one.',
    ];
  const unknown = findUnknownMigration(migrations.applied, migrations.known);
  if (!unknown) return [];
  return [
    `The remote database has the migration ${unknown}, which this version of the code does not have: create a new database (npx wrangler d1 create NAME) and set its name and id in wrangler.toml.`,
  ];
}

/** Whether wrangler.toml names a database that exists at Cloudflare. */
export function isRealDatabase(databaseId: string | undefined): boolean {
  return Boolean(databaseId) && databaseId !== PLACEHOLDER_ID;
}

function varProblems({ vars }: Deployment): string[] {
  const text = (name: string) => String(vars[name] ?? '');
  const found: string[] = [];
  if (text('ENVIRONMENT') !== 'production') found.push('ENVIRONMENT in wrangler.toml must be production.');
  for (const [name, value] of Object.entries(vars)) {
    if (/\bexample\.(com|org|net)\b/.test(String(value)))
      found.push(`${name} in wrangler.toml still names ${value}.`);
  }
  if (!text('PUBLIC_URL').startsWith('https://'))
    found.push('PUBLIC_URL in wrangler.toml must begin with https://.');
  const key = text('STRIPE_PUBLISHABLE_KEY');
  if (!key)
    found.push(
      'STRIPE_PUBLISHABLE_KEY in wrangler.toml is empty: the Stripe Dashboard shows it (pk_live_...).',
    );
  else if (!key.startsWith('pk_live_'))
    found.push('STRIPE_PUBLISHABLE_KEY in wrangler.toml is not a live-mode key.');
  for (const name of DEVELOPMENT_ONLY) {
    if (name in vars) found.push(`${name} is for development only: take it out of wrangler.toml.`);
  }
  return found;
}

/** Without Turnstile a script can hold units, so turning it off must be explicit. */
function turnstileProblems({ vars, secrets }: Deployment): string[] {
  const hasSiteKey = Boolean(vars.TURNSTILE_SITE_KEY);
  if (vars.TURNSTILE === undefined) {
    return hasSiteKey
      ? []
      : [
          'TURNSTILE_SITE_KEY in wrangler.toml is empty: create a Turnstile widget in Cloudflare\'s dashboard, or go without it by TURNSTILE = "off".',
        ];
  }
  if (vars.TURNSTILE !== 'off') return ['TURNSTILE in wrangler.toml must be "off" or absent.'];
  // With only one of the two keys, the check would fail for all customers or for none.
  if (hasSiteKey) return ['TURNSTILE is "off", but TURNSTILE_SITE_KEY is set: remove one of them.'];
  if (!secrets?.includes(TURNSTILE_SECRET)) return [];
  return [
    `TURNSTILE is "off", but the secret ${TURNSTILE_SECRET} is set: npx wrangler secret delete ${TURNSTILE_SECRET}.`,
  ];
}

function accountProblems({ vars, isLoggedIn, secrets }: Deployment): string[] {
  const required = vars.TURNSTILE === 'off' ? SECRETS : [...SECRETS, TURNSTILE_SECRET];
  if (!isLoggedIn)
    return [
      'Not logged in to Cloudflare: npx wrangler login, or set CLOUDFLARE_API_TOKEN.',
      `Without a login it is unknown whether these secrets are set: ${required.join(', ')}.`,
    ];
  return required
    .filter((name) => !secrets?.includes(name))
    .map((name) => `The secret ${name} is not set: npx wrangler secret put ${name}.`);
}
