import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { onTestFinished, vi } from 'vitest';
import type { ErrorReply } from '#contract/endpoint.ts';
import type { Env } from '#worker/base/env.ts';
import { makeApp } from '#worker/entry/app.ts';
import { testEnv } from './world.ts';

export const ORIGIN = 'http://localhost:8788';

/** The same Worker with full logging. By default, tests only show its errors. */
export const debugEnv: Env = { ...testEnv, LOG_LEVEL: 'debug' };

/** One for every call, as in production: mounting the routes takes longer than most calls. */
const app = makeApp();

/** Sends a request to the whole Worker as from outside, and runs the work after the reply. */
export async function call(path: string, init: RequestInit = {}, env: Env = testEnv): Promise<Response> {
  const execution = createExecutionContext();
  const reply = await app.fetch(new Request(`${ORIGIN}${path}`, init), env, execution);
  await waitOnExecutionContext(execution);
  return reply;
}

/** A write request with JSON. */
export function post(
  path: string,
  body: unknown,
  { headers = {}, env = testEnv }: { headers?: Record<string, string>; env?: Env } = {},
) {
  const init = { method: 'POST', body: JSON.stringify(body) };
  return call(path, { ...init, headers: { 'Content-Type': 'application/json', ...headers } }, env);
}

export const readError = (response: Response) => response.json<ErrorReply>();

type LogLine = { level: string; event: string; [field: string]: unknown };

/** Captures the log until the end of the test: the lines as objects, and all printed text. */
export function captureLog() {
  const printed: string[] = [];
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      printed.push(parts.map(String).join(' '));
    });
  }
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  return {
    text: () => printed.join('\n'),
    lines: (event: string) =>
      printed.map((line) => JSON.parse(line) as LogLine).filter((line) => line.event === event),
  };
}
