import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** Returns the file that a module goes into; null leaves it to Rolldown. */
type NameOf = (id: string, reachedFrom: (entry: string) => Set<string>) => string | null;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OFFICE = file('../admin/main.tsx');
const FIRST_STEP = file('../booking/start.ts');
const BOOKING_APP = file('../booking/main.tsx');
const PAYMENT_SUCCESS = file('../pages/payment-success.tsx');
const PAY = file('../pay/main.tsx');

/**
 * Joins small files that are loaded together. By default Rolldown splits what pages share into a dozen small files,
 * each with its own request and compressed on its own.
 */
export function chunkGroups(part: 'public' | 'office'): Rolldown.CodeSplittingGroup[] {
  const nameOf = part === 'office' ? nameInOffice : nameInPublic;
  const reached = new Map<string, Set<string>>();
  const name = (id: string, context: Rolldown.ChunkingContext) =>
    nameOf(id, (entry) => {
      const known = reached.get(entry) ?? staticImportsOf(entry, context);
      reached.set(entry, known);
      return known;
    });
  // What a group does not name stays where it is, also if a module of the group imports it.
  return [{ name, debugName: part, includeDependenciesRecursively: false }];
}

/** Parts of React Query that only later screens use. They are reached from its index, which the first screen imports. */
const LATER =
  /\/@tanstack\/.*\/(useQueries|useInfiniteQuery|infiniteQueryOptions|queriesObserver|infiniteQueryObserver)\.js$/;

/** The start of the back office is two files: the libraries, which rarely change between deployments, and the app. */
const nameInOffice: NameOf = (id, reachedFrom) => {
  if (id === OFFICE || !reachedFrom(OFFICE).has(id) || LATER.test(id)) return null;
  return id.includes('/node_modules/') ? 'libraries' : 'office';
};

/**
 * What all pages with a payment load is one file, with the confirmation, which two of the three show. The card form,
 * the other part that two pages share, is a file of its own. The first step stays on its own.
 */
const nameInPublic: NameOf = (id, reachedFrom) => {
  // Vite's and Rolldown's own modules: the first step needs them, too.
  if (id.startsWith('\0') || reachedFrom(FIRST_STEP).has(id)) return null;
  const isBooking = reachedFrom(BOOKING_APP).has(id);
  const [onSuccess, onPay] = [PAYMENT_SUCCESS, PAY].map((entry) => reachedFrom(entry).has(id));
  if (isBooking && onSuccess) return 'shared';
  return isBooking && onPay ? 'card' : null;
};

/** A module and all its static imports. */
function staticImportsOf(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  }
  return reached;
}
