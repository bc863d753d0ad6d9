/** The key in FLAGS. Its value is MAINTENANCE_ON, or there is none. */
export const MAINTENANCE_KEY = 'maintenance';
export const MAINTENANCE_ON = 'on';

/** KV caches a value at the edge for at least this long. `npm run maintenance` waits for it. */
const KV_CACHE_SECONDS = 60;

/** The binding of Workers KV, as far as it is used here. */
type FlagStore = { get(key: string, options: { cacheTtl: number }): Promise<string | null> };
type Flags = { FLAGS: FlagStore; ENVIRONMENT?: unknown };
type Known = { isOn: boolean; readAtMs: number };

/** Each instance of the Worker asks KV this often, so that a request does not wait for it. */
const FRESH_MS = 5000;
const FRESH_MS_IN_DEVELOPMENT = 500;
const known = new WeakMap<Flags, Known>();

/**
 * Whether the system is in maintenance. A change arrives within about 65 seconds. While KV does not answer, the last
 * answer counts: maintenance ends or begins only by command. `whenUnknown` answers if there is none yet.
 */
export async function readMaintenance(
  env: Flags,
  nowMs: number,
  whenUnknown: () => Promise<boolean>,
): Promise<boolean> {
  const last = known.get(env);
  const freshMs = env.ENVIRONMENT === 'development' ? FRESH_MS_IN_DEVELOPMENT : FRESH_MS;
  if (last && nowMs - last.readAtMs < freshMs) return last.isOn;
  const isOn = await readFlag(env).catch(() => last?.isOn ?? whenUnknown());
  known.set(env, { isOn, readAtMs: nowMs });
  return isOn;
}

async function readFlag({ FLAGS }: Flags): Promise<boolean> {
  return (await FLAGS.get(MAINTENANCE_KEY, { cacheTtl: KV_CACHE_SECONDS })) === MAINTENANCE_ON;
}
