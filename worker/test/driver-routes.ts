import type { StopType } from '#domain/dispatch/stops.ts';
import { insertRow } from './builders.ts';
import type { Row } from './sample-rows.ts';
import { planRows } from './transitions.ts';
import { inDays, rows } from './world.ts';

type StopInput = { id: number; type: StopType } & Row;
type RouteInput = {
  driverId: number;
  startsIn?: number;
  isPublished?: boolean;
  stops: readonly StopInput[];
} & Record<string, unknown>;

/** The n-th route: today with truck n, published to its driver unless it says otherwise. */
export async function insertRoute(
  n: number,
  { driverId, startsIn = 0, isPublished = true, stops, ...changes }: RouteInput,
) {
  const [truck] = await rows('SELECT 1 FROM trucks WHERE id = ?', n);
  if (!truck) await insertRow('trucks', n);
  await insertRow('driver_routes', n, {
    driver_id: driverId,
    date: inDays(startsIn),
    truck_id: n,
    published_at: isPublished ? n : null,
    ...(changes as Row),
  });
  for (const [order, { id, type, ...stop }] of stops.entries()) {
    const row = { route_id: n, booking_id: null, stop_order: order + 1, stop_type: type, ...stop };
    await insertRow('driver_route_stops', id, row);
    if (isPublished) await insertRow('stop_publications', id, { driver_id: driverId });
  }
  await planRows(n);
}
