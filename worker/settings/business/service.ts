import type { BookingPauseView, BusinessProfileView } from '#contract/business.ts';
import type { BusinessChanges } from '#contract/business-changes.ts';
import { getBusinessProfile, publicBusinessOf } from '#worker/base/business/profile.ts';
import { type BookingPause, type BusinessProfile, readPause } from '#worker/base/business/repo.ts';
import type { Context } from '#worker/base/context.ts';
import { changeRow } from '#worker/base/history/change-row.ts';
import { listHistory } from '#worker/base/history/service.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertCatalogTask } from '#worker/notify/outbox/repo.ts';
import { isPauseAt, isProfileAt, updatePause, updateProfile } from './repo.ts';

/** The changes of a row and the version that the caller has read; null accepts any version. */
type Change<Row> = { changes: { [K in keyof Row]?: Row[K] | undefined }; version: number | null };

export function changeProfile(
  ctx: Context,
  actor: Actor,
  { changes, version }: Change<Omit<BusinessProfile, 'version'>>,
): Promise<BusinessProfile> {
  return changeAtEdge(ctx, actor, {
    changesOf: () => changes,
    version,
    subject: PROFILE,
    read: () => getBusinessProfile(ctx),
    update: (changes) => updateProfile(ctx.db, changes),
    isAt: isProfileAt,
  });
}

export function changePause(
  ctx: Context,
  actor: Actor,
  { changes, version }: Change<Omit<BookingPause, 'version'>>,
): Promise<BookingPause> {
  return changeAtEdge(ctx, actor, {
    changesOf: () => changes,
    version,
    subject: PAUSE,
    read: () => readPause(ctx.db),
    update: (changes) => updatePause(ctx.db, changes),
    isAt: isPauseAt,
  });
}

export const getPauseNow = (ctx: Context): Promise<BookingPause> => readPause(ctx.db);

/** The changes of the profile and of the pause, newest first. */
export async function listBusinessChanges(ctx: Context) {
  const entries = await Promise.all([listHistory(ctx, PROFILE), listHistory(ctx, PAUSE)]);
  return entries.flat().toSorted((a, b) => b.id - a.id);
}

const PROFILE = { subject: 'business', subjectId: 1 } as const;
const PAUSE = { subject: 'pause', subjectId: 1 } as const;

/** Changes the fields that differ, with a history entry and the task that updates the edge. */
async function changeAtEdge<Row extends { version: number }>(
  ctx: Context,
  actor: Actor,
  change: Omit<Parameters<typeof changeRow<Row>>[2], 'furtherWrites'>,
): Promise<Row> {
  const taskId = ctx.newId();
  const { row, isChanged } = await changeRow<Row>(ctx, actor, {
    ...change,
    furtherWrites: ({ version, nowMs }) => {
      const task = { id: taskId, subject: `${change.subject.subject} ${version}`, createdAt: nowMs };
      return [insertCatalogTask(ctx.db, task)];
    },
  });
  if (isChanged) await enqueueOutboxRow(ctx, taskId);
  return row;
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
