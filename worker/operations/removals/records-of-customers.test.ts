import { beforeEach, expect, it } from 'vitest';
import { addCustomers, removeFirst } from '#worker/test/removed-customers.ts';
import { rows, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

it('photos, signatures and positions of the customer are removed', async () => {
  await addCustomers();
  await removeFirst();
  const left = (table: string, columns: string) =>
    rows(`SELECT ${columns} FROM ${table} ORDER BY rowid LIMIT 1`);
  expect({
    photo: await left('delivery_photos', 'notes, gps_lat, gps_lng, sha256'),
    action: await left('driver_actions', 'payload'),
    stop: await left('driver_route_stops', 'customer_signature, notes, outcome_reason'),
  }).toEqual({
    photo: [{ notes: null, gps_lat: null, gps_lng: null, sha256: null }],
    action: [{ payload: '{}' }],
    stop: [{ customer_signature: null, notes: null, outcome_reason: null }],
  });
});
