import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, readState } from '#scripts/local/state.ts';
import { ROOT } from '#scripts/root.ts';
import { migratedPlatform } from './migrated-platform.ts';
import { freePort } from './ports.ts';

export type SpawnedSystem = {
  running: Running;
  stateDir: string;
  /** Stops it like Ctrl-C; resolves with its exit status. */
  stop(): Promise<number | null>;
  /** Kills its process with SIGKILL, like a crash. */
  kill(): Promise<void>;
};

/**
 * Starts a separate system as `npm start` does: on free ports, with a new state unless one is given. The database of a
 * new state is a copy to which the migrations were applied.
 */
export async function spawnSystem(env: Record<string, string> = {}): Promise<SpawnedSystem> {
  const stateDir = env.STATE_DIR ?? mkdtempSync(join(tmpdir(), 'büro ordner-'));
  await placeDatabase(stateDir);
  const port = env.PORT ?? String(await freePort());
  const child = spawnStart({ ...env, STATE_DIR: stateDir, PORT: port });
  const output = collectOutput(child);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const isRunning = await Promise.race([
    output.until('Stop with Ctrl-C.').then(() => true),
    ended.then(() => false),
  ]);
  // Another system took the port after it was found free.
  if (!isRunning && env.PORT === undefined && output.text().includes(`Port ${port} is taken`))
    return spawnSystem({ ...env, STATE_DIR: stateDir });
  if (!isRunning) throw new Error(`The system did not start:\n${output.text()}`);
  const running = readState(stateDir, 'running.json');
  if (!running) throw new Error(`It runs without a running.json:\n${output.text()}`);
  return {
    running,
    stateDir,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Kills every process of a system with SIGKILL, like a machine that lost its power. */
export async function killProcesses({ running: { pids }, kill }: SpawnedSystem): Promise<void> {
  await kill();
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended with its parent.
    }
  }
}

/**
 * Returns a function that starts an empty system for tests that kill it, or starts one again on the state of a killed one.
 * A killed process leaves claims that are valid for a minute: the clock of each start is two minutes ahead.
 */
export function makeRestarts(env: { FLEET: string; ADMIN_PASSWORD: string }) {
  let clockOffset = 0;
  return (stateDir?: string): Promise<SpawnedSystem> => {
    if (stateDir) clockOffset += 120;
    return spawnSystem({
      DEMO: '0',
      ADDRESS_LIMITS: 'off',
      ...env,
      CLOCK_OFFSET_SECONDS: String(clockOffset),
      ...(stateDir && { STATE_DIR: stateDir }),
    });
  };
}

async function placeDatabase(stateDir: string): Promise<void> {
  const platform = join(stateDir, 'platform');
  if (!existsSync(platform)) cpSync(await migratedPlatform(ROOT), platform, { recursive: true });
}

/** Starts the process without waiting. */
export function spawnStart(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'scripts', 'bootstrap.mjs'), 'start'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}

/** Collects the output of a process, and waits for a text in it. */
export function collectOutput(child: ChildProcess) {
  let text = '';
  let waiting: { words: string; resolve: () => void }[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      for (const { words, resolve } of waiting) if (text.includes(words)) resolve();
      waiting = waiting.filter(({ words }) => !text.includes(words));
    });
  }
  return {
    text: () => text,
    until: (words: string) =>
      new Promise<void>((resolve) => {
        if (text.includes(words)) resolve();
        else waiting.push({ words, resolve });
      }),
  };
}
