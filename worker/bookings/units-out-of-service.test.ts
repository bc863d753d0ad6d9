import { beforeEach, expect, it } from 'vitest';
import { insertRow } from '#worker/test/builders.ts';
import { bookRental, makeChangeCalls } from '#worker/test/changes.ts';
import { listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, rows, startOver } from '#worker/test/world.ts';

let dana: Awaited<ReturnType<typeof signIn>>;
let units: number[] = [];
beforeEach(async () => {
  await startOver();
  dana = await signIn('dana', 'admin');
  await addUnits(3);
  units = await listUnitIds();
});

async function setService(unit: number | undefined, isAvailable: boolean) {
  expect((await dana.send('PATCH', `dumpsters/${unit}`, { isAvailable })).status).toBe(200);
}

/** The bookings with the flag, by the table, by their rows for staff and by the list of the figure of Today. */
async function flagged(): Promise<number[]> {
  const stored = await rows<{ id: number }>(
    "SELECT booking_id AS id FROM attention WHERE reason = 'unit_out_of_service' ORDER BY booking_id",
  );
  const ids = stored.map(({ id }) => id);
  type Listed = { id: number; attention: string[]; needsAttention: string | null };
  const listed = await (await dana.send('GET', 'bookings?work=attention&sort=id')).json<Listed[]>();
  const withReason = listed.filter(({ attention }) => attention.includes('unit_out_of_service'));
  expect(withReason.map(({ id }) => id)).toEqual(ids);
  const today = await (await dana.send('GET', 'today')).json<{ bookings: { attention: number } }>();
  expect(today.bookings.attention).toBe(listed.length);
  return ids;
}

it('a unit that goes out of service flags the bookings to come until it is back, not the one at the customer', async () => {
  const [unit = 0] = units;
  await bookRental(1, -2, { unit, isDelivered: true });
  await bookRental(2, 8, { unit });
  await bookRental(3, 16, { unit });
  await bookRental(4, 1, { unit: units[1] ?? 0 });
  await setService(unit, false);
  expect(await flagged()).toEqual([2, 3]);
  expect(await (await dana.send('GET', 'bookings/2')).json()).toMatchObject({
    needsAttention: 'unit_out_of_service',
  });
  await setService(unit, true);
  expect(await flagged()).toEqual([]);
  expect(
    await rows('SELECT needs_attention AS flag FROM bookings WHERE needs_attention IS NOT NULL'),
  ).toEqual([]);
});

it('the flag of a booking ends when it has a working unit, is cancelled, or its unit is delivered anyway', async () => {
  const [unit = 0, other = 0, third = 0] = units;
  await bookRental(1, 1, { unit });
  await bookRental(2, 9, { unit });
  await bookRental(3, 17, { unit });
  await setService(unit, false);
  expect(await flagged()).toEqual([1, 2, 3]);
  expect((await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: other })).status).toBe(200);
  expect(await flagged()).toEqual([2, 3]);
  expect((await dana.send('PATCH', 'bookings/2/status', { status: 'cancelled' })).status).toBe(200);
  expect(await flagged()).toEqual([3]);
  await rows("UPDATE jobs SET status = 'done' WHERE booking_id = 3 AND type = 'delivery'");
  expect(await flagged()).toEqual([]);
  // The unit that it moved to goes out of service, too.
  await setService(other, false);
  expect(await flagged()).toEqual([1]);
  expect((await dana.send('PATCH', 'bookings/1/dumpster', { dumpsterId: third })).status).toBe(200);
  expect(await flagged()).toEqual([]);
});

it('the unit of an exchange to come flags the booking until the exchange is done', async () => {
  const [unit = 0] = units;
  await bookRental(1, -2, { unit, isDelivered: true });
  await makeChangeCalls(dana).change(1, { type: 'exchange', day: inDays(1), unitAmount: 1000 });
  await setService(unit, false);
  expect(await flagged()).toEqual([]);
  const [next] = await rows<{ unit: number }>(
    "SELECT dumpster_id AS unit FROM dumpster_schedule WHERE role = 'exchange 1'",
  );
  await setService(next?.unit, false);
  expect(await flagged()).toEqual([1]);
  await rows("UPDATE jobs SET status = 'done' WHERE type = 'exchange'");
  expect(await flagged()).toEqual([]);
});

it('stands behind a missing unit and before a permit', async () => {
  const [unit = 0] = units;
  await bookRental(1, 1, { unit });
  await insertRow('attention', 1, { booking_id: 1, reason: 'permit' });
  await setService(unit, false);
  const flag = () => rows('SELECT needs_attention AS flag FROM bookings WHERE id = 1');
  expect(await flag()).toEqual([{ flag: 'unit_out_of_service' }]);
  await insertRow('attention', 1, { booking_id: 1, reason: 'no_unit' });
  expect(await flag()).toEqual([{ flag: 'no_unit' }]);
});
