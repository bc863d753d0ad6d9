import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Dumpster } from '#contract/inventory.ts';
import type { Job } from '#contract/jobs.ts';
import type { Booking } from '#contract/staff-bookings.ts';
import type { UnitLocationReply } from '#contract/unit-locations.ts';

import { runCronTask } from '#worker/entry/cron/schedule.ts';
import { insertRow } from '#worker/test/builders.ts';
import { captureLog } from '#worker/test/http.ts';
import { insertRental, listChanges, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver, testEnv } from '#worker/test/world.ts';

const today = () => inDays(0);

beforeEach(startOver);

/** A rental with its two jobs. `done`: the types that are done, not marked by staff. */
async function rental(
  n: number,
  {
    startsIn,
    unit,
    done = [],
    ...changes
  }: { startsIn: number; unit: number; done?: string[] } & Record<string, string | number | null | string[]>,
) {
  await insertRental(n, { startsIn, unit, status: 'confirmed', ...(changes as object) });
  for (const [type, day] of [
    ['delivery', inDays(startsIn)],
    ['final_pickup', inDays(startsIn + 6)],
  ] as const) {
    const status = done.includes(type) ? 'done' : 'open';
    await insertRow('jobs', n, {
      id: 2 * n + (type === 'delivery' ? 0 : 1),
      booking_id: n,
      type,
      due_day: day,
      status,
    });
  }
}
const days = () =>
  rows<{ booking: number; unit: number; start: string; end: string }>(
    'SELECT booking_id AS booking, dumpster_id AS unit, start_date AS start, end_date AS "end" FROM dumpster_schedule ORDER BY booking_id',
  );
const flags = () => rows('SELECT booking_id AS booking, reason FROM attention ORDER BY booking_id');
const runOverdue = () => runCronTask(testEnv, 'overdue', { isForced: false });

