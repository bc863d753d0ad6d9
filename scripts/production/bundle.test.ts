import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../root.ts';
import { runOrThrow } from '../run.ts';
import { withBundle } from './bundle.ts';

/** Names of the stand-ins; production must contain none of them. */
const MARKS = [
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
}, 240_000);

it('has no source file of the stand-ins or of the commands', () => {
  const { sources } = JSON.parse(readFileSync(join(ROOT, 'dist', 'worker', 'index.js.map'), 'utf8')) as {
    sources: string[];
  };
  expect(sources.some((source) => source.endsWith('worker/index.ts'))).toBe(true);
  expect(sources.filter((source) => /(^|\/)(emulators|scripts|journeys)\//.test(source))).toEqual([]);
});

it('is built from a folder whose name has a space and an umlaut', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'folder-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const root = join(parent, 'büro ordner 1');
  mkdirSync(root);
  const filter = (path: string) => !path.startsWith(join(ROOT, 'web', 'dist'));
  for (const name of ['web', 'domain', 'package.json', 'wrangler.toml', 'tsconfig.base.json']) {
    cpSync(join(ROOT, name), join(root, name), { recursive: true, filter });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const script =
    "const { buildEmbedScript } = await import('#web/build/embed-script.ts'); console.log(await buildEmbedScript());";
  const output = await runOrThrow(['node', '--input-type=module', '--eval', script], { cwd: root });
  expect(output).toContain('data-dumpster-booking');
});

it('names no file by URL.pathname, which has %20 for a space', () => {
  const folders = ['domain', 'contract', 'web', 'worker', 'emulators', 'journeys', 'scripts'];
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  expect(files).toContain('scripts/bootstrap.mjs');
  const wrong = files.filter((file) =>
    /import\.meta\.url\)\.path/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

function textsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')]),
  );
}
