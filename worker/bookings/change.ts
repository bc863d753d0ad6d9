import { AppError } from '#domain/shared/errors.ts';
import { formatUsd } from '#domain/shared/money.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, GuardFailed, type Guards, type Write } from '#worker/base/db/commit.ts';
import type { TaskStep } from '#worker/base/history/repo.ts';
import { retryOnVersionConflict, VersionConflict } from '#worker/base/history/version-conflict.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { endOpenLink } from '#worker/money/charges/end-open-link.ts';
import type { LinkEnd } from '#worker/money/charges/repo.ts';
import { findLive } from '#worker/money/operations/repo.ts';
import { busyBooking, findPaymentConstraintError } from '#worker/money/operations/start.ts';
import { nextVersion } from '#worker/rental/next-version.ts';
import { type BookingChanges, type BookingRecord, decodeRecord, selectRecord } from '#worker/rental/repo.ts';
import { type BookingVersion, getBookingAt } from '#worker/rental/service.ts';

/** The payment link that a change ended, with its amount in cents. */
type EndedPayLink = { amount: number } | null;
type Values = Record<string, string | number | null>;
type Change = {
  /** The entry in the history; the default is 'changed'. An event has no `before`. */
  action?: string;
  changes: BookingChanges;
  before: Values | null;
  after: Record<string, unknown>;
  /** What must hold beside the version, for the change to be allowed still. */
  guards?: Guards;
  writes?: readonly Write[];
  /** The reason when one of the guards did not hold; null: the change is planned again. */
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
      const written = await writeChange(ctx, actor, { record, change });
      if (written) return { record: written, endedPayLink };
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
    guards: { step_open: step.isOpen, ...change.guards },
    writes: [...(change.writes ?? []), step.close],
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

/** The booking after the change; null if another change came first, for example a charge that began after the read. */
async function writeChange(
  ctx: Context,
  actor: Actor,
  {
    record,
    change: { action = 'changed', changes, before, after, guards, writes = [] },
  }: {
    record: BookingRecord;
    change: Change;
  },
): Promise<BookingRecord | null> {
  const next = nextVersion(ctx, { actor, record, action, changes, before, after });
  try {
    const { after: written } = await commit(ctx, {
      guards: { ...next.guards, ...guards },
      writes: { next: next.writes, further: writes, after: selectRecord(ctx.db, record.id) },
    });
    return decodeRecord(written);
  } catch (error) {
    if (error instanceof GuardFailed || findPaymentConstraintError(error)) return null;
    throw error;
  }
}

const subjectOf = (id: number) => ({ subject: 'booking' as const, subjectId: id });
