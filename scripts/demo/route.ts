import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Board, BoardJob, BoardRoute, StopInput } from '#contract/dispatch.ts';
import type { ActionReply } from '#contract/driver-actions.ts';
import type { DriverRoute, DriverStop } from '#contract/driver-routes.ts';
import type { ActionType } from '#domain/dispatch/driver-actions.ts';
import type { PhotoType } from '#domain/rental/bookings.ts';
import type { Day } from '#domain/shared/days.ts';
import type { DemoDriver } from './dispatch.ts';
import { type Staff, signIn, staffAt } from './firm/staff-session.ts';
import { type Moment, RefusedCall } from './past.ts';

type RouteInput = { day: Day; driver: DemoDriver | undefined };

/**
 * Gives a driver a route with two deliveries and, between them, two pickups whose loads go to the landfill, and
 * publishes it. A day on which the landfill is closed has no disposal stops.
 */
export async function publishRouteOf(staff: Staff, { day, driver }: RouteInput): Promise<void> {
  const { jobs, trucks, sites } = await staff.get<Board>(`dispatch?day=${day}`);
  const [truck] = trucks;
  if (!truck || !driver) return;
  const body = { day, driverId: driver.id, truckId: truck.id };
  const created = await staff.post<BoardRoute>('dispatch/routes', body);
  const landfill = sites.find(({ kind }) => kind === 'disposal')?.id;
  for (const disposals of [2, 1, 0]) {
    const stops = stopsOf(jobs, { landfill, disposals });
    if (await arrange(staff, created, stops)) break;
  }
  const { routes } = await staff.get<Board>(`dispatch?day=${day}`);
  const version = routes.find(({ id }) => id === created.id)?.version ?? created.version;
  await staff.put(`dispatch/routes/${created.id}/publish`, {
    etag: `"${version}"`,
    body: {},
    method: 'POST',
  });
}

type Disposals = { landfill: number | undefined; disposals: number };

function stopsOf(jobs: readonly BoardJob[], { landfill, disposals }: Disposals): StopInput[] {
  const due = jobs.filter(({ isOverdue }) => !isOverdue);
  // The last ones are orders by phone. Staff set the status of the others themselves.
  const deliveries = due
    .filter(({ type, unitPlace }) => type === 'delivery' && unitPlace === 'yard')
    .toReversed();
  const pickups = due.filter(({ type, unitPlace }) => type === 'final_pickup' && unitPlace === 'booking');
  return [0, 1].flatMap((index) => {
    const pickup = pickups[index];
    return [
      ...(deliveries[index] ? [{ jobId: deliveries[index].id }] : []),
      ...(pickup ? [{ jobId: pickup.id }] : []),
      ...(pickup && landfill && index < disposals ? [{ type: 'disposal' as const, siteId: landfill }] : []),
    ];
  });
}

/** False: a stop is impossible, because the landfill is closed then. */
async function arrange(
  staff: Staff,
  { id, version }: BoardRoute,
  stops: readonly StopInput[],
): Promise<boolean> {
  try {
    const body = { stops, addYardStops: true };
    await staff.put(`dispatch/routes/${id}/stops`, { etag: `"${version}"`, body });
    return true;
  } catch (error) {
    if (error instanceof RefusedCall && error.status === 409) return false;
    throw error;
  }
}

/** How long ago the driver left the yard; later than midnight in any case. */
const UNDER_WAY_MS = 70 * 60_000;

/** The driver makes the first delivery of today's route, with photo and signature, and drives to the next stop. */
export async function beginRoute(
  now: Moment,
  driver: DemoDriver | undefined,
  dayStartMs: number,
): Promise<void> {
  if (!driver) return;
  const session = staffAt(now, await signIn(now, driver));
  const { routes } = await session.get<{ routes: DriverRoute[] }>('driver/routes');
  const stops = routes.find(({ day }) => day === now.day)?.stops ?? [];
  const first = stops.find(({ type }) => type === 'delivery');
  if (!first) return;
  const nowMs = now.now();
  const startMs = Math.max(dayStartMs, nowMs - UNDER_WAY_MS);
  /** `part`: 0 is when the driver left, 1 is now. */
  const timeAt = (part: number) => new Date(startMs + (nowMs - startMs) * part).toISOString();
  const act = async (stop: DriverStop, type: ActionType, [part, payload = {}]: [number, object?]) => {
    const action = { id: randomUUID(), stopId: stop.id, type, deviceTime: timeAt(part), payload };
    const sentAt = new Date(now.now()).toISOString();
    const { results } = await session.post<{ results: ActionReply[] }>('driver/actions', {
      sentAt,
      actions: [action],
    });
    if (results[0]?.result !== 'applied') throw new Error(`${type} was refused: ${results[0]?.reason}`);
  };
  await act(first, 'on_my_way', [0]);
  await act(first, 'arrived', [0.5]);
  await act(first, 'unit', [0.55, { number: first.unit?.number }]);
  await storePhoto(session, { stop: first, type: 'delivery_placement', takenAt: timeAt(0.65) });
  const photoId = await storePhoto(session, { stop: first, type: 'signature', takenAt: timeAt(0.7) });
  await act(first, 'signature', [0.7, { photoId, name: first.customer?.name }]);
  await act(first, 'done', [0.75, { isCustomerThere: true, note: 'Set on boards beside the garage.' }]);
  const next = stops[stops.indexOf(first) + 1];
  if (next) await act(next, 'on_my_way', [0.85]);
}

const FILES: Partial<Record<PhotoType, string>> = {
  delivery_placement: 'placement.jpg',
  signature: 'signature.png',
};

type Photo = { stop: DriverStop; type: PhotoType; takenAt: string };

async function storePhoto(session: Staff, { stop, type, takenAt }: Photo): Promise<string> {
  const file = FILES[type] ?? '';
  const bytes = new Uint8Array(readFileSync(join(import.meta.dirname, 'photos', file)));
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const query = new URLSearchParams({ stopId: String(stop.id), type, sha256, takenAt });
  const { lat, lng } = stop.place ?? {};
  if (lat != null && lng != null) {
    query.set('lat', String(lat));
    query.set('lng', String(lng));
  }
  await session.upload(`driver/photos/${id}?${query}`, bytes);
  return id;
}
