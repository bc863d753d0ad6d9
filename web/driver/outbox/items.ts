import type { ActionType } from '#domain/dispatch/driver-actions.ts';
import type { PhotoType } from '#domain/rental/bookings.ts';

/**
 * 'waiting': not sent. 'sent': the server has it; the stored route does not show it yet. 'refused': the server will not
 * take it, for `reason`.
 */
type ItemState = 'waiting' | 'sent' | 'refused';

type ItemFields = {
  /** A UUID made on this phone: the server records each id once. */
  id: string;
  driverId: number;
  driverName: string;
  stopId: number;
  /** The name of the stop, which the office can remove before the item is sent. */
  stopName: string;
  /** The phone's clock when the driver did it: an ISO instant. */
  deviceTime: string;
};

type NewAction = ItemFields & { kind: 'action'; type: ActionType; payload: Record<string, unknown> };
type NewPhoto = ItemFields & {
  kind: 'photo';
  type: PhotoType;
  mediaType: string;
  sha256: string;
  lat: number | null;
  lng: number | null;
};

/** What the driver did, before it is stored. */
export type NewItem = NewAction | NewPhoto;

type StoredFields = {
  /** The order in which the driver did it. */
  seq: number;
  state: ItemState;
  /** Why the server refused it, and what to do; null unless refused. */
  reason: string | null;
  /** The phone's clock when it was stored; the items of one tap have the same. Absent in rows of earlier versions. */
  recordedAtMs?: number;
  /** It may have reached the server, so it cannot be taken back. */
  isTried?: boolean;
};
export type ActionItem = NewAction & StoredFields;
export type PhotoItem = NewPhoto & StoredFields;
export type OutboxItem = ActionItem | PhotoItem;

/** Of the truck: sent with a stop of the route, and not shown there. */
export function isOfTruck({ type }: NewItem): boolean {
  return type === 'inspection' || type === 'defect';
}

/** A message to the office. It is never undone, and never waits for anything but the connection. */
export function isMessage<T extends NewItem>(
  item: T,
): item is Extract<T, { kind: 'action' }> & { type: 'message' } {
  return item.kind === 'action' && item.type === 'message';
}

/** Not about the stop that it is sent with. */
export function isOfRoute(item: NewItem): boolean {
  return isOfTruck(item) || (isMessage(item) && item.payload.about === 'route');
}

export function isAction(item: OutboxItem): item is ActionItem {
  return item.kind === 'action';
}
