import type { Rolldown } from 'vite';

const ENTRY_FILE = new URL('../admin/main.tsx', import.meta.url).pathname;

/**
 * The back office starts with two files: the libraries, which stay as they are from one deployment to the next, and
 * our own. Left alone, what the start shares with lazy pages is cut into a dozen small files, and each has to come
 * over the network on its own.
 */
export function firstScreenGroups(): Rolldown.CodeSplittingGroup[] {
  let start: Set<string> | undefined;
  const name = (id: string, context: Rolldown.ChunkingContext) => {
    start ??= reachedFrom(ENTRY_FILE, context);
    if (id === ENTRY_FILE || !start.has(id)) return null;
    return id.includes('/node_modules/') ? 'libraries' : 'office';
  };
  return [{ name, debugName: 'first screen' }];
}

/** A module and all that it imports at once. */
function reachedFrom(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  }
  return reached;
}
