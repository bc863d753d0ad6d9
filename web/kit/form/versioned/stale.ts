import * as z from 'zod/mini';
import { CallError, isCode } from '#web/api/call.ts';
import type { Stale } from './edit-machine.ts';

const staleBody = z.object({
  changedBy: z.nullable(z.string()),
  changedByName: z.optional(z.nullable(z.string())),
  changedAt: z.nullable(z.string()),
  changed: z.array(z.string()),
  events: z.optional(z.array(z.string())),
});

/** Returns the details of a 409 stale; null for any other error. */
export function parseStale(error: unknown): Stale | null {
  if (!isCode(error, 'stale')) return null;
  const parsed = z.safeParse(staleBody, error.body);
  return parsed.success ? parsed.data : { changedBy: null, changedAt: null, changed: [] };
}

/** Whether the server may have carried out a call that failed. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (!(error instanceof CallError) || error.reply === null) return true;
  const { code } = error.reply;
  // With Retry-After the same request is still running.
  return code === 'internal' || (code === 'busy' && error.retryAfter !== null);
}
