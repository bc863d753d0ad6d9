import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from './settings.ts';

/** The content of running.json. Tests and tools rely on these fields. */
export type Running = {
  app: string;
  admin: { username: string; password: string };
  /** The drivers of the demo; none with DEMO=0. */
  drivers: { username: string; password: string }[];
  stripe: string;
  mailbox: string;
  routing: string;
  texts: string;
  /** The ids of all started processes. */
  pids: number[];
};

/** How a command reaches the process that runs the system. */
export type ControlAddress = { url: string; token: string };

/** Settings that the next start with the same state reuses. */
export type SavedSettings = {
  stripePort?: number;
  mailboxPort?: number;
  routingPort?: number;
  textsPort?: number;
  adminId?: number;
  adminPassword?: string;
  /** The drivers of the demo. */
  drivers?: { id: number; password: string }[];
  /** The demo that was made. */
  demo?: Exclude<Demo, 'none'>;
};

type Files = { 'running.json': Running; 'control.json': ControlAddress; 'kept.json': SavedSettings };

export function readState<F extends keyof Files>(stateDir: string, file: F): Files[F] | null {
  try {
    return JSON.parse(readFileSync(join(stateDir, file), 'utf8')) as Files[F];
  } catch {
    return null;
  }
}

/** Writes the file atomically and readable for its owner only, because it contains passwords. */
export function writeState<F extends keyof Files>(stateDir: string, file: F, content: Files[F]): void {
  mkdirSync(stateDir, { recursive: true });
  const written = join(stateDir, `${file}.new`);
  writeFileSync(written, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(written, join(stateDir, file));
}

export function removeState(stateDir: string, file: keyof Files): void {
  rmSync(join(stateDir, file), { force: true });
}
