import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

export type Rule = Pick<IRegularForbiddenRuleType, 'name' | 'comment' | 'from' | 'to'>;

/**
 * From the bottom up: a room of a folder, and the rooms that it may import. A room is a folder, a part of one
 * ('money/ledger'; 'money' are then its other files), a file ('index.ts'), or '.', the files beside the rooms.
 */
export type Rooms = Readonly<Record<string, readonly string[]>>;

export type Folder = {
  /** The other folders that it may import, and those that only its tests may. */
  imports: readonly string[];
  forTests?: readonly string[];
  rooms: Rooms;
  /** What tests may import besides the rooms that their room may. Without it, tests may import every room. */
  testRooms?: readonly string[];
};

/** Tests and what only they import. */
export const TESTS = '(?:^|/)test/|[.]test[.]tsx?$';

/** The rules of a folder and its rooms for dependency-cruiser. */
export function rulesOfFolder(folder: string, { imports, forTests = [], rooms, testRooms }: Folder): Rule[] {
  const names = Object.keys(rooms);
  const pathOf = (room: string) => pathOfRoom(folder, room, names);
  const only = (others: readonly string[]): Rule['to'] => ({
    dependencyTypes: ['local'],
    pathNot: [folder, ...others].map((name) => `^${name}/`),
  });
  const ofFolder: Rule[] = [
    {
      name: folder,
      comment: `it may import ${imports.join(', ') || 'no other folder'}`,
      from: { path: `^${folder}/`, pathNot: TESTS },
      to: only(imports),
    },
    {
      name: `${folder}-tests`,
      comment: `they may import ${[folder, ...imports, ...forTests].join(', ')}`,
      from: { path: `^${folder}.*(?:${TESTS})` },
      to: only([...imports, ...forTests]),
    },
  ];
  const unlisted: Rule = {
    name: `${folder}-unlisted`,
    comment: 'every room is listed',
    from: { path: `^${folder}/`, pathNot: [TESTS, ...names.map(pathOf)] },
    to: {},
  };
  const ofRooms = names.map((room) => ({
    name: `${folder}/${room}`,
    comment: `it may import ${rooms[room]?.join(', ') || 'no other room'}`,
    from: { path: pathOf(room), pathNot: testRooms ? [] : TESTS },
    to: { path: `^${folder}/`, pathNot: [room, ...(rooms[room] ?? []), ...(testRooms ?? [])].map(pathOf) },
  }));
  return names.length === 0 ? ofFolder : [...ofFolder, unlisted, ...ofRooms];
}

/** What would let rooms import each other in a circle: an import of a room that is not before the importing one. */
export function findUpwards(rooms: Rooms): string[] {
  const names = Object.keys(rooms);
  return names.flatMap((name, index) =>
    (rooms[name] ?? [])
      .filter((other) => !names.slice(0, index).includes(other))
      .map((other) => `${name} may import ${other}, which is not before it`),
  );
}

/** Rooms whose parts are not together: what stands between them may import one part and be imported by another. */
export function findScattered(rooms: Rooms): string[] {
  const inOrder = Object.keys(rooms).map((name) => name.split('/')[0] ?? '');
  return inOrder.filter((room, index) => room !== inOrder[index - 1] && inOrder.indexOf(room) < index);
}

/** The pattern of the files of a room; those of its parts are left out. */
function pathOfRoom(folder: string, room: string, names: readonly string[]): string {
  if (room === '.') return `^${folder}/[^/]+$`;
  const parts = names
    .filter((name) => name.startsWith(`${room}/`))
    .map((name) => name.slice(room.length + 1));
  const start = `^${folder}/${end(room)}`;
  return parts.length === 0 ? start : `${start}(?!${parts.map(end).join('|')})`;
}

/** A file ends with its name, a folder goes on. */
function end(name: string): string {
  return name.endsWith('.ts') ? `${name}$` : `${name}/`;
}
