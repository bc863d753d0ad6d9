import { randomBytes } from 'node:crypto';
import type { V4WorkerOptions } from 'miniflare';
import { startMiniflare } from './miniflare.ts';
import {
  API,
  type ApiOptions,
  apiWorker,
  functionWorker,
  siteWorker,
  standInWorkers,
} from './platform-workers.ts';

export type PlatformOptions = ApiOptions & {
  port: number;
  persistDir: string;
  siteDir: string;
  functionScript: string;
  stripeUrl: string;
  mailboxUrl: string;
  routingUrl: string;
  textsUrl: string;
  onLog(line: string): void;
  /** Additional Workers in the same workerd. */
  extraWorkers?: V4WorkerOptions[];
};

export type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** Runs Pages and the Worker in one workerd, with stand-ins for all external services. */
export async function startPlatform(options: PlatformOptions) {
  const assets = new AbortController();
  const site = { siteDir: options.siteDir, signal: assets.signal };
  const api = apiWorker(options);
  const controlToken = randomBytes(32).toString('base64url');
  let onRestart = () => {};
  const miniflare = await startMiniflare({
    ...options,
    onRestart: () => onRestart(),
    workers: [
      await siteWorker(site),
      await functionWorker(options.root, options.functionScript, site),
      api,
      ...standInWorkers({ ...options, controlToken }),
      ...(options.extraWorkers ?? []),
    ],
  });
  return {
    crons: api.cronTriggers ?? [],
    /** Called when the runtime crashed and has been restarted. */
    onRestart: (listener: () => void) => {
      onRestart = listener;
    },
    database: () => miniflare.getD1Database('DB', API),
    tasks: () => miniflare.getQueueProducer<object>('TASKS', API),
    flags: () => miniflare.getKVNamespace('FLAGS', API),
    catalog: () => miniflare.getKVNamespace('CATALOG', API),
    backups: () => miniflare.getR2Bucket('BACKUPS', API),
    scheduled: async (cron: string, scheduledTime: Date) => {
      const worker = await miniflare.getWorker(API);
      await worker.scheduled({ cron, scheduledTime });
    },
    runCron: async (name: string) => {
      const control = await miniflare.getWorker('control');
      const reply = await control.fetch(`http://control/${encodeURIComponent(name)}`, {
        headers: { Authorization: `Bearer ${controlToken}` },
      });
      return (await reply.json()) as { counts: Record<string, number> } | { message: string };
    },
    stop: async () => {
      assets.abort();
      await miniflare.dispose();
    },
  };
}
