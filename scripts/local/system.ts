import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { V4WorkerOptions } from 'miniflare';
import { localScript } from '#emulators/stripe/local-script.ts';
import { childPids } from '#scripts/local/processes/child-pids.ts';
import { isPortFree, portTaken } from '#scripts/local/processes/ports.ts';
import type { Teardown } from '#scripts/local/processes/teardown.ts';
import { readSiteVars } from '#web/build/site-vars.ts';
import { localPublicKey } from '../backups/keys.ts';
import type { DemoDriver } from '../demo/dispatch.ts';
import { makeDemo } from '../demo/make.ts';
import { withBundle } from '../production/bundle.ts';
import { type Administrator, ensureAdministrator, findDrivers } from './administrator.ts';
import { commandHandler } from './commands.ts';
import { isControlled, startControl } from './control.ts';
import { startScheduler } from './crons.ts';
import { LOCAL_KEYS } from './keys.ts';
import { type Database, migrate, readMigrations } from './migrate.ts';
import { type Platform, startPlatform } from './platform.ts';
import { seedFleet } from './seed.ts';
import type { Settings } from './settings.ts';
import { adaptSite, copySite } from './site.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import { type Running, readState, removeState, type SavedSettings, writeState } from './state.ts';

export type System = {
  running: Running;
  /** Rejects if a part ends unexpectedly. */
  failed: Promise<never>;
};

export type SystemOptions = {
  root: string;
  settings: Settings;
  teardown: Teardown;
  /** Additional Workers, for measurements. */
  extraWorkers?: V4WorkerOptions[];
  /** URLs at which the Worker answers without Pages in front of it, for measurements. */
  apiRoutes?: string[];
  /** A Worker that runs instead of the production bundle, for measurements. */
  otherScript?: string;
};

/** Starts the whole product on this machine. Resolves when all servers respond and running.json is written. */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { root, settings, teardown } = options;
  const { stateDir } = settings;
  await refuseWhenTaken(settings);
  removeState(stateDir, 'running.json');
  const now = () => Date.now() + settings.clockOffsetSeconds * 1000;

  const built = await takeBuild(root, stateDir);
  const app = appOptions(options, built, await localPublicKey(stateDir));
  const prepare = async (database: Database) => {
    await migrate(database, readMigrations(join(root, 'migrations')));
    await seedFleet(database, settings.fleet, now());
    // No cron ran while the system was off.
    await database.prepare('UPDATE cron_runs SET expected_since = ?').bind(now()).run();
  };
  const isNewDemo = await makeDemoOnce({ settings, app, prepare, now });
  const kept = readState(stateDir, 'kept.json') ?? {};
  const standIns = await startStandIns({ root, settings, kept, teardown });
  adaptSite(built.siteDir, {
    stripeUrl: standIns.stripe.url,
    stripeKey: LOCAL_KEYS.STRIPE_PUBLISHABLE_KEY,
    script: localScript(standIns.stripe.url),
    mapUrl: standIns.routing.url,
    mapHosts: readSiteVars().mapHosts,
  });
  const platform = await startPlatform({
    ...app,
    stripeUrl: standIns.stripe.url,
    mailboxUrl: standIns.mailbox.url,
    routingUrl: standIns.routing.url,
    textsUrl: standIns.texts.url,
  });
  teardown.add(platform.stop);
  const database = await platform.database();
  await prepare(database);
  const admin = await ensureAdministrator(database, kept, { given: settings.adminPassword, nowMs: now() });
  writeState(stateDir, 'kept.json', { ...kept, ...savedSettings(standIns, admin) });
  await openControl({ platform, now, settings, teardown });
  // The demo may have published a catalog: its task is waiting.
  if (isNewDemo) await platform.runCron('outbox');
  // The demo's bookings came without queue messages.
  if (isNewDemo) await platform.runCron('geocoding');
  // The firm has a dispute that no webhook delivered.
  if (isNewDemo && settings.demo === 'firm') await platform.runCron('events');
  const drivers = await findDrivers(database, kept);
  return announce({ options, platform, standIns, admin, drivers });
}

async function refuseWhenTaken({ stateDir, port }: Settings): Promise<void> {
  if (await isControlled(stateDir)) {
    throw new Error(`Another copy is running on ${stateDir}: stop it, or set STATE_DIR and PORT to others.`);
  }
  if (!(await isPortFree(port))) throw portTaken(port);
}

type FirstStart = {
  settings: Settings;
  app: ReturnType<typeof appOptions>;
  prepare: (database: Database) => Promise<void>;
  now: () => number;
};

