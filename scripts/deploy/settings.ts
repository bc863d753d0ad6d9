import { frameOrigin } from '#domain/shared/business.ts';
import type { DeployConfig } from './config.ts';

/** Variables that only a local system may have. */
const DEVELOPMENT_ONLY = ['HOLD_SECONDS', 'CLOCK_OFFSET_SECONDS', 'ADDRESS_LIMITS', 'RETRY_SECONDS'];
/** Values of the demo business, which wrangler.toml ships with. */
const DEMO_VALUES = ['Ironwood Dumpsters', '(555) 010-0142', 'Ironwood Software'];
const TURNSTILE_SECRET = 'TURNSTILE_SECRET_KEY';

/** One sentence for each variable of wrangler.toml that a person must correct; empty if the deployment can start. */
export function settingProblems({ environment, vars }: DeployConfig): string[] {
  const found: string[] = [];
  if (vars.ENVIRONMENT !== environment) found.push(`ENVIRONMENT in wrangler.toml must be ${environment}.`);
  for (const [name, value] of Object.entries(vars)) {
    if (/\bexample\.(com|org|net)\b/.test(value) || DEMO_VALUES.includes(value))
      found.push(`${name} in wrangler.toml still names ${value}.`);
  }
  const zone = vars.BUSINESS_TIME_ZONE;
  if (zone !== undefined && !isTimeZone(zone)) {
    found.push(
      `BUSINESS_TIME_ZONE in wrangler.toml is ${zone}, which is no time zone: write a name such as America/New_York.`,
    );
  }
  if (!vars.PUBLIC_URL?.startsWith('https://')) {
    found.push('PUBLIC_URL in wrangler.toml must begin with https://.');
  }
  const prefix = `pk_${modeOf(environment)}_`;
  const key = vars.STRIPE_PUBLISHABLE_KEY ?? '';
  if (!key) {
    found.push(
      `STRIPE_PUBLISHABLE_KEY in wrangler.toml is empty: the Stripe Dashboard shows it (${prefix}...).`,
    );
  } else if (!key.startsWith(prefix)) {
    found.push(
      `STRIPE_PUBLISHABLE_KEY in wrangler.toml is not a ${modeOf(environment)}-mode key (${prefix}...).`,
    );
  }
  for (const name of DEVELOPMENT_ONLY) {
    if (name in vars) found.push(`${name} is for development only: take it out of wrangler.toml.`);
  }
  return found;
}

/** One sentence for each setting that works otherwise than a person may expect. The deployment goes on. */
export function settingWarnings({ vars }: Pick<DeployConfig, 'vars'>): string[] {
  const sources = (vars.FRAME_PARENTS ?? '').split(/\s+/).filter(Boolean);
  const dropped = sources.filter((source) => !source.startsWith("'") && frameOrigin(source) === null);
  return dropped.map(
    (source) =>
      `FRAME_PARENTS in wrangler.toml names ${source}, which is no https address of one site: the business profile leaves it out, and pages there cannot show the booking page in a frame. List each site at /admin/settings/business.`,
  );
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }));
  } catch {
    return false;
  }
}

/** What is missing for Turnstile. Without it a script can hold units, so turning it off must be explicit. */
export function turnstileProblems({ vars }: DeployConfig, secrets: string[]): string[] {
  const hasSecret = secrets.includes(TURNSTILE_SECRET);
  if (vars.TURNSTILE === undefined || vars.TURNSTILE === '') {
    return [
      ...(vars.TURNSTILE_SITE_KEY ? [] : ['TURNSTILE_SITE_KEY is empty, and TURNSTILE is not "off"']),
      ...(hasSecret ? [] : [`The secret ${TURNSTILE_SECRET} is not set`]),
    ];
  }
  if (vars.TURNSTILE !== 'off') throw new Error('TURNSTILE in wrangler.toml must be "off" or empty.');
  // One key alone has no effect: the Worker requires a token only with both.
  if (vars.TURNSTILE_SITE_KEY) {
    throw new Error('TURNSTILE is "off", but TURNSTILE_SITE_KEY is set: empty one of them in wrangler.toml.');
  }
  return hasSecret ? [`TURNSTILE is "off", but the secret ${TURNSTILE_SECRET} is set`] : [];
}

/** A sentence if this is not a key that the environment may use; null if it is. */
export function secretKeyProblem(environment: DeployConfig['environment'], key: string): string | null {
  const mode = modeOf(environment);
  if (new RegExp(`^[sr]k_${mode}_`).test(key)) return null;
  return environment === 'preview'
    ? 'Staging refuses every key but a test-mode one (sk_test_... or rk_test_...).'
    : 'Production needs a live-mode key (sk_live_... or rk_live_...).';
}

function modeOf(environment: DeployConfig['environment']): 'live' | 'test' {
  return environment === 'preview' ? 'test' : 'live';
}
