import type { RecordedAction, RecordedPhoto, StopRecordReply } from '#contract/stop-records.ts';
import { formatWeight } from '#domain/catalog/dump-tickets.ts';
import { type ActionType, ATTEMPT_REASON_LABELS, ATTEMPT_REASONS } from '#domain/dispatch/driver-actions.ts';
import { STOP_LABELS, type StopStatus } from '#domain/dispatch/stops.ts';
import type { PhotoType } from '#domain/rental/bookings.ts';
import { isoInstant } from '#domain/shared/days.ts';
import { formatUsd } from '#domain/shared/money.ts';
import { site } from '#web/config.ts';
import { momentText } from '#web/kit/dates/moment.ts';

export const RECORDED_PHOTO_LABELS: Readonly<Record<PhotoType, string>> = {
  delivery_placement: 'Placement',
  pickup_before: 'Before the pickup',
  pickup_after: 'After the pickup',
  ticket: 'Ticket',
  problem: 'Problem',
  signature: 'Signature',
  defect: 'Truck defect',
};

export const STOP_STATUS_LABELS: Readonly<Record<StopStatus, string>> = {
  pending: 'Planned',
  in_transit: 'On the way',
  delivered: 'Done',
  completed: 'Done',
  attempted: 'Not completed',
};

/** 'Delivery, Ada Lovelace', 'Disposal, Rapp Road Landfill', 'Break'. */
export function recordTitle({
  type,
  site: name,
  booking,
}: Pick<StopRecordReply, 'type' | 'site'> & Partial<Pick<StopRecordReply, 'booking'>>): string {
  return [STOP_LABELS[type], booking?.customer || name].filter(Boolean).join(', ');
}

/** A minute: the clocks of phones differ by less. */
const CLOCK_TOLERANCE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What is unusual about the times of an action: a wrong clock of the phone, or sending long after. */
export function timeNote({ doneAt, deviceTime, receivedAt, isTimeClamped }: RecordedAction): string | null {
  const done = Date.parse(doneAt);
  const notes = [
    ...(isTimeClamped
      ? ['the clock was changed during the stop, so the time is that of the entry beside it']
      : []),
    ...(Math.abs(Date.parse(deviceTime) - done) > CLOCK_TOLERANCE_MS
      ? [`the phone's clock said ${momentText(isoInstant(Date.parse(deviceTime)), site.timeZone)}`]
      : []),
    ...(Date.parse(receivedAt) - done > HOUR_MS
      ? [`received ${momentText(isoInstant(Date.parse(receivedAt)), site.timeZone)}`]
      : []),
  ];
  return notes.length === 0 ? null : notes.join('; ');
}

/** The photos of the ticket with this number. */
export function ticketPhotos(records: readonly StopRecordReply[], number: string | null): RecordedPhoto[] {
  if (number === null) return [];
  return records
    .filter(({ actions }) => actions.some(({ type, value }) => type === 'ticket' && value === number))
    .flatMap(({ photos }) => photos.filter(({ type }) => type === 'ticket'));
}

/** What a waiting action says: a number, a weight, why a stop was not completed, a note. */
export function payloadText({
  type,
  payload,
}: {
  type: ActionType;
  payload: Readonly<Record<string, unknown>>;
}): string {
  const { number, reason, net, fee, name, note } = payload;
  const attempt = ATTEMPT_REASONS.find((each) => each === reason);
  const parts = [
    number,
    attempt && ATTEMPT_REASON_LABELS[attempt],
    typeof net === 'number' && formatWeight(net),
    typeof fee === 'number' && formatUsd(fee),
    type === 'signature' && name,
    note,
  ];
  return parts.filter((part) => typeof part === 'string' && part !== '').join(', ');
}
