import * as z from 'zod/mini';
import { isCode } from '#web/api/call.ts';

const staleBody = z.object({
  changedBy: z.nullable(z.string()),
  /** The full name, or the username if there is none. */
  changedByName: z.optional(z.nullable(z.string())),
  changedAt: z.nullable(z.string()),
  changed: z.array(z.string()),
  /** Other changes of a booking, one sentence each, newest first. */
  events: z.optional(z.array(z.string())),
});
/** Who changed the record, when, and which fields. */
export type Stale = z.output<typeof staleBody>;

/** Returns the details of a 409 stale; null for any other error. */
export function staleOf(error: unknown): Stale | null {
  if (!isCode(error, 'stale')) return null;
  const parsed = z.safeParse(staleBody, error.body);
  return parsed.success ? parsed.data : { changedBy: null, changedAt: null, changed: [] };
}
