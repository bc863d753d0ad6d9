import type { Rolldown } from 'vite';

const ENTRY_FILE = new URL('../admin/main.tsx', import.meta.url).pathname;

/**
 * Splits the start of the back office into two files: the libraries, which rarely change between deployments, and the
 * app. By default Rolldown would split it into a dozen small files, each with its own request.
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

/** A module and all its static imports. */
function reachedFrom(entry: string, context: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set([entry]);
  for (const id of reached) {
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next);
  }
  return reached;
}
