import { type Day, formatMoment } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import type { Guards } from '#worker/base/db/commit.ts';
import { insertEntry } from '#worker/base/history/repo.ts';
import { allOf } from '#worker/base/lists/list-repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { changeBooking } from '#worker/bookings/change.ts';
import { isJobAt, updateJobWithdrawn } from '#worker/bookings/jobs/repo.ts';
import { isPermitMissing } from '#worker/bookings/permits.ts';
import { insertAddition, voidAddition } from '#worker/bookings/price/repo.ts';
import { hasMovesLeftForBooking } from '#worker/fleet/jobs/moves-repo.ts';
import { assignUnit } from '#worker/fleet/units/booking-days-repo.ts';
import { updatePaymentStatus } from '#worker/money/ledger/repo.ts';
import { findCancellingEnd } from '#worker/money/links/cancelling-end.ts';
import { endLinkEarlier } from '#worker/money/links/repo.ts';
import { enqueueOutboxRow } from '#worker/notify/outbox/enqueue.ts';
import { insertBookingNotification } from '#worker/notify/outbox/repo.ts';
import { updatePermitAttention, updateUnitAttention } from '#worker/rental/attention-repo.ts';
import { nextVersion } from '#worker/rental/next-version.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { isBookingAt } from '#worker/rental/repo.ts';
import { changeHistory } from './change-history.ts';
import { checkPlan } from './checked-plan.ts';
import type { AgreedChange, AppliedChange } from './plan.ts';
import { refusedChange } from './plan.ts';
import { otherThanPreview } from './preview-token.ts';
import {
  type ChangeEffects,
  planRentalChange,
  type RentalChangeInput,
  type RentalPlan,
} from './rental-plan.ts';
import { insertBookingJob, isUnitFreeFor, moveJob, raiseVersion, releaseUnit } from './repo.ts';
import type { MovedUnit } from './unit-choice.ts';

type Agreed = AgreedChange<RentalChangeInput['type'], RentalPlan>;
type AllowedPlan = RentalPlan & { effects: ChangeEffects };

/**
 * Makes a change in one transaction. If a unit or a truck move was taken after the plan, it plans again: with another
 * unit the change is the same; throws conflict if there is none.
 */
export async function applyRentalChange(
  ctx: Context,
  actor: Actor,
  { record, input, plan: shown, routes }: Agreed,
): Promise<AppliedChange> {
  let plan = null as AllowedPlan | null;
  let emailId = null as string | null;
  const { id, version } = record;
  const result = await changeBooking(ctx, actor, {
    id,
    version,
    endsLink: (read) => (isNewPrice(read, shown) ? 'price' : null),
    plan: async (read) => {
      const checked = plan
        ? await checkPlan(ctx, routes.check, {
            record: read,
            plan: await planRentalChange(ctx, { record: read, input }),
          })
        : { plan: shown, guard: routes.guard };
      plan = allowedPlan(checked.plan, shown);
      emailId = plan.willNotify ? ctx.newId() : null;
      const change = await makeRentalChange(ctx, actor, { record: read, plan, emailId });
      return { ...change, guards: { ...change.guards, routes: checked.guard } };
    },
    isDone: () => false,
  });
  if (emailId) await enqueueOutboxRow(ctx, emailId);
  const movedBooking = plan?.movedBooking ?? null;
  return {
    record: result.record,
    endedPayLink: result.endedPayLink,
    movedBooking,
    notified: emailId !== null,
  };
}

/**
 * For a batch with the changes of other bookings: an allowed plan without a new price, and without an e-mail, with the guards
 * under which it is still possible. Throws conflict for a plan that is not allowed.
 */
export async function rentalChangeStatements(
  ctx: Context,
  actor: Actor,
  { record, plan }: { record: BookingRecord; plan: RentalPlan },
) {
  const change = await makeRentalChange(ctx, actor, { record, plan: allowedPlan(plan, plan), emailId: null });
  const { before, after, changes } = change;
  const next = nextVersion(ctx, { actor, record, action: 'changed', changes, before, after });
  return { guards: { ...next.guards, ...change.guards }, writes: [...next.writes, ...change.writes] };
}

function isNewPrice({ finalPrice }: BookingRecord, { effects }: RentalPlan): boolean {
  return effects !== null && effects.finalPrice !== finalPrice;
}

/** Throws conflict for a plan that is no longer allowed, and stale for one with another price. */
function allowedPlan(plan: RentalPlan, shown: RentalPlan): AllowedPlan {
  const { effects } = plan;
  if (!effects) throw refusedChange(plan);
  if (JSON.stringify(plan.lines) !== JSON.stringify(shown.lines)) throw otherThanPreview();
  return { ...plan, effects };
}

