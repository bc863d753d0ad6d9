import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Place = { file: string; line: number };

/** An endpoint of contract/ and the function that serves or calls it carry the same verb. */
const isEndpointWithService = (name: string, places: Place[]) =>
  /^[a-z]/.test(name) &&
  places.length === 2 &&
  places.some(({ file }) => file.startsWith('contract/')) &&
  places.some(({ file }) => /^(?:worker|web\/api)\//.test(file));

const SCANNED = /^(?:domain|contract|worker|web)\/.*\.tsx?$/;
/** Tests, and functions of Pages, which sets their names. */
const LEFT_OUT = /\.test\.tsx?$|\/test\/|^web\/functions\//;
const EXPORT = /^export (?:declare )?(?:async )?(?:function\*?|const|class|type|interface|enum) (\w+)/;

/** Finds names that two files of domain, contract, worker and web export; re-exports do not count. */
export function checkExportedNames(root: string): string {
  return [...duplicates(root)].map(([name, places]) => sentence(name, places)).join('\n');
}

/** Names exported by several files, with every place; `read` returns the text of a file. */
export function duplicateExports(files: string[], read: (file: string) => string): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const file of files.filter((name) => SCANNED.test(name) && !LEFT_OUT.test(name)))
    for (const [index, line] of read(file).split('\n').entries()) {
      const name = EXPORT.exec(line)?.[1];
      const known = name ? (places.get(name) ?? []) : [];
      if (name && !known.some((place) => place.file === file))
        places.set(name, [...known, { file, line: index + 1 }]);
    }
  return new Map([...places].filter(([name, all]) => all.length > 1 && !isEndpointWithService(name, all)));
}

function duplicates(root: string): Map<string, Place[]> {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
  return duplicateExports(
    files.filter((file) => existsSync(join(root, file))),
    (file) => readFileSync(join(root, file), 'utf8'),
  );
}

const sentence = (name: string, places: Place[]) =>
  `'${name}' is exported by ${places.map(({ file, line }) => `${file}:${line}`).join(' and ')}: name the things apart`;
