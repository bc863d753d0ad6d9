import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { type Request as MiniflareRequest, Response as MiniflareResponse } from 'miniflare';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { createPushService } from '#emulators/push.ts';
import { createRoutingEmulator } from '#emulators/routing/emulator.ts';
import { createStripeEmulator } from '#emulators/stripe/emulator.ts';
import { createTexts } from '#emulators/texts/texts.ts';
import { answerVerification, TURNSTILE_HOST } from '#emulators/turnstile.ts';
import { outboundTo } from '#scripts/local/in-process-emulator.ts';
import { LOCAL_KEYS } from '#scripts/local/keys.ts';
import { readRandomRuns } from '#scripts/verify/random-runs.ts';
import { readSiteVars, siteConstants } from '#web/build/site-vars.ts';

/** A request to this host replaces the Stripe emulator by an empty one (worker/test/setup.ts). */
const NEW_STRIPE_HOST = 'new-stripe.test';
/** The hosted services of openrouteservice, as wrangler.toml names them. */
const ROUTING_HOST = 'api.heigit.org';
const TEXTS_HOST = 'api.twilio.com';
const PUSH_HOST = 'fcm.googleapis.com';
/** Of the example in RFC 8291. */
const VAPID_KEYS =
  'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8.yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';

const randomRuns = readRandomRuns(process.env);
/** Two minutes are enough for every test on a busy machine, an hour for the long random tests. */
const TIMEOUTS = { testTimeout: randomRuns.isLong ? 3_600_000 : 120_000, hookTimeout: 120_000 };

type NodeOptions = { exclude?: string[]; isolate?: boolean };
const node = (name: string, include: string[], { exclude = [], isolate = true }: NodeOptions = {}) => ({
  test: { name, include, exclude, isolate, environment: 'node' as const, ...TIMEOUTS },
});

/** Tests of whole systems that have passed with these sources: scripts/test.ts names them. */
const LEFT_OUT = process.env.LEFT_OUT_TESTS?.split(' ') ?? [];

/** The screens of staff and what they are made of. */
const OFFICE_TESTS = ['web/{office,api,kit}/**/*.test.{ts,tsx}'];
/** The whole public page, what loads Stripe.js (once for a page), what replaces the storage or listens to the frame, and the page of drivers. */
const OWN_PAGE_TESTS = [
  'web/public/{card,pay}/**/*.test.{ts,tsx}',
  'web/driver/{stops/*,store}.test.tsx',
  'web/public/booking/{payment,preview}/**/*.test.{ts,tsx}',
  'web/public/booking/{frame,prerender,refused-details,start}.test.{ts,tsx}',
];

/** Screens in jsdom. Files that are not isolated share a page, which web/test/setup.ts empties before each. */
const screens = (name: string, include: string[], { exclude = [], isolate = true }: NodeOptions = {}) => ({
  define: siteConstants(readSiteVars()),
  test: {
    name,
    include,
    exclude,
    isolate,
    environment: 'jsdom' as const,
    ...TIMEOUTS,
    setupFiles: ['./web/test/setup.ts'],
  },
});

/** Options of the Worker in addition to wrangler.toml. Files share a runtime; worker/test/setup.ts empties it before each. */
const workerOptions = async () => {
  const BACKUP_PRIVATE_KEY = await generateX25519Identity();
  return {
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: {
        ...LOCAL_KEYS,
        VAPID_KEYS,
        BACKUP_PRIVATE_KEY,
        BACKUP_PUBLIC_KEY: await identityToRecipient(BACKUP_PRIVATE_KEY),
        ENVIRONMENT: 'development',
        PUBLIC_URL: 'http://localhost:8788',
        LOG_LEVEL: 'error',
        MIGRATIONS: await readD1Migrations('./migrations'),
      },
      outboundService: outboundServices(),
      // createPagesEventContext requires it; the tests of web/edge pass documents of their own.
      serviceBindings: { ASSETS: noAssets },
    },
  };
};

const noAssets = async () => new MiniflareResponse(null, { status: 404 });

/** The services that the Worker of a test file can call: a Stripe emulator and texts, which send no webhooks, routing, Turnstile. */
function outboundServices() {
  const startStripe = () =>
    createStripeEmulator({
      file: ':memory:',
      now: () => Date.now(),
      deliver: async () => new Response(null, { status: 204 }),
    });
  let stripe = startStripe();
  const routing = createRoutingEmulator();
  const push = createPushService();
  const texts = createTexts({
    file: ':memory:',
    now: () => Date.now(),
    webhookUrl: 'http://localhost:8788/api/texts/webhook',
    accountSid: LOCAL_KEYS.TEXTS_ACCOUNT_SID,
    authToken: LOCAL_KEYS.TEXTS_AUTH_TOKEN,
    from: LOCAL_KEYS.TEXTS_FROM,
    // Tests send the webhooks themselves.
    deliver: async () => new Response(null, { status: 204 }),
  });
  return async (request: MiniflareRequest) => {
    const { host } = new URL(request.url);
    if (host === NEW_STRIPE_HOST) {
      await stripe.close();
      stripe = startStripe();
      return new MiniflareResponse(null, { status: 204 });
    }
    if (host === PUSH_HOST) {
      const { method, url } = request;
      const body = Buffer.from(await request.arrayBuffer()).toString('base64url');
      const answer = push.answer({ method, url, headers: new Headers([...request.headers]), body });
      return new MiniflareResponse(await answer.text(), {
        status: answer.status,
        headers: [...answer.headers],
      });
    }
    if (host === TEXTS_HOST) return outboundTo(texts)(request);
    if (host === ROUTING_HOST) return outboundTo(routing)(request);
    if (host !== TURNSTILE_HOST) return outboundTo(stripe)(request);
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
      node('browser', ['emulators/**/*.browser.test.ts'], { exclude: LEFT_OUT }),
      node('scripts', ['scripts/**/*.test.ts', 'web/build/**/*.test.ts'], { exclude: LEFT_OUT }),
      screens('own-page', OWN_PAGE_TESTS),
      screens('web', ['web/**/*.test.{ts,tsx}'], {
        exclude: [
          'web/build/**',
          'web/driver/**/*.test.ts',
          'web/edge/**',
          ...OFFICE_TESTS,
          ...OWN_PAGE_TESTS,
        ],
        isolate: false,
      }),
      screens('office', OFFICE_TESTS, { isolate: false }),
      // What drivers record is stored and sent without a screen.
      {
        define: siteConstants(readSiteVars()),
        ...node('driver', ['web/driver/**/*.test.ts'], { isolate: false }),
      },
      {
        plugins: [stripeWithoutSourceMaps(), cloudflareTest(workerOptions)],
        test: {
          name: 'worker',
          // A runtime for each file would take longer to start and to load the modules than most files run.
          isolate: false,
          // A module from the cache reaches workerd without its source map: failures point at the wrong lines.
          fsModuleCache: false,
          include: ['worker/**/*.test.ts', 'web/edge/**/*.test.ts'],
          setupFiles: ['./worker/test/setup.ts'],
          ...TIMEOUTS,
        },
      },
    ],
  },
});
