import { type ActionItem, isAction, isMessage, type OutboxItem } from './items.ts';

/** So long the last tap can be undone before it is sent. Without a connection it can be undone as long as it waits. */
export const UNDO_MS = 10_000;

/** Timers can run early by a few milliseconds. */
export const SENDING_MARGIN_MS = 50;

/**
 * What is sent next: some actions, or one photo. Actions go before photos, because the office waits for them. A stop that is done, and a signature,
 * need their photos before; messages wait for nothing; the other actions of a stop stay in their order, and so do all that end a stop or record a ticket.
 */
export function nextToSend(
  items: readonly OutboxItem[],
  { nowMs, limit }: { nowMs: number; limit: number },
): OutboxItem[] {
  const waiting = items.filter(({ state }) => state === 'waiting');
  const actions: ActionItem[] = [];
  const [photoStops, blockedStops] = [new Set<number>(), new Set<number>()];
  let isClosingBlocked = false;
  for (const item of waiting) {
    if (!isAction(item)) {
      photoStops.add(item.stopId);
      continue;
    }
    if (isMessage(item)) {
      actions.push(item);
      continue;
    }
    const isClosing = item.type === 'done' || item.type === 'ticket';
    const needsPhoto = item.type === 'done' || item.type === 'signature';
    const isBlocked =
      blockedStops.has(item.stopId) ||
      (needsPhoto && photoStops.has(item.stopId)) ||
      (isClosing && isClosingBlocked) ||
      isHeld(item, items, nowMs);
    if (!isBlocked) actions.push(item);
    else {
      blockedStops.add(item.stopId);
      isClosingBlocked ||= isClosing;
    }
  }
  const photo = waiting.filter((item) => !isAction(item) && !isHeld(item, items, nowMs)).slice(0, 1);
  return actions.length > 0 ? actions.slice(0, limit) : photo;
}

/**
 * The last tap with an action, by the order in which the phone stored its items: a clock can be put back. With its
 * photos, such as that of a signature. Empty if one of its items may have reached the server.
 */
export function undoableItems(items: readonly OutboxItem[]): OutboxItem[] {
  const last = items.findLast((item) => isAction(item) && !isMessage(item) && item.state === 'waiting');
  if (last?.recordedAtMs === undefined) return [];
  // The items of a tap are stored together, so nothing else is between them.
  const isOther = ({ recordedAtMs }: OutboxItem) => recordedAtMs !== last.recordedAtMs;
  const before = items.findLastIndex((item) => item.seq < last.seq && isOther(item));
  const after = items.findIndex((item) => item.seq > last.seq && isOther(item));
  const tap = items.slice(before + 1, after < 0 ? undefined : after);
  return tap.some(({ state, isTried }) => state !== 'waiting' || isTried) ? [] : tap;
}

/** The last tap waits for an undo. A later tap, or a clock that was put back, ends that. */
function isHeld(item: OutboxItem, items: readonly OutboxItem[], nowMs: number): boolean {
  const age = nowMs - (item.recordedAtMs ?? 0);
  if (age < 0 || age >= UNDO_MS) return false;
  return undoableItems(items).some(({ seq }) => seq === item.seq);
}

/** How long the last tap still waits for an undo; 0: nothing does. */
export function heldForMs(items: readonly OutboxItem[], nowMs: number): number {
  const [first] = undoableItems(items);
  return first && isHeld(first, items, nowMs) ? UNDO_MS - (nowMs - (first.recordedAtMs ?? 0)) : 0;
}
