import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FIRST_RENTAL_TYPES, firstRentalEnd } from '#domain/catalog/first-card.ts';
import { BOOKING_STATUSES, type BookingStatus, firstFreedDay, isOver } from '#domain/rental/bookings.ts';
import type { RentalType } from '#domain/rental/rental.ts';
import type { Day } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import { randomRuns } from '#domain/test/random-runs.ts';
import { changeUnit, deleteUnit } from '#worker/fleet/units/service.ts';
import { insertRow } from '#worker/test/builders.ts';
import { addUser, inDays, makeTestContext, rows, startOver } from '#worker/test/world.ts';
import { moveBooking, setBookingStatus } from './service.ts';

const UNITS = 3;
const DAY_MINUTES = 24 * 60;

const unit = fc.integer({ min: 1, max: UNITS });
const rental = fc.record({
  startsIn: fc.integer({ min: -3, max: 6 }),
  rentalType: fc.constantFrom(...FIRST_RENTAL_TYPES),
});
/** `booking` is taken modulo the number of bookings at the time of the change. */
const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      booking: fc.nat(),
      status: fc.constantFrom(...BOOKING_STATUSES),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), booking: fc.nat(), unit }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('switch' as const), unit, isAvailable: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), unit }) },
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      atOnce: fc.array(change, { minLength: 1, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('book' as const), rental }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
  },
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

it('days, flags and history stay correct after any sequence of changes of a fleet', async () => {
  const lives = fc.tuple(fc.array(rental, { minLength: 1, maxLength: 3 }), fc.array(step, { maxLength: 20 }));
  await fc.assert(fc.asyncProperty(lives, live), randomRuns({ sample: 8, long: 1000 }));
});

async function live([rentals, steps]: [(typeof rental extends fc.Arbitrary<infer R> ? R : never)[], Step[]]) {
  await startOver();
  for (let n = 1; n <= UNITS; n += 1) await insertRow('dumpsters', n);
  const userId = await addUser({ username: 'dana', password: 'correct horse', role: 'admin' });
  const actor = { userId, username: 'dana', role: 'admin' as const, sessionId: 'test' };
  const { ctx, passMinutes } = makeTestContext({ pauseMs: 1 });
  let bookings = 0;
  let passed = 0;
  /** The first day that each cancelled or completed booking released. */
  const freed = new Map<number, Day>();

  const book = async (input: { startsIn: number; rentalType: RentalType }) => {
    bookings += 1;
    await addBooking(bookings, { rentalType: input.rentalType, start: inDays(passed + input.startsIn) });
  };
  const make = (one: Change): Promise<unknown> => {
    const id = 'booking' in one ? 1 + (one.booking % bookings) : one.unit;
    const at = { id, version: null };
    switch (one.do) {
      case 'set':
        return setBookingStatus(ctx, actor, { ...at, status: one.status, notifyCustomer: true });
      case 'move':
        return moveBooking(ctx, actor, { ...at, dumpsterId: one.unit });
      case 'switch':
        return changeUnit(ctx, actor, { ...at, changes: { isAvailable: one.isAvailable } });
      case 'delete':
        return deleteUnit(ctx, actor, id);
    }
  };

  for (const rental of rentals) await book(rental);
  for (const one of steps) {
    if (one.do === 'book') await book(one.rental);
    if (one.do === 'wait') {
      passed += one.days;
      passMinutes(one.days * DAY_MINUTES);
    }
    if (one.do === 'change')
      for (const settled of await Promise.allSettled(one.atOnce.map(make))) expectForeseen(settled);
    await noteFreed(freed, ctx.today());
    await expectTrue(freed, ctx.today());
  }
}

