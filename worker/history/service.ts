import type { HistoryEntry } from '#contract/history.ts';
import { isoInstant } from '#domain/days.ts';
import type { Context } from '#worker/context.ts';
import { listHistoryEntries, type Subject } from './repo.ts';

const LIMIT = 200;

/** The changes of a subject by staff, newest first; the latest 200. */
export async function historyOf(ctx: Context, subject: Subject): Promise<HistoryEntry[]> {
  const entries = await listHistoryEntries(ctx.db, subject, LIMIT);
  return entries.map(({ id, action, actorType, actorName, createdAt, before, after }) => ({
    id,
    action,
    actorType,
    changedBy: actorName,
    changedAt: isoInstant(createdAt),
    before: before ?? null,
    after: after ?? null,
  }));
}
