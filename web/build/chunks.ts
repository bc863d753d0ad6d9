import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';
import type { FilePage } from '#web/paths.ts';

type Graph = {
  /** A module and all its static imports. */
  reachedFrom: (entry: string) => Set<string>;
  /** What an entry and all that follows it load on demand. */
  listParts: (entry: string) => readonly string[];
};
/** Returns the file that a module goes into; null leaves it to Rolldown. */
type NameOf = (id: string, graph: Graph) => string | null;

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
  const parts = new Map<string, readonly string[]>();
  const name = (id: string, context: Rolldown.ChunkingContext) =>
    nameOf(id, {
      reachedFrom: (entry) => kept(reached, entry, () => listStaticImports(entry, context)),
      listParts: (entry) => kept(parts, entry, () => listDynamicImports(entry, context)),
    });
  // What a group does not name stays where it is, also if a module of the group imports it.
  return [{ name, debugName: part, includeDependenciesRecursively: false }];
}

function kept<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

/** Parts of React Query that only later screens use. They are reached from its index, which the first screen imports. */
const LATER =
  /\/@tanstack\/.*\/(useQueries|useInfiniteQuery|infiniteQueryOptions|queriesObserver|infiniteQueryObserver)\.js$/;

/** The pages that staff open most, by their names in web/paths.ts. */
export const OFFICE_PAGES: Readonly<Record<FilePage, string>> = {
  booking: file('../office/bookings/page/BookingPage.tsx'),
  board: file('../office/dispatch/BoardPage.tsx'),
  today: file('../office/dashboard/DashboardPage.tsx'),
};

/**
 * The start of the back office is two files: the libraries, which rarely change between deployments, and the app. Then
 * there is a file for each set of the pages above: with what they share with any dialog or other page, and with what only
 * they have. The page of a booking was 57 files.
 */
const nameInOffice: NameOf = (id, { reachedFrom, listParts }) => {
  const pages = Object.entries(OFFICE_PAGES);
  if (id === OFFICE || pages.some(([, page]) => page === id)) return null;
  if (reachedFrom(OFFICE).has(id) && !LATER.test(id)) {
    return id.includes('/node_modules/') ? 'libraries' : 'office';
  }
  const of = pages.filter(([, page]) => reachedFrom(page).has(id)).map(([name]) => name);
  if (of.length === 0) return null;
  const others = listParts(OFFICE).filter((part) => !pages.some(([, page]) => page === part));
  const kind = others.some((part) => reachedFrom(part).has(id)) ? 'shared' : 'own';
  return `${kind}-${of.join('-')}`;
};

/**
 * What all pages with a payment load is one file, with the confirmation, which two of the three show. The card form,
 * the other part that two pages share, is a file of its own. The first step stays on its own.
 */
const nameInPublic: NameOf = (id, { reachedFrom }) => {
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

function listDynamicImports(entry: string, context: Rolldown.ChunkingContext): string[] {
  const reached = new Set([entry]);
  const parts = new Set<string>();
  for (const id of reached) {
    const info = context.getModuleInfo(id);
    for (const next of info?.dynamicallyImportedIds ?? []) parts.add(next);
    for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])])
      reached.add(next);
  }
  return [...parts];
}
