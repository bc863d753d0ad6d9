import { beforeEach, expect, it } from 'vitest';
import type { listDriverRoutes } from '#contract/driver-routes.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { insertRow } from '#worker/test/builders.ts';
import { insertRoute } from '#worker/test/driver-routes.ts';
import { insertRental, listUnitIds, signIn } from '#worker/test/staff.ts';
import { addUnits, inDays, startOver } from '#worker/test/world.ts';

beforeEach(startOver);

type Reply = ReplyOf<typeof listDriverRoutes>;

it('shows a driver the own published routes, without prices and e-mail addresses', async () => {
  await addUnits(3);
  const [first = 0, second = 0] = await listUnitIds();
  const ben = await signIn('ben', 'driver');
  const other = await signIn('other', 'driver');
  await insertRental(1, {
    startsIn: -3,
    unit: first,
    placement: 'Left of the garage',
    notes: 'Gate code 4711',
    internal_notes: 'Pays late',
    final_price: 66_600,
  });
  const exchanged = { booking_id: 1, role: 'exchange 1', start_date: inDays(0), end_date: inDays(3) };
  await insertRow('dumpster_schedule', 9, { dumpster_id: second, ...exchanged });
  await insertRow('jobs', 1, {
    id: 5,
    booking_id: 1,
    type: 'exchange',
    due_day: inDays(0),
    time_window: 'morning',
  });
  await insertRow('sites', 1, { kind: 'disposal', name: 'County landfill', address: '1 Dump Road, Albany' });
  await insertRoute(1, {
    driverId: ben.id,
    stops: [
      { id: 11, type: 'exchange', booking_id: 1, job_id: 5, notes: 'Ring twice', estimated_arrival: 1_000 },
      { id: 12, type: 'disposal', site_id: 1, status: 'in_transit' },
      { id: 13, type: 'yard', removed_at: 7 },
    ],
  });
  await insertRow('driver_actions', 1, {
    driver_id: ben.id,
    stop_id: 12,
    type: 'ticket',
    payload: '{"number":"T-1","net":2400,"fee":8000}',
  });
  await insertRoute(2, { driverId: ben.id, startsIn: 1, isPublished: false, stops: [] });
  await insertRoute(3, { driverId: ben.id, startsIn: 2, stops: [] });
  await insertRoute(4, { driverId: ben.id, startsIn: -1, stops: [], removed_at: 7 });
  await insertRoute(5, { driverId: other.id, stops: [] });

  const reply = await ben.send('GET', 'driver/routes');
  const text = await reply.clone().text();
  for (const hidden of ['ada1@example.com', '66600', '32500', 'Pays late'])
    expect(text).not.toContain(hidden);
  const { driver, today, officePhone, routes } = await reply.json<Reply>();
  expect([driver, today]).toEqual([{ id: ben.id, name: 'ben' }, inDays(0)]);
  expect(routes.map(({ id }) => id)).toEqual([1]);
  expect(routes[0]).toMatchObject({ day: inDays(0), truck: { id: 1, name: 'Truck 1' }, start: null });
  expect(routes[0]?.stops).toEqual([
    {
      id: 11,
      type: 'exchange',
      status: 'pending',
      plannedArrival: '1970-01-01T00:00:01.000Z',
      plannedMinutes: null,
      window: 'morning',
      departedAt: null,
      arrivedAt: null,
      outcome: null,
      outcomeReason: null,
      changedAt: null,
      customer: { name: 'Ada Customer1', phone: { number: '5550000001', display: '(555) 000-0001' } },
      place: { name: null, address: '12 Quarry Road, Albany, NY 12207', lat: null, lng: null },
      placement: 'Left of the garage',
      notes: 'Gate code 4711',
      dispatcherNotes: 'Ring twice',
      sizeName: '15-Yard',
      unit: { id: second, number: expect.any(String) },
      collectedUnit: { id: first, number: expect.any(String) },
      requiredItems: ['unit', 'collected_unit', 'pickup_before', 'delivery_placement'],
      missingItems: ['unit', 'collected_unit', 'pickup_before', 'delivery_placement'],
      recorded: { unit: null, collectedUnit: null, ticket: null, hasSignature: false, photos: [] },
      officePhone,
    },
    expect.objectContaining({
      id: 12,
      status: 'in_transit',
      customer: null,
      place: { name: 'County landfill', address: '1 Dump Road, Albany', lat: 42.65, lng: -73.75 },
      unit: null,
      missingItems: ['ticket'],
      recorded: expect.objectContaining({
        ticket: { number: 'T-1', gross: null, tare: null, net: 2400, fee: 8000 },
      }),
    }),
  ]);
});
