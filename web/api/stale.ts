import * as z from 'zod/mini';
import { isCode } from '#web/api/call.ts';

const staleBody = z.object({
  changedBy: z.nullable(z.string()),
  /** Their full name, or their username where they have none. */
  changedByName: z.optional(z.nullable(z.string())),
  changedAt: z.nullable(z.string()),
  changed: z.array(z.string()),
  /** What else happened to a booking, each in a sentence, newest first. */
  events: z.optional(z.array(z.string())),
});
/** Who was quicker, when, and with which fields. */
export type Stale = z.output<typeof staleBody>;

/** What the server tells with 409 stale; null for any other failure. */
export function staleOf(error: unknown): Stale | null {
  if (!isCode(error, 'stale')) return null;
  const parsed = z.safeParse(staleBody, error.body);
  return parsed.success ? parsed.data : { changedBy: null, changedAt: null, changed: [] };
}
