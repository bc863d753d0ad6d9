import { availableParallelism } from 'node:os';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { type Request as MiniflareRequest, Response as MiniflareResponse } from 'miniflare';
import { defineConfig } from 'vitest/config';
import { createStripeEmulator } from '#emulators/stripe/emulator.ts';
import { answerVerification, TURNSTILE_HOST } from '#emulators/turnstile.ts';
import { outboundTo } from '#scripts/local/in-process-stripe.ts';
import { LOCAL_KEYS } from '#scripts/local/keys.ts';
import { readSiteVars, siteConstants } from '#web/build/site-vars.ts';

/** No test takes long by itself; a busy machine may make it. */
const PATIENCE = { testTimeout: 60_000, hookTimeout: 60_000 };

const node = (name: string, include: string[], exclude: string[] = []) => ({
  test: { name, include, exclude, environment: 'node' as const, ...PATIENCE },
});

/** What the Worker is told beside wrangler.toml. Asked once for each test file, so each has a database of its own. */
const workerOptions = async () => ({
  wrangler: { configPath: './wrangler.toml' },
  miniflare: {
    bindings: {
      ...LOCAL_KEYS,
      ENVIRONMENT: 'development',
      PUBLIC_URL: 'http://localhost:8788',
      LOG_LEVEL: 'error',
      MIGRATIONS: await readD1Migrations('./migrations'),
    },
    outboundService: outsideOfOneFile(),
  },
});

/** What the Worker of one test file can reach: a Stripe of its own, whose webhooks go nowhere, and Turnstile. */
function outsideOfOneFile() {
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

/** One project a runtime: rules and emulators in Node, screens in jsdom, the Worker in workerd. */
export default defineConfig({
  test: {
    // Vitest leaves one core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      node('domain', ['domain/**/*.test.ts', 'contract/**/*.test.ts']),
      node('emulators', ['emulators/**/*.test.ts'], ['**/*.browser.test.ts']),
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
          ...PATIENCE,
        },
      },
      {
        plugins: [cloudflareTest(workerOptions)],
        test: {
          name: 'worker',
          include: ['worker/**/*.test.ts'],
          setupFiles: ['./worker/test/setup.ts'],
          ...PATIENCE,
        },
      },
    ],
  },
});
