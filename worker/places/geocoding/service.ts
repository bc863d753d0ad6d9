import { geocodeKey, METERS_PER_MILE, metersBetween, type Point } from '#domain/dispatch/travel.ts';
import type { Context } from '#worker/base/context.ts';
import { commit } from '#worker/base/db/commit.ts';
import { describeError } from '#worker/base/platform/log.ts';
import type { RoutingPort } from '#worker/base/platform/routing.ts';
import {
  type BookingAddress,
  type FoundPlace,
  findBookingAddress,
  findGeocode,
  findZipPoint,
  linkAddress,
  upsertGeocode,
} from './repo.ts';

/** The largest ZIP codes, in Alaska and Nevada, reach about this far. */
export const MAX_MILES_FROM_ZIP = 100;

/** The straight line, in whole miles. */
export function milesBetween(from: Point, to: Point): number {
  return Math.round(metersBetween(from, to) / METERS_PER_MILE);
}

/**
 * Asks the queue to look up the address of a booking. The booking is stored, so an error of the queue is not thrown: the
 * cron finds the booking later.
 */
export async function enqueueGeocoding(ctx: Context, bookingId: number): Promise<void> {
  await ctx.behindReply(
    () => ctx.send({ type: 'geocode', bookingId }),
    (error) => ctx.log.warn('geocoding_not_enqueued', { bookingId, ...describeError(error) }),
  );
}

/** Looks up addresses; null without a key. */
export type Geocoder = Pick<RoutingPort, 'geocode'>;

/** 'known': nothing to look up. 'failed': the geocoder did not answer, and the cron asks again. */
export type GeocodeOutcome = 'known' | 'found' | 'estimated' | 'failed';

/**
 * Stores where the address of a booking is. Safe to repeat. Without a geocoder, or while it does not answer, the place is
 * that of the ZIP code. A pin that staff placed stays.
 */
export async function geocodeBooking(
  ctx: Context,
  bookingId: number,
  geocoder: Geocoder | null = ctx.routing,
): Promise<GeocodeOutcome> {
  const address = await findBookingAddress(ctx.db, bookingId);
  if (!address) return 'known';
  const key = geocodeKey(address);
  const nowMs = ctx.now();
  const link = linkAddress(ctx.db, { bookingId, key, nowMs });
  const before = await findGeocode(ctx.db, key);
  if (before && (before.source !== 'zip' || !geocoder)) {
    await commit(ctx, { writes: [link] });
    return 'known';
  }
  const { place, outcome } = await locate(ctx, { bookingId, address, geocoder });
  await commit(ctx, { writes: [link, ...(place ? [upsertGeocode(ctx.db, key, { ...place, nowMs })] : [])] });
  return outcome;
}

type Lookup = { bookingId: number; address: BookingAddress; geocoder: Geocoder | null };

async function locate(
  ctx: Context,
  { bookingId, address, geocoder }: Lookup,
): Promise<{ place: FoundPlace | null; outcome: GeocodeOutcome }> {
  const zipPoint = await findZipPoint(ctx.db, address.zip);
  const estimate = (source: 'zip' | 'geocoder') =>
    zipPoint && { ...zipPoint, precision: 'zip' as const, source };
  if (!geocoder) return { place: estimate('zip'), outcome: 'estimated' };
  try {
    const found = await geocoder.geocode(address);
    // The geocoder knows no better, or found a street of the same name elsewhere. Asking again would use up its quota.
    if (!found || (zipPoint && milesBetween(found, zipPoint) > MAX_MILES_FROM_ZIP)) {
      return { place: estimate('geocoder'), outcome: 'estimated' };
    }
    return { place: { ...found, source: 'geocoder' }, outcome: 'found' };
  } catch (error) {
    ctx.log.warn('geocoding_failed', { bookingId, ...describeError(error) });
    return { place: estimate('zip'), outcome: 'failed' };
  }
}
