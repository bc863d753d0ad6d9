import { dayAt, formatMoment, formatTime } from '#domain/days.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { findFullName, listSince, type Subject } from './repo.ts';

/**
 * The version of an If-Match header, the latest of several; null when there is none. One that is not ours fits
 * no version. Weak ones count: what compresses replies on their way weakens their tags.
 */
export function versionFrom(ifMatch: string | null): number | null {
  if (ifMatch === null || ifMatch.trim() === '*') return null;
  const versions = ifMatch.split(',').map((tag) => /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(tag)?.[1] ?? -1);
  return Math.max(...versions.map(Number));
}

export const etagOf = (row: { version: number }) => `"${row.version}"`;

/** 409 for a change based on an old version: who changed which fields since, and when. */
export async function staleError(ctx: Context, subject: Subject, version: number): Promise<AppError> {
  const entries = await listSince(ctx.db, subject, version);
  const latest = entries[0];
  const when = latest ? ` at ${timeText(ctx, latest.createdAt)}` : '';
  const changed = [...new Set(entries.flatMap((entry) => Object.keys(entry.after ?? {})))];
  // Of what became of a charge, the member of staff who started it.
  const startedBy = latest?.after?.startedBy;
  const changedBy = typeof startedBy === 'string' ? startedBy : (latest?.actorName ?? null);
  const changedByName = (latest?.actorId && (await findFullName(ctx.db, latest.actorId))) || changedBy;
  return new AppError(
    'stale',
    `This ${subject.subject} was changed${changedByName === null ? '' : ` by ${changedByName}`}${when}. Load it again before you save.`,
    {
      body: {
        changedBy,
        changedByName,
        changedAt: latest ? new Date(latest.createdAt).toISOString() : null,
        changed,
      },
    },
  );
}

/** '2:14 PM' for a change of today, else with its day; on the business's clock. */
function timeText({ settings: { timeZone }, today }: Context, ms: number): string {
  return dayAt(ms, timeZone) === today() ? formatTime(ms, timeZone) : formatMoment(ms, timeZone);
}
