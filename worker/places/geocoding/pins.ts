import type { MapPoint } from '#contract/pins.ts';
import { geocodeKey, type Point } from '#domain/dispatch/travel.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertFactEntry } from '#worker/base/history/repo.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { getBooking } from '#worker/rental/service.ts';
import {
  deletePin,
  findBookingAddress,
  findGeocode,
  findZipPoint,
  isPinned,
  linkAddress,
  upsertGeocode,
  upsertPin,
} from './repo.ts';
import { enqueueGeocoding, MAX_MILES_FROM_ZIP, milesBetween } from './service.ts';

/** Throws not_found, conflict after a removal of personal data, and invalid for a place far from the ZIP code. */
export async function placePin(
  ctx: Context,
  actor: Actor,
  { bookingId, point }: { bookingId: number; point: Point },
): Promise<MapPoint> {
  const { key, zip } = await getAddress(ctx, bookingId);
  await assertNear(ctx, point, zip);
  const nowMs = ctx.now();
  const before = await findGeocode(ctx.db, key);
  const isSame = before?.precision === 'manual' && before.lat === point.lat && before.lng === point.lng;
  // A repeated call leaves one entry in the history.
  if (!isSame) {
    await commit(ctx, {
      writes: {
        pin: upsertPin(ctx.db, key, { ...point, nowMs }),
        link: linkAddress(ctx.db, { bookingId, key, nowMs }),
        entry: insertFactEntry(
          ctx.db,
          { subject: 'booking', subjectId: bookingId },
          { action: 'pin_placed', actor, before: null, after: { ...point }, nowMs },
        ),
      },
    });
  }
  return { ...point, precision: 'manual' };
}

/** Throws not_found, and conflict after a removal of personal data. Without a pin, nothing changes. */
export async function removePin(ctx: Context, actor: Actor, bookingId: number): Promise<MapPoint | null> {
  const { key, zip } = await getAddress(ctx, bookingId);
  const nowMs = ctx.now();
  const zipPoint = await findZipPoint(ctx.db, zip);
  const place = zipPoint && { ...zipPoint, precision: 'zip' as const };
  const removed = commit(ctx, {
    guards: { pinned: isPinned(key) },
    writes: {
      entry: insertFactEntry(
        ctx.db,
        { subject: 'booking', subjectId: bookingId },
        { action: 'pin_removed', actor, before: null, after: null, nowMs },
      ),
      pin: deletePin(ctx.db, key),
      zip: place ? [upsertGeocode(ctx.db, key, { ...place, source: 'zip', nowMs })] : [],
    },
  });
  await unlessGuarded(['pinned'], removed);
  await enqueueGeocoding(ctx, bookingId);
  const now = await findGeocode(ctx.db, key);
  return now && { lat: now.lat, lng: now.lng, precision: now.precision };
}

async function getAddress(ctx: Context, bookingId: number) {
  await getBooking(ctx, bookingId);
  const address = await findBookingAddress(ctx.db, bookingId);
  if (!address) {
    throw new AppError(
      'conflict',
      "The customer's personal data was removed, so there is no address to place.",
    );
  }
  return { key: geocodeKey(address), zip: address.zip };
}

/** Most mistakes are far away: latitude and longitude in each other's place, or a minus that is missing. */
async function assertNear(ctx: Context, point: Point, zip: string) {
  const center = await findZipPoint(ctx.db, zip);
  if (!center) return;
  const miles = milesBetween(point, center);
  if (miles <= MAX_MILES_FROM_ZIP) return;
  const message = `This point is ${miles.toLocaleString('en-US')} miles from ZIP code ${zip}. Check latitude and longitude; in the United States the longitude is negative`;
  throw new AppError('invalid', message, { issues: [{ path: 'lat', message }] });
}
