import type { BookingPauseView, BusinessProfileView } from '#contract/business.ts';
import type { BusinessChanges } from '#contract/business-changes.ts';
import { getBusinessProfile, publicBusinessOf } from '#worker/business/profile.ts';
import { type BookingPause, type BusinessProfile, readPause } from '#worker/business/repo.ts';
import type { Context } from '#worker/context.ts';
import { commitChange, insertEntry } from '#worker/history/repo.ts';
import { historyOf } from '#worker/history/service.ts';
import { retryOnVersionConflict, staleError, VersionConflict } from '#worker/history/version-conflict.ts';
import { enqueueOutboxRow } from '#worker/notifications/outbox/enqueue.ts';
import { insertCatalogTask } from '#worker/notifications/outbox/repo.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import { isPauseAt, isProfileAt, updatePause, updateProfile } from './repo.ts';

/** The changes of a row and the version that the caller has read; null accepts any version. */
type Change<Row> = { changes: { [K in keyof Row]?: Row[K] | undefined }; version: number | null };

export function changeProfile(
  ctx: Context,
  actor: Actor,
  change: Change<Omit<BusinessProfile, 'version'>>,
): Promise<BusinessProfile> {
  return changeRow(ctx, actor, {
    ...change,
    subject: PROFILE,
    read: () => getBusinessProfile(ctx),
    update: (changes) => updateProfile(ctx.db, changes),
    isAt: isProfileAt,
  });
}

export function changePause(
  ctx: Context,
  actor: Actor,
  change: Change<Omit<BookingPause, 'version'>>,
): Promise<BookingPause> {
  return changeRow(ctx, actor, {
    ...change,
    subject: PAUSE,
    read: () => readPause(ctx.db),
    update: (changes) => updatePause(ctx.db, changes),
    isAt: isPauseAt,
  });
}

export const getPauseNow = (ctx: Context): Promise<BookingPause> => readPause(ctx.db);

/** The changes of the profile and of the pause, newest first. */
export async function listBusinessChanges(ctx: Context) {
  const entries = await Promise.all([historyOf(ctx, PROFILE), historyOf(ctx, PAUSE)]);
  return entries.flat().toSorted((a, b) => b.id - a.id);
}

const PROFILE = { subject: 'business', subjectId: 1 } as const;
const PAUSE = { subject: 'pause', subjectId: 1 } as const;

type Versioned = { version: number };
type RowChange<Row extends Versioned> = Change<Omit<Row, 'version'>> & {
  subject: typeof PROFILE | typeof PAUSE;
  read: () => Promise<Row>;
  update: (changes: Partial<Row> & Versioned) => Parameters<typeof commitChange>[1][number];
  isAt: (version: number) => Parameters<typeof insertEntry>[2]['condition'];
};

/** Changes the fields that differ, with a history entry and the task that updates the edge. Throws stale when the row has a newer version. */
function changeRow<Row extends Versioned>(
  ctx: Context,
  actor: Actor,
  { changes, version, subject, read, update, isAt }: RowChange<Row>,
): Promise<Row> {
  return retryOnVersionConflict<Row | VersionConflict>(ctx, async () => {
    const row = await read();
    if (version !== null && version !== row.version) throw await staleError(ctx, subject, version);
    const after = differencesOf(row, changes);
    const fields = Object.keys(after) as (keyof Row)[];
    if (fields.length === 0) return row;
    const next = row.version + 1;
    const before = Object.fromEntries(fields.map((field) => [field, row[field]]));
    const entry = { action: 'changed', actor, before, after, nowMs: ctx.now(), condition: isAt(next) };
    const task = { id: ctx.newId(), subject: `${subject.subject} ${next}`, createdAt: entry.nowMs };
    const isMade = await commitChange(ctx.db, [
      update({ ...after, version: next } as Partial<Row> & Versioned),
      insertEntry(ctx.db, { ...subject, version: next }, entry),
      insertCatalogTask(ctx.db, task, isAt(next)),
    ]);
    if (!isMade) return new VersionConflict(subject, row.version);
    await enqueueOutboxRow(ctx, task.id);
    return read();
  }) as Promise<Row>;
}

function differencesOf<Row extends object>(
  row: Row,
  changes: { [K in keyof Row]?: Row[K] | undefined },
): Record<string, unknown> {
  const differing = Object.entries(changes).filter(
    ([field, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(row[field as keyof Row]),
  );
  return Object.fromEntries(differing);
}

/** The profile as the API returns it. */
export function profileView(profile: BusinessProfile): BusinessProfileView {
  const { yardAddress, frameOrigins, emailNewBookings } = profile;
  return { ...publicBusinessOf(profile), yardAddress, frameOrigins, emailNewBookings };
}

export function pauseView({ isPaused, text }: BookingPause): BookingPauseView {
  return { paused: isPaused, text };
}

/** The sites once each, in the order in which they were entered. */
export function profileChanges({ frameOrigins, ...others }: BusinessChanges) {
  return { ...others, ...(frameOrigins && { frameOrigins: [...new Set(frameOrigins)] }) };
}
