import { beforeEach, describe, expect, it } from 'vitest';
import type { Dumpster } from '#contract/inventory.ts';
import type { UnitLocationReply } from '#contract/unit-locations.ts';
import { insertRow } from '#worker/test/builders.ts';
import { readError } from '#worker/test/http.ts';
import { signIn } from '#worker/test/staff.ts';
import { rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

const listEntries = () => rows("SELECT action, before, after FROM history WHERE subject = 'dumpster'");

describe('the location of a unit', () => {
  const reason = 'Found at the back gate';
  async function world() {
    const dana = await signIn('dana', 'dispatcher');
    await insertRow('dumpsters', 1, { dumpster_number: 'D-7' });
    await insertRow('bookings', 1);
    await insertRow('trucks', 1, { name: 'Truck 1' });
    await insertRow('trucks', 2, { name: 'Sold', deleted_at: 1 });
    await insertRow('sites', 1, { name: 'Main yard' });
    await insertRow('sites', 2, { name: 'Landfill', kind: 'disposal' });
    const correct = (body: Record<string, unknown>) =>
      dana.send('POST', 'inventory/1/location', { reason, ...body });
    return { dana, correct };
  }

  it('is corrected with a reason, from the version that was read; the list finds units by it', async () => {
    const { dana, correct } = await world();
    const read = async () => dana.send('GET', 'inventory/1/location');
    const first = await read();
    expect([first.headers.get('ETag'), await first.json()]).toMatchObject([
      '"0"',
      { location: { place: 'yard', since: null }, entries: [] },
    ]);
    const moved = await correct({ place: 'booking', bookingId: 1, ifMatch: '"0"' });
    expect(await moved.json()).toMatchObject({
      dumpsterNumber: 'D-7',
      location: { place: 'booking', bookingId: 1, customer: 'Ada Customer1', truckId: null },
    });
    const stale = await correct({ place: 'repair', ifMatch: '"0"' });
    expect([stale.status, await stale.json()]).toMatchObject([
      409,
      { code: 'stale', message: expect.stringContaining('It is recorded here now: Booking #1.') },
    ]);
    // A second tap.
    expect((await correct({ place: 'booking', bookingId: 1, ifMatch: '"0"' })).status).toBe(200);
    await correct({ place: 'truck', truckId: 1 });
    await correct({ place: 'yard', siteId: 1 });
    const { entries } = await (await read()).json<UnitLocationReply>();
    expect(
      entries.map(({ siteName, truckName, bookingId, recordedBy }) => [
        siteName ?? truckName ?? bookingId,
        recordedBy,
      ]),
    ).toEqual([
      ['Main yard', 'dana'],
      ['Truck 1', 'dana'],
      [1, 'dana'],
    ]);
    expect(entries[0]).toMatchObject({ reason, jobType: null, isUndone: false });
    expect((await listEntries()).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['location_corrected', '{"location":"Yard"}', '{"location":"Booking #1"}'],
      ['location_corrected', '{"location":"Booking #1"}', '{"location":"Truck 1"}'],
      ['location_corrected', '{"location":"Truck 1"}', '{"location":"Main yard"}'],
    ]);
    const found = async (place: string) =>
      (await (await dana.send('GET', `dumpsters?place=${place}`)).json<Dumpster[]>()).length;
    expect([await found('yard'), await found('booking')]).toEqual([1, 0]);
  });

  it.each([
    [{ place: 'yard', reason: ' ' }, 400, 'reason'],
    [{ place: 'booking' }, 400, 'bookingId'],
    [{ place: 'repair', bookingId: 1 }, 400, 'bookingId'],
    [{ place: 'truck' }, 400, 'truckId'],
    [{ place: 'truck', truckId: 1, siteId: 1 }, 400, 'siteId'],
    [{ place: 'booking', bookingId: 99 }, 409, 'bookingId'],
    [{ place: 'truck', truckId: 2 }, 409, 'truckId'],
    [{ place: 'yard', siteId: 2 }, 409, 'siteId'],
  ])('cannot be %j', async (body, status, path) => {
    const { correct } = await world();
    const reply = await correct(body);
    expect([reply.status, (await readError(reply)).issues?.map((issue) => issue.path)]).toEqual([
      status,
      [path],
    ]);
    expect(await rows('SELECT id FROM unit_locations')).toEqual([]);
  });

  it('of two who correct it at once to the same place, one is recorded', async () => {
    const { correct } = await world();
    const replies = await Promise.all([correct({ place: 'repair' }), correct({ place: 'repair' })]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rows('SELECT place FROM unit_locations')).toEqual([{ place: 'repair' }]);
    expect(await listEntries()).toHaveLength(1);
  });
});
