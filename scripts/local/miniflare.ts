import {
  convertV4MiniflareOptions,
  Log,
  LogLevel,
  Miniflare,
  MiniflareCoreError,
  type V4WorkerOptions,
} from 'miniflare';
import { portTaken } from './processes/ports.ts';

export type MiniflareOptions = {
  /** 0 picks any free port. */
  port: number;
  persistDir: string;
  /** The first one answers requests. */
  workers: V4WorkerOptions[];
  /** A line of a Worker's log. */
  onLog(line: string): void;
  /** Called when the runtime crashed and has been restarted. */
  onRestart?(): void;
};

/**
 * Starts one workerd: on loopback only, without inspector, registry or telemetry, with all its state in one folder. Throws
 * portTaken when another program took the port since it was found free.
 */
export async function startMiniflare(options: MiniflareOptions): Promise<Miniflare> {
  const converted = convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: options.port,
    cf: false,
    telemetry: { enabled: false },
    resourcePersistencePath: options.persistDir,
    log: new Log(LogLevel.ERROR),
    logRequests: false,
    handleStructuredLogs: ({ message }) => options.onLog(message),
    unsafeHandleRuntimeRestart: () => options.onRestart?.(),
    workers: options.workers,
  });
  const miniflare = withoutSignalListeners(() => new Miniflare(converted));
  try {
    await miniflare.ready;
  } catch (error) {
    // It waits for the start, and fails with it.
    await miniflare.dispose().catch(() => undefined);
    const isTaken = error instanceof MiniflareCoreError && error.code === 'ERR_ADDRESS_IN_USE';
    throw isTaken ? portTaken(options.port) : error;
  }
  return miniflare;
}

/** Removes Miniflare's signal handlers, which exit the process; the caller handles signals. */
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
