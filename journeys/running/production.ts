import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { storeCatalog } from '#contract/catalog-store.ts';
import { getCatalog, type PublicCatalog } from '#contract/public-catalog.ts';
import { LOCAL_KEYS } from '#scripts/local/keys.ts';
import { migrate, readMigrations } from '#scripts/local/migrate.ts';
import { startPlatform } from '#scripts/local/platform.ts';
import { freePort } from '#scripts/local/processes/ports.ts';
import { Teardown } from '#scripts/local/processes/teardown.ts';
import { seedFleet } from '#scripts/local/seed.ts';
import { readSettings } from '#scripts/local/settings.ts';
import { startStandIns } from '#scripts/local/stand-ins.ts';
import { withBundle } from '#scripts/production/bundle.ts';
import { ROOT } from '#scripts/root.ts';
import { FLEET } from '../booking/customer.ts';

/** The product as deployed: the production site and the Worker in production, with Stripe's real URLs. */
export type Production = {
  app: string;
  stripeUrl: string;
  stateDir: string;
  siteDir: string;
  /** Stores the catalog for the pages, with another business, as a publication does. */
  publish(business: Partial<PublicCatalog['business']>): Promise<void>;
  stop(): Promise<void>;
};

export async function startProduction(): Promise<Production> {
  const stateDir = mkdtempSync(join(tmpdir(), 'production-'));
  const port = await freePort();
  const settings = readSettings({ PORT: String(port), STATE_DIR: stateDir, FLEET, DEMO: '0' }, ROOT);
  const teardown = new Teardown();
  const standIns = await startStandIns({ root: ROOT, settings, kept: {}, teardown });
  const app = `http://localhost:${port}`;
  const siteDir = join(stateDir, 'site');
  const scripts = await withBundle(ROOT, async (bundle) => {
    cpSync(bundle.siteDir, siteDir, { recursive: true });
    return bundle;
  });
  configureKey(siteDir);
  const platform = await startPlatform({
    root: ROOT,
    port,
    persistDir: join(stateDir, 'platform'),
    siteDir,
    functionScript: scripts.functionScript,
    workerScript: scripts.workerScript,
    vars: { ...LOCAL_KEYS, ENVIRONMENT: 'production', PUBLIC_URL: app, LOG_LEVEL: 'error' },
    stripeUrl: standIns.stripe.url,
    mailboxUrl: standIns.mailbox.url,
    routingUrl: standIns.routing.url,
    textsUrl: standIns.texts.url,
    onLog: (line) => console.error(line),
  });
  teardown.add(platform.stop);
  const database = await platform.database();
  await migrate(database, readMigrations(join(ROOT, 'migrations')));
  await seedFleet(database, settings.fleet, Date.now());
  return {
    app,
    stripeUrl: standIns.stripe.url,
    stateDir,
    siteDir,
    publish: async (business) => {
      const catalog = getCatalog.reply.parse(await (await fetch(app + getCatalog.path)).json());
      const store = await platform.catalog();
      await storeCatalog(
        { put: (key, value) => store.put(key, value) },
        { ...catalog, business: { ...catalog.business, ...business } },
      );
    },
    stop: async () => {
      await teardown.run();
      rmSync(stateDir, { recursive: true, force: true });
    },
  };
}

/** The key that wrangler.toml has in a real deployment; in the repository it is empty. */
function configureKey(siteDir: string): void {
  for (const name of ['index.html', 'payment-success.html', 'pay.html']) {
    const file = join(siteDir, name);
    const html = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      html.replace(/(name="stripe-key" content=")[^"]*/, `$1${LOCAL_KEYS.STRIPE_PUBLISHABLE_KEY}`),
    );
  }
}

/** Stripe's URLs, answered by the stand-in. */
export async function answerAsStripe(context: BrowserContext, stripeUrl: string): Promise<void> {
  const answer = (pattern: string, address: (url: URL) => string) =>
    context.route(pattern, async (route) => {
      const url = new URL(route.request().url());
      const response = await route.fetch({ url: `${stripeUrl}${address(url)}` });
      await route.fulfill({ response });
    });
  await answer('https://js.stripe.com/**', () => '/js/stripe.js');
  await answer('https://api.stripe.com/**', ({ pathname, search }) => `${pathname}${search}`);
}
