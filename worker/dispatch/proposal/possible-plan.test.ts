import { beforeEach, describe, expect, it } from 'vitest';
import type { Board } from '#contract/dispatch.ts';
import type { DayProposal } from '#contract/dispatch-plan.ts';
import { insertRow } from '#worker/test/builders.ts';
import { deliveryOf, giveUnitAt4, makePlanWorld, pickupOf, planDayOf } from '#worker/test/dispatch.ts';
import { inDays, rows } from '#worker/test/world.ts';

let world: Awaited<ReturnType<typeof makePlanWorld>>;
beforeEach(async () => {
  world = await makePlanWorld();
});

describe('the planner with a unit that stands at another customer', () => {
  const plan = async () => {
    const reply = await world.dana.send('POST', 'dispatch/plan', { day: planDayOf() });
    const proposal = await reply.json<DayProposal>();
    const routes = proposal.routes.map(({ input }) => input);
    const accepted = await world.dana.send('POST', 'dispatch/plan/accept', { day: planDayOf(), routes });
    return { unplaced: proposal.unplaced, http: accepted.status, board: await accepted.json<Board>() };
  };
  /** Its pickup, a disposal stop, then the delivery; published without an override. */
  const expectBroughtAfterPickup = async ({ http, board, unplaced }: Awaited<ReturnType<typeof plan>>) => {
    expect([http, unplaced]).toEqual([200, []]);
    const route = board.routes.find(({ stops }) => stops.some(({ job }) => job?.id === deliveryOf(1)));
    const names = route?.stops.map(({ type, job }) => job?.id ?? type) ?? [];
    const picked = names.indexOf(pickupOf(4));
    expect([names[picked], names[picked + 1]]).toEqual([pickupOf(4), 'disposal']);
    expect(names.indexOf(deliveryOf(1))).toBeGreaterThan(picked);
    for (const one of board.routes) expect((await world.publish(one)).publishedAt).not.toBeNull();
  };

  it('brings it after the exchange of the same day, emptied, on the same route', async () => {
    await giveUnitAt4(world.units, 'exchange');
    await insertRow('dumpster_schedule', 90, {
      dumpster_id: world.units[5] ?? 0,
      booking_id: 4,
      role: 'exchange 1',
      start_date: planDayOf(),
      end_date: inDays(5),
    });
    await expectBroughtAfterPickup(await plan());
  });

  it('brings it after its pickup at the same address', async () => {
    await giveUnitAt4(world.units);
    await rows("UPDATE bookings SET address = '4 Quarry Road' WHERE id = 1");
    await expectBroughtAfterPickup(await plan());
  });

  it('brings it on the route that picks it up, where that route has it late', async () => {
    await giveUnitAt4(world.units);
    const kim = await world.addRoute('kim', 2, planDayOf());
    const stops = [
      { type: 'break', minutes: 180, isPinned: true },
      { jobId: pickupOf(4), isPinned: true },
    ];
    expect((await world.arrange(kim, { stops })).status).toBe(200);
    await world.addRoute('lee', 1, planDayOf());
    await expectBroughtAfterPickup(await plan());
  });

  it('leaves the job open when nothing picks it up on the day, and names a unit that is free', async () => {
    await giveUnitAt4(world.units);
    await rows('UPDATE jobs SET due_day = ? WHERE id = ?', inDays(3), pickupOf(4));
    const { http, unplaced, board } = await plan();
    expect([http, unplaced.map(({ job, reason }) => [job.id, reason])]).toEqual([
      200,
      [[deliveryOf(1), 'unit_elsewhere']],
    ]);
    expect(unplaced[0]?.text).toMatch(/ is free in the yard: give the booking that one, and plan again\.$/);
    expect(board.jobs.map(({ id }) => id)).toContain(deliveryOf(1));
  });
});
