import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Source = { file: string; text: string };

/**
 * The functions and fields in which guards are named: `guards: {`, `guards = {`, a function that returns Guards. What
 * follows until the end of the object has the names as its keys.
 */
const OBJECTS = /\bguards(?:: Guards)?\s*[:=]\s*\{|\): Guards \{\s*(?:const [^;]*;\s*)*return \{/g;
const STATEMENT = /guardStatement\(\s*\w+,\s*'(\w+)'/g;
/** Names have lower case and underscores; a key in camel case is not a guard. */
const KEY = /(?:^|[{,])\s*([a-z]+(?:_[a-z]+)*)(?=: )/gm;

/** Guards without a test so far: a catalog that two restores publish again, and a reminder that was sent before. */
const WITHOUT_TEST: readonly string[] = ['published'];

/** One line for each guard that no test violates; '' without any. */
export function checkGuards(root: string): string {
  const isTest = (file: string) => file.endsWith('.test.ts');
  const files = readTypeScript(root, 'worker').filter(({ file }) => !file.startsWith('worker/test/'));
  const sources = files.filter(({ file }) => !isTest(file));
  return findUnviolated(
    sources,
    files.filter(({ file }) => isTest(file)),
  ).join('\n');
}

/** A test violates a guard by its name as a whole string: the argument of violate() or a row of its table. */
export function findUnviolated(sources: readonly Source[], tests: readonly Source[]): string[] {
  const violating = tests.filter(({ text }) => /\bviolate\(/.test(text));
  return sources.flatMap(({ file, text }) =>
    [...new Set(guardNames(text))]
      .filter((name) => !WITHOUT_TEST.includes(name))
      .filter((name) => !violating.some((test) => test.text.includes(`'${name}'`)))
      .map((name) => `${file}: no test violates the guard '${name}' (worker/test/guarded.ts)`),
  );
}

/** The names of the guards in a source. */
export function guardNames(text: string): string[] {
  const objects = [...text.matchAll(OBJECTS)].flatMap(({ index, 0: { length } }) =>
    [...objectFrom(text, index + length).matchAll(KEY)].map(([, name = '']) => name),
  );
  return [...objects, ...[...text.matchAll(STATEMENT)].map(([, name = '']) => name)];
}

/** The text of an object until the brace that closes it, with the objects that it spreads and without all others. */
function objectFrom(text: string, start: number): string {
  const open: boolean[] = [];
  let kept = '';
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{') open.push(text.slice(0, at).endsWith('&& '));
    else if (char === '}' && open.pop() === undefined) break;
    if (open.every(Boolean)) kept += char;
  }
  return kept;
}

function readTypeScript(root: string, folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') }));
}
