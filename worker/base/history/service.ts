import type { HistoryEntry } from '#contract/history.ts';
import { isoInstant } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { type HistoryRow, listHistoryEntries, listHistoryOfKind, type Subject } from './repo.ts';

const LIMIT = 200;

/** The changes of a subject by staff, newest first; the latest 200. */
export async function listHistory(ctx: Context, subject: Subject): Promise<HistoryEntry[]> {
  return (await listHistoryEntries(ctx.db, subject, LIMIT)).map(entryOf);
}

/** The changes of all subjects of a kind, newest first; the latest 200. */
export async function historyOfKind(ctx: Context, kind: Subject['subject']): Promise<HistoryEntry[]> {
  return (await listHistoryOfKind(ctx.db, kind, LIMIT)).map(entryOf);
}

function entryOf({ id, action, actorType, actorName, createdAt, before, after }: HistoryRow): HistoryEntry {
  return {
    id,
    action,
    actorType,
    changedBy: actorName,
    changedAt: isoInstant(createdAt),
    before: before ?? null,
    after: after ?? null,
  };
}
