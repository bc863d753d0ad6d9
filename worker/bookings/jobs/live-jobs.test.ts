import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { insertRental, listUnitIds } from '#worker/test/staff.ts';
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
