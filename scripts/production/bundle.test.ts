import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../root.ts';
import { withBundle } from './bundle.ts';

/** Names of the stand-ins; production must contain none of them. */
const MARKS = [
  'local-stripe.js',
  'sk_test_local',
  'pk_test_local',
  'whsec_local',
  'EMULATOR_ORIGIN',
  '/stand-in/',
  '/js/stripe.js',
  '__control',
];

it('contains no names of the stand-ins', async () => {
  const bundle = await withBundle(ROOT, async ({ siteDir, functionScript, workerScript }) => ({
    functionScript,
    workerScript,
    ...textsOf(siteDir),
  }));
  expect(Object.keys(bundle)).toEqual(expect.arrayContaining(['index.html', '_headers', 'workerScript']));
  const found = Object.entries(bundle).flatMap(([name, text]) =>
    MARKS.filter((mark) => text.includes(mark)).map((mark) => `${mark} in ${name}`),
  );
  expect(found).toEqual([]);
}, 120_000);

it('has no source file of the stand-ins or of the commands', () => {
  const { sources } = JSON.parse(readFileSync(join(ROOT, 'dist', 'worker', 'index.js.map'), 'utf8')) as {
    sources: string[];
  };
  expect(sources.some((source) => source.endsWith('worker/index.ts'))).toBe(true);
  expect(sources.filter((source) => /(^|\/)(emulators|scripts|journeys)\//.test(source))).toEqual([]);
});

function textsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
  );
}
