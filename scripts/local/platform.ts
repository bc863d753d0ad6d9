import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  type V4FetchHandler,
  type V4WorkerOptions,
  type V4WorkerOptionsShape,
} from 'miniflare';
import { unstable_generateASSETSBinding, unstable_getMiniflareWorkerOptions } from 'wrangler';

/** The name of the Worker in wrangler.toml; also the one by which Pages finds it. */
const API = 'dumpster-rental-api';

/** It counts the rules of _headers on every start; only what is wrong with them is worth a line. */
const ASSETS_LOG = { ...console, log: () => undefined, debug: () => undefined } as unknown as Parameters<
  typeof unstable_generateASSETSBinding
>[0]['log'];

export type PlatformOptions = {
  root: string;
  port: number;
  persistDir: string;
  siteDir: string;
  functionScript: string;
  workerScript: string;
  /** Variables in place of, or beside, those of wrangler.toml. */
  vars: Record<string, string>;
  stripeUrl: string;
  mailboxUrl: string;
  /** A line of the Worker's log. */
  onLog(line: string): void;
};

export type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** Pages and the Worker in one workerd, as at the edge, with stand-ins for all that lies outside. */
export async function startPlatform(options: PlatformOptions) {
  const assets = new AbortController();
  const api = apiWorker(options);
  let onRestart = () => {};
  const converted = convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: options.port,
    cf: false,
    telemetry: { enabled: false },
    resourcePersistencePath: options.persistDir,
    log: new Log(LogLevel.ERROR),
    logRequests: false,
    handleStructuredLogs: ({ message }) => options.onLog(message),
    unsafeHandleRuntimeRestart: () => onRestart(),
    workers: [await siteWorker(options, assets.signal), functionWorker(options), api, ...standIns(options)],
  });
  const miniflare = withoutSignalListeners(() => new Miniflare(converted));
  await miniflare.ready;
  return {
    crons: api.cronTriggers ?? [],
    /** Tells when the runtime died and has been started again. */
    onRestart: (listener: () => void) => {
      onRestart = listener;
    },
    database: () => miniflare.getD1Database('DB', API),
    scheduled: async (cron: string, scheduledTime: Date) => {
      const worker = await miniflare.getWorker(API);
      await worker.scheduled({ cron, scheduledTime });
    },
    runCron: async (name: string) => {
      const control = await miniflare.getWorker('control');
      const reply = await control.fetch(`http://control/${encodeURIComponent(name)}`);
      return (await reply.json()) as { counts: Record<string, number> } | { message: string };
    },
    stop: async () => {
      assets.abort();
      await miniflare.dispose();
    },
  };
}

/** Miniflare ends the whole process at a signal; here whoever runs the platform decides about its end. */
function withoutSignalListeners<T>(start: () => T): T {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const before = signals.map((signal) => process.listeners(signal));
  const started = start();
  signals.forEach((signal, index) => {
    for (const listener of process.listeners(signal)) {
      if (!before[index]?.includes(listener)) process.off(signal, listener);
    }
  });
  return started;
}

async function siteWorker({ siteDir }: PlatformOptions, signal: AbortSignal): Promise<V4WorkerOptions> {
  // A promise, whatever its type says.
  const assets = await unstable_generateASSETSBinding({ log: ASSETS_LOG, directory: siteDir, signal });
  return {
    ...localWorker('site'),
    bindings: { ROUTES: JSON.parse(readFileSync(join(siteDir, '_routes.json'), 'utf8')) },
    serviceBindings: { ASSETS: assets as V4FetchHandler, FUNCTION: 'function' },
  };
}

function functionWorker({ root, functionScript }: PlatformOptions): V4WorkerOptions {
  return {
    name: 'function',
    modules: [{ type: 'ESModule', path: 'index.js', contents: functionScript }],
    ...compatibility(root),
    serviceBindings: { API },
  };
}

function apiWorker({ root, workerScript, vars }: PlatformOptions): V4WorkerOptions {
  const { email, modulesRules: _, ...options } = configured(root);
  const mailers = (email?.send_email ?? []).map(({ name }) => [name, 'mail'] as const);
  return {
    ...options,
    name: API,
    modules: [{ type: 'ESModule', path: 'index.js', contents: workerScript }],
    bindings: { ...options.bindings, ...vars },
    serviceBindings: { ...options.serviceBindings, ...Object.fromEntries(mailers) },
    outboundService: 'outside',
  };
}

/** What wrangler.toml says, as Miniflare wants it. */
function configured(root: string): V4WorkerOptionsShape & { email?: { send_email?: { name: string }[] } } {
  return unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml')).workerOptions;
}

function compatibility(root: string) {
  const { compatibilityDate } = configured(root);
  return compatibilityDate ? { compatibilityDate } : {};
}

function standIns({ stripeUrl, mailboxUrl }: PlatformOptions): V4WorkerOptions[] {
  return [
    { ...localWorker('outside'), bindings: { STRIPE_URL: stripeUrl } },
    { ...localWorker('mail'), bindings: { MAILBOX_URL: mailboxUrl } },
    { ...localWorker('control'), serviceBindings: { OPERATIONS: { name: API, entrypoint: 'Operations' } } },
  ];
}

/** A module of workers/, which is TypeScript as everything else. */
function localWorker(name: string) {
  const source = readFileSync(join(import.meta.dirname, 'workers', `${name}.ts`), 'utf8');
  return {
    name,
    compatibilityDate: '2026-11-01',
    modules: [{ type: 'ESModule' as const, path: `${name}.js`, contents: stripTypeScriptTypes(source) }],
  };
}
