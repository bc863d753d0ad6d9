import type { Query, QueryClient } from '@tanstack/react-query';
import { type Account, getCurrentUser } from '#contract/auth.ts';
import type { BookingHistoryEntry } from '#contract/history.ts';
import type { LiveMessage } from '#contract/live.ts';
import { type Booking, getBooking, listBookingHistory, listBookings } from '#contract/staff-bookings.ts';
import type { VersionedBooking } from '#web/api/bookings.ts';
import { CallError, type Page } from '#web/api/call.ts';
import { isAffected } from './affected.ts';
import { announceNews, markChanged } from './live-store.ts';
import { newsText } from './news-text.ts';

/** Screens read at most this often what they show. */
const ROUND_MS = 1000;

/**
 * Reads again what is shown and changed, in rounds: one at a time, at most one a second, and none while a change of this
 * tab is under way, whose reply brings the newest version.
 */
export function createRefetch(client: QueryClient) {
  let waiting: LiveMessage[] = [];
  let isEverything = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastRoundMs = Number.NEGATIVE_INFINITY;
  let isRunning = false;

  const schedule = () => {
    if (timer !== undefined || isRunning || (waiting.length === 0 && !isEverything)) return;
    // The reply of an own change comes a moment after its message.
    const isOwn = waiting.every((message) => message.isOwn) && !isEverything;
    const sinceLastMs = performance.now() - lastRoundMs;
    timer = setTimeout(() => void run(), isOwn ? ROUND_MS : Math.max(0, ROUND_MS - sinceLastMs));
  };
  const run = async () => {
    timer = undefined;
    if (client.isMutating() > 0) {
      lastRoundMs = performance.now();
      return schedule();
    }
    isRunning = true;
    const [messages, isAll] = [waiting.filter((message) => !isKnown(client, message)), isEverything];
    [waiting, isEverything] = [[], false];
    const known = knownEntries(client, messages);
    const predicate = ({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>) =>
      !isMissing(state.error) && (isAll || isAffected(queryKey, messages));
    if (isAll || messages.length > 0) await client.invalidateQueries({ predicate });
    showNews(client, messages, known);
    lastRoundMs = performance.now();
    isRunning = false;
    schedule();
  };
  return {
    add: (message: LiveMessage) => {
      waiting.push(message);
      schedule();
    },
    /** After a time without the socket. */
    addEverything: () => {
      isEverything = true;
      schedule();
    },
    stop: () => {
      clearTimeout(timer);
      [waiting, isEverything] = [[], false];
    },
  };
}

/** A record that was not found is not read again: the new render would move the focus while the user clicks. */
function isMissing(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

/**
 * Whether this tab made the change, so that it has the newer version. Its row then stays where it is, even if it no
 * longer fits the filter. Other tabs of the session do not have the version.
 */
function isKnown(client: QueryClient, { isOwn, entity, id, version }: LiveMessage): boolean {
  if (!isOwn) return false;
  if (entity !== 'booking' || id === null || version === null) return document.visibilityState === 'visible';
  const read = client.getQueryData<VersionedBooking>([getBooking.name, id])?.value.version;
  const pages = client.getQueriesData<Page<Booking>>({ queryKey: [listBookings.name] });
  const listed = pages.flatMap(([, page]) => page?.rows ?? []).find((row) => row.id === id)?.version;
  return Math.max(read ?? 0, listed ?? 0) >= version;
}

/**
 * The entries of the loaded histories that the messages make the screens read again, by booking. Any message can bring
 * the entry of another one with it, whose own message is then no news: an e-mail that was sent, for example.
 */
function knownEntries(client: QueryClient, messages: readonly LiveMessage[]): Map<number, Set<number>> {
  const histories = client.getQueriesData<BookingHistoryEntry[]>({
    queryKey: [listBookingHistory.name],
    predicate: ({ queryKey }) => isAffected(queryKey, messages),
  });
  return new Map(
    histories.flatMap(([[, id], entries]) =>
      entries ? [[Number(id), new Set(entries.map((entry) => entry.id))]] : [],
    ),
  );
}

/** Marks the rows that others changed, and says on the page of a booking what they did. */
function showNews(
  client: QueryClient,
  messages: readonly LiveMessage[],
  known: ReadonlyMap<number, ReadonlySet<number>>,
): void {
  const user = client.getQueryData<Account>([getCurrentUser.name]);
  for (const { entity, id, actorId, version, isOwn } of messages) {
    // A message on a booking, for example, does not change its row.
    const isRowChanged = entity !== 'booking' || version !== null;
    if (id !== null && actorId !== null && !isOwn && isRowChanged) markChanged(entity, id);
  }
  for (const [id, before] of known) {
    const entries = client.getQueryData<BookingHistoryEntry[]>([listBookingHistory.name, id]) ?? [];
    const text = newsText(entries.filter((entry) => !before.has(entry.id) && !isBy(user, entry)));
    if (text) announceNews(id, text);
  }
}

/** Whether the user made the change: an entry has the full name, or the username of an account without one. */
function isBy(user: Account | undefined, { actorType, changedBy }: BookingHistoryEntry): boolean {
  const fullName = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  return actorType === 'staff' && changedBy === (fullName || user?.username);
}
