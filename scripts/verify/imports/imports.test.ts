import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../root.ts';
import config from './dependency-cruiser.config.ts';
import { FOLDERS } from './rooms.ts';
import { findScattered, findUpwards } from './rules.ts';
import { WORKER_ROOMS } from './worker-rooms.ts';

const ROOMS = Object.entries(FOLDERS).flatMap(([folder, { rooms, testRooms = [] }]) =>
  Object.keys(rooms).map((room) => ({
    folder,
    room,
    allowed: [room, ...(rooms[room] ?? []), ...testRooms],
    file: fileIn(folder, room),
  })),
);

type Violation = { rule: string; file: string; imported: string };

/** One import, at least, for each rule that is not the list of a room. */
const FORBIDDEN: Violation[] = [
  { rule: 'domain', file: 'domain/money/added.ts', imported: '#contract/added.ts' },
  { rule: 'domain', file: 'domain/money/added.ts', imported: '#worker/added.ts' },
  { rule: 'domain-tests', file: 'domain/money/added.test.ts', imported: '#contract/added.ts' },
  { rule: 'domain-tests', file: 'domain/test/added.ts', imported: '#web/added.ts' },
  { rule: 'domain-packages', file: 'domain/money/added.ts', imported: 'zod/mini' },
  { rule: 'domain-packages', file: 'domain/money/added.ts', imported: 'fs' },
  { rule: 'own-folder', file: 'domain/money/added.ts', imported: '../shared/added.ts' },
  { rule: 'own-folder', file: 'domain/money/added.test.ts', imported: '../shared/added.ts' },
  { rule: 'contract', file: 'contract/added.ts', imported: '#web/added.ts' },
  { rule: 'contract', file: 'contract/added.ts', imported: '#emulators/added.ts' },
  { rule: 'contract', file: 'contract/added.ts', imported: '#scripts/added.ts' },
  { rule: 'contract-tests', file: 'contract/added.test.ts', imported: '#worker/added.ts' },
  { rule: 'contract-packages', file: 'contract/added.ts', imported: 'zod' },
  { rule: 'contract-packages', file: 'contract/added.ts', imported: 'hono' },
  { rule: 'contract-packages', file: 'contract/added.ts', imported: 'path' },
  { rule: 'own-folder', file: 'contract/docs/added.ts', imported: '../added.ts' },
  { rule: 'web', file: 'web/office/added.tsx', imported: '#worker/added.ts' },
  { rule: 'web-worker', file: 'web/office/added.tsx', imported: '#worker/added.ts' },
  { rule: 'web', file: 'web/build/added.ts', imported: '#emulators/added.ts' },
  { rule: 'web', file: 'web/api/added.ts', imported: '#scripts/added.ts' },
  { rule: 'web-tests', file: 'web/office/added.test.tsx', imported: '#emulators/added.ts' },
  { rule: 'web-worker', file: 'web/office/added.test.tsx', imported: '#worker/added.ts' },
  { rule: 'web-contract-docs', file: 'web/api/added.ts', imported: '#contract/docs/added.ts' },
  { rule: 'web-packages', file: 'web/api/added.ts', imported: 'zod' },
  { rule: 'web-packages', file: 'web/api/added.ts', imported: 'stripe' },
  { rule: 'web-packages', file: 'web/office/added.test.tsx', imported: 'hono' },
  { rule: 'web-packages', file: 'web/office/added.tsx', imported: 'drizzle-orm' },
  { rule: 'web-card', file: 'web/public/pay/added.ts', imported: '@stripe/stripe-js' },
  { rule: 'public-router', file: 'web/public/booking/added.tsx', imported: 'react-router' },
  { rule: 'kit-ui', file: 'web/kit/ui/added.tsx', imported: '#contract/added.ts' },
  { rule: 'kit-ui', file: 'web/kit/ui/added.tsx', imported: '@tanstack/react-query' },
  { rule: 'kit-ui', file: 'web/kit/ui/added.tsx', imported: 'react-router' },
  { rule: 'kit-ui', file: 'web/kit/ui/added.tsx', imported: 'zod/mini' },
  { rule: 'web-test-pages', file: 'web/test/added.tsx', imported: '#web/office/added.tsx' },
  { rule: 'web-test-pages', file: 'web/test/added.tsx', imported: '#web/public/booking/added.tsx' },
  { rule: 'own-folder', file: 'web/office/bookings/added.ts', imported: '../added.tsx' },
  { rule: 'product-without-tests', file: 'web/office/added.tsx', imported: '#web/test/added.tsx' },
  { rule: 'product-without-tests', file: 'web/edge/added.ts', imported: '#web/build/added.ts' },
  { rule: 'product-without-tests', file: 'worker/money/added.ts', imported: '#worker/money/added.test.ts' },
  { rule: 'worker', file: 'worker/money/added.ts', imported: '#web/added.ts' },
  { rule: 'worker', file: 'worker/money/added.ts', imported: '#emulators/added.ts' },
  { rule: 'worker', file: 'worker/money/added.ts', imported: '#scripts/added.ts' },
  { rule: 'worker-tests', file: 'worker/money/added.test.ts', imported: '#web/added.ts' },
  { rule: 'worker-own-folder', file: 'worker/money/ledger/added.ts', imported: '../../base/added.ts' },
  { rule: 'worker-drizzle', file: 'worker/money/service.ts', imported: 'drizzle-orm' },
  { rule: 'worker-drizzle', file: 'worker/money/http.ts', imported: 'drizzle-orm/sqlite-core' },
  { rule: 'worker-hono', file: 'worker/money/service.ts', imported: 'hono' },
  { rule: 'worker-hono', file: 'worker/money/ledger/added-repo.ts', imported: 'hono/html' },
  { rule: 'worker-http-repo', file: 'worker/money/http.ts', imported: './repo.ts' },
  {
    rule: 'worker-http-repo',
    file: 'worker/money/links-http.ts',
    imported: '#worker/money/ledger/added-repo.ts',
  },
  { rule: 'worker-stripe', file: 'worker/money/service.ts', imported: 'stripe' },
  { rule: 'worker-react', file: 'worker/money/service.ts', imported: 'react' },
  { rule: 'worker-react', file: 'worker/money/added.test.ts', imported: 'react' },
  { rule: 'emulators', file: 'emulators/added.ts', imported: '#domain/shared/added.ts' },
  { rule: 'emulators', file: 'emulators/added.ts', imported: '#contract/added.ts' },
  { rule: 'emulators-tests', file: 'emulators/added.test.ts', imported: '#worker/added.ts' },
  { rule: 'scripts', file: 'scripts/added.ts', imported: '#web/api/added.ts' },
  { rule: 'scripts', file: 'scripts/added.ts', imported: '../journeys/added.ts' },
  { rule: 'scripts-tests', file: 'scripts/added.test.ts', imported: '../journeys/added.ts' },
  { rule: 'domain-unlisted', file: 'domain/added/added.ts', imported: './other.ts' },
  { rule: 'worker-unlisted', file: 'worker/added/added.ts', imported: './other.ts' },
];

