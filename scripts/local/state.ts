import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What others may know of a running system; its lines are promised. */
export type Running = {
  app: string;
  admin: { username: string; password: string };
  stripe: string;
  mailbox: string;
  /** Every process that was started. */
  pids: number[];
};

/** How a command reaches the process that runs the system. */
export type ControlAddress = { url: string; token: string };

/** What the next start on the same state must know again. */
export type Kept = {
  stripePort?: number;
  mailboxPort?: number;
  adminId?: number;
  adminPassword?: string;
  hasDemo?: boolean;
};

type Files = { 'running.json': Running; 'control.json': ControlAddress; 'kept.json': Kept };

export function readState<F extends keyof Files>(stateDir: string, file: F): Files[F] | null {
  try {
    return JSON.parse(readFileSync(join(stateDir, file), 'utf8')) as Files[F];
  } catch {
    return null;
  }
}

/** Appears whole or not at all, and is for its owner only: there are passwords in it. */
export function writeState<F extends keyof Files>(stateDir: string, file: F, content: Files[F]): void {
  mkdirSync(stateDir, { recursive: true });
  const written = join(stateDir, `${file}.new`);
  writeFileSync(written, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(written, join(stateDir, file));
}

export function removeState(stateDir: string, file: keyof Files): void {
  rmSync(join(stateDir, file), { force: true });
}
