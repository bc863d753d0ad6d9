import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One import of a file below worker/ by another; both relative to worker/. */
export type WorkerImport = { from: string; to: string };

/**
 * From the bottom up: a room, or a part of one ('money/ledger'), and the rooms and parts that it may import. 'money' are
 * the files of money/ that are in no part.
 */
export type Rooms = Readonly<Record<string, readonly string[]>>;

/** 'money/ledger/repo.ts' -> 'money/ledger'; 'money/tasks.ts' -> 'money'; 'bookings/list/repo.ts' -> 'bookings'. */
export function roomOf(file: string, rooms: Rooms): string {
  const [room = '', part = ''] = file.split('/');
  return `${room}/${part}` in rooms ? `${room}/${part}` : room;
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

/** One sentence for each import that the rooms do not allow. */
export function forbiddenImports(imports: readonly WorkerImport[], rooms: Rooms): string[] {
  return imports.flatMap(({ from, to }) => {
    const [room, target] = [roomOf(from, rooms), roomOf(to, rooms)];
    if (room === target || rooms[room]?.includes(target)) return [];
    return [`worker/${from} imports worker/${to}, but ${room} may not import ${target}`];
  });
}

/** What would let rooms or parts import each other in a circle: an import from above, or parts apart from their room. */
export function outOfOrder(rooms: Rooms): string[] {
  const names = Object.keys(rooms);
  const upwards = names.flatMap((name, index) =>
    (rooms[name] ?? [])
      .filter((other) => !names.slice(0, index).includes(other))
      .map((other) => `${name} may import ${other}, which is not before it`),
  );
  const inOrder = names.map((name) => name.split('/')[0]);
  const apart = inOrder.filter((room, index) => room !== inOrder[index - 1] && inOrder.indexOf(room) < index);
  return [...upwards, ...apart.map((room) => `the parts of ${room} are not together`)];
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
