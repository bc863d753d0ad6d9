import { REMOVABLE_JOB_FIELDS } from '#domain/jobs/added-jobs.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import type { ChangeEffects, RentalPlan } from './rental-plan.ts';

type Values = Record<string, string | number | null>;

/**
 * The history entry of a change: each field that differs, as staff and the customer read it. `linkEnd`: when the payment
 * link ends now; null: it stays.
 */
export function changeHistory(
  { before, after, difference, effects }: RentalPlan & { effects: ChangeEffects },
  { finalPrice }: BookingRecord,
  linkEnd: string | null,
): { before: Values; after: Values } {
  const fields: [string, string | number | null, string | number | null][] = [
    ['deliveryDate', before.deliveryDate, after.deliveryDate],
    ['endDate', before.endDate, after.endDate],
    ['pickupDay', before.pickupDay, after.pickupDay],
    ['rentalType', before.rentalTitle, after.rentalTitle],
    ['dumpsterType', before.sizeName, after.sizeName],
    ['dumpsterNumber', before.unit?.number ?? null, after.unit?.number ?? null],
    ['finalPrice', finalPrice, effects.finalPrice],
  ];
  const changed = fields.filter(([, from, to]) => from !== to);
  const { exchangeDay, addedJob, removal, overridden, moved } = effects;
  const removedField = removal && REMOVABLE_JOB_FIELDS[removal.job.type];
  return {
    before: {
      ...Object.fromEntries(changed.map(([field, from]) => [field, from])),
      ...(removedField && { [removedField]: removal.job.dueDay }),
    },
    after: {
      ...Object.fromEntries(changed.map(([field, , to]) => [field, to])),
      ...(exchangeDay !== null && { exchangeDay }),
      ...(addedJob && { [REMOVABLE_JOB_FIELDS[addedJob.type]]: addedJob.dueDay }),
      ...(removedField && { [removedField]: null }),
      ...(removal?.keptCharge != null && { keptCharge: removal.keptCharge }),
      ...(difference !== 0 && { priceDifference: difference }),
      ...(linkEnd !== null && { payLinkEnds: linkEnd }),
      ...(moved && { movedBooking: `#${moved.bookingId}` }),
      ...(overridden.length > 0 && { overriddenRules: overridden.join(', ') }),
    },
  };
}
