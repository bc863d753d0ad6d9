import { hourAt } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertReminders, REMINDER_KINDS, type ReminderKind } from './repo.ts';

/** Reminders are sent only from 9 AM until 7 PM in the business's time zone. */
const DECENT = { from: 9, until: 19 };
/** The most reminders of each kind in one run; the next run, in an hour, stores the rest. */
const LIMIT = 200;

/**
 * Stores each due reminder once and sends it to the queue; with isForced at any hour. Returns the number of each kind.
 */
export async function createReminders(ctx: Context, { isForced }: { isForced: boolean }) {
  const counts = Object.fromEntries(REMINDER_KINDS.map((kind) => [kind, 0])) as Record<ReminderKind, number>;
  const hour = hourAt(ctx.now(), ctx.settings.timeZone);
  const isDecent = hour >= DECENT.from && hour < DECENT.until;
  if (!isForced && !isDecent) return counts;
  const moment = { today: ctx.today(), nowMs: ctx.now() };
  for (const kind of REMINDER_KINDS) {
    const ids = await insertReminders(ctx.db, kind, { ...moment, limit: LIMIT });
    counts[kind] = ids.length;
    for (const id of ids) await enqueueOutboxRow(ctx, id);
  }
  return counts;
}

/**
 * Stores all reminders of today without sending them. After a restore it is not known which of them were sent, so the
 * caller holds them.
 */
export async function storeRemindersUnsent(ctx: Context): Promise<number> {
  const moment = { today: ctx.today(), nowMs: ctx.now(), limit: LIMIT };
  let stored = 0;
  for (const kind of REMINDER_KINDS) {
    for (let count = LIMIT; count === LIMIT; stored += count) {
      count = (await insertReminders(ctx.db, kind, moment)).length;
    }
  }
  return stored;
}
