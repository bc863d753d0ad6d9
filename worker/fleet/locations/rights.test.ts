import { beforeEach, describe, expect, it } from 'vitest';
import { can, ROLES } from '#domain/accounts/access.ts';
import { geocodeBooking } from '#worker/places/geocoding/service.ts';
import { insertRow } from '#worker/test/builders.ts';
import { insertRental, signIn } from '#worker/test/staff.ts';
import { makeTestContext, rows, startOver } from '#worker/test/world.ts';

const PIN = { lat: 42.66, lng: -73.77 };
const pins = () => rows('SELECT lat, lng, source FROM geocodes');
const locations = () => rows('SELECT place, booking_id FROM unit_locations');
const events = () => rows('SELECT action FROM history');

beforeEach(async () => {
  await startOver();
  await insertRental(1);
  await insertRow('dumpsters', 1);
  await geocodeBooking(makeTestContext().ctx, 1);
});

describe.each(ROLES)('%s', (role) => {
  const mayWrite = can(role, 'dispatch:write');
  const mayRead = can(role, 'office:read');

  it('places and removes a pin if it may', async () => {
    const caller = await signIn('caller', role);
    const before = [await pins(), await events()];
    expect((await caller.send('PUT', 'dispatch/pins/1', PIN)).status).toBe(mayWrite ? 200 : 403);
    if (mayWrite) expect(await pins()).toMatchObject([{ ...PIN, source: 'staff' }]);
    else expect([await pins(), await events()]).toEqual(before);
    const placed = await pins();
    expect((await caller.send('DELETE', 'dispatch/pins/1')).status).toBe(mayWrite ? 200 : 403);
    if (!mayWrite) expect(await pins()).toEqual(placed);
    else expect(await pins()).not.toEqual(placed);
  });

  it('does not remove the pin of a colleague unless it may', async () => {
    const dana = await signIn('dana', 'dispatcher');
    expect((await dana.send('PUT', 'dispatch/pins/1', PIN)).status).toBe(200);
    const caller = await signIn('caller', role);
    const moved = await caller.send('PUT', 'dispatch/pins/1', { lat: 42.7, lng: -73.7 });
    expect(moved.status).toBe(mayWrite ? 200 : 403);
    expect(await pins()).toMatchObject([mayWrite ? { lat: 42.7 } : PIN]);
    expect((await caller.send('DELETE', 'dispatch/pins/1')).status).toBe(mayWrite ? 200 : 403);
  });

  it('reads where a unit is, and corrects it, if it may', async () => {
    const caller = await signIn('caller', role);
    expect((await caller.send('GET', 'inventory/1/location')).status).toBe(mayRead ? 200 : 403);
    const correction = { place: 'booking', bookingId: 1, reason: 'Seen there' };
    expect((await caller.send('POST', 'inventory/1/location', correction)).status).toBe(mayWrite ? 200 : 403);
    expect(await locations()).toEqual(mayWrite ? [{ place: 'booking', booking_id: 1 }] : []);
  });
});
