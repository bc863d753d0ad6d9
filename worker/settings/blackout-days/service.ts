import type { BlackoutDay } from '#contract/blackout-days.ts';
import type { Day } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { countBookingsByDay } from '#worker/fleet/jobs/moves-repo.ts';
import { listClosedDays } from '#worker/fleet/jobs/repo.ts';
import { closeDay, findReason, insertDayEntry, isDayStill, openDay } from './repo.ts';

/** The closed days from `from` (null: today) to `to` (null: all), each with the number of its bookings. */
export async function listDays(
  ctx: Context,
  { from, to }: { from: Day | null; to: Day | null },
): Promise<BlackoutDay[]> {
  const closed = await listClosedDays(ctx.db, from ?? ctx.today());
  const days = closed.filter(({ day }) => to === null || day <= to);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const bookings = await countBookingsByDay(ctx.db, { from: first.day, to: last.day });
  return days.map((row) => ({ ...row, bookings: bookings.get(row.day) ?? 0 }));
}

/** Closes a day from today on. Throws invalid for a past day, busy when it was changed at the same time. */
export async function closeBlackoutDay(
  ctx: Context,
  actor: Actor,
  { day, reason }: { day: Day; reason: string },
): Promise<BlackoutDay> {
  if (day < ctx.today()) {
    const message = 'A past day cannot be closed.';
    throw new AppError('invalid', message, { issues: [{ path: 'day', message }] });
  }
  const { db } = ctx;
  const read = { day, reason: await findReason(db, day) };
  if (read.reason !== reason) {
    const action = read.reason === null ? 'closed' : 'changed';
    const nowMs = ctx.now();
    const closed = commit(ctx, {
      guards: { as_read: isDayStill(read) },
      writes: {
        entry: insertDayEntry(db, read, { action, actor, after: { day, reason }, nowMs }),
        day: closeDay(db, { day, reason, userId: actor.userId, nowMs }),
      },
    });
    if (!(await unlessGuarded(['as_read'], closed))) throw changedError();
  }
  const bookings = await countBookingsByDay(db, { from: day, to: day });
  return { day, reason, bookings: bookings.get(day) ?? 0 };
}

/** Opens a closed day again. Throws busy when it was changed at the same time. */
export async function openBlackoutDay(ctx: Context, actor: Actor, day: Day): Promise<void> {
  const { db } = ctx;
  const read = { day, reason: await findReason(db, day) };
  if (read.reason === null) return;
  const opened = commit(ctx, {
    guards: { as_read: isDayStill(read) },
    writes: {
      entry: insertDayEntry(db, read, { action: 'opened', actor, after: null, nowMs: ctx.now() }),
      day: openDay(db, day),
    },
  });
  if (!(await unlessGuarded(['as_read'], opened))) throw changedError();
}

function changedError(): AppError {
  return new AppError('busy', 'This day was just changed. Please try again.', { retryAfter: 1 });
}
