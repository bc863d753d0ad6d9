import type { TruckCalendar } from '#domain/catalog/delivery-days.ts';
import { isAddedJobType } from '#domain/jobs/added-jobs.ts';
import { currentPrice, type PricedBooking } from '#domain/rental/changes/changed-price.ts';
import type { RentalState } from '#domain/rental/changes/rental-rules.ts';
import type { Day } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { readTogether } from '#worker/base/db/rows.ts';
import { readBilled } from '#worker/bookings/price/billed.ts';
import { getCardOf, type PublishedRateCard } from '#worker/catalog/rate-cards.ts';
import { selectPublishedVersion } from '#worker/catalog/repo.ts';
import { listClosedDays } from '#worker/fleet/jobs/repo.ts';
import { readAgreedRental } from '#worker/rental/current-quote.ts';
import type { BookingRecord } from '#worker/rental/repo.ts';
import { selectLiveJobs, selectUnitRows, type UnitRow } from './repo.ts';

/** A truck job of a booking that is not cancelled. */
export type LiveJob = Awaited<ReturnType<typeof selectLiveJobs>>[number];

/** A booking with everything that its changes depend on, except other bookings. */
export type RentalRecord = {
  record: BookingRecord;
  state: RentalState;
  /** The truck jobs that are not cancelled, in the order of their days. */
  jobs: readonly LiveJob[];
  /** The units of the booking in the order of their days. */
  units: readonly UnitRow[];
  /** What is published now: its calendar rules hold for every booking. */
  published: PublishedRateCard;
  calendar: TruckCalendar;
  today: Day;
};

/** What readRental reads beside the booking itself, by its id. */
export function readRentalRows(ctx: Context, bookingId: number) {
  return readTogether(ctx.db, [
    selectUnitRows(ctx.db, bookingId),
    selectLiveJobs(ctx.db, bookingId),
    selectPublishedVersion(ctx.db),
    listClosedDays(ctx.db, ctx.today()),
  ]);
}

/** `rows`: those of the booking, if they were read with it. */
export async function readRental(
  ctx: Context,
  record: BookingRecord,
  rows?: Awaited<ReturnType<typeof readRentalRows>>,
): Promise<RentalRecord> {
  const today = ctx.today();
  const [units, jobs, version, closed] = rows ?? (await readRentalRows(ctx, record.id));
  const published = await getCardOf(ctx, version);
  const isDone = (type: string) => jobs.some((job) => job.type === type && job.status === 'done');
  const exchangeDays = jobs.filter(({ type }) => type === 'exchange').map(({ dueDay }) => dueDay);
  const addedJobs = jobs
    .filter(({ type }) => isAddedJobType(type))
    .map(({ type, dueDay }) => ({ type, dueDay }));
  const { status, deliveryDate, endDate, pickupDay } = record;
  return {
    record,
    state: {
      status,
      deliveryDate,
      endDate,
      pickupDay,
      exchangeDays,
      addedJobs,
      isDelivered: isDone('delivery') || exchangeDays.length > 0 || addedJobs.length > 0,
      isPickedUp: isDone('final_pickup'),
    },
    jobs,
    units,
    published,
    calendar: {
      rules: published.card.calendar,
      closedDays: new Set(closed.map(({ day }) => day)),
    },
    today,
  };
}

export type RentalPrice = Awaited<ReturnType<typeof readRentalPrice>>;

/** The price of the booking by its own rate card, with its additions and dump tickets. */
export async function readRentalPrice(ctx: Context, record: BookingRecord) {
  const [agreed, billed] = await Promise.all([readAgreedRental(ctx, record), readBilled(ctx, record)]);
  const priced: PricedBooking = { ...agreed, billed };
  return { priced, additions: billed.additions, ...currentPrice(priced) };
}
