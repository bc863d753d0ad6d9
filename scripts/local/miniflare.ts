import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';

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

/** Starts one workerd: on loopback only, without inspector, registry or telemetry, with all its state in one folder. */
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
  await miniflare.ready;
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