/** Creates a booking as a paid checkout does: on a free unit of the size, or flagged. */
async function addBooking(n: number, { rentalType, start }: { rentalType: RentalType; start: Day }) {
  const end = firstRentalEnd(rentalType, start);
  const days = { delivery_date: start, end_date: end, pickup_day: end };
  await insertRow('bookings', n, { rental_type: rentalType, ...days });
  const taken = await rows(
    `INSERT INTO dumpster_schedule (dumpster_id, booking_id, start_date, end_date, created_at)
     SELECT d.id, ?1, ?2, ?3, 1 FROM dumpsters d WHERE d.is_available = 1 AND d.deleted_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM dumpster_schedule t WHERE t.dumpster_id = d.id AND t.end_date >= ?2 AND t.start_date <= ?3)
     LIMIT 1 RETURNING id`,
    n,
    start,
    end,
  );
  if (taken.length === 0) await insertRow('attention', n, { reason: 'no_unit' });
}

function expectForeseen(settled: PromiseSettledResult<unknown>) {
  if (settled.status === 'rejected' && !(settled.reason instanceof AppError)) throw settled.reason;
}

type Seen = {
  id: number;
  status: BookingStatus;
  flag: string | null;
  version: number;
  rentalType: RentalType;
  start: Day;
  heldFrom: Day | null;
  heldUntil: Day | null;
};

const BOOKINGS = `SELECT b.id, b.status, b.needs_attention AS flag, b.version, b.rental_type AS rentalType,
  b.delivery_date AS start, s.start_date AS heldFrom, s.end_date AS heldUntil
  FROM bookings b LEFT JOIN dumpster_schedule s ON s.booking_id = b.id`;

async function noteFreed(freed: Map<number, Day>, today: Day) {
  for (const { id, status } of await rows<Seen>(BOOKINGS)) {
    const day = firstFreedDay(status, today);
    if (day === null) freed.delete(id);
    else if (day < (freed.get(id) ?? '9999')) freed.set(id, day);
  }
}

async function expectTrue(freed: ReadonlyMap<number, Day>, today: Day) {
  expect(await rows(OVERLAPS), 'no unit is reserved twice').toEqual([]);
  for (const one of await rows<Seen>(BOOKINGS)) {
    const end = firstRentalEnd(one.rentalType, one.start);
    const what = JSON.stringify({ ...one, today });
    if (one.heldFrom && one.heldUntil) {
      expect(one.heldFrom >= one.start && one.heldUntil <= end, `no more than its days ${what}`).toBe(true);
    }
    if (isOver(one.status)) {
      expect(
        (one.heldUntil ?? '') < (freed.get(one.id) ?? ''),
        `keeps no day that it gave back ${what}`,
      ).toBe(true);
      expect(one.flag, what).toBe(null);
    } else if (end >= today) {
      expect(one.heldUntil === end, `holds its days or is flagged ${what}`).toBe(one.flag !== 'no_unit');
    }
  }
  await expectChained();
}

/** Each version has its entry, and the previous status in an entry equals the new status of the one before. */
async function expectChained() {
  const entries = await rows<{ id: number; version: number; before: string; after: string }>(
    "SELECT subject_id AS id, version, before, after FROM history WHERE subject = 'booking' ORDER BY id",
  );
  for (const { id, version, status } of await rows<Seen>(BOOKINGS)) {
    const own = entries.filter((entry) => entry.id === id);
    expect(own.map((entry) => entry.version)).toEqual(own.map((_, i) => i + 2));
    expect(own.length).toBe(version - 1);
    let latest: string = 'pending';
    for (const entry of own) {
      const [before, after] = [JSON.parse(entry.before), JSON.parse(entry.after)];
      if (after.status === undefined) continue;
      expect(before.status).toBe(latest);
      latest = after.status;
    }
    expect(latest).toBe(status);
  }
}

const OVERLAPS = `SELECT a.id, b.id FROM dumpster_schedule a JOIN dumpster_schedule b ON a.dumpster_id = b.dumpster_id
  AND a.id < b.id AND a.end_date >= b.start_date AND a.start_date <= b.end_date`;
