import type {
  getNextAvailableDate,
  listAvailableDumpsterTypes,
  listUnavailableDates,
} from '#contract/availability.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { PublicCatalog } from '#contract/public-catalog.ts';
import { firstDeliveryDay } from '#domain/catalog/delivery-days.ts';
import { rentalOptionOf } from '#domain/catalog/entries.ts';
import type { StreetRule } from '#domain/catalog/rate-card.ts';
import {
  type BookingRules,
  findCalendarRefusal,
  firstFreeDay,
  lastDeliveryDay,
  lastFreeDay,
  movedPickups,
  refusedDays,
} from '#domain/rental/availability.ts';
import { addDays, type Day, dayAt, daysOfMonth, latestTimeAt } from '#domain/shared/days.ts';

/** A draft as customers would see it. */
export type PreviewedDraft = {
  catalog: PublicCatalog;
  closedDays: ReadonlySet<Day>;
  /** Units in the fleet, by size. */
  units: Readonly<Record<string, number>>;
};

/** A call about sizes or days. */
export type DaysQuestion = {
  query: URLSearchParams;
  /** The path after that of the call. */
  rest: string;
  /** The rule of a placement on a street. */
  permit: StreetRule | null;
};

/** The preview shows the rules of the draft, not the bookings: one unit is always free. */
const FREE_UNIT = [{ occupied: [] }];

/**
 * Every size with its units; a size without units yet counts as one, so that the owner can go on. None on a day that the
 * calendar refuses.
 */
export function freeSizes(
  draft: PreviewedDraft,
  { query, permit }: DaysQuestion,
): ReplyOf<typeof listAvailableDumpsterTypes> {
  const [day, rentalType] = [query.get('deliveryDate'), query.get('rentalType')];
  const reason = day && rentalType ? findCalendarRefusal(day, rulesOf(draft, rentalType, permit)) : null;
  return draft.catalog.dumpsterSizes.map(({ id, name }) => ({
    id,
    name,
    available: reason === null,
    count: reason === null ? Math.max(draft.units[id] ?? 0, 1) : 0,
    ...(reason && { reason }),
  }));
}

export function unavailableDays(
  draft: PreviewedDraft,
  { query, permit }: DaysQuestion,
): ReplyOf<typeof listUnavailableDates> {
  const rules = rulesOf(draft, query.get('rentalType') ?? '', permit);
  const days = daysOfMonth(query.get('month') ?? '');
  const refused = refusedDays(FREE_UNIT, days, rules);
  return {
    today: rules.today,
    now: new Date().toISOString(),
    dates: refused.map(({ day }) => day),
    reasons: Object.fromEntries(refused.flatMap(({ day, reason }) => (reason ? [[day, reason]] : []))),
    pickupDays: movedPickups(days, rules),
  };
}

export function nearestDays(
  draft: PreviewedDraft,
  { rest: rentalType, query, permit }: DaysQuestion,
): ReplyOf<typeof getNextAvailableDate> {
  const rules = rulesOf(draft, rentalType, permit);
  const from = query.get('from') ?? rules.today;
  const to = lastDeliveryDay(rules.today, draft.catalog.calendar.horizonDays);
  const daysBefore = Number(query.get('daysBefore') ?? 0);
  return {
    nextAvailableDate: firstFreeDay(FREE_UNIT, { from, to }, rules),
    ...(daysBefore > 0 && {
      previousAvailableDate: lastFreeDay(
        FREE_UNIT,
        { from: addDays(from, -daysBefore), to: addDays(from, -1) },
        rules,
      ),
    }),
  };
}

function rulesOf(
  { catalog, closedDays }: PreviewedDraft,
  rentalType: string,
  permit: StreetRule | null,
): BookingRules {
  const { calendar, timeZone } = catalog;
  const nowMs = Date.now();
  const today = dayAt(nowMs, timeZone);
  return {
    calendar: { rules: calendar, closedDays },
    today,
    firstDay: firstDeliveryDay(calendar, { today, time: latestTimeAt(nowMs, timeZone) }, permit),
    days: rentalOptionOf(catalog, rentalType).days,
    movesTaken: new Map(),
  };
}
