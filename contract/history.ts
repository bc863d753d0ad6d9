import * as z from 'zod/mini';
import { instant } from './fields.ts';

/** One change that staff made: who, when, what it was before and after, field by field; never a secret. */
export const historyEntry = z.object({
  id: z.int(),
  action: z.string(),
  changedBy: z.string(),
  changedAt: instant,
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
});
export type HistoryEntry = z.output<typeof historyEntry>;
