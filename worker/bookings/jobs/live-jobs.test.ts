import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { bookRental } from '#worker/test/changes.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

it.each(['delivery', 'final_pickup'])(
  'a booking has one live %s, and one more after it was cancelled',
  async (type) => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await insertRental(1, { startsIn: 0, unit, status: 'confirmed' });
    const insert = (id: number, jobType = type) =>
      insertRow('jobs', 1, { id, booking_id: 1, type: jobType, due_day: inDays(2), status: 'open' });
    await insert(1);
    await expect(insert(2)).rejects.toThrow(/UNIQUE constraint failed: jobs\.booking_id, jobs\.type/);
    await rows("UPDATE jobs SET status = 'done' WHERE id = 1");
    await expect(insert(2)).rejects.toThrow(/UNIQUE/);
    await rows("UPDATE jobs SET status = 'cancelled' WHERE id = 1");
    await insert(2);
    // Other work at the customer can be done more than once.
    for (const id of [3, 4]) await insert(id, 'dump_and_return');
    expect(await rows('SELECT id FROM jobs ORDER BY id')).toEqual([1, 2, 3, 4].map((id) => ({ id })));
  },
);

it.each(['completed', 'cancelled'])(
  'a job that staff cancelled alone stays cancelled when its booking is %s and reopened; others are restored',
  async (status) => {
    await addUnits(1);
    const [unit = 0] = await listUnitIds();
    await bookRental(1, -2, { unit, isDelivered: true });
    const job = { booking_id: 1, type: 'dump_and_return', due_day: inDays(2) };
    await insertRow('jobs', 1, { ...job, id: 911, status: 'open' });
    await insertRow('jobs', 1, { ...job, id: 912, status: 'open' });
    await insertRow('jobs', 1, { ...job, id: 913, status: 'cancelled', withdrawn_at: 5 });
    const dana = await signIn('dana', 'admin');
    const setStatus = async (to: string) =>
      expect((await dana.send('PATCH', 'bookings/1/status', { status: to, pickedUp: true })).status).toBe(
        200,
      );
    const statuses = async () =>
      (
        await rows<{ status: string }>("SELECT status FROM jobs WHERE type = 'dump_and_return' ORDER BY id")
      ).map((one) => one.status);
    await setStatus(status);
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled']);
    await setStatus('confirmed');
    expect(await statuses()).toEqual(['open', 'open', 'cancelled']);
  },
);
