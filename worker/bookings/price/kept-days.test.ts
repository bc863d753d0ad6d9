import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookingChange } from '#contract/booking-changes.ts';
import type { KeptDaysInput, PriceProposal } from '#contract/price-proposal.ts';
import { addDays, type Day, daysBetween, instantOn } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { randomRuns, runLength } from '#domain/test/random-runs.ts';
import { makeRate } from '#domain/test/rate-cards.ts';
import { applyChange, previewChange } from '#worker/bookings/changes/service.ts';
import { extendOverdue } from '#worker/bookings/jobs/overdue.ts';
import { markJob } from '#worker/bookings/jobs/service.ts';
import { setBookingStatus } from '#worker/bookings/service.ts';
import { getBooking } from '#worker/rental/service.ts';
import { makeQuietContext } from '#worker/test/history.ts';
import { makeCustomer, publishFirm } from '#worker/test/prices.ts';
import { insertRental, listChanges, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';
import { changeKeptDays } from './kept-days.ts';
import { readPriceProposal } from './proposal.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let id: number;

/** $475 for a week, 8 % tax; an extra day costs $15. */
async function bookPriced(rate: Parameters<typeof makeRate>[0] = {}) {
  await startOver();
  await addUnits(1);
  dana = await signIn('dana', 'admin');
  const calendar = { deliveryWeekdays: [0, 1, 2, 3, 4, 5, 6], leadDays: 0, sameDayCutoff: null };
  await publishFirm({
    rates: [makeRate(rate)],
    calendar: { ...calendar, horizonDays: 60, maxTruckMovesPerDay: null },
  });
  const { open, payFor } = makeCustomer();
  return Number((await payFor(await open())).id);
}

/** A context whose clock stands at noon of a day of the business, and can be moved to another day. */
function makeClock() {
  const ctx = makeQuietContext();
  let today = inDays(0);
  Object.assign(ctx, { now: () => instantOn(today, '12:00', ctx.settings.timeZone), today: () => today });
  const waitUntil = (day: Day) => {
    today = day;
  };
  return { ctx, waitUntil };
}
type Clock = ReturnType<typeof makeClock>;

const noonOf = ({ ctx }: Clock, day: Day) => instantOn(day, '12:00', ctx.settings.timeZone);
const recordOf = ({ ctx }: Clock) => getBooking(ctx, id);
const proposalOf = async (clock: Clock) => readPriceProposal(clock.ctx, await recordOf(clock));

async function mark({ ctx }: Clock, type: string, isDone = true) {
  const [job] = await rows<{ id: number }>(
    "SELECT id FROM jobs WHERE booking_id = ? AND type = ? AND status <> 'cancelled'",
    id,
    type,
  );
  await markJob(ctx, dana.actor, { id: job?.id ?? 0, version: null, isDone });
}

/** The unit is delivered in time and collected `late` days after the agreed pickup; each night the cron runs. */
async function collectLate(clock: Clock, late: number) {
  const { deliveryDate, pickupDay } = await recordOf(clock);
  clock.waitUntil(deliveryDate);
  await mark(clock, 'delivery');
  for (let night = 1; night <= late; night += 1) {
    clock.waitUntil(addDays(pickupDay, night));
    await extendOverdue(clock.ctx);
  }
  await mark(clock, 'final_pickup');
  return pickupDay;
}

const say = (clock: Clock, input: Partial<KeptDaysInput>) =>
  changeKeptDays(clock.ctx, dana.actor, { id, version: null, askedDay: null, removedReason: null, ...input });
const linesOf = ({ proposal }: PriceProposal) =>
  proposal?.lines.map(({ label, amount }) => `${label.replace(/\(.*\)/, '()')} ${amount}`);

describe('a pickup after the agreed day', () => {
  beforeEach(async () => {
    id = await bookPriced();
  });

  it('adds the days to the proposed price, although the cron moved the pickup day each night', async () => {
    const clock = makeClock();
    const agreed = await collectLate(clock, 5);
    expect((await recordOf(clock)).pickupDay).toBe(addDays(agreed, 5));
    const read = await proposalOf(clock);
    expect(linesOf(read)).toEqual([
      '7-Day Rental, 15-Yard 47500',
      'Kept 5 days longer () 7500',
      'NY sales tax 4400',
    ]);
    expect(read.keptDays).toMatchObject({
      agreedPickupDay: agreed,
      collectedDay: addDays(agreed, 5),
      lateDays: 0,
    });
    const { proposal } = read;
    await dana.send('PATCH', `bookings/${id}/final-price`, { finalPrice: proposal?.total });
    expect((await proposalOf(clock)).proposal).toMatchObject({ total: 59_400, isFinalPrice: true });
  });

  it('is removed from the price with a reason, and counted again', async () => {
    const clock = makeClock();
    await collectLate(clock, 2);
    await say(clock, { removedReason: 'Snow: no truck could drive' });
    const removed = await proposalOf(clock);
    expect(linesOf(removed)).toEqual(['7-Day Rental, 15-Yard 47500', 'NY sales tax 3800']);
    expect(removed.keptDays).toMatchObject({ removedReason: 'Snow: no truck could drive' });
    await say(clock, {});
    expect(linesOf(await proposalOf(clock))).toContain('Kept 2 days longer () 3000');
    const texts = (await listChanges(dana, id)).map(({ text }) => text.replace(/\(.*\)/, '()'));
    expect(texts.slice(0, 2)).toEqual([
      'Counted in the price again: Kept 2 days longer ()',
      'Removed from the price: Kept 2 days longer (): Snow: no truck could drive',
    ]);
  });

  it('counts only to the day for which the customer asked', async () => {
    const clock = makeClock();
    const agreed = await collectLate(clock, 5);
    await say(clock, { askedDay: addDays(agreed, 2) });
    const read = await proposalOf(clock);
    expect(read.keptDays).toMatchObject({
      lateDays: 3,
      label: expect.stringContaining('that was asked for)'),
    });
    expect(linesOf(read)).toContain('Kept 2 days longer () 3000');
    await expect(say(clock, { askedDay: addDays(agreed, 6) })).rejects.toMatchObject({ code: 'invalid' });
    await expect(say(clock, { askedDay: inDays(-1) })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('counts to the day on which the booking is completed, also when the nights could not move the pickup', async () => {
    const clock = makeClock();
    const { deliveryDate, pickupDay, dumpsterId } = await recordOf(clock);
    clock.waitUntil(deliveryDate);
    await mark(clock, 'delivery');
    await insertRental(99, { startsIn: daysBetween(inDays(0), pickupDay) + 1, unit: dumpsterId });
    clock.waitUntil(addDays(pickupDay, 3));
    expect(await extendOverdue(clock.ctx)).toMatchObject({ blocked: 1 });
    await setBookingStatus(clock.ctx, dana.actor, {
      id,
      version: null,
      status: 'completed',
      notifyCustomer: false,
    });
    const read = await proposalOf(clock);
    expect(read.keptDays).toMatchObject({ agreedPickupDay: pickupDay, collectedDay: addDays(pickupDay, 3) });
    expect(linesOf(read)).toContain('Kept 3 days longer () 4500');
  });

  it('of a cancelled booking ends with the day of the cancellation, and counts on only to a day that is entered', async () => {
    const clock = makeClock();
    const agreed = await collectLate(clock, 4);
    await rows('UPDATE bookings SET cancelled_at = ? WHERE id = ?', noonOf(clock, addDays(agreed, 1)), id);
    expect(linesOf(await proposalOf(clock))).toContain('Kept 1 day longer () 1500');
    await expect(say(clock, {})).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('later days are not charged'),
    });
    await say(clock, { askedDay: addDays(agreed, 3) });
    expect(linesOf(await proposalOf(clock))).toContain('Kept 3 days longer () 4500');
    await say(clock, { removedReason: 'Snow' });
    await say(clock, {});
    expect(linesOf(await proposalOf(clock))).toContain('Kept 1 day longer () 1500');
  });

  it('warns where the rate card has no price, until staff enter an amount', async () => {
    id = await bookPriced({ extraDay: null });
    const clock = makeClock();
    await collectLate(clock, 3);
    expect((await proposalOf(clock)).keptDays).toMatchObject({ isUnpriced: true });
    const ifMatch = `"${(await recordOf(clock)).version}"`;
    await dana.send('POST', `bookings/${id}/price-additions`, {
      type: 'extra_days',
      quantity: 3,
      unitAmount: 2000,
      ifMatch,
    });
    const read = await proposalOf(clock);
    expect(read.keptDays).toMatchObject({ isUnpriced: false });
    expect(linesOf(read)).toEqual(['7-Day Rental, 15-Yard 47500', 'Extra days 6000', 'NY sales tax 4280']);
  });

  it('can be asked for while the unit is overdue, but its days are removed only once they are known', async () => {
    const clock = makeClock();
    await expect(say(clock, { askedDay: inDays(0) })).rejects.toMatchObject({ code: 'conflict' });
    const { deliveryDate, pickupDay } = await recordOf(clock);
    clock.waitUntil(deliveryDate);
    await mark(clock, 'delivery');
    clock.waitUntil(addDays(pickupDay, 1));
    expect((await proposalOf(clock)).keptDays).toMatchObject({ collectedDay: null, label: null });
    await expect(say(clock, { removedReason: 'Snow' })).rejects.toMatchObject({ code: 'conflict' });
    await say(clock, { askedDay: pickupDay });
    clock.waitUntil(addDays(pickupDay, 3));
    await mark(clock, 'final_pickup');
    const read = await proposalOf(clock);
    expect(read.keptDays).toMatchObject({ label: null, lateDays: 3 });
    expect(linesOf(read)).toEqual(['7-Day Rental, 15-Yard 47500', 'NY sales tax 3800']);
  });
});

type Step =
  | { do: 'extend' | 'shorten' | 'ask'; days: number }
  | { do: 'wait'; days: number }
  | { do: 'pickup'; isDone: boolean }
  | { do: 'night' };
const days = fc.integer({ min: 0, max: 6 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('extend' as const, 'shorten' as const, 'ask' as const), days }),
  fc.record({ do: fc.constant('wait' as const), days }),
  fc.record({ do: fc.constant('pickup' as const), isDone: fc.constantFrom(true, true, false) }),
  fc.constant({ do: 'night' as const }),
);

/** What a person with a paper calendar knows of the rental. */
type Calendar = { endDate: Day; agreed: Day; collected: Day | null; asked: Day | null };

async function take(clock: Clock, one: Step, calendar: Calendar): Promise<void> {
  const { ctx } = clock;
  if (one.do === 'wait') return clock.waitUntil(addDays(ctx.today(), one.days));
  if (one.do === 'night') return void (await extendOverdue(ctx));
  if ('isDone' in one) {
    const { collected } = calendar;
    await mark(clock, 'final_pickup', one.isDone);
    // A second tap changes nothing.
    calendar.collected = one.isDone ? (collected ?? ctx.today()) : null;
    return;
  }
  if (one.do === 'ask') {
    const asked = addDays(calendar.agreed, one.days - 2);
    await say(clock, { askedDay: asked });
    calendar.asked = asked;
    return;
  }
  const endDate = addDays(calendar.endDate, one.do === 'extend' ? one.days : -one.days);
  const input = bookingChange.parse({ type: one.do, endDate, preview: true });
  const { previewToken } = await previewChange(ctx, dana.actor, { id, version: null, input });
  const made = { ...input, preview: false, previewToken };
  await applyChange(ctx, dana.actor, { id, version: null, input: made });
  Object.assign(calendar, { endDate, agreed: endDate, asked: null });
}

/** The days beyond the rental period that the customer has to pay, each once. */
function chargeableDays({ endDate, agreed, collected, asked }: Calendar, periodEnd: Day): Set<Day> {
  const until = [collected ?? agreed, asked ?? collected ?? agreed].toSorted()[0] ?? agreed;
  const chargeable = new Set<Day>();
  for (let day = addDays(periodEnd, 1); day <= endDate; day = addDays(day, 1)) chargeable.add(day);
  for (let day = addDays(agreed, 1); day <= until; day = addDays(day, 1)) chargeable.add(day);
  return chargeable;
}

it('the proposal counts every chargeable day once, in any order of extensions, pickups and undos', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, runLength(4, { sample: 12, long: 30 })), async (steps) => {
      id = await bookPriced();
      const clock = makeClock();
      const { endDate, deliveryDate } = await recordOf(clock);
      const calendar: Calendar = { endDate, agreed: endDate, collected: null, asked: null };
      clock.waitUntil(deliveryDate);
      await mark(clock, 'delivery');
      for (const one of steps) {
        await take(clock, one, calendar).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error;
        });
        const { proposal } = await proposalOf(clock);
        const counted = (proposal?.lines ?? [])
          .filter(({ type }) => type === 'extra_days')
          .reduce((sum, { quantity }) => sum + quantity, 0);
        expect({ after: one, counted }).toEqual({
          after: one,
          counted: chargeableDays(calendar, endDate).size,
        });
      }
    }),
    randomRuns({ sample: 6, long: 300 }),
  );
});
