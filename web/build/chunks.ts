import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

/** Returns the file that a module goes into; null leaves it to Rolldown. */
type NameOf = (id: string, reachedFrom: (entry: string) => Set<string>) => string | null;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OFFICE = file('../office/main.tsx');
const FIRST_STEP = file('../public/booking/start.ts');
const BOOKING_APP = file('../public/booking/main.tsx');
const PAYMENT_SUCCESS = file('../public/pages/payment-success.tsx');
const PAY = file('../public/pay/main.tsx');
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * Joins small files that are loaded together. By default Rolldown splits what pages share into a dozen small files,
 * each with its own request and compressed on its own.
 */
export function chunkGroups(part: 'public' | 'office'): Rolldown.CodeSplittingGroup[] {
  const nameOf = part === 'office' ? nameInOffice : nameInPublic;
  const reached = new Map<string, Set<string>>();
  const name = (id: string, context: Rolldown.ChunkingContext) =>
    nameOf(id, (entry) => {
      const known = reached.get(entry) ?? listStaticImports(entry, context);
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
  const isBooking = reachedFrom(BOOKING_APP).has(id);
  // Apart from the entry, which has the style sheet: a script that depended on the entry would load its style again, from
  // a file that is not there, because the documents contain it.
  if (id === PRELOAD_HELPER || (isBooking && reachedFrom(FIRST_STEP).has(id))) return 'first';
  // Rolldown's own modules: the first step needs them, too.
  if (id.startsWith('\0') || reachedFrom(FIRST_STEP).has(id)) return null;
  const [onSuccess, onPay] = [PAYMENT_SUCCESS, PAY].map((entry) => reachedFrom(entry).has(id));
  if (isBooking && onSuccess) return 'shared';
  return isBooking && onPay ? 'card' : null;
};

/** A module and all its static imports. */
function listStaticImports(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  }
  return reached;
}
