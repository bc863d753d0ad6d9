import { type ActionItem, isAction, type OutboxItem } from './items.ts';

/** So long the last tap can be undone before it is sent. Without a connection it can be undone as long as it waits. */
export const UNDO_MS = 10_000;

/**
 * What is sent next: some actions, or one photo. Actions go before photos, because the office waits for them. A stop that is done, and a signature,
 * need their photos before; the actions of a stop stay in their order, and so do all that end a stop or record a ticket.
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
    const isClosing = item.type === 'done' || item.type === 'ticket';
    const needsPhoto = item.type === 'done' || item.type === 'signature';
    const isBlocked =
      blockedStops.has(item.stopId) ||
      (needsPhoto && photoStops.has(item.stopId)) ||
      (isClosing && isClosingBlocked) ||
      isHeld(item, waiting, nowMs);
    if (!isBlocked) actions.push(item);
    else {
      blockedStops.add(item.stopId);
      isClosingBlocked ||= isClosing;
    }
  }
  const photo = waiting.filter((item) => !isAction(item)).slice(0, 1);
  return actions.length > 0 ? actions.slice(0, limit) : photo;
}

/** The actions of the last tap; empty if one of them may have reached the server. */
export function undoableItems(items: readonly OutboxItem[]): ActionItem[] {
  const waiting = items.filter(({ state }) => state === 'waiting').filter(isAction);
  const last = Math.max(...waiting.map(({ recordedAtMs = 0 }) => recordedAtMs), 0);
  const group = waiting.filter(({ recordedAtMs }) => recordedAtMs === last);
  return group.some(({ isTried }) => isTried) ? [] : group;
}

/** The last tap waits for an undo. A later tap, or a clock that was put back, ends that. */
function isHeld(item: ActionItem, waiting: readonly OutboxItem[], nowMs: number): boolean {
  const age = nowMs - (item.recordedAtMs ?? 0);
  if (age < 0 || age >= UNDO_MS) return false;
  return undoableItems(waiting).some(({ seq }) => seq === item.seq);
}

/** How long the last tap still waits for an undo; 0: nothing does. */
export function heldForMs(items: readonly OutboxItem[], nowMs: number): number {
  const waiting = items.filter(({ state }) => state === 'waiting');
  const [first] = undoableItems(waiting);
  return first && isHeld(first, waiting, nowMs) ? UNDO_MS - (nowMs - (first.recordedAtMs ?? 0)) : 0;
}
