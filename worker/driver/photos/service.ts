import type { storeDriverPhoto } from '#contract/driver-photos.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { isLiveStop } from '#domain/dispatch/stops.ts';
import type { PhotoType } from '#domain/rental/bookings.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { commit, unlessGuarded } from '#worker/base/db/commit.ts';
import { insertBookingEvent } from '#worker/base/history/events-repo.ts';
import { sha256 } from '#worker/base/platform/digest.ts';
import type { Actor } from '#worker/base/sessions/sessions.ts';
import { insertConflictOfPhoto } from '../actions/conflicts-repo.ts';
import { updateStop } from '../actions/effects-repo.ts';
import { conflictMessage, findFactConflict } from '../actions/plan.ts';
import { type ActionStop, readActionStop } from '../actions/state-repo.ts';
import { readImage } from './image-file.ts';
import { BadImage, type ImageFile } from './image-parts.ts';
import { findPhoto, insertPhoto, isPhotoNew, type PhotoRow } from './repo.ts';

type Upload = {
  id: string;
  stopId: number;
  type: PhotoType;
  /** Of the bytes, in hexadecimal. */
  hash: string;
  takenAt: string | undefined;
  lat: number | undefined;
  lng: number | undefined;
  bytes: Uint8Array;
};
type Stored = ReplyOf<typeof storeDriverPhoto>;

/**
 * Stores a photo once: first the object, then its row, so that every row has its object. After an interruption between
 * the two the same call stores the row.
 */
export async function storePhoto(ctx: Context, actor: Actor, upload: Upload): Promise<Stored> {
  assertBeforeDeactivation(actor, upload.takenAt);
  const state = await readActionStop(ctx.db, { stopId: upload.stopId, driverId: actor.userId });
  if (!state) throw new AppError('not_found', 'This stop was never on a route of yours.');
  if ((await sha256(upload.bytes)) !== upload.hash) {
    throw invalid('The photo was damaged on its way. Send it again.', 'sha256');
  }
  const known = await findPhoto(ctx.db, upload.id);
  if (known) return repeated(actor, upload, known);
  const image = readPhotoImage(upload.bytes);
  const key = `photos/${upload.id}`;
  await putOnce(ctx, { key, image, hash: upload.hash, driverId: actor.userId });
  const { id, stopId, type, hash, takenAt, lat, lng } = upload;
  const hasPlace = lat !== undefined && lng !== undefined;
  const photo = insertPhoto(ctx.db, {
    stopId,
    // A defect of the truck is not the customer's.
    bookingId: type === 'defect' ? null : state.stop.bookingId,
    driverId: actor.userId,
    uploadId: id,
    photoType: type,
    key,
    photoUrl: `/api/admin/photos/${id}`,
    mediaType: image.mediaType,
    sizeBytes: image.content.byteLength,
    width: image.width,
    height: image.height,
    sha256: hash,
    gpsLat: hasPlace ? lat : null,
    gpsLng: hasPlace ? lng : null,
    takenAt: takenAt === undefined ? null : Math.min(Date.parse(takenAt), ctx.now()),
    createdAt: ctx.now(),
  });
  const writes = type === 'defect' ? [photo] : photoWrites(ctx, actor, { id, stop: state.stop, photo });
  // Another call stored the same photo first.
  await unlessGuarded(['new'], commit(ctx, { guards: { new: isPhotoNew(id) }, writes }));
  const row = await findPhoto(ctx.db, id);
  if (!row) throw new Error('The photo was not stored');
  return { ...repeated(actor, upload, row), result: 'stored' };
}

/**
 * The writes that store a photo. If the office moved or removed its stop, each photo gets an entry in the history, and
 * the driver one conflict for the stop. A stop that is over has the conflict of its last action.
 */
function photoWrites(
  ctx: Context,
  { userId }: Actor,
  { id, stop, photo }: { id: string; stop: ActionStop; photo: ReturnType<typeof insertPhoto> },
) {
  const found = isLiveStop(stop.status) ? findFactConflict(stop) : null;
  if (!found) return [photo];
  const { kind, text } = found;
  const [what, nowMs] = ['Photo', ctx.now()] as const;
  const message = conflictMessage(what, text);
  const { id: stopId, bookingId } = stop;
  return [
    updateStop(ctx.db, { id: stopId, nowMs, outcome: 'conflict', outcomeReason: message }),
    insertBookingEvent(ctx.db, {
      // A stop without a booking: no booking has this number, so nothing is inserted.
      bookingId: bookingId ?? 0,
      actor: { type: 'staff', userId },
      action: 'driver_conflict',
      details: { what, conflict: text },
      nowMs,
    }),
    photo,
    insertConflictOfPhoto(ctx.db, { photoId: id, driverId: userId, kind, stopId, bookingId, message, nowMs }),
  ];
}

/** A deactivated driver may send what was recorded before. */
function assertBeforeDeactivation({ restrictedAtMs }: Actor, takenAt: string | undefined) {
  if (restrictedAtMs === undefined) return;
  if (takenAt !== undefined && Date.parse(takenAt) < restrictedAtMs) return;
  throw new AppError('forbidden', 'Your account was deactivated before this photo was taken.');
}

function repeated({ userId }: Actor, { id, hash, stopId, type }: Upload, row: PhotoRow): Stored {
  // A photo that was deleted has no hash. The phone can delete it, too.
  const isSameFile = row.sha256 === hash || (row.sha256 === null && row.key === null);
  const isSame = row.driverId === userId && isSameFile && row.stopId === stopId && row.photoType === type;
  if (!isSame) throw taken();
  const { width, height } = row;
  return {
    id,
    result: 'already_stored',
    url: `/api/driver/photos/${id}`,
    width: width ?? 0,
    height: height ?? 0,
  };
}

const taken = () =>
  new AppError(
    'conflict',
    'Another photo has this id already. A photo never changes: send it under a new id.',
  );

function readPhotoImage(bytes: Uint8Array): ImageFile {
  try {
    return readImage(bytes);
  } catch (error) {
    if (error instanceof BadImage) throw invalid(error.message, '');
    throw error;
  }
}

function invalid(message: string, path: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] });
}

type Put = { key: string; image: ImageFile; hash: string; driverId: number };

/** An object that is there already is from this upload, interrupted before its row, or from another one: then conflict. */
async function putOnce(ctx: Context, { key, image, hash, driverId }: Put): Promise<void> {
  const mark = `${driverId} ${hash}`;
  const put = await ctx.photos.put(key, image.content, {
    onlyIf: { etagDoesNotMatch: '*' },
    sha256: await sha256(image.content),
    httpMetadata: { contentType: image.mediaType },
    customMetadata: { upload: mark },
  });
  if (put) return;
  const stored = await ctx.photos.head(key);
  if (stored?.customMetadata?.upload !== mark) throw taken();
}

/** A stored photo. `driverId`: only one of this driver. Throws not_found, also when it was deleted. */
export async function getPhotoFile(ctx: Context, id: string, driverId: number | null) {
  const row = await findPhoto(ctx.db, id);
  const isReadable = row?.key && row.sha256 && (driverId === null || row.driverId === driverId);
  const object = isReadable ? await ctx.photos.get(row.key ?? '') : null;
  if (!row || !object) throw new AppError('not_found', 'There is no such photo, or it was deleted.');
  return { mediaType: row.mediaType ?? 'application/octet-stream', body: object.body };
}
