import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const STOP_MS = 2000;
const FOLLOW_PARENT = join(import.meta.dirname, 'follow-parent.ts');

export type Child = {
  pid: number;
  /** Its URL, from its first line of output. */
  url: string;
  /** Rejects if it ends before it is stopped. */
  ended: Promise<never>;
  stop(): Promise<void>;
};

/** A child has ended before it was stopped. `status`: null after a signal. */
export class ChildEnded extends Error {
  readonly status: number | null;
  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}

/**
 * Starts one of the local programs as a child process. It has its own process group, so that Ctrl-C does not stop it
 * before the system stops it, and one end of a pipe, so that it ends even when this process is killed.
 */
export async function startChild(script: string, env: Record<string, string>): Promise<Child> {
  const child = spawn(process.execPath, [...process.execArgv, '--import', FOLLOW_PARENT, script], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  child.stdin.on('error', () => undefined);
  let isStopping = false;
  const ended = once(child, 'exit').then(([code, signal]) => {
    if (isStopping) return new Promise<never>(() => undefined);
    throw new ChildEnded(`${script} ended unexpectedly (${signal ?? `status ${code}`}).`, code);
  });
  ended.catch(() => undefined);
  const url = await Promise.race([firstUrl(child), ended]);
  return {
    pid: child.pid ?? 0,
    url,
    ended,
    stop: () => {
      isStopping = true;
      return stopChild(child);
    },
  };
}

async function firstUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The child has no output.');
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  lines.on('line', (later: string) => console.log(later));
  return (JSON.parse(line) as { url: string }).url;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await ended;
  clearTimeout(killer);
}
