import { beforeEach, expect, it } from 'vitest';
import { geocodeKey } from '#domain/dispatch/travel.ts';
import { insertRow } from '#worker/test/builders.ts';
import { tracingDatabase } from '#worker/test/databases.ts';
import { deliveryOf, makeDispatchWorld, pickupOf } from '#worker/test/dispatch.ts';
import { call } from '#worker/test/http.ts';
import { rows, testEnv } from '#worker/test/world.ts';

let world: Awaited<ReturnType<typeof makeDispatchWorld>>;
beforeEach(async () => {
  world = await makeDispatchWorld();
});

const PLACE = { lat: 42.66, lng: -73.75, precision: 'rooftop' as const };
const ADDRESS = { address: '12 Quarry Road', city: 'Albany', state: 'NY', zip: '12207' };

it.each([
  ['without signs', {}],
  ['with signs, an accent and a long ZIP code', { address: 'Çelik St., Apt #4', zip: '12207-1234' }],
])(
  'a job on the board has the point of its address %s, also while its booking names another one',
  async (_, changes) => {
    const address = { ...ADDRESS, ...changes };
    await rows('UPDATE bookings SET address = ?, zip = ? WHERE id = 1', address.address, address.zip);
    const pointOfJob = async () =>
      (await world.board()).jobs.find(({ id }) => id === deliveryOf(1))?.mapPoint ?? null;
    expect(await pointOfJob()).toBeNull();
    await insertRow('geocodes', 1, { address: geocodeKey(address), ...PLACE });
    expect(await pointOfJob()).toEqual(PLACE);
    const elsewhere = { lat: 40, lng: -70, precision: 'zip' as const };
    await insertRow('geocodes', 2, { address: '1 former street, albany, ny, 12207', ...elsewhere });
    await insertRow('booking_places', 1, { booking_id: 1, address: '1 former street, albany, ny, 12207' });
    expect(await pointOfJob()).toEqual(PLACE);
    await rows('UPDATE booking_places SET address = ?', geocodeKey(address));
    expect(await pointOfJob()).toEqual(PLACE);
  },
);

it('a drop is one read and one write of the database', async () => {
  const route = await world.addRoute('lee', 1);
  const jobIds = [deliveryOf(1), pickupOf(4)];
  const placed = await world.put(route, ...jobIds);
  const { database, sent } = tracingDatabase(testEnv.DB);
  const request = {
    method: 'PUT',
    headers: {
      Cookie: world.dana.Cookie,
      'Content-Type': 'application/json',
      'If-Match': `"${placed.route.version}"`,
    },
    body: JSON.stringify({ jobIds: jobIds.toReversed() }),
  };
  const reply = await call(`/api/dispatch/routes/${route.id}/stops`, request, { ...testEnv, DB: database });
  expect([reply.status, sent]).toEqual([200, ['batch', 'batch']]);
});
