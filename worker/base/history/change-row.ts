import type { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { type BatchGuard, commit, unlessGuarded, type Write } from '#worker/base/db/commit.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { insertEntry, type Subject } from './repo.ts';
import { retryOnVersionConflict, staleError, VersionConflict } from './version-conflict.ts';

type Versioned = { version: number };

/** A row with a version, and how it is read and written. */
type ChangedRow<Row extends Versioned> = {
  subject: Subject;
  /** The version that the caller has read; null accepts any. */
  version: number | null;
  read: () => Promise<Row>;
  /** The row has this version and is not deleted. */
  isAt: (version: number) => BatchGuard;
};

type RowChange<Row extends Versioned> = ChangedRow<Row> & {
  changesOf: (row: Row) => { [K in keyof Row]?: Row[K] | undefined };
  update: (changes: Partial<Row> & Versioned) => Write;
  /** Further writes of the batch. `version`: the new one. */
  furtherWrites?: (change: { version: number; nowMs: number }) => readonly Write[];
};

/**
 * Changes the fields that differ, with a history entry, in one transaction. Returns the row, and whether it changed.
 * Throws stale when the row has a newer version than the caller has read.
 */
export function changeRow<Row extends Versioned>(
  ctx: Context,
  actor: Actor,
  { changesOf, update, furtherWrites, ...of }: RowChange<Row>,
): Promise<{ row: Row; isChanged: boolean }> {
  return retryOnVersionConflict<{ row: Row; isChanged: boolean } | VersionConflict>(ctx, async () => {
    const row = await readAt(ctx, of);
    const after = computeRowDifferences(row, changesOf(row));
    const fields = Object.keys(after) as (keyof Row)[];
    if (fields.length === 0) return { row, isChanged: false };
    const version = row.version + 1;
    const nowMs = ctx.now();
    const before = Object.fromEntries(fields.map((field) => [field, row[field]]));
    const entry = { action: 'changed', actor, before, after, nowMs };
    const changed = commit(ctx, {
      guards: { version: of.isAt(row.version) },
      writes: {
        row: update({ ...after, version } as Partial<Row> & Versioned),
        entry: insertEntry(ctx.db, { ...of.subject, version }, entry),
        further: furtherWrites?.({ version, nowMs }) ?? [],
      },
    });
    const isMade = (await unlessGuarded(['version'], changed)) !== null;
    return isMade ? { row: await of.read(), isChanged: true } : new VersionConflict(of.subject, row.version);
  }) as Promise<{ row: Row; isChanged: boolean }>;
}

type RowRemoval<Row extends Versioned> = ChangedRow<Row> & {
  /** Marks the row as deleted. */
  remove: (version: number) => Write;
  /** The row may be deleted. */
  isRemovable: BatchGuard;
  /** What the history keeps of the row. */
  entryOf: (row: Row) => Record<string, unknown>;
  /** Why the row may not be deleted when a guard did not hold; null: it was changed. */
  refusal: (row: Row) => Promise<AppError | null>;
};

/** Deletes a row that keeps its place in the table, with a history entry. Throws stale, and what `refusal` returns. */
export async function removeRow<Row extends Versioned>(
  ctx: Context,
  actor: Actor,
  { remove, isRemovable, entryOf, refusal, ...of }: RowRemoval<Row>,
): Promise<void> {
  await retryOnVersionConflict<true | VersionConflict>(ctx, async () => {
    const row = await readAt(ctx, of);
    const version = row.version + 1;
    const entry = { action: 'deleted', actor, before: entryOf(row), after: null, nowMs: ctx.now() };
    const removed = commit(ctx, {
      guards: { version: of.isAt(row.version), removable: isRemovable },
      writes: { row: remove(version), entry: insertEntry(ctx.db, { ...of.subject, version }, entry) },
    });
    if (await unlessGuarded(['version', 'removable'], removed)) return true;
    const refused = await refusal(row);
    if (refused) throw refused;
    return new VersionConflict(of.subject, row.version);
  });
}

async function readAt<Row extends Versioned>(ctx: Context, { read, version, subject }: ChangedRow<Row>) {
  const row = await read();
  if (version !== null && version !== row.version) throw await staleError(ctx, subject, version);
  return row;
}

function computeRowDifferences<Row extends object>(
  row: Row,
  changes: { [K in keyof Row]?: Row[K] | undefined },
): Record<string, unknown> {
  const differing = Object.entries(changes).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(row[field as keyof Row]),
  );
  return Object.fromEntries(differing);
}
