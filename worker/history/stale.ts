import { AppError } from '#domain/errors.ts';
import type { Context } from '#worker/context.ts';
import { listSince, type Subject } from './repo.ts';

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

/** The refusal of a change that would undo another one: who changed what since the version that was read. */
export async function staleError(ctx: Context, subject: Subject, version: number): Promise<AppError> {
  const entries = await listSince(ctx.db, subject, version);
  const latest = entries[0];
  const changed = [...new Set(entries.flatMap((entry) => Object.keys(entry.after ?? {})))];
  const changedBy = latest?.actorName ?? null;
  return new AppError(
    'stale',
    `${changedBy ?? 'Somebody'} has changed this meanwhile. Look at it again before you save.`,
    {
      body: {
        changedBy,
        changedAt: latest ? new Date(latest.createdAt).toISOString() : null,
        changed,
      },
    },
  );
}