describe('jobs that staff mark', () => {
  async function world() {
    await addUnits(2);
    const [unit = 0, other = 0] = await listUnitIds();
    await rental(1, { startsIn: 0, unit });
    const dana = await signIn('dana', 'dispatcher');
    const mark = async (id: number, what: 'done' | 'undo', ifMatch = '') => {
      const reply = await dana.send('POST', `jobs/${id}/${what}`, { ifMatch });
      return { status: reply.status, body: await reply.json<Job & { booking: Booking; message: string }>() };
    };
    return { dana, mark, unit, other };
  }

  it('a delivery puts the unit on site, once; the pickup frees the days after today, and its undo takes them again', async () => {
    const { dana, mark, unit } = await world();
    const list = await (await dana.send('GET', 'jobs')).json<Job[]>();
    expect(list).toMatchObject([
      { id: 2, type: 'delivery', status: 'open', unit: { id: unit }, isOverdue: false },
    ]);
    const delivered = await mark(2, 'done', '"1"');
    expect(delivered).toMatchObject({
      status: 200,
      body: { status: 'done', version: 2, doneBy: 'dana', booking: { isOnSite: true, status: 'confirmed' } },
    });
    // A second tap carries the old version, and changes nothing.
    expect((await mark(2, 'done', '"1"')).body).toMatchObject({ version: 2, booking: { version: 2 } });
    expect((await mark(3, 'done')).body).toMatchObject({
      dueDay: today(),
      booking: { status: 'completed', isOnSite: false, attention: [] },
    });
    expect(await days()).toMatchObject([{ end: today() }]);
    expect((await mark(2, 'undo')).status).toBe(409);
    expect((await mark(3, 'undo')).body).toMatchObject({
      dueDay: inDays(6),
      doneAt: null,
      booking: { status: 'confirmed', isOnSite: true },
    });
    expect(await days()).toMatchObject([{ unit, end: inDays(6) }]);
    await mark(2, 'undo');
    expect((await listChanges(dana, 1)).map(({ text, changedBy }) => [text, changedBy])).toEqual([
      ['Delivery marked as not done', 'dana'],
      ['Pickup marked as not done', 'dana'],
      ['Pickup marked done', 'dana'],
      ['Delivery marked done', 'dana'],
    ]);
  });

  it('record where the unit is: at the booking, then in the yard; an undo and another unit correct it', async () => {
    const { dana, mark, unit, other } = await world();
    const at = async () => {
      const units = await (await dana.send('GET', 'dumpsters')).json<Dumpster[]>();
      return Object.fromEntries(
        units.map(({ id, location }) => [
          id === unit ? 'unit' : 'other',
          location.bookingId ?? location.place,
        ]),
      );
    };
    expect(await at()).toEqual({ unit: 'yard', other: 'yard' });
    await mark(2, 'done');
    expect(await at()).toEqual({ unit: 1, other: 'yard' });
    await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: other });
    expect(await at()).toEqual({ unit: 'yard', other: 1 });
    await mark(3, 'done');
    await mark(3, 'done');
    expect(await at()).toEqual({ unit: 'yard', other: 'yard' });
    await mark(3, 'undo');
    expect(await at()).toEqual({ unit: 'yard', other: 1 });
    await dana.send('PATCH', 'bookings/1/status', { status: 'completed' });
    expect(await at()).toEqual({ unit: 'yard', other: 'yard' });
    await dana.send('PATCH', 'bookings/1/status', { status: 'confirmed' });
    expect(await at()).toEqual({ unit: 'yard', other: 1 });
    await mark(2, 'undo');
    expect(await at()).toEqual({ unit: 'yard', other: 'yard' });
    const { entries } = await (
      await dana.send('GET', `inventory/${other}/location`)
    ).json<UnitLocationReply>();
    expect(
      entries.map(({ place, jobType, recordedBy, isUndone }) => [place, jobType, recordedBy, isUndone]),
    ).toEqual([
      ['yard', 'final_pickup', null, true],
      ['yard', 'final_pickup', 'dana', true],
      ['booking', 'delivery', 'dana', true],
    ]);
  });

  it('are refused with the reason: an older version, a pickup before its delivery, a delivery before its day', async () => {
    const { mark, other } = await world();
    await rental(2, { startsIn: 3, unit: other });
    expect((await mark(3, 'done')).body.message).toBe('Mark the delivery of booking #1 as done first.');
    expect((await mark(4, 'done')).body.message).toMatch(/^The delivery of booking #2 is planned for/);
    expect((await mark(2, 'done', '"7"')).body).toMatchObject({ code: 'stale' });
    expect((await mark(99, 'done')).status).toBe(404);
  });

  it('of two who mark the same pickup one wins, and the days are freed once', async () => {
    const { mark } = await world();
    await mark(2, 'done');
    const replies = await Promise.all([mark(3, 'done', '"1"'), mark(3, 'done', '"1"')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(replies.map(({ body }) => body.booking.version)).toEqual([3, 3]);
  });

  it('an undone pickup whose unit has another booking flags that booking, until the unit is back', async () => {
    const { mark, unit } = await world();
    await mark(2, 'done');
    await mark(3, 'done');
    await rental(2, { startsIn: 2, unit });
    await mark(3, 'undo');
    expect(await days()).toMatchObject([{ end: today() }, { start: inDays(2) }]);
    expect(await flags()).toEqual([{ booking: 2, reason: 'unit_not_back' }]);
    await mark(3, 'done');
    expect(await flags()).toEqual([]);
  });

  it('survive changes of status; a unit on site keeps its days when its booking is cancelled or completed', async () => {
    const { dana, mark, unit } = await world();
    await mark(2, 'done');
    const set = async (body: object) => {
      const reply = await dana.send('PATCH', 'bookings/1/status', body as { status: string });
      expect(reply.status).toBe(200);
      const jobs = await rows('SELECT status, due_day AS day FROM jobs ORDER BY id');
      const [row] = await days();
      return { jobs: jobs.map(({ status, day }) => `${status} ${day}`), end: row?.end };
    };
    const done = `done ${today()}`;
    expect(await set({ status: 'cancelled' })).toEqual({ jobs: [done, `open ${today()}`], end: inDays(6) });
    await mark(3, 'done');
    expect((await mark(3, 'undo')).body).toMatchObject({ status: 'open', dueDay: today() });
    expect(await days()).toMatchObject([{ end: inDays(6) }]);
    expect(await set({ status: 'confirmed' })).toEqual({ jobs: [done, `open ${inDays(6)}`], end: inDays(6) });
    expect(await set({ status: 'completed', pickedUp: false })).toEqual({
      jobs: [done, `open ${inDays(6)}`],
      end: inDays(6),
    });
    expect((await mark(3, 'done')).body.booking).toMatchObject({ status: 'completed', isOnSite: false });
    // The unit is back, so a reopened booking does not take it again.
    expect(await set({ status: 'confirmed' })).toEqual({ jobs: [done, done], end: today() });
    expect(await flags()).toEqual([]);
    await mark(3, 'undo');
    expect(await set({ status: 'completed' })).toEqual({ jobs: [done, done], end: today() });
    expect(await days()).toMatchObject([{ unit }]);
  });
});

describe('the night', () => {
  it('extends an overdue rental to today, and moves the next booking of its unit', async () => {
    await addUnits(2);
    const [unit = 0, other = 0] = await listUnitIds();
    await rental(1, { startsIn: -8, unit, done: ['delivery'] });
    await rental(2, { startsIn: -1, unit });
    expect(await runOverdue()).toEqual({ examined: 1, extended: 1, moved: 1, blocked: 0 });
    expect(await days()).toEqual([
      { booking: 1, unit, start: inDays(-8), end: today() },
      { booking: 2, unit: other, start: inDays(-1), end: inDays(5) },
    ]);
    expect(await rows('SELECT pickup_day, end_date FROM bookings WHERE id = 1')).toEqual([
      { pickup_day: today(), end_date: inDays(-2) },
    ]);
    expect(await rows("SELECT due_day FROM jobs WHERE booking_id = 1 AND type = 'final_pickup'")).toEqual([
      { due_day: today() },
    ]);
    expect(await runOverdue()).toEqual({ examined: 0, extended: 0, moved: 0, blocked: 0 });
    const dana = await signIn('dana', 'view_only');
    expect((await listChanges(dana, 2)).map(({ text, changedBy }) => [text, changedBy])).toEqual([
      ['Unit: 15-yard-2', 'System'],
    ]);
  });

  it('flags the next booking when no unit is free, until the unit is back', async () => {
    captureLog();
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await rental(1, { startsIn: -8, unit, done: ['delivery'] });
    await rental(2, { startsIn: -1, unit });
    const blocked = { examined: 1, extended: 0, moved: 0, blocked: 1 };
    expect([await runOverdue(), await runOverdue()]).toEqual([blocked, blocked]);
    expect(await flags()).toEqual([{ booking: 2, reason: 'unit_not_back' }]);
    expect(await days()).toMatchObject([{ end: inDays(-2) }, { start: inDays(-1) }]);
    const dana = await signIn('dana', 'admin');
    expect(await listChanges(dana, 2)).toHaveLength(1);
    expect((await (await dana.send('GET', 'bookings/1')).json<Booking>()).isOverdue).toBe(true);
    await dana.send('POST', 'jobs/3/done');
    expect(await flags()).toEqual([]);
  });

  it('leaves every fleet with a unit for each booking, or with a flag', async () => {
    captureLog();
    const lives = fc.array(
      fc.record({ unit: fc.nat(2), startsIn: fc.integer({ min: -12, max: 3 }), isDelivered: fc.boolean() }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(lives, async (plans) => {
        await startOver();
        await addUnits(3);
        const units = await listUnitIds();
        const taken: { unit: number; startsIn: number }[] = [];
        for (const { unit, startsIn, isDelivered } of plans) {
          if (taken.some((other) => other.unit === unit && Math.abs(other.startsIn - startsIn) < 7)) continue;
          taken.push({ unit, startsIn });
          const isBlocked = taken.some((other) => other.unit === unit && other.startsIn < startsIn);
          const done = isDelivered && startsIn <= 0 && !isBlocked ? ['delivery'] : [];
          await rental(taken.length, { startsIn, unit: units[unit] ?? 0, done });
        }
        await runOverdue();
        const after = await days();
        expect(after.map(({ booking }) => booking)).toEqual(taken.map((_, n) => n + 1));
        for (const one of after) {
          const others = after.filter(({ booking, unit }) => booking !== one.booking && unit === one.unit);
          expect(others.some(({ start, end }) => end >= one.start && start <= one.end)).toBe(false);
        }
        const overdue = await rows<{ id: number }>(
          "SELECT id FROM bookings WHERE site_status = 'on_site' AND pickup_day < ?",
          today(),
        );
        for (const { id } of overdue) {
          const own = after.find(({ booking }) => booking === id);
          const next = after.filter(
            ({ unit, start }) => unit === own?.unit && start > own.end && start <= today(),
          );
          expect(next.length).toBeGreaterThan(0);
          const flagged = (await flags()).map(({ booking }) => booking);
          expect(flagged).toEqual(expect.arrayContaining(next.map(({ booking }) => booking)));
        }
        const ends = await rows<{ id: number; end: string; pickup: string }>(
          `SELECT b.id, s.end_date AS "end", b.pickup_day AS pickup FROM bookings b JOIN dumpster_schedule s ON s.booking_id = b.id`,
        );
        expect(ends.filter(({ end, pickup }) => end !== pickup)).toEqual([]);
      }),
      { numRuns: 6 },
    );
  });
});
