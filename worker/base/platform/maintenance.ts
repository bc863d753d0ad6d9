/** The key in FLAGS. Its value is MAINTENANCE_ON, or there is none. */
export const MAINTENANCE_KEY = 'maintenance';
export const MAINTENANCE_ON = 'on';

/** KV caches a value at the edge for at least this long. `npm run maintenance` waits for it. */
const KV_CACHE_SECONDS = 60;

/** The binding of Workers KV, as far as it is used here. */
type FlagStore = { get(key: string, options: { cacheTtl: number }): Promise<string | null> };
type Flags = { FLAGS: FlagStore; ENVIRONMENT?: unknown };
type Known = { isOn: boolean; readAtMs: number };

/** An instance of the Worker does not ask KV again for this time. */
const FRESH_MS = 5000;
const FRESH_MS_IN_DEVELOPMENT = 500;
/** Until this age the last answer counts while KV is asked behind the reply. */
const STALE_MS = 15_000;
const known = new WeakMap<Flags, Known>();

type Reading = {
  nowMs: number;
  /** Answers if KV does not, and there is no answer yet. */
  whenUnknown: () => Promise<boolean>;
  /** Keeps the instance alive while it asks again behind the reply. Without it, an old answer is not used. */
  waitUntil?: ((work: Promise<void>) => void) | undefined;
};

/**
 * Whether the system is in maintenance. A change arrives within about 75 seconds (`npm run maintenance` waits longer).
 * While KV does not answer, the last answer counts: maintenance ends or begins only by command.
 */
export async function readMaintenance(env: Flags, reading: Reading): Promise<boolean> {
  const last = known.get(env);
  const { nowMs, waitUntil } = reading;
  const ageMs = last ? nowMs - last.readAtMs : Number.POSITIVE_INFINITY;
  const isDevelopment = env.ENVIRONMENT === 'development';
  if (last && ageMs < (isDevelopment ? FRESH_MS_IN_DEVELOPMENT : FRESH_MS)) return last.isOn;
  const asked = askAgain(env, reading, last);
  if (!last || !waitUntil || isDevelopment || ageMs >= STALE_MS) return asked;
  waitUntil(asked.then(() => undefined));
  return last.isOn;
}

async function askAgain(env: Flags, { nowMs, whenUnknown }: Reading, last: Known | undefined) {
  const isOn = await readFlag(env).catch(() => last?.isOn ?? whenUnknown());
  known.set(env, { isOn, readAtMs: nowMs });
  return isOn;
}

async function readFlag({ FLAGS }: Flags): Promise<boolean> {
  return (await FLAGS.get(MAINTENANCE_KEY, { cacheTtl: KV_CACHE_SECONDS })) === MAINTENANCE_ON;
}
