import type { ReplyOf } from '#contract/endpoint.ts';
import type {
  listAttemptedStops,
  RecordedAction,
  RecordedPhoto,
  StopRecordReply,
} from '#contract/stop-records.ts';
import { ATTEMPT_REASON_LABELS, ATTEMPT_REASONS } from '#domain/dispatch/driver-actions.ts';
import { recordedAt } from '#domain/dispatch/stop-log.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { AppError } from '#domain/shared/errors.ts';
import type { Context } from '#worker/base/context.ts';
import { phoneFacts } from '#worker/base/platform/phone-numbers.ts';
import {
  isOfBooking,
  isStop,
  listAttempted,
  type RecordedActionRow,
  type RecordedPhotoRow,
  type RecordedStopRow,
  readRecords,
} from './repo.ts';

const LIMIT = 100;
const ATTEMPTED_LIMIT = 200;

/** What a driver recorded at a stop. Throws not_found. */
export async function readStopRecord(
  ctx: Context,
  { stopId, hasPositions }: { stopId: number; hasPositions: boolean },
): Promise<StopRecordReply> {
  const [stops, actions, photos] = await readRecords(ctx.db, isStop(stopId), 1);
  const [stop] = stops;
  if (!stop)
    throw new AppError('not_found', 'There is no such stop, or it was removed before it was published.');
  return toRecord(stop, { actions, photos, hasPositions });
}

/** What drivers recorded for a booking, by day. */
export async function listStopRecords(ctx: Context, bookingId: number): Promise<StopRecordReply[]> {
  const [stops, actions, photos] = await readRecords(ctx.db, isOfBooking(bookingId), LIMIT);
  return stops.map((stop) =>
    toRecord(stop, {
      actions: actions.filter(({ stopId }) => stopId === stop.id),
      photos: photos.filter(({ stopId }) => stopId === stop.id),
      hasPositions: false,
    }),
  );
}

/** The bookings at which a driver could not complete a stop, the oldest first. */
export async function readAttemptedStops(ctx: Context): Promise<ReplyOf<typeof listAttemptedStops>> {
  const found = await listAttempted(ctx.db, ATTEMPTED_LIMIT);
  return found.map(({ phone, stopId, type, driver, outcomeReason, doneAtMs, ...booking }) => ({
    ...booking,
    phoneDisplay: phoneFacts(phone).phoneDisplay,
    stop:
      stopId === null || type === null
        ? null
        : { id: stopId, type, driver, reason: outcomeReason, doneAt: isoInstant(doneAtMs) },
  }));
}

type Recorded = {
  actions: readonly RecordedActionRow[];
  photos: readonly RecordedPhotoRow[];
  hasPositions: boolean;
};

function toRecord(stop: RecordedStopRow, { actions, photos, hasPositions }: Recorded): StopRecordReply {
  const counted = actions.filter(({ result, approval }) => result === 'applied' && approval !== 'rejected');
  const { unit, collectedUnit, ticket } = recordedAt(counted);
  return {
    id: stop.id,
    day: stop.day,
    type: stop.type,
    status: stop.status,
    isRemoved: stop.isRemoved !== 0,
    driver: { id: stop.driverId, name: stop.driverName },
    truck: stop.truckName,
    booking:
      stop.bookingId === null
        ? null
        : { id: stop.bookingId, customer: `${stop.firstName ?? ''} ${stop.lastName ?? ''}`.trim() },
    site: stop.siteName,
    plannedArrival: isoInstant(stop.estimatedArrival),
    departedAt: isoInstant(stop.departedAt),
    arrivedAt: isoInstant(stop.actualArrival),
    outcome: stop.outcome,
    outcomeReason: stop.outcomeReason,
    unit,
    collectedUnit,
    ticket,
    actions: actions.map((action) => toAction(action, hasPositions)),
    photos: photos.flatMap((photo) => toPhoto(photo, hasPositions) ?? []),
  };
}

function toAction(row: RecordedActionRow, hasPositions: boolean): RecordedAction {
  const { id, type, payload, result, reason, approval, isTimeClamped } = row;
  const { lat, lng } = payload;
  const point = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null;
  return {
    id,
    type,
    result,
    reason,
    approval,
    isTimeClamped,
    doneAt: isoInstant(row.correctedTime),
    deviceTime: isoInstant(row.deviceTime),
    receivedAt: isoInstant(row.receivedAt),
    value: detailOf(row),
    note: textOrNull(payload.note),
    hasPosition: point !== null,
    position: hasPositions ? point : null,
  };
}

/** A removal of personal data empties the payload. */
function detailOf({ type, payload }: RecordedActionRow): string | null {
  if (type === 'unit' || type === 'ticket' || type === 'damaged') return textOrNull(payload.number);
  if (type === 'signature') return textOrNull(payload.name);
  if (type !== 'attempted') return null;
  const reason = ATTEMPT_REASONS.find((each) => each === payload.reason);
  return reason ? ATTEMPT_REASON_LABELS[reason] : null;
}

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** Null for a photo that no phone recorded. */
function toPhoto(row: RecordedPhotoRow, hasPositions: boolean): RecordedPhoto | null {
  const { uploadId, type, width, height, gpsLat: lat, gpsLng: lng } = row;
  if (uploadId === null) return null;
  const point = lat === null || lng === null ? null : { lat, lng };
  return {
    id: uploadId,
    type,
    width,
    height,
    takenAt: isoInstant(row.takenAt),
    receivedAt: isoInstant(row.createdAt),
    isStored: row.key !== null && row.sha256 !== null,
    hasPosition: point !== null,
    position: hasPositions ? point : null,
  };
}
