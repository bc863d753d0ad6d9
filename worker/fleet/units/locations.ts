import type { LocationCorrection, UnitLocationReply } from '#contract/unit-locations.ts';
import { placeText } from '#domain/dispatch/places.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertFactEntry } from '#worker/base/history/repo.ts';
import {
  changeTimeText,
  retryOnVersionConflict,
  VersionConflict,
} from '#worker/base/history/version-conflict.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { toUnitLocation } from '#worker/fleet/locations/places.ts';
import {
  type CurrentLocation,
  findCurrentLocation,
  findPlaceNames,
  insertLocation,
  isCurrentLocation,
  listLocations,
} from '#worker/fleet/locations/repo.ts';
import { getUnit } from './service.ts';

const LIMIT = 100;

/** Where a unit is and was. `version`: what the ETag names. Throws not_found. */
export async function getLocation(
  ctx: Context,
  id: number,
): Promise<{ version: number; reply: UnitLocationReply }> {
  await getUnit(ctx, id);
  const [current, entries] = await Promise.all([
    findCurrentLocation(ctx.db, id),
    listLocations(ctx.db, id, LIMIT),
  ]);
  const reply = {
    location: toUnitLocation(current),
    entries: entries.map((entry) => ({ ...entry, since: isoInstant(entry.since) })),
  };
  return { version: versionOf(current), reply };
}

type CorrectionInput = { id: number; version: number | null; correction: LocationCorrection };

/**
 * Records that a unit is somewhere else from now on. Does nothing when it is recorded there. Throws stale when the unit
 * was moved since the caller read `version`, and conflict for a place that is not there.
 */
export async function correctLocation(
  ctx: Context,
  actor: Actor,
  { id, version, correction }: CorrectionInput,
): Promise<void> {
  const { reason, ...at } = correction;
  await retryOnVersionConflict<true | VersionConflict>(ctx, async () => {
    const unit = await getUnit(ctx, id);
    const current = await findCurrentLocation(ctx.db, id);
    if (isThere(current, at)) return true;
    if (version !== null && version !== versionOf(current))
      throw movedError(ctx, unit.dumpsterNumber, current);
    const names = await getPlaceNames(ctx, at);
    const nowMs = ctx.now();
    const entry = {
      action: 'location_corrected',
      actor,
      before: { location: placeText(toUnitLocation(current)) },
      after: { location: placeText({ ...at, ...names }) },
      nowMs,
    };
    const location = { ...at, dumpsterId: id, since: nowMs, userId: actor.userId, reason };
    const moved = commit(ctx, {
      guards: { current: isCurrentLocation(id, current?.id ?? null, at) },
      writes: {
        entry: insertFactEntry(ctx.db, { subject: 'dumpster', subjectId: id }, entry),
        location: insertLocation(ctx.db, location, nowMs),
      },
    });
    if (await unlessGuarded(['current'], moved)) return true;
    const busy = new AppError('busy', 'This dumpster is being moved. Try again in a moment.', {
      retryAfter: 1,
    });
    return new VersionConflict({ subject: 'dumpster', subjectId: id }, versionOf(current), busy);
  });
}

const versionOf = (current: CurrentLocation | null) => current?.id ?? 0;

/** Another yard is another place; a yard that is not named is the one where the unit is. */
function isThere(current: CurrentLocation | null, at: Omit<LocationCorrection, 'reason'>): boolean {
  const { place, siteId, bookingId, truckId } = toUnitLocation(current);
  return place === at.place && siteId === at.siteId && bookingId === at.bookingId && truckId === at.truckId;
}

function movedError(ctx: Context, number: string, current: CurrentLocation | null): AppError {
  const where = placeText(toUnitLocation(current));
  const when = current ? ` at ${changeTimeText(ctx, current.since)}` : '';
  const message = `Dumpster ${number} was moved${when}. It is recorded here now: ${where}. Check it and try again.`;
  const body = { changedBy: null, changedAt: current && isoInstant(current.since), changed: ['location'] };
  return new AppError('stale', message, { body });
}

/** The names of the truck or site. Throws conflict, with the field, for one that is not there. */
async function getPlaceNames(ctx: Context, at: Omit<LocationCorrection, 'reason'>) {
  const { siteName, siteKind, truckName, bookingId } = await findPlaceNames(ctx.db, at);
  const refuse = (path: string, message: string) => {
    throw new AppError('conflict', message, { issues: [{ path, message }] });
  };
  if (at.siteId !== null && siteKind !== at.place)
    refuse('siteId', at.place === 'yard' ? 'There is no such yard.' : 'There is no such disposal site.');
  if (at.truckId !== null && truckName === null) refuse('truckId', 'There is no such truck.');
  if (at.bookingId !== null && bookingId === null) refuse('bookingId', 'There is no such booking.');
  return { siteName, truckName };
}
