import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** One import of a file below worker/ by another; both relative to worker/. */
export type WorkerImport = { from: string; to: string };

/**
 * A folder of worker/. `imports`: the rooms whose files it may import. `parts`: its sub-folders that are rooms of their
 * own, from the bottom up; '.' are the other files. A part may import those before it.
 */
export type Room = { imports: readonly string[]; parts?: readonly string[] };
/** From the bottom up: a room may import only rooms before it. */
export type Rooms = Readonly<Record<string, Room>>;

const REST = '.';

/** 'money/ledger/repo.ts' -> money, ledger; 'money/tasks.ts' -> money, '.'; 'index.ts' -> index.ts, '.'. */
export function placeOf(file: string, rooms: Rooms): { room: string; part: string } {
  const [room = '', part = REST, ...rest] = file.split('/');
  const isPart = rest.length > 0 && rooms[room]?.parts?.includes(part);
  return { room, part: isPart ? part : REST };
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
    const [source, target] = [placeOf(from, rooms), placeOf(to, rooms)];
    if (isAllowed(source, target, rooms)) return [];
    return [`worker/${from} imports worker/${to}, but ${nameOf(source)} may not import ${nameOf(target)}`];
  });
}

type Place = ReturnType<typeof placeOf>;

function isAllowed(from: Place, to: Place, rooms: Rooms): boolean {
  if (from.room !== to.room) return rooms[from.room]?.imports.includes(to.room) ?? false;
  const parts = rooms[from.room]?.parts ?? [REST];
  return parts.indexOf(to.part) <= parts.indexOf(from.part);
}

const nameOf = ({ room, part }: Place) => (part === REST ? room : `${room}/${part}`);

/** The rooms that may import one which is not below them: a circle needs one. */
export function roomsOutOfOrder(rooms: Rooms): string[] {
  const names = Object.keys(rooms);
  return names.flatMap((name, index) =>
    (rooms[name]?.imports ?? [])
      .filter((other) => !names.slice(0, index).includes(other))
      .map((other) => `${name} may import ${other}, which is not below it`),
  );
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