const ALLOWED: Omit<Violation, 'rule'>[] = [
  { file: 'domain/money/allowed.ts', imported: '#domain/shared/added.ts' },
  { file: 'domain/money/allowed.test.ts', imported: 'fast-check' },
  { file: 'contract/allowed.ts', imported: 'zod/mini' },
  { file: 'web/api/allowed.ts', imported: 'zod/mini' },
  { file: 'web/api/allowed.ts', imported: '#contract/added.ts' },
  { file: 'web/public/card/allowed.ts', imported: '@stripe/stripe-js' },
  { file: 'web/office/allowed.test.tsx', imported: '#web/test/added.tsx' },
  { file: 'web/test/office-allowed.tsx', imported: '#web/office/added.tsx' },
  { file: 'web/edge/allowed.test.ts', imported: '#worker/added.ts' },
  { file: 'worker/money/ledger/allowed.ts', imported: '../../base/../money/ledger/added-repo.ts' },
  { file: 'worker/money/ledger/repo.ts', imported: 'drizzle-orm' },
  { file: 'worker/base/db/allowed.ts', imported: 'drizzle-orm' },
  { file: 'worker/money/allowed-http.ts', imported: 'hono' },
  { file: 'worker/base/platform/stripe.ts', imported: 'stripe' },
  { file: 'worker/money/allowed.test.ts', imported: 'drizzle-orm' },
  { file: 'worker/notify/allowed.test.ts', imported: '#emulators/added.ts' },
  { file: 'scripts/allowed.ts', imported: '#web/build/added.ts' },
];

