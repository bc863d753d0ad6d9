import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Account } from './account.ts';

const NAMES = ['ADMIN_USERNAME', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'] as const;

/** Reads values from the environment, else from the terminal; the password is not echoed. */
export async function askAccount(env: NodeJS.ProcessEnv): Promise<Account> {
  const missing = NAMES.filter((name) => !env[name]);
  if (missing.length > 0 && !process.stdin.isTTY) {
    throw new Error(`Missing input: set ${missing.join(', ')}, or run this on a terminal.`);
  }
  return {
    username: env.ADMIN_USERNAME || (await ask('Username: ')),
    email: env.ADMIN_EMAIL || (await ask('E-mail: ')),
    password: env.ADMIN_PASSWORD || (await askHidden('Password (not shown): ')),
  };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** Throws without a terminal. */
export async function askOnTerminal(question: string, { isHidden = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new Error(`Missing input: '${question.trim()}' Run this on a terminal.`);
  return isHidden ? askHidden(question) : ask(question);
}

async function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stdout.write('\n');
  }
}
