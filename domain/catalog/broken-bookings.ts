import { type Day, formatDay, weekdayOf } from '#domain/shared/days.ts';
import type { CardContent } from './differences.ts';
import type { CalendarRules } from './rate-card.ts';
import { findZone, isServed } from './zones.ts';

const WEEKDAY_NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** A booking whose dumpster is still to be picked up. `deliveryDate`: null once it was delivered. */
export type FutureBooking = { id: number; deliveryDate: Day | null; pickupDay: Day; zip: string };
export type BrokenRule = { bookingId: number; text: string };

/** The rules that future bookings break by a publication, in words; existing bookings are not changed by it. */
export function brokenRules(
  before: CardContent,
  after: CardContent,
  bookings: readonly FutureBooking[],
): BrokenRule[] {
  return bookings.flatMap((booking) => {
    const known = rulesBrokenBy(before, booking);
    return rulesBrokenBy(after, booking)
      .filter((text) => !known.includes(text))
      .map((text) => ({ bookingId: booking.id, text }));
  });
}

function rulesBrokenBy({ card, zoneZips }: CardContent, booking: FutureBooking): string[] {
  const { deliveryDate, pickupDay, zip } = booking;
  const isOff = (day: Day) => !card.calendar.deliveryWeekdays.includes(weekdayOf(day));
  return [
    ...(deliveryDate && isOff(deliveryDate)
      ? [`Delivery on ${dayText(deliveryDate)}, which is no delivery weekday`]
      : []),
    ...(isOff(pickupDay) ? [`Pickup on ${dayText(pickupDay)}, which is no delivery weekday`] : []),
    ...(isServed(card.area, findZone(zoneZips, zip))
      ? []
      : [`ZIP code ${zip} is outside of the service area`]),
  ];
}

/** The deliveries and pickups on closed days, in words. */
export function bookingsOnClosedDays(
  bookings: readonly FutureBooking[],
  closedDays: ReadonlySet<Day>,
): BrokenRule[] {
  return bookings.flatMap(({ id: bookingId, deliveryDate, pickupDay }) => [
    ...(deliveryDate && closedDays.has(deliveryDate)
      ? [{ bookingId, text: `Delivery on ${dayText(deliveryDate)}, which is closed` }]
      : []),
    ...(closedDays.has(pickupDay)
      ? [{ bookingId, text: `Pickup on ${dayText(pickupDay)}, which is closed` }]
      : []),
  ]);
}

/** The days with more truck moves than a new limit allows, in words. `moves`: the live jobs of each future day. */
export function overfullDays(
  before: CalendarRules,
  after: CalendarRules,
  moves: ReadonlyMap<Day, number>,
): string[] {
  const limit = after.maxTruckMovesPerDay;
  const oldLimit = before.maxTruckMovesPerDay ?? Number.POSITIVE_INFINITY;
  if (limit === null) return [];
  return [...moves]
    .filter(([, count]) => count > limit && count <= oldLimit)
    .map(([day, count]) => `${dayText(day)} has ${count} truck moves; the new limit is ${limit}`);
}

/** 'Sunday, Nov 29, 2026'. */
function dayText(day: Day): string {
  return `${WEEKDAY_NAMES[weekdayOf(day)]}, ${formatDay(day)}`;
}