/** The ways in which a file can import another. */
const WAYS = [
  "import '#contract/added.ts';",
  "import { one, type Two } from '#contract/added.ts';",
  "import type { One } from '#contract/added.ts';",
  "export type { One } from '#contract/added.ts';",
  "export const load = () => import('#contract/added.ts');",
];

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'imports-'));
  copyFileSync(join(ROOT, 'package.json'), join(directory, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
});
afterAll(() => rmSync(directory, { recursive: true }));

it('every listed room exists', () => {
  expect(ROOMS.filter(({ folder, room }) => !existsSync(join(ROOT, folder, room)))).toEqual([]);
});

it('the lists allow no circle of rooms', () => {
  expect(Object.values(FOLDERS).flatMap(({ rooms }) => findUpwards(rooms))).toEqual([]);
  // In domain/ and web/, parts of a room stand apart: rental/bookings.ts below money, kit/ui below api.
  expect(findScattered(WORKER_ROOMS)).toEqual([]);
});

it('names what could make a circle', () => {
  const rooms = { money: ['bookings'], bookings: [], 'money/ledger': [] };
  expect(findUpwards(rooms)).toEqual(['money may import bookings, which is not before it']);
  expect(findScattered(rooms)).toEqual(['money']);
});

it('imports between rooms are forbidden unless they are listed', async () => {
  for (const { folder, file } of ROOMS)
    write(
      file,
      ROOMS.filter((other) => other.folder === folder).map((other) => `import '#${other.file}';`),
    );
  const found = (await findViolations(ROOMS.map(({ file }) => file))).filter(isOfRoom);
  const expected = ROOMS.flatMap(({ folder, room, allowed, file }) =>
    ROOMS.filter((other) => other.folder === folder && !allowed.includes(other.room)).map((other) => ({
      rule: `${folder}/${room}`,
      file,
      imported: `#${other.file}`,
    })),
  );
  expect(found.map(textOf).sort()).toEqual(expected.map(textOf).sort());
  expect(found.length).toBeGreaterThan(1000);
});

it('the other rules forbid what they name, and nothing else', async () => {
  const rows = [...FORBIDDEN, ...ALLOWED];
  const files = [...new Set(rows.map(({ file }) => file))];
  for (const { file, imported } of rows) if (/^[#.]/.test(imported)) write(targetOf(file, imported), []);
  for (const file of files)
    write(
      file,
      rows.filter((row) => row.file === file).map(({ imported }) => `import '${imported}';`),
    );
  const found = (await findViolations(files)).filter((violation) => !isOfRoom(violation));
  expect(found.map(textOf).sort()).toEqual(FORBIDDEN.map(textOf).sort());
});

it('tests of screens keep to their room', async () => {
  const file = 'web/office/clients/room.test.tsx';
  write('web/office/bookings/any.ts', []);
  write(file, ["import '#web/office/bookings/any.ts';"]);
  expect((await findViolations([file])).map(({ rule }) => rule)).toEqual(['web/office/clients']);
});

it('every way to import a file is an import', async () => {
  const files = WAYS.map((line, index) => {
    write(`domain/money/way-${index}.tsx`, [line]);
    return `domain/money/way-${index}.tsx`;
  });
  expect((await findViolations(files)).map(({ file }) => file).sort()).toEqual(files);
});

/** What the rules find in these files of the temporary directory. */
async function findViolations(files: string[]): Promise<Violation[]> {
  const { forbidden = [], options } = config;
  const { output } = await cruise(
    files,
    { ...options, baseDir: directory, validate: true, ruleSet: { forbidden } },
    options?.enhancedResolveOptions,
  );
  if (typeof output === 'string') throw new Error(output);
  const given = output.modules.filter(({ source }) => files.includes(source));
  return given.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ module, rules = [] }) =>
      rules.map(({ name }) => ({ rule: name, file: source, imported: module })),
    ),
  );
}

function isOfRoom({ rule }: Violation): boolean {
  return ROOMS.some(({ folder, room }) => rule === `${folder}/${room}`);
}

function textOf({ rule, file, imported }: Violation): string {
  return `${rule}: ${file} imports ${imported}`;
}

function fileIn(folder: string, room: string): string {
  if (room === '.') return `${folder}/any.ts`;
  return room.endsWith('.ts') ? `${folder}/${room}` : `${folder}/${room}/any.ts`;
}

function targetOf(file: string, imported: string): string {
  return imported.startsWith('#') ? imported.slice(1) : join(dirname(file), imported);
}

function write(file: string, lines: string[]): void {
  mkdirSync(dirname(join(directory, file)), { recursive: true });
  writeFileSync(join(directory, file), lines.join('\n'));
}
