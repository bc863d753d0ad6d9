import type { Plugin } from 'vite';

/** Parts of an endpoint's declaration that only the Worker reads, as the formatter writes them. */
const WORKER_ONLY = [
  /^ {2}summary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"),$/gm,
  /^ {2}errors: \[[^\]]*\],$/gm,
  /^ {2}headers: \[[^\]]*\],$/gm,
  /^ {2}(?:cache|badParams): '[\w-]+',$/gm,
];

/** Leaves out of the pages what only the API's documentation and the Worker use of each declared call. */
export function leanEndpoints(): Plugin {
  return {
    name: 'site-lean-endpoints',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/, code: 'endpoint({' },
      handler: (code) => withoutWorkerParts(code),
    },
  };
}

/** Returns the module whose endpoints have no summary, error codes and request headers. */
export function withoutWorkerParts(code: string): string {
  return WORKER_ONLY.reduce((text, part) => text.replace(part, ''), code);
}
