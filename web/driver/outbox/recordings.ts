import { unitDirectionOf } from '#domain/dispatch/stop-log.ts';
import type { DriverSession, StoredRoutes } from './database.ts';
import { isMessage, type NewItem, type OutboxItem } from './items.ts';

/** What is recorded at a stop; newItems() adds the rest. */
export type Recording =
  | Pick<Extract<NewItem, { kind: 'action' }>, 'kind' | 'type' | 'payload'>
  | (Pick<Extract<NewItem, { kind: 'photo' }>, 'kind' | 'type' | 'mediaType' | 'sha256' | 'lat' | 'lng'> & {
      id: string;
      bytes: ArrayBuffer;
    });

export type RecordedAt = { stop: { id: number; name: string }; session: DriverSession; deviceTime: string };

/** The rows of the outbox, and the bytes of the photos by their ids. */
export function newItems(recordings: readonly Recording[], { stop, session, deviceTime }: RecordedAt) {
  const photos = new Map<string, ArrayBuffer>();
  const items = recordings.map((recording): NewItem => {
    const common = {
      driverId: session.driverId,
      driverName: session.name,
      stopId: stop.id,
      stopName: stop.name,
      deviceTime,
    };
    if (recording.kind === 'action') return { id: crypto.randomUUID(), ...common, ...recording };
    const { bytes, ...photo } = recording;
    photos.set(photo.id, bytes);
    return { ...common, ...photo };
  });
  return { items, photos };
}

/** Refused items that the driver has now recorded again. */
export function replacedItems(known: readonly OutboxItem[], by: readonly NewItem[]): OutboxItem[] {
  return known.filter(
    (item) =>
      item.state === 'refused' &&
      !isMessage(item) &&
      by.some(
        (one) =>
          one.stopId === item.stopId &&
          one.kind === item.kind &&
          one.type === item.type &&
          part(one) === part(item),
      ),
  );
}

/** A stop can have two units, and a day two inspections of the truck. */
function part(item: NewItem): string | null {
  if (item.kind !== 'action') return null;
  if (item.type === 'inspection') return String(item.payload.kind);
  return item.type === 'unit' ? unitDirectionOf(item.payload) : null;
}

/** A stop was done when the driver said so first, also if the server refused it until something was corrected. */
export function withFirstTimes(items: readonly NewItem[], replaced: readonly OutboxItem[]): NewItem[] {
  return items.map((item) => {
    const first = item.type === 'done' && replaced.find(({ type }) => type === 'done');
    return first ? { ...item, deviceTime: first.deviceTime } : item;
  });
}

/** Items that the server does not have: they wait, or it refused them. */
export function unsentItems(items: readonly OutboxItem[]): OutboxItem[] {
  return items.filter(({ state }) => state !== 'sent');
}

/** Whether two readings of the outbox show the same. */
export function isSameOutbox(before: readonly OutboxItem[], now: readonly OutboxItem[]): boolean {
  return (
    before.length === now.length &&
    before.every(({ id, state, reason }, index) => {
      const other = now[index];
      return other?.id === id && other.state === state && other.reason === reason;
    })
  );
}

/** Whether two readings of the routes show the same. */
export function isSameReading(before: StoredRoutes | null, now: StoredRoutes | null): boolean {
  return before?.readAtMs === now?.readAtMs && before?.readMessageId === now?.readMessageId;
}

export function isSameSession(before: DriverSession | null, now: DriverSession | null): boolean {
  return before?.driverId === now?.driverId && before?.name === now?.name;
}

/** What to do when the phone could not store a recording. */
export function storageProblemOf(error: unknown): string {
  const isFull = error instanceof Error && error.name === 'QuotaExceededError';
  return isFull
    ? 'Not saved: the storage of this phone is full. What you recorded before is kept. Delete photos or apps that you do not need, then do it again.'
    : 'Not saved: the browser could not store it on this phone. Do it again. If that fails, close the page, open it again, and call the office.';
}
