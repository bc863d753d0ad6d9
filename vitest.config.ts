import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type Request as MiniflareRequest, Response as MiniflareResponse } from 'miniflare';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { createStripeEmulator } from '#emulators/stripe/emulator.ts';
import { answerVerification, TURNSTILE_HOST } from '#emulators/turnstile.ts';
import { outboundTo } from '#scripts/local/in-process-stripe.ts';
import { LOCAL_KEYS } from '#scripts/local/keys.ts';
import { readRandomRuns } from '#scripts/verify/random-runs.ts';
import { readSiteVars, siteConstants } from '#web/build/site-vars.ts';

const randomRuns = readRandomRuns(process.env);
/** A minute is enough for every test on a busy machine, an hour for the long random tests. */
const TIMEOUTS = { testTimeout: randomRuns.isLong ? 3_600_000 : 60_000, hookTimeout: 60_000 };

type NodeOptions = { exclude?: string[]; isolate?: boolean };
const node = (name: string, include: string[], { exclude = [], isolate = true }: NodeOptions = {}) => ({
  test: { name, include, exclude, isolate, environment: 'node' as const, ...TIMEOUTS },
});

/** Options of the Worker in addition to wrangler.toml. Vitest calls this for each test file: each file has its own database. */
const workerOptions = async () => {
  const BACKUP_PRIVATE_KEY = await generateX25519Identity();
  return {
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: {
        ...LOCAL_KEYS,
        BACKUP_PRIVATE_KEY,
        BACKUP_PUBLIC_KEY: await identityToRecipient(BACKUP_PRIVATE_KEY),
        ENVIRONMENT: 'development',
        PUBLIC_URL: 'http://localhost:8788',
        LOG_LEVEL: 'error',
        MIGRATIONS: await readD1Migrations('./migrations'),
      },
      outboundService: outboundServices(),
    },
  };
};

/** The services that the Worker of one test file can call: its own Stripe emulator, which sends no webhooks, and Turnstile. */
function outboundServices() {
  const stripe = createStripeEmulator({
    file: ':memory:',
    now: () => Date.now(),
    deliver: async () => new Response(null, { status: 204 }),
  });
  const toStripe = outboundTo(stripe);
  return async (request: MiniflareRequest) => {
    if (new URL(request.url).host !== TURNSTILE_HOST) return toStripe(request);
    const answer = answerVerification(new URLSearchParams(await request.text()));
    return new MiniflareResponse(await answer.text(), { status: answer.status });
  };
}

/** Stripe's package refers to sources that it does not contain: Vite warns about each of its 68 files. */
function stripeWithoutSourceMaps(): Plugin {
  return {
    name: 'stripe-without-source-maps',
    load: {
      filter: { id: /\/node_modules\/stripe\/.*\.js$/ },
      handler: async (id) => (await readFile(id, 'utf8')).replace(/^\/\/# sourceMappingURL=.*$/m, ''),
    },
  };
}

/** One project for each runtime: rules and emulators in Node, screens in jsdom, the Worker in workerd. */
export default defineConfig({
  test: {
    // Vitest leaves one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    provide: { randomRuns },
    projects: [
      // Rules and emulators keep no state in modules: their files share a process, which costs a third.
      node('domain', ['domain/**/*.test.ts', 'contract/**/*.test.ts'], { isolate: false }),
      node('emulators', ['emulators/**/*.test.ts'], { exclude: ['**/*.browser.test.ts'], isolate: false }),
      node('browser', ['emulators/**/*.browser.test.ts']),
      node('scripts', ['scripts/**/*.test.ts', 'web/build/**/*.test.ts']),
      {
        define: siteConstants(readSiteVars()),
        test: {
          name: 'web',
          include: ['web/**/*.test.ts', 'web/**/*.test.tsx'],
          exclude: ['web/build/**'],
          environment: 'jsdom',
          setupFiles: ['./web/test/setup.ts'],
          ...TIMEOUTS,
        },
      },
      {
        plugins: [stripeWithoutSourceMaps(), cloudflareTest(workerOptions)],
        test: {
          name: 'worker',
          // A module from the cache reaches workerd without its source map: failures point at the wrong lines.
          fsModuleCache: false,
          include: ['worker/**/*.test.ts'],
          setupFiles: ['./worker/test/setup.ts'],
          ...TIMEOUTS,
        },
      },
    ],
  },
});
