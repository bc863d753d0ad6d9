import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

const ENTRY = join(import.meta.dirname, 'browser', 'main.ts');
const IMPORT = /^import .* from '(\.[^']+)';\n/gm;

/**
 * The stand-in for Stripe.js as one script that runs both as a classic script and as a module: types stripped,
 * the files joined in the order of their imports. `origin` is that of the emulator.
 */
export function bundleText(origin: string): string {
  const files = new Map<string, string>();
  collect(ENTRY, files);
  assertDistinctNames([...files.values()]);
  return `(() => {\n'use strict';\nconst EMULATOR_ORIGIN = ${JSON.stringify(origin)};\n${[...files.values()].join('\n')}\n})();\n`;
}

function collect(file: string, files: Map<string, string>): void {
  if (files.has(file)) return;
  const source = readFileSync(file, 'utf8').replace(/^import type [^;]*;\n/gm, '');
  const text = stripTypeScriptTypes(source, { mode: 'strip' }).replace(
    /^import \{([^}]*)\} from/gm,
    (statement) => statement.replace(/\s+/g, ' '),
  );
  for (const [, path] of text.matchAll(IMPORT)) collect(join(dirname(file), path as string), files);
  files.set(file, text.replace(IMPORT, '').replace(/^export /gm, ''));
}

/** The files share one scope, so no two of them may declare the same name. */
function assertDistinctNames(texts: string[]): void {
  const names = texts.flatMap((text) =>
    [...text.matchAll(/^(?:async )?(?:function|class|const|let) (\w+)/gm)].map((match) => match[1]),
  );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two files of the stand-in both declare ${twice}.`);
}
