import type { Plugin } from 'vite';
import type { SitePart } from '#web/build/documents.ts';

/** An endpoint's declaration, as the formatter writes it. */
const DECLARATION = /\bendpoint\(\{\n[\s\S]*?^\}\);$/gm;

/** A schema of a contract: nothing but its value counts, so it can be left out when no page uses it. */
const SCHEMA = /^((?:export )?const \w+ = )(z\b[\s\S]*?);$(?!\n )/gm;

/** A declared call: one that a page does not use is left out, with the schemas within it. */
const CALL = /^((?:export )?const \w+ = )(endpoint\(\{\n[\s\S]*?^\}\));$/gm;

/** Parts of an endpoint's declaration that only the Worker reads. */
const WORKER_ONLY = [
  /^ {2}summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm,
  /^ {2}errors: \[[^\]]*\],$/gm,
  /^ {2}headers: \[[^\]]*\],$/gm,
  /^ {2}(?:cache|badParams): '[\w-]+',$/gm,
];

/** What a caller sends: the lines of the property, up to the next one. The server checks it. */
const INPUT = /^ {2}(?:params|query|body):.*\n(?:(?: {3,}.*| {2}[)\]}].*)\n)*/gm;

/**
 * Leaves out of the pages what only the API's documentation and the Worker use of each declared call. Forms of the back
 * office validate by what a call takes; those of the public pages have schemas of their own.
 */
export function leanEndpoints(part: SitePart): Plugin {
  return {
    name: 'site-lean-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler: (code) => withoutWorkerParts(code, { keepsInput: part === 'office' }),
    },
  };
}

/** Returns the module whose endpoints have no summary, error codes and request headers; nor their input, if not kept. */
export function withoutWorkerParts(code: string, { keepsInput }: { keepsInput: boolean }): string {
  const parts = keepsInput ? WORKER_ONLY : [...WORKER_ONLY, INPUT];
  return code
    .replace(DECLARATION, (declaration) => parts.reduce((text, part) => text.replace(part, ''), declaration))
    .replace(SCHEMA, '$1/* @__PURE__ */ (() => $2)();')
    .replace(CALL, '$1/* @__PURE__ */ (() => $2)();');
}
