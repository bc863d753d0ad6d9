import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import {
  hashWholeSystemTests,
  listChangedSystems,
  names,
  recordPassed,
  WHOLE_SYSTEM_TESTS,
} from './whole-system.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'whole-system-'));
  mkdirSync(join(root, '.ci'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const pass = () =>
  recordPassed(root, Object.fromEntries(names().map((name) => [name, hashWholeSystemTests(root, name)])));

describe('tests of whole systems are left out', () => {
  it('after they have passed, until something that they read changes', () => {
    write('worker/index.ts', 'one');
    write('emulators/stripe/server.ts', 'one');
    expect(listChangedSystems(root)).toEqual(names());
    pass();
    expect(listChangedSystems(root)).toEqual([]);
    write('worker/index.ts', 'two');
    expect(listChangedSystems(root)).toEqual(names().filter((name) => name !== 'stand-in'));
    pass();
    write('emulators/stripe/new.ts', 'one');
    expect(listChangedSystems(root)).toEqual(names());
  });

  it.each([
    ['scripts/demo/make.test.ts', ['demo']],
    ['scripts/bench/load.ts', ['local', 'restores', 'bench']],
    ['web/kit/ui/Button.tsx', ['local']],
    ['worker/fleet/jobs/jobs.test.ts', []],
    ['docs/driver.md', []],
  ])('a change of %s runs %j', (file, changed) => {
    write(file, 'one');
    pass();
    write(file, 'two');
    expect(listChangedSystems(root)).toEqual(changed);
  });
});

it('they are the tests that start a whole system, and each of them exists', () => {
  const listed: string[] = names().flatMap((name) => WHOLE_SYSTEM_TESTS[name].tests);
  const found = readdirSync(join(ROOT, 'scripts'), { recursive: true, encoding: 'utf8' })
    .map((name) => `scripts/${name}`)
    .filter((file) => file.endsWith('.test.ts') && file !== 'scripts/verify/whole-system.test.ts')
    .filter((file) =>
      /\b(spawnSystem|makeRestarts|spawnStart|withSystem)\(/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
  expect(listed).toEqual(expect.arrayContaining(found));
  const reads = names().flatMap((name): readonly string[] => WHOLE_SYSTEM_TESTS[name].reads);
  expect([...listed, ...reads].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
