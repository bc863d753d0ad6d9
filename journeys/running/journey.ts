import { rmSync } from 'node:fs';
import { type Browser, type BrowserType, test as base } from '@playwright/test';
import type { DumpsterType } from '#domain/rental/rental.ts';
import { askControl } from '#scripts/local/control.ts';
import { type SpawnedSystem, spawnSystem } from '#scripts/local/processes/spawn-system.ts';
import { hashPassword } from '#worker/base/platform/passwords.ts';
import { BookingPage } from '../booking/booking-page.ts';
import { type Customer, Customers, FLEET } from '../booking/customer.ts';
import { Records } from './records.ts';
import { StripeDesk } from './stripe.ts';

type Shared = {
  /** Additional settings for the system of this file. */
  environment: Record<string, string>;
  /** A system as started by `npm start`, for all journeys of one worker. */
  system: SpawnedSystem;
  customers: Customers;
};

type Own = {
  stripe: StripeDesk;
  records: Records;
  /** A new customer, with days and a size that no other test uses. */
  customer: Customer;
  newCustomer: (size?: DumpsterType) => Customer;
  booking: BookingPage;
  /** Runs the work of a cron now. */
  runCron: (name: string) => Promise<void>;
};

export const test = base.extend<Own, Shared>({
  browser: [
    async ({ playwright }, use) => {
      const browser = await launchBrowser(playwright.chromium);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  environment: [{}, { scope: 'worker', option: true }],
  system: [
    async ({ environment }, use) => {
      const system = await spawnSystem({ DEMO: '0', ADDRESS_LIMITS: 'off', FLEET, ...environment });
      await makeSignInFast(system);
      await use(system);
      await system.stop();
      rmSync(system.stateDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
  customers: [({}, use) => use(new Customers()), { scope: 'worker' }],

  baseURL: ({ system }, use) => use(system.running.app),
  stripe: async ({ system }, use) => {
    const stripe = new StripeDesk(system.running.stripe);
    await stripe.reset();
    await use(stripe);
    await stripe.reset();
  },
  records: ({ system }, use) => use(new Records(system.stateDir)),
  newCustomer: ({ customers }, use) => use((size) => customers.next(size)),
  customer: ({ newCustomer }, use) => use(newCustomer()),
  booking: ({ page }, use) => use(new BookingPage(page)),
  runCron: ({ system }, use) =>
    use(async (name) => {
      await askControl(system.stateDir, 'cron', name);
    }),
});

/** The hash of the administrator's password takes a seventh of a second, and most journeys of staff sign in. */
async function makeSignInFast({ running: { admin }, stateDir }: SpawnedSystem): Promise<void> {
  const hash = await hashPassword(admin.password, { N: 2, r: 1, p: 1 });
  const statement = `UPDATE users SET password = '${hash}' WHERE username = '${admin.username}'`;
  await askControl(stateDir, 'execute', [statement]);
}

/** Chromium itself can crash at its start. Nothing of a journey has begun then, so it is started again, once. */
function launchBrowser(chromium: BrowserType): Promise<Browser> {
  return chromium.launch().catch((error: Error) => {
    if (!error.message.includes('signal=SIGSEGV')) throw error;
    return chromium.launch();
  });
}
