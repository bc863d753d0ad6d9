import { LATE_DAYS } from '#domain/rental/work-lists.ts';
import { addDays } from '#domain/shared/days.ts';
import type { Context } from '#worker/base/context.ts';
import { listUnplacedBookings } from './repo.ts';
import { type GeocodeOutcome, type Geocoder, geocodeBooking } from './service.ts';

/** How far ahead dispatchers plan. */
const DAYS_AHEAD = 14;
/** An address that was not found is looked up again after this. */
const RETRY_MS = 60 * 60 * 1000;
/** Of one run. Geocoders allow about 100 calls a minute. */
const MAX_LOOKUPS = 50;
/** Without a geocoder, each costs three calls of the database. */
const MAX_ESTIMATES = 200;

/**
 * Looks up the addresses of coming jobs that have no exact point: those whose message was lost, and those for which the
 * geocoder did not answer. After a failure the run does not call the geocoder again.
 */
export async function geocodeUpcoming(
  ctx: Context,
  { isForced }: { isForced: boolean },
  configured: Geocoder | null = ctx.routing,
) {
  let geocoder = configured;
  const today = ctx.today();
  const ids = await listUnplacedBookings(ctx.db, {
    from: addDays(today, -LATE_DAYS),
    to: addDays(today, DAYS_AHEAD),
    checkedBefore: ctx.now() - (isForced ? 0 : RETRY_MS),
    includesEstimates: geocoder !== null,
    limit: geocoder ? MAX_LOOKUPS : MAX_ESTIMATES,
  });
  const counts: Record<GeocodeOutcome, number> = { known: 0, found: 0, estimated: 0, failed: 0 };
  for (const bookingId of ids) {
    const outcome = await geocodeBooking(ctx, bookingId, geocoder);
    counts[outcome] += 1;
    if (outcome === 'failed') geocoder = null;
  }
  return counts;
}
