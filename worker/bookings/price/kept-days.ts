import type { KeptDaysInput, PriceProposal } from '#contract/price-proposal.ts';
import type { ProposedPrice } from '#domain/catalog/final-price.ts';
import { findKeptDays, keptDaysLabel, type Stay } from '#domain/catalog/kept-days.ts';
import { isOverdue } from '#domain/jobs/jobs.ts';
import { formatDay } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { changeBooking } from '#worker/bookings/change.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import type { BookingVersion } from '#worker/rental/service.ts';
import { cancelDay, readStay } from './billed.ts';

type Input = BookingVersion & KeptDaysInput;

/**
 * Records for which day the customer asked for a late pickup, and takes the days after the agreed one off the price, or
 * counts them again. The final price stays. Throws conflict when the pickup is not late, and invalid with the field.
 */
export async function changeKeptDays(
  ctx: Context,
  actor: Actor,
  { askedDay, removedReason, ...booking }: Input,
) {
  const { record } = await changeBooking(ctx, actor, {
    ...booking,
    plan: async (read) => {
      const stay = await readStay(ctx, read);
      assertChangeable(ctx, read, { stay, askedDay, removedReason });
      const kept = findKeptDays({ ...stay, askedDay: askedDay ?? cancelDay(ctx, read) });
      return {
        action: 'kept_days_changed',
        changes: { pickupAskedDay: askedDay, keptDaysRemoved: removedReason },
        before: null,
        after: {
          ...(askedDay !== read.pickupAskedDay && { askedDay }),
          ...(removedReason !== read.keptDaysRemoved && {
            keptDays: kept && keptDaysLabel(kept),
            isRemoved: removedReason !== null,
            ...(removedReason !== null && { voidReason: removedReason }),
          }),
        },
      };
    },
    isDone: (read) =>
      read.pickupAskedDay === askedDay &&
      read.keptDaysRemoved === removedReason &&
      !cancellationDecides(read, { askedDay, removedReason }),
  });
  return record;
}

function assertChangeable(
  ctx: Context,
  record: BookingRecord,
  { stay, askedDay, removedReason }: KeptDaysInput & { stay: Stay },
): void {
  const isLate = stay.collectedDay !== null && stay.collectedDay > stay.agreedPickupDay;
  if (!isLate && !isLateNow(ctx, record))
    throw new AppError('conflict', 'The unit was not kept longer than agreed.');
  if (!isLate && removedReason !== null && removedReason !== record.keptDaysRemoved)
    throw new AppError('conflict', 'The days are known once the unit is collected. Remove them then.');
  const cancelledOn = cancelDay(ctx, record);
  if (cancelledOn && cancellationDecides(record, { askedDay, removedReason })) {
    throw new AppError(
      'conflict',
      `The booking was cancelled on ${formatDay(cancelledOn)}, so later days are not charged. To charge more days, enter the day for which the customer asked.`,
    );
  }
  if (askedDay === null) return;
  const last = stay.collectedDay ?? ctx.today();
  if (askedDay < stay.deliveryDate) throw invalid('Choose a day after the delivery');
  if (askedDay > last)
    throw invalid(stay.collectedDay ? 'Choose a day before the pickup' : 'Not in the future');
}

/** Counting the days to the pickup changes nothing: they end with the cancellation. */
function cancellationDecides(record: BookingRecord, { askedDay, removedReason }: KeptDaysInput): boolean {
  const isCounted = removedReason === null && record.keptDaysRemoved === null;
  return record.cancelledAt !== null && askedDay === null && isCounted;
}

function invalid(message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path: 'askedDay', message }] });
}

const isLateNow = (ctx: Context, record: BookingRecord) => isOverdue(record, ctx.today());

/** What staff see of a pickup that is late; null when it is not. */
export function describeKeptDays(
  ctx: Context,
  record: BookingRecord,
  { stay, proposal }: { stay: Stay; proposal: ProposedPrice | null },
): PriceProposal['keptDays'] {
  const kept = findKeptDays(stay);
  if (!kept && !isLateNow(ctx, record)) return null;
  return {
    label: kept && kept.days > 0 ? keptDaysLabel(kept) : null,
    agreedPickupDay: stay.agreedPickupDay,
    collectedDay: stay.collectedDay,
    askedDay: stay.askedDay,
    lateDays: kept?.lateDays ?? 0,
    isUnpriced: proposal?.keptDays?.isUnpriced ?? false,
    removedReason: record.keptDaysRemoved,
  };
}