async function makeRentalChange(
  ctx: Context,
  actor: Actor,
  { record, plan, emailId }: { record: BookingRecord; plan: AllowedPlan; emailId: string | null },
) {
  const { effects } = plan;
  const { days, rented, price, finalPrice } = effects;
  const isMissing = await isPermitMissing(ctx, record, { pickupDay: days.pickupDay });
  const isPriced = finalPrice !== record.finalPrice;
  const { total, lines } = price.proposal ?? { total: null, lines: [] };
  const link = await findEarlierEnd(ctx, record, days.deliveryDate);
  const linkEnd = link?.isOpen ? formatMoment(link.endsAt, ctx.settings.timeZone) : null;
  return {
    changes: {
      ...days,
      ...rented,
      ...(price.agreed && { quote: price.agreed.quote, rateCardId: price.agreed.rateCardId }),
      ...(isPriced && { finalPrice, finalPriceLines: total === finalPrice ? lines : null }),
    },
    ...changeHistory(plan, record, linkEnd),
    guards: stillPossible(record, effects),
    writes: [
      ...writeMovedBooking(ctx, actor, { moved: effects.moved, roomFor: record.id }),
      ...writeUnits(ctx, effects, { bookingId: record.id }),
      ...writeJobs(ctx, effects, { bookingId: record.id }),
      // After its job, which the charge names.
      ...writePrice(ctx, actor, { record, effects }),
      ...(isPriced ? [updatePaymentStatus(ctx.db, record.id)] : []),
      updatePermitAttention(ctx.db, record.id, { isMissing, nowMs: ctx.now() }),
      ...(link ? [endLinkEarlier(ctx.db, link)] : []),
      ...(emailId ? [insertChangedEmail(ctx, record, { emailId })] : []),
    ],
  };
}

/** The new end of the payment link at whose end the booking is cancelled; null if there is none, or it stays. */
async function findEarlierEnd(ctx: Context, { id, deliveryDate }: BookingRecord, newDay: Day) {
  if (newDay >= deliveryDate) return null;
  const end = await findCancellingEnd(ctx, id, newDay);
  return end?.isEarlier ? end : null;
}

/** The units and the truck moves of the plan are still free. */
function stillPossible({ id }: BookingRecord, { rows, taken, moved, limit, removal }: ChangeEffects): Guards {
  const bookingIds = moved ? [id, moved.bookingId] : [id];
  return {
    units_free: allOf(
      rows.map((row) => isUnitFreeFor(row, { bookingIds, isTaken: row.dumpsterId === taken })),
    ),
    ...(moved && {
      moved_version: isBookingAt(moved.bookingId, moved.version),
      moved_unit_free: isUnitFreeFor(moved.row, { bookingIds: [moved.bookingId], isTaken: true }),
    }),
    ...(removal && { job_version: isJobAt(removal.job) }),
    ...(limit && { moves_left: hasMovesLeftForBooking({ bookingId: id, ...limit }) }),
  };
}

/** The other booking gets its unit before this one takes the days. */
function writeMovedBooking(
  ctx: Context,
  actor: Actor,
  { moved, roomFor }: { moved: MovedUnit | null; roomFor: number },
) {
  if (!moved) return [];
  const { db } = ctx;
  const { bookingId, version, row, fromNumber, toNumber } = moved;
  const entry = {
    action: 'changed',
    actor,
    nowMs: ctx.now(),
    before: { dumpsterNumber: fromNumber },
    after: { dumpsterNumber: toNumber, madeRoomFor: `#${roomFor}` },
  };
  return [
    raiseVersion(db, bookingId),
    insertEntry(db, { subject: 'booking', subjectId: bookingId, version: version + 1 }, entry),
    ...assignUnit(db, { ...row, days: row, bookingId, nowMs: ctx.now() }),
  ];
}

type Write = { bookingId: number };

function writeUnits({ db, ...ctx }: Context, { rows, days, removal }: ChangeEffects, write: Write) {
  const { bookingId } = write;
  const nowMs = ctx.now();
  const neededUntil = days.pickupDay < ctx.today() ? null : days.pickupDay;
  // A job that is removed without a change of units makes no unit needed.
  const isNeeded = removal === null || rows.length > 0;
  return [
    ...(removal?.releasedRole ? [releaseUnit(db, write, removal.releasedRole)] : []),
    ...rows.flatMap((row) => assignUnit(db, { ...row, days: row, ...write, nowMs })),
    ...(isNeeded ? updateUnitAttention(db, bookingId, { neededUntil, nowMs }) : []),
  ];
}

function writeJobs(
  { db, now }: Context,
  { days, exchangeDay, addedJob, removal }: ChangeEffects,
  write: Write,
) {
  const change = { ...write, nowMs: now() };
  const keepsCharge = removal?.keptCharge != null;
  return [
    ...moveJob(db, change, { type: 'delivery', dueDay: days.deliveryDate }),
    ...moveJob(db, change, { type: 'final_pickup', dueDay: days.pickupDay }),
    ...(exchangeDay === null
      ? []
      : [insertBookingJob(db, change, { type: 'exchange', dueDay: exchangeDay })]),
    ...(addedJob ? [insertBookingJob(db, change, addedJob)] : []),
    ...(removal ? updateJobWithdrawn(db, removal.job.id, { ...change, keepsCharge }) : []),
  ];
}

function writePrice(
  { db, now }: Context,
  { userId }: Actor,
  { record, effects }: { record: BookingRecord; effects: ChangeEffects },
) {
  const { price, addedJob, exchangeDay } = effects;
  const write = { userId, nowMs: now() };
  const jobType = addedJob?.type ?? (exchangeDay === null ? null : 'exchange');
  return [
    ...price.voided.map((additionId) => voidAddition(db, additionId, write)),
    ...price.added.map((addition) => insertAddition(db, { bookingId: record.id, addition, jobType }, write)),
  ];
}

/** The subject is the version of the booking that the change makes: its history entry has the facts. */
function insertChangedEmail(
  { db, now }: Context,
  { id: bookingId, version }: BookingRecord,
  { emailId }: { emailId: string },
) {
  const subject = String(version + 1);
  const row = { id: emailId, kind: 'booking-changed' as const, bookingId, subject, createdAt: now() };
  return insertBookingNotification(db, row);
}
