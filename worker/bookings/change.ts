import { AppError } from '#domain/errors.ts';
import { formatUsd } from '#domain/money.ts';
import {
  type BookingChanges,
  type BookingRecord,
  isBookingAt,
  updateRecord,
} from '#worker/booking-records/repo.ts';
import { type BookingVersion, getBooking, getBookingAt } from '#worker/booking-records/service.ts';
import type { Context } from '#worker/context.ts';
import { commitChange, insertEntry, type TaskStep, whileOpen } from '#worker/history/repo.ts';
import { retryOnVersionConflict, VersionConflict } from '#worker/history/version-conflict.ts';
import { endOpenLink } from '#worker/payments/charges/end-open-link.ts';
import type { LinkEnd } from '#worker/payments/charges/repo.ts';
import { findLive } from '#worker/payments/operations/repo.ts';
import { busyBooking, constraintErrorOf } from '#worker/payments/operations/start.ts';
import type { Actor } from '#worker/sessions/sessions.ts';
import type { Condition } from './days.ts';

/** The payment link that a change ended, with its amount in cents. */
type EndedPayLink = { amount: number } | null;
type Values = Record<string, string | number | null>;
type Change = {
  /** The entry in the history; the default is 'changed'. An event has no `before`. */
  action?: string;
  changes: BookingChanges;
  before: Values | null;
  after: Record<string, unknown>;
  /** A condition in the statement that makes the change: the change is still allowed. */
  only?: Condition;
  /** Further statements of the batch. `condition` is true when the change was made. */
  alongside?: (condition: Condition) => ReturnType<Context['db']['run']>[];
  /** The reason when the change was not made although the version matches. */
  refusal?: () => Promise<AppError | null>;
};

type Planned = BookingVersion & {
  /** Why an open payment link must end before the change; null or absent: it stays. */
  endsLink?: (record: BookingRecord) => LinkEnd['reason'] | null;
  plan: (record: BookingRecord) => Promise<Change>;
  /** True when there is nothing to change. */
  isDone: (record: BookingRecord) => boolean | Promise<boolean>;
  /** The step of a task that the change does, at most once. */
  step?: TaskStep | undefined;
};

/** Commits the change, its further statements and its history in one transaction. */
export async function changeBooking(
  ctx: Context,
  actor: Actor,
  { id, version, endsLink, plan, isDone, step }: Planned,
): Promise<{ record: BookingRecord; endedPayLink: EndedPayLink }> {
  let endedPayLink = null as EndedPayLink;
  try {
    return await retryOnVersionConflict(ctx, async () => {
      const record = await getBookingAt(ctx, { id, version });
      if (await isDone(record)) return { record, endedPayLink };
      const reason = endsLink?.(record) ?? null;
      if (reason) {
        endedPayLink ??= await cancelOpenPayments(ctx, id, { reason, endedBy: actor.userId });
      }
      const change = withStep(await plan(record), step);
      if (await written(ctx, actor, { record, change })) {
        return { record: await getBooking(ctx, id), endedPayLink };
      }
      const refusal = await change.refusal?.();
      if (refusal) throw refusal;
      return new VersionConflict(subjectOf(record.id), record.version);
    });
  } catch (error) {
    throw endedPayLink && error instanceof AppError ? withEndedLink(error, endedPayLink) : error;
  }
}

function withStep(change: Change, step: TaskStep | undefined): Change {
  if (!step) return change;
  return {
    ...change,
    only: whileOpen(step, change.only),
    alongside: (condition) => [...(change.alongside?.(condition) ?? []), step.close(condition)],
  };
}

/** The payment link has ended at Stripe although the change failed afterwards, so the error says that. */
export function withEndedLink(error: AppError, { amount }: { amount: number }): AppError {
  const text = `The payment link for ${formatUsd(amount)} has ended.`;
  const { body } = error.extras;
  const events = Array.isArray(body?.events) ? [text, ...body.events] : [text];
  return new AppError(error.code, `${error.message} ${text}`, {
    ...error.extras,
    body: { ...body, endedPayLink: { amount }, events },
  });
}

/**
 * An open charge or payment link has the amount that was due, so the price cannot change and the booking cannot be
 * cancelled now.
 */
async function cancelOpenPayments(ctx: Context, id: number, end: LinkEnd): Promise<EndedPayLink> {
  if (await findLive(ctx.db, id)) throw busyBooking();
  const link = await endOpenLink(ctx, id, end);
  return link && { amount: link.amount };
}

/** False if another change came first, for example a charge or payment link that began after the read. */
async function written(ctx: Context, actor: Actor, what: { record: BookingRecord; change: Change }) {
  try {
    return await write(ctx, actor, what);
  } catch (error) {
    if (constraintErrorOf(error)) return false;
    throw error;
  }
}

function write(
  ctx: Context,
  actor: Actor,
  { record, change }: { record: BookingRecord; change: Change },
): Promise<boolean> {
  const next = record.version + 1;
  const condition = isBookingAt(record.id, next);
  const { action = 'changed', before, after } = change;
  const entry = { action, actor, before, after, nowMs: ctx.now(), condition };
  return commitChange(ctx.db, [
    updateRecord(ctx.db, record, change),
    // Before the days: it rejects the whole batch if another change has this version.
    insertEntry(ctx.db, { ...subjectOf(record.id), version: next }, entry),
    ...(change.alongside?.(condition) ?? []),
  ]);
}

const subjectOf = (id: number) => ({ subject: 'booking' as const, subjectId: id });
