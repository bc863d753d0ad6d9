import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/local/processes/ports.ts';
import { Teardown } from '#scripts/local/processes/teardown.ts';
import { readSettings } from '../local/settings.ts';
import type { Running } from '../local/state.ts';
import { startSystem } from '../local/system.ts';
import { ROOT } from '../root.ts';
import { bareWorker } from './bare-worker.ts';
import { keptBusiness, placeBusiness } from './business/database.ts';
import type { Business } from './business/rentals.ts';
import { API_HOST } from './staff-calls.ts';

/**
 * A tenth of the fleet's days a year may be held unpaid (docs/decisions/0031): 5,856 one-day holds, more than the calls
 * for holds take in their five seconds.
 */
const FLEET = '10-Yard:40,15-Yard:40,20-Yard:40,30-Yard:40';

/** `otherScript`: runs instead of the Worker. `vars`: further variables. */
type Options = { otherScript?: string; vars?: Record<string, string> };

/**
 * Runs the whole product on its own state, with a bare Worker beside it, until `use` has finished. `data`: generated
 * bookings, those of DEMO=firm, or none.
 */
export async function withSystem<T>(
  data: Business | 'firm' | null,
  use: (running: Running, stateDir: string) => Promise<T>,
  { otherScript, vars = {} }: Options = {},
): Promise<T> {
  const teardown = new Teardown();
  const stateDir = mkdtempSync(join(tmpdir(), 'bench-'));
  const env = {
    STATE_DIR: stateDir,
    PORT: String(await freePort()),
    FLEET,
    DEMO: data === 'firm' ? 'firm' : '0',
    ADDRESS_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...(isGenerated(data) && { CLOCK_OFFSET_SECONDS: String(clockOffsetOf(data)) }),
  };
  try {
    if (isGenerated(data)) await placeBusiness(data, stateDir, CACHE);
    const settings = readSettings(env, ROOT);
    const { running } = await startSystem({
      root: ROOT,
      settings: { ...settings, developmentVars: { ...settings.developmentVars, ...vars } },
      teardown,
      extraWorkers: [await bareWorker(ROOT)],
      apiRoutes: [`${API_HOST}/*`],
      ...(otherScript !== undefined && { otherScript }),
    });
    return await use(running, stateDir);
  } finally {
    await teardown.run();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

const isGenerated = (data: Business | 'firm' | null): data is Business => data !== null && data !== 'firm';

/** The product's clock shows noon of the reference day: later, all work since then would be late. */
function clockOffsetOf({ today }: Business): number {
  return Math.round((Date.parse(`${today}T17:00:00Z`) - Date.now()) / 1000);
}

/** Generates missing databases. This blocks the process, so it must run before the system is started. */
export async function makeReady(businesses: Business[]): Promise<void> {
  for (const business of businesses) await keptBusiness(business, CACHE);
}

const CACHE = { root: ROOT, cacheDir: join(ROOT, '.cache', 'bench') };
