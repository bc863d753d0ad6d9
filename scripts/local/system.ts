import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { localScript } from '#emulators/stripe/local-script.ts';
import { withBundle } from '../production/bundle.ts';
import { type Administrator, ensureAdministrator } from './administrator.ts';
import { isControlled, startControl } from './control.ts';
import { startScheduler } from './crons.ts';
import { LOCAL_KEYS } from './keys.ts';
import { migrate, readMigrations } from './migrate.ts';
import { type Platform, startPlatform } from './platform.ts';
import { isPortFree } from './ports.ts';
import { childPids } from './processes.ts';
import { seedFleet } from './seed.ts';
import type { Settings } from './settings.ts';
import { copySite } from './site.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import { type Kept, type Running, readState, removeState, writeState } from './state.ts';
import type { Teardown } from './teardown.ts';
import { wishes } from './wishes.ts';

export type System = {
  running: Running;
  /** Rejects when a part ends that should not. */
  failed: Promise<never>;
};

export type SystemOptions = { root: string; settings: Settings; teardown: Teardown };

/** The whole product on this machine. Resolves when all of it answers and running.json says so. */
export async function startSystem({ root, settings, teardown }: SystemOptions): Promise<System> {
  const { stateDir, port } = settings;
  await refuseWhenTaken(settings);
  removeState(stateDir, 'running.json');
  const kept = readState(stateDir, 'kept.json') ?? {};
  const now = () => Date.now() + settings.clockOffsetSeconds * 1000;

  const standIns = await startStandIns({ root, settings, kept, teardown });
  const app = `http://localhost:${port}`;
  const platform = await startApp({ root, settings, teardown }, standIns, app);
  const database = await platform.database();
  await migrate(database, readMigrations(join(root, 'migrations')));
  await seedFleet(database, settings.fleet, now());
  const admin = await ensureAdministrator(database, kept, { given: settings.adminPassword, nowMs: now() });
  writeState(stateDir, 'kept.json', nextKept(kept, standIns, admin));

  const control = await startControl(wishes({ platform, now }));
  teardown.add(control.stop);
  writeState(stateDir, 'control.json', { url: control.url, token: control.token });
  teardown.add(() => removeState(stateDir, 'control.json'));
  teardown.add(scheduleCrons(platform, now));

  const { stripe, mailbox } = standIns;
  await Promise.all([app, `${app}/api/health`, stripe.url, `${mailbox.url}/messages`].map(untilAnswered));
  const running = () => ({
    app,
    admin: { username: admin.username, password: admin.password },
    stripe: stripe.url,
    mailbox: mailbox.url,
    pids: ownPids(),
  });
  platform.onRestart(() => writeState(stateDir, 'running.json', running()));
  writeState(stateDir, 'running.json', running());
  teardown.add(() => removeState(stateDir, 'running.json'));
  return { running: running(), failed: Promise.race([stripe.ended, mailbox.ended]) };
}

async function refuseWhenTaken({ stateDir, port }: Settings): Promise<void> {
  if (await isControlled(stateDir)) {
    throw new Error(`Another copy is running on ${stateDir}: stop it, or set STATE_DIR and PORT to others.`);
  }
  if (!(await isPortFree(port))) {
    throw new Error(`Port ${port} is taken: stop what listens there, or set PORT to another one.`);
  }
}

/** Builds what changed, copies the site for this machine, and runs both in workerd. */
function startApp({ root, settings, teardown }: SystemOptions, { stripe, mailbox }: StandIns, app: string) {
  const siteDir = join(settings.stateDir, 'site');
  return withBundle(root, async (bundle) => {
    copySite(bundle.siteDir, siteDir, {
      stripeUrl: stripe.url,
      stripeKey: LOCAL_KEYS.STRIPE_PUBLISHABLE_KEY,
      script: localScript(stripe.url),
    });
    return bundle;
  }).then(async ({ functionScript, workerScript }) => {
    const platform = await startPlatform({
      root,
      port: settings.port,
      persistDir: join(settings.stateDir, 'platform'),
      siteDir,
      functionScript,
      workerScript,
      vars: {
        ...LOCAL_KEYS,
        ENVIRONMENT: 'development',
        PUBLIC_URL: settings.publicUrl ?? app,
        LOG_LEVEL: settings.logLevel,
        ...settings.developmentVars,
      },
      stripeUrl: stripe.url,
      mailboxUrl: mailbox.url,
      onLog: (line) => console.error(line),
    });
    teardown.add(platform.stop);
    return platform;
  });
}

function scheduleCrons(platform: Platform, now: () => number): () => void {
  return startScheduler({
    crons: platform.crons,
    now,
    trigger: platform.scheduled,
    onError: (cron, error) => console.error(`The cron ${cron} failed:`, error),
  });
}

function nextKept(kept: Kept, { stripe, mailbox }: StandIns, admin: Administrator): Kept {
  return {
    ...kept,
    stripePort: Number(new URL(stripe.url).port),
    mailboxPort: Number(new URL(mailbox.url).port),
    adminId: admin.id,
    adminPassword: admin.password,
  };
}

/** Who started us for this (the bootstrap, which holds a channel to us), we, and all that we started. */
function ownPids(): number[] {
  return [...(process.connected ? [process.ppid] : []), process.pid, ...childPids()];
}

async function untilAnswered(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    const reply = await fetch(url).catch(() => null);
    if (reply?.ok) return;
    if (Date.now() > deadline)
      throw new Error(`${url} does not answer (${reply?.status ?? 'no connection'}).`);
  }
}