/** Makes the demo of the settings unless the state has one. Returns whether it was made now. */
async function makeDemoOnce({ settings, app, prepare, now }: FirstStart): Promise<boolean> {
  const { demo, stateDir, adminPassword } = settings;
  if (demo === 'none') return false;
  const kept = readState(stateDir, 'kept.json') ?? {};
  if (kept.demo) {
    if (kept.demo !== demo)
      console.log(`${stateDir} has another demo, which stays: set STATE_DIR to a new folder.`);
    return false;
  }
  const keep = (changes: SavedSettings) =>
    writeState(stateDir, 'kept.json', { ...readState(stateDir, 'kept.json'), ...changes });
  const stripeFile = join(stateDir, 'stripe', 'stripe.sqlite');
  const administrator = async (database: Database) => {
    const made = await ensureAdministrator(database, kept, { given: adminPassword, nowMs: now() });
    keep({ adminId: made.id, adminPassword: made.password });
    return made;
  };
  const keepDrivers = (drivers: DemoDriver[]) =>
    keep({ drivers: drivers.map(({ id, password }) => ({ id, password })) });
  await makeDemo({ ...app, demo, stripeFile, nowMs: now(), prepare, administrator, keepDrivers });
  keep({ demo });
  return true;
}

type Built = { siteDir: string; functionScript: string; workerScript: string };

/** Builds if sources changed and makes a copy, so that later builds do not change this system. */
function takeBuild(root: string, stateDir: string): Promise<Built> {
  const siteDir = join(stateDir, 'site');
  return withBundle(root, async (bundle) => {
    copySite(bundle.siteDir, siteDir);
    return { ...bundle, siteDir };
  });
}

const appUrl = ({ port }: Settings) => `http://localhost:${port}`;

function appOptions(
  { root, settings, extraWorkers = [], apiRoutes = [], otherScript }: SystemOptions,
  built: Built,
  backupPublicKey: string,
) {
  return {
    ...built,
    root,
    extraWorkers,
    apiRoutes,
    ...(otherScript !== undefined && { otherScript }),
    port: settings.port,
    persistDir: join(settings.stateDir, 'platform'),
    vars: {
      ...LOCAL_KEYS,
      BACKUP_PUBLIC_KEY: backupPublicKey,
      ROUTING_API_KEY: 'local-routing-key',
      ENVIRONMENT: 'development',
      PUBLIC_URL: settings.publicUrl ?? appUrl(settings),
      LOG_LEVEL: settings.logLevel,
      ...settings.developmentVars,
    },
    onLog: (line: string) => console.error(line),
  };
}

type Parts = { platform: Platform; now: () => number; settings: Settings; teardown: Teardown };

/** Starts the cron schedule and the control server for commands. */
async function openControl({ platform, now, settings, teardown }: Parts): Promise<void> {
  const control = await startControl(commandHandler({ platform, now }));
  teardown.add(control.stop);
  writeState(settings.stateDir, 'control.json', { url: control.url, token: control.token });
  teardown.add(() => removeState(settings.stateDir, 'control.json'));
  teardown.add(scheduleCrons(platform, now));
}

function scheduleCrons(platform: Platform, now: () => number): () => void {
  return startScheduler({
    crons: platform.crons,
    now,
    trigger: platform.scheduled,
    onError: (cron, error) => console.error(`The cron ${cron} failed:`, error),
  });
}

function savedSettings({ stripe, mailbox, routing, texts }: StandIns, admin: Administrator): SavedSettings {
  return {
    stripePort: Number(new URL(stripe.url).port),
    mailboxPort: Number(new URL(mailbox.url).port),
    routingPort: Number(new URL(routing.url).port),
    textsPort: Number(new URL(texts.url).port),
    adminId: admin.id,
    adminPassword: admin.password,
  };
}

type Started = {
  options: SystemOptions;
  platform: Platform;
  standIns: StandIns;
  admin: Administrator;
  drivers: Running['drivers'];
};

/** Waits until all servers respond, then writes running.json. */
async function announce({ options, platform, standIns, admin, drivers }: Started): Promise<System> {
  const { settings, teardown } = options;
  const { stripe, mailbox, routing, texts } = standIns;
  const app = appUrl(settings);
  // Not /api/health: a system whose health fails starts, too.
  const urls = [
    app,
    `${app}/api/openapi.json`,
    stripe.url,
    `${mailbox.url}/messages`,
    routing.url,
    texts.url,
  ];
  await Promise.all(urls.map(untilAnswered));
  const running = () => ({
    app,
    admin: { username: admin.username, password: admin.password },
    drivers,
    stripe: stripe.url,
    mailbox: mailbox.url,
    routing: routing.url,
    texts: texts.url,
    pids: ownPids(),
  });
  platform.onRestart(() => writeState(settings.stateDir, 'running.json', running()));
  writeState(settings.stateDir, 'running.json', running());
  teardown.add(() => removeState(settings.stateDir, 'running.json'));
  return {
    running: running(),
    failed: Promise.race([stripe.ended, mailbox.ended, routing.ended, texts.ended]),
  };
}

/** The ids of the bootstrap process (if it has an IPC channel to this one), this process, and all child processes. */
function ownPids(): number[] {
  return [...(process.connected ? [process.ppid] : []), process.pid, ...childPids()];
}

async function untilAnswered(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    const reply = await fetch(url).catch(() => null);
    // In maintenance the Worker refuses calls, which is an answer.
    if (reply?.ok || (await reply?.text())?.includes('"code":"maintenance"')) return;
    if (Date.now() > deadline)
      throw new Error(`${url} does not answer (${reply?.status ?? 'no connection'}).`);
  }
}
