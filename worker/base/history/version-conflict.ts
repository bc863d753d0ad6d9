import type { Booking } from '#contract/staff-bookings.ts';
import { historyText } from '#domain/rental/history.ts';
import { dayAt, formatMoment, formatTime, isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { findNames, type HistoryRow, listSince, type Subject } from './repo.ts';

/**
 * The version of an If-Match header, the highest of several; null when there is none. An unknown tag matches no
 * version. Weak tags count, because proxies that compress replies make tags weak.
 */
export function versionFrom(ifMatch: string | null): number | null {
  if (ifMatch === null || ifMatch.trim() === '*') return null;
  const versions = ifMatch.split(',').map((tag) => /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(tag)?.[1] ?? -1);
  return Math.max(...versions.map(Number));
}

/** As versionFrom, for calls that require If-Match: throws invalid without a version. */
export function requireVersion(ifMatch: string | null): number {
  const version = versionFrom(ifMatch);
  if (version !== null) return version;
  const message = 'Send If-Match with the ETag of the version that you have read.';
  throw new AppError('invalid', message, { issues: [{ path: 'If-Match', message }] });
}

export const etagOf = (row: { version: number }) => `"${row.version}"`;

const MAX_ATTEMPTS = 5;

/** What an attempt returns when its row, read at `version`, was changed before the attempt wrote it. */
export class VersionConflict {
  readonly subject: Subject;
  readonly version: number;
  /** Thrown after the last attempt instead of stale. */
  readonly error: AppError | null;
  constructor(subject: Subject, version: number, error: AppError | null = null) {
    this.subject = subject;
    this.version = version;
    this.error = error;
  }
}

/**
 * Runs a change until no other change comes between its read and its write. Each attempt reads the row again.
 * Throws after five attempts: the conflict's own error, or stale.
 */
export async function retryOnVersionConflict<Result>(
  ctx: Context,
  attempt: () => Promise<Result>,
): Promise<Exclude<Result, VersionConflict>> {
  for (let attempts = 1; ; attempts += 1) {
    const result = await attempt();
    if (!(result instanceof VersionConflict)) return result as Exclude<Result, VersionConflict>;
    if (attempts === MAX_ATTEMPTS)
      throw result.error ?? (await staleError(ctx, result.subject, result.version));
  }
}

const SUBJECT_NAMES: Readonly<Record<Subject['subject'], string>> = {
  user: 'This user',
  booking: 'This booking',
  dumpster: 'This dumpster',
  business: 'The business profile',
  pause: 'The pause of online booking',
  catalog: 'The catalog',
  blackout_day: 'This day',
  truck: 'This truck',
  site: 'This site',
  dispatch_settings: 'The dispatch settings',
  route: 'This route',
};

/** A 409 error for a change of an old version: who changed which fields since then, when, and further events. */
export async function staleError(ctx: Context, subject: Subject, version: number): Promise<AppError> {
  const entries = await listSince(ctx.db, subject, version);
  const latest = entries[0];
  const when = latest ? ` at ${changeTimeText(ctx, latest.createdAt)}` : '';
  const { changedBy, changedByName } = latest
    ? await readAuthor(ctx, latest)
    : { changedBy: null, changedByName: null };
  const done = latest?.after?.status === 'cancelled' ? 'cancelled' : 'changed';
  return new AppError(
    'stale',
    `${SUBJECT_NAMES[subject.subject]} was ${done}${changedByName === null ? '' : ` by ${changedByName}`}${when}. Load it again before you save.`,
    {
      body: {
        changedBy,
        changedByName,
        changedAt: latest ? isoInstant(latest.createdAt) : null,
        changed: [...new Set(entries.flatMap(changedFields))],
        events: entries.filter(isBookingEvent).map(historyText),
      },
    },
  );
}

/** The username and name of a staff member. The outcome of a charge counts as a change by the user who started it. */
async function readAuthor(ctx: Context, { actorId, actorName, after }: HistoryRow) {
  const userId = actorId ?? after?.startedById;
  const names = typeof userId === 'number' ? await findNames(ctx.db, userId) : null;
  const changedBy = names?.username ?? actorName;
  return { changedBy, changedByName: names?.name ?? changedBy };
}

const PAYMENT_FIELDS = ['paymentStatus', 'additionalPaymentAmount', 'additionalPaymentDate'] as const;
const RECORDED_FIELDS = ['paymentStatus', 'paidAmount', 'balanceDue'] as const;
const REFUND_FIELDS = ['paymentStatus', 'refundAmount', 'refundDate', 'refundReason'] as const;

/** The fields of a booking that an event changes, by the event's action. */
const EVENT_FIELDS: Readonly<
  Record<string, readonly (keyof Booking | 'dumpTicket' | 'priceAddition' | 'keptDays')[]>
> = {
  charged: PAYMENT_FIELDS,
  refund_started: REFUND_FIELDS,
  payment_recorded: RECORDED_FIELDS,
  payment_voided: RECORDED_FIELDS,
  dump_ticket_added: ['dumpTicket'],
  dump_ticket_voided: ['dumpTicket'],
  price_addition_added: ['priceAddition'],
  price_addition_voided: ['priceAddition'],
  kept_days_changed: ['keptDays'],
};

/** Fields of a booking that have another name in the history. */
const REPLY_FIELDS: Readonly<Record<string, keyof Booking>> = {
  dumpsterNumber: 'dumpsterId',
  agreedPrice: 'expectedTotal',
};

function changedFields(entry: HistoryRow): readonly string[] {
  if (isBookingEvent(entry)) return EVENT_FIELDS[entry.action] ?? [];
  const fields = Object.keys(entry.after ?? {});
  // The history contains the number of the unit, a booking its id.
  return entry.subject === 'booking' ? fields.map((field) => REPLY_FIELDS[field] ?? field) : fields;
}

/** The details of an event are not fields of the booking: the amount of a refund, the address of a link. */
function isBookingEvent({ subject, before }: HistoryRow): boolean {
  return subject === 'booking' && before === null;
}

/** '2:14 PM' for a change today, otherwise with its day; in the time zone of the business. */
export function changeTimeText({ settings: { timeZone }, today }: Context, ms: number): string {
  return dayAt(ms, timeZone) === today() ? formatTime(ms, timeZone) : formatMoment(ms, timeZone);
}
