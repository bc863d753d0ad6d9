import { addDays, type Day, daysBetween, formatDayRange } from '#domain/shared/days.ts';

/** What decides how many days longer than agreed a customer kept the unit. */
export type Stay = {
  deliveryDate: Day;
  /** The last rental day as agreed, with the extensions. */
  endDate: Day;
  /** The day of the pickup that follows from the last rental day; a late pickup does not move it. */
  agreedPickupDay: Day;
  /** When the unit was collected; null while it is not. */
  collectedDay: Day | null;
  /** The day for which the customer asked for the pickup; null: none is known. */
  askedDay: Day | null;
  /** Staff took the days off the price. */
  isRemoved: boolean;
};

export type KeptDays = {
  /** The first and the last day that count. With no day, `to` is the agreed pickup day. */
  from: Day;
  to: Day;
  days: number;
  /** Days until the late pickup that do not count: the customer had asked for an earlier one. */
  lateDays: number;
};

/**
 * The days from the day after the agreed pickup to the day on which the unit was collected. A pickup that the business
 * made late does not count: the days end on the day that the customer asked for, or on the agreed day if that is later.
 * Null while the unit is not collected, and when it was collected in time.
 */
export function findKeptDays({ agreedPickupDay, collectedDay, askedDay }: Stay): KeptDays | null {
  if (collectedDay === null || collectedDay <= agreedPickupDay) return null;
  const asked = askedDay === null ? collectedDay : laterOf(askedDay, agreedPickupDay);
  const to = asked < collectedDay ? asked : collectedDay;
  return {
    from: addDays(agreedPickupDay, 1),
    to,
    days: daysBetween(agreedPickupDay, to),
    lateDays: daysBetween(to, collectedDay),
  };
}

const laterOf = (one: Day, other: Day): Day => (one > other ? one : other);

/** 'Kept 5 days longer (Nov 19 to 23)'. `billed`: how many of the days are in the price as extra days already. */
export function keptDaysLabel({ from, to, days, lateDays }: KeptDays, billed = 0): string {
  const count = days === 1 ? '1 day' : `${days} days`;
  const end = lateDays > 0 ? ', until the pickup day that was asked for' : '';
  const rest = billed > 0 ? `, ${billed} of them billed as extra days` : '';
  return `Kept ${count} longer (${formatDayRange(from, to)}${end})${rest}`;
}
