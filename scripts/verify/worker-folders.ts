import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One import of a file below worker/ by another; both relative to worker/. */
export type WorkerImport = { from: string; to: string };

/** Files at the top of worker/ that every folder may import. The other top files mount and export all features. */
const CONTEXT_FILES = ['context.ts', 'env.ts', 'task-message.ts'];
/** Folders whose sub-folders are checked as folders of their own. */
const DIVIDED = ['payments', 'notifications'];

/** 'payments/ledger/repo.ts' -> 'payments/ledger'; 'context.ts' -> 'context'; 'app.ts' -> 'app'. */
export function folderOf(file: string): string {
  const [first = '', second = '', ...rest] = file.split('/');
  if (second === '') return CONTEXT_FILES.includes(file) ? 'context' : 'app';
  return DIVIDED.includes(first) && rest.length > 0 ? `${first}/${second}` : first;
}

/** The files of worker/ with their text; tests and worker/test/ are left out. */
export function readWorkerSources(root: string): { file: string; text: string }[] {
  const worker = join(root, 'worker');
  const files = readdirSync(worker, { recursive: true, encoding: 'utf8' }).filter(isSource);
  return files.map((file) => ({ file, text: readFileSync(join(worker, file), 'utf8') }));
}

/** Every import between files of worker/, type imports included. */
export function readWorkerImports(root: string): WorkerImport[] {
  return readWorkerSources(root).flatMap(({ file: from, text }) =>
    importsOf(text).flatMap((specifier) => {
      const to = targetOf(from, specifier);
      return to === null ? [] : [{ from, to }];
    }),
  );
}

/** One sentence for each import that `allowed` (folder -> folders it may import) does not list. */
export function forbiddenImports(
  imports: readonly WorkerImport[],
  allowed: Readonly<Record<string, readonly string[]>>,
): string[] {
  return imports.flatMap(({ from, to }) => {
    const [folder, target] = [folderOf(from), folderOf(to)];
    if (folder === target || allowed[folder]?.includes(target)) return [];
    return [`worker/${from} imports worker/${to}, but ${folder} may not import ${target}`];
  });
}

/** A path of folders that leads back to its start; null when the list has none. */
export function findCycle(allowed: Readonly<Record<string, readonly string[]>>): string[] | null {
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): string[] | null => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of allowed[folder] ?? []) {
      const cycle = visit(next, [...path, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return null;
  };
  for (const folder of Object.keys(allowed)) {
    const cycle = visit(folder, []);
    if (cycle) return cycle;
  }
  return null;
}

function isSource(file: string): boolean {
  return file.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(file) && !file.startsWith('test/');
}

/** The specifiers of `import ... from`, `export ... from`, `import '...'` and `import('...')`. */
function importsOf(source: string): string[] {
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => specifier);
}

function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('#worker/')) return specifier.slice('#worker/'.length);
  return specifier.startsWith('.') ? relative('.', join(dirname(from), specifier)) : null;
}
